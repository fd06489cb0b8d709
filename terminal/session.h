/* A person at a table, as a client of the protocol (docs/protocol.md): what the seats held here
 * have been told. The table is in this process or at a server; nothing here can tell. Of an
 * update only the step is read: applied to the seat's own view it tells the events, the
 * question, what is legal and what it would bring, in the same words as everywhere. */
#ifndef TERMINAL_SESSION_H
#define TERMINAL_SESSION_H

#include "core/text.h"
#include "match/table.h"

enum { NAME_MAX_BYTES = 64, NOTICE_MAX = 1024 };

/* A sentence of the log. */
struct told {
    char *text;
    unsigned line; /* those of one line belong together */
    uint8_t seat; /* whose, or NOBODY */
    bool counted; /* an event of the game: an undo may take it back */
};

/* What one observer has been told. */
struct watch {
    bool there;
    struct {
        uint8_t by;
        uint16_t action;
    } *steps;
    unsigned step_count, step_room;
    struct told *log;
    unsigned log_count, log_room;
    struct lines lines;
    bool asked, undo; /* has an open question; may take the latest answer back */
    unsigned question; /* its number */
    /* the number of the last that was answered, + 1: it may come again while the answer is on
     * its way */
    unsigned answered;
    uint16_t legal[LEGAL_MAX];
    bool final[LEGAL_MAX]; /* cannot be taken back */
    unsigned legal_count;
    bool hashed, revealed; /* its part in the draws has been sent */
    _Alignas(8) uint8_t view[STATE_MAX];
};

struct session {
    const struct game *game; /* NULL: the table has not introduced itself */
    const struct game *expected; /* what the person came for; NULL: any */
    unsigned players;
    uint8_t options[OPTIONS_MAX];
    char table[TABLE_ID_LENGTH + 1];
    uint8_t commitment[HASH_SIZE];
    enum language language;
    unsigned mine; /* seats held here */
    unsigned waiting; /* seats that owe an answer */
    bool playing, over;
    bool placed; /* it is settled which seats are ours */
    char ended[16]; /* over without a result: how */
    unsigned ended_by; /* and by whom */
    char names[SEATS_MAX][NAME_MAX_BYTES];
    const char *name_list[SEATS_MAX];
    char who[SEATS_MAX][MATCH_WHO_MAX + 1]; /* a level, or "person" */
    struct watch watches[OBSERVERS];
    /* what the table had against the last message, or the like; "" nothing */
    char notice[NOTICE_MAX];
    unsigned changes; /* counts up whenever there is something new to show */
    unsigned answers; /* sent so far: makes their ids */
    uint8_t secret[SEED_SIZE]; /* the seats' parts in the draws follow from it */
    char *record; /* the latest that came; the session's own */
    size_t record_length;
    void *transport; /* whose table it is: of `send` */
    /* to the table; must not answer at once */
    void (*send)(struct session *s, const char *text, size_t length);
    /* of types that only a server sends; may be NULL */
    void (*other)(struct session *s, struct json message);
    bool failed; /* cannot go on: `notice` says why */
};

void session_open(struct session *s, enum language language);
void session_close(struct session *s);

/* A message of the table's. */
void session_receive(struct session *s, const char *text, size_t length);

/* Who reads as this observer. */
struct reader session_reader(const struct session *s, unsigned observer);

/* To the table. */
void session_hello(struct session *s, unsigned observer);
void session_answer(struct session *s, unsigned seat, uint16_t action);
void session_undo(struct session *s, unsigned seat);
void session_ask_record(struct session *s);

/* The observer whose table is shown first: a seat of ours that is asked, else any of ours, else
 * the spectator. */
unsigned session_observer(const struct session *s);

/* Is there something to show? */
bool session_ready(const struct session *s);

/* Do seats held here see different things? Then a curtain belongs between them. */
bool session_hides(const struct session *s, unsigned a, unsigned b);

/* What an opponent is called who plays at a level; NULL: a person plays there, or nobody yet. */
const char *session_level(const struct session *s, unsigned seat);

/* A message in JSON as a sentence. */
size_t session_format(const struct session *s, unsigned observer, struct json message, char *text,
                      size_t size);

void session_note(struct session *s, const struct message *message); /* into `notice` */
void session_tell(struct session *s, const struct message *message); /* into every log */

#endif
