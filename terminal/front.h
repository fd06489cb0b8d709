/* A game in the terminal: the session, its table, and one of two faces that show it and take
 * what the person says. */
#ifndef TERMINAL_FRONT_H
#define TERMINAL_FRONT_H

#include "terminal/canvas.h"
#include "terminal/local.h"
#include "terminal/online.h"

struct front {
    struct cli *cli;
    struct session session;
    uv_loop_t loop;
    struct local *local; /* one of the two */
    struct online *online;
    const struct net *net; /* for hints; may be NULL */
    struct thought hint;
    bool hinted; /* `hint` is about the question that is open */
    void *face; /* the face's own */
    bool more; /* the face has input that it has not used yet */
    bool silent; /* no input will come any more */
};

/* A face: shows what is new; takes input that is there, false: the person leaves. */
struct face {
    bool (*open)(struct front *f);
    void (*show)(struct front *f);
    bool (*hear)(struct front *f);
    void (*close)(struct front *f);
};

extern const struct face plain_face, screen_face;

int front_run(struct front *f, const struct face *face);

/* Begins to think about a hint for a seat's question; the answer is in `hint` when `hinted` is
 * set. Says why if there is none. */
void front_hint(struct front *f, unsigned seat);

/* What the hint says of the choice, as a sentence. */
void front_hint_text(const struct front *f, char *text, size_t size);

/* A choice in words, with what it would bring. */
void front_choice(const struct front *f, unsigned observer, uint16_t action, char *text,
                  size_t size);

/* Why this text is no answer: not notation, or the rule that the step breaks. */
void front_why_not(const struct front *f, unsigned seat, const char *typed, char *text,
                   size_t size);

/* What is asked, or whom the table waits for. */
void front_question(const struct front *f, unsigned observer, char *text, size_t size);

/* Points by their parts, a number a seat: what makes the score, the score, and what is only
 * counted (it decides ties). */
struct score_row {
    const char *name;
    int values[SEATS_MAX];
    enum { SCORE_PART, SCORE_ALL, SCORE_BESIDE } kind;
};
void front_scores(const struct front *f, unsigned observer,
                  void (*row)(void *context, const struct score_row *row), void *context);

/* Who has won, or that the game was ended without a result. */
void front_result(const struct front *f, unsigned observer, char *text, size_t size);

/* What came after a slash: something said or done at a server's table. */
void front_deed(struct front *f, const char *line);

/* The rules page line by line, without its markup; or why there is none. */
void front_rules(const struct front *f, void (*line)(void *context, bool heading, const char *text),
                 void *context);

/* Can the terminal place characters where one wants? */
bool screen_is_possible(void);

#endif
