/* A player's client of the protocol (docs/protocol.md). It does not know whether the table is in
 * this process or at a server. It reads only the step of an update and applies it to its own
 * view, which yields the events, the question, the legal actions and their previews. */
#ifndef TERMINAL_SESSION_H
#define TERMINAL_SESSION_H

#include "core/text.h"
#include "match/table.h"

enum { NAME_MAX_BYTES = 64, NOTICE_MAX = 1024 };

/* One sentence of the log. */
struct log_entry {
    char *text;
    unsigned line; /* sentences with the same number share a line */
    uint8_t seat; /* who acted, or NOBODY */
    bool counted; /* an event of the game, which an undo may remove */
    unsigned step; /* how many steps had been taken, its own included */
    int points; /* what the seat scores by it, as far as the event says so */
    /* The observer's view when it was told: what to show while the next entry is still to come. The
     * last one of a step has the view after it; those before, the view within the step. */
    uint8_t *view;
};

/* What one observer knows. */
struct watch {
    bool there;
    struct {
        uint8_t by;
        uint16_t action;
    } *steps;
    unsigned step_count, step_room;
    struct log_entry *log;
    unsigned log_count, log_room;
    struct lines lines;
    bool asked, undo; /* has an open question; may undo the latest answer */
    unsigned question; /* number of the open or latest question */
    /* 1 + the question answered last: it may be repeated while the answer is in flight */
    unsigned answered;
    uint16_t legal[LEGAL_MAX];
    bool final[LEGAL_MAX]; /* per choice: cannot be undone */
    unsigned legal_count;
    bool hashed, revealed; /* the hash, then the random bytes have been sent */
    _Alignas(8) uint8_t view[STATE_MAX];
};

struct session {
    const struct game *game; /* NULL until the table has introduced itself */
    const struct game *expected; /* the game named on the command line; NULL accepts any */
    unsigned players;
    uint8_t options[OPTIONS_MAX];
    char table[TABLE_ID_LENGTH + 1];
    uint8_t commitment[HASH_SIZE];
    enum language language;
    unsigned mine; /* seats held here, as bits */
    unsigned waiting; /* seats that must answer, as bits */
    bool playing, over;
    bool placed; /* `mine` is final */
    char ended[16]; /* how the game ended without a result, or "" */
    unsigned ended_by; /* the seat that ended it; valid if `ended` is set */
    char names[SEATS_MAX][NAME_MAX_BYTES];
    const char *name_list[SEATS_MAX];
    char who[SEATS_MAX][MATCH_WHO_MAX + 1]; /* a level, or "person" */
    struct watch watches[OBSERVERS];
    /* a sentence for the player, such as the reason of a refusal; or "" */
    char notice[NOTICE_MAX];
    unsigned changes; /* incremented whenever there is something new to show */
    unsigned answers; /* answers sent; the source of their ids */
    uint8_t secret[SEED_SIZE]; /* the seats' random bytes are derived from it */
    char *record; /* the latest record received, owned by the session; or NULL */
    size_t record_length;
    void *transport; /* for `send` */
    /* Sends a message to the table, which must not reply before this returns. */
    void (*send)(struct session *s, const char *text, size_t length);
    /* Gets messages of types that only a server sends; may be NULL. */
    void (*other)(struct session *s, struct json message);
    bool failed; /* cannot continue; `notice` says why */
};

void session_open(struct session *s, enum language language);
void session_close(struct session *s);

/* Handles a message from the table. */
void session_receive(struct session *s, const char *text, size_t length);

/* Language and names for sentences shown to this observer. */
struct reader session_reader(const struct session *s, unsigned observer);

/* Send messages to the table. */
void session_hello(struct session *s, unsigned observer);
void session_answer(struct session *s, unsigned seat, uint16_t action);
void session_undo(struct session *s, unsigned seat);
void session_ask_record(struct session *s);

/* What to show while only the first `shown` entries of the log have appeared: the view of that
 * moment, and its scores. Points that an entry names count once it has appeared. */
const void *session_view_at(const struct session *s, unsigned observer, unsigned shown);
void session_scores_at(const struct session *s, unsigned observer, unsigned shown,
                       int scores[SEATS_MAX]);

/* The observer to show: a seat of ours with a question, else any of ours, else the spectator. */
unsigned session_observer(const struct session *s);

/* Whether there is something to show. */
bool session_ready(const struct session *s);

/* Whether seats held here see different things, so that a curtain must separate them. */
bool session_hides(const struct session *s, unsigned a, unsigned b);

/* The name of the opponent's level, or NULL if a person or nobody has the seat. */
const char *session_level(const struct session *s, unsigned seat);

/* Writes a message in JSON as a sentence. */
size_t session_format(const struct reader *reader, struct json message, char *text, size_t size);

/* Replaces control characters in a text that others wrote: a terminal would obey them. */
void session_defuse(char *text);

void session_note(struct session *s, const struct message *message); /* sets `notice` */
void session_log(struct session *s, const struct message *message); /* adds to every log */

#endif
