/* A game in the terminal: the session, its table, and one of two faces (full screen or plain lines)
 * that show it and read the player's input. */
#ifndef TERMINAL_FRONT_H
#define TERMINAL_FRONT_H

#include "terminal/canvas.h"
#include "terminal/local.h"
#include "terminal/online.h"

struct front {
    struct cli *cli;
    struct session session;
    uv_loop_t loop;
    struct local *local; /* exactly one of local and online is set */
    struct online *online;
    const struct net *net; /* for hints; may be NULL */
    struct think_job hint;
    bool hinted; /* `hint` answers the open question */
    void *face; /* the face's private data */
    bool more; /* the face has buffered input */
    unsigned pause_ms; /* the face wants to show something then; 0: nothing */
    unsigned busy_ms; /* how much longer it shows what has already happened */
    bool silent; /* input has ended */
    /* what follows a finished game here */
    enum { AFTER_NOTHING, AFTER_AGAIN, AFTER_SEATS, AFTER_ANALYSIS } after;
};

/* `show` prints or paints what is new. `read_input` returns false when the player quits. */
struct face {
    bool (*open)(struct front *f);
    void (*show)(struct front *f);
    bool (*read_input)(struct front *f);
    void (*close)(struct front *f);
};

extern const struct face plain_face, screen_face;

int front_run(struct front *f, const struct face *face);

/* Whether there is a hint for the open question of this seat. */
bool front_hinted(const struct front *f, unsigned seat);

/* Starts a search for a hint. When it ends, `hinted` is set and `hint` has the answer. Puts the
 * reason into the notice if no hint is possible. */
void front_hint(struct front *f, unsigned seat);

/* Writes the hint as a sentence. */
void front_hint_text(const struct front *f, char *text, size_t size);

/* Writes a choice as a sentence, a preview of its effect ("" if there is none), or both. */
void front_sentence(const struct front *f, unsigned observer, uint16_t action, char *text,
                    size_t size);
void front_preview(const struct front *f, unsigned observer, uint16_t action, char *text,
                   size_t size);
void front_choice(const struct front *f, unsigned observer, uint16_t action, char *text,
                  size_t size);

/* Says why the typed text is no legal answer: a syntax error or the broken rule. */
void front_why_not(const struct front *f, unsigned seat, const char *typed, char *text,
                   size_t size);

/* Writes the question, or whom the table waits for. */
void front_question(const struct front *f, unsigned observer, char *text, size_t size);

/* One row of the score table, with one number per seat: a part of the score, the score, or a figure
 * that only decides ties. */
struct score_row {
    const char *name;
    int values[SEATS_MAX];
    enum { SCORE_PART, SCORE_ALL, SCORE_BESIDE } kind;
};
void front_scores(const struct front *f, unsigned observer,
                  void (*row)(void *context, const struct score_row *row), void *context);

/* Says who won, or that the game ended without a result. */
void front_result(const struct front *f, unsigned observer, char *text, size_t size);

/* Runs a line that began with a slash (without it): a chat message or a table command. */
void front_command(struct front *f, const char *line);

/* Passes on the rules page line by line without markup, or the reason why there is none. */
void front_rules(const struct front *f, void (*line)(void *context, bool heading, const char *text),
                 void *context);

/* Whether the terminal supports cursor movement. */
bool screen_is_possible(void);

#endif
