/* Template ("Höchste Karte"): the smallest game that uses every feature. Copy this folder to add a
 * game; docs/adding-a-game.md says what else there is to do.
 *
 * 30 bytes; at most 16 steps per game. Everybody gets a card, may swap it once, then all are
 * shown: the highest wins.
 *
 *     DEAL ─ CHOOSE ─┬─ REDRAW ─┬─ SHOW ─ OVER
 *                    └──────────┘
 */
#ifndef GAMES_TEMPLATE_H
#define GAMES_TEMPLATE_H

#include "core/game.h"
#include "games/template/components.h"

enum { TEMPLATE_SEATS = 4 };

enum template_phase {
    PHASE_DEAL, /* chance: one card per seat */
    PHASE_CHOOSE, /* all seats at once, secretly: keep or swap */
    PHASE_REDRAW, /* chance: one card for each seat that swaps */
    PHASE_SHOW, /* in turn: show the card */
    PHASE_OVER,
    PHASES
};

enum template_part { PART_CARD, PART_SWAPPED, PARTS };

/* Plain memory without padding; zero where there is nothing or nothing may be known. What
 * everybody can count (`due`, `swapped`) has a member of its own, so that it stays on a view. */
struct template_seat {
    uint8_t card; /* number + 1; zero: none, or hidden from the viewer */
    uint8_t aside; /* the card swapped away, likewise */
    uint8_t answer; /* secret answer: the action + 1 */
    uint8_t due; /* cards still to draw now */
    uint8_t swapped; /* public after the reveal */
    uint8_t shown; /* the card is public */
};

struct template {
    uint8_t viewer; /* always the first byte: 0, or the observer + 1 */
    uint8_t players;
    uint8_t joker; /* option */
    uint8_t phase;
    uint8_t asked, open; /* seats that were asked; those that have not answered */
    struct template_seat seats[TEMPLATE_SEATS];
};

_Static_assert(sizeof(struct template) == 6 + TEMPLATE_SEATS * 6, "no padding");

/* Numbers of actions, in the byte order of notation; see text.c. */
enum {
    DO_DRAW = 0, /* draw 1 … 9 ? */
    DO_KEEP = DO_DRAW + CARDS + 1,
    DO_SHOW, /* show 1 … 9 */
    DO_SWAP = DO_SHOW + CARDS,
    DO_ACTIONS
};

enum { VEILED = CARDS }; /* the position of "?" among the cards: after the digits */

static inline bool hidden_from_viewer(const struct template *s, unsigned seat) {
    return s->viewer != 0 && s->viewer != seat + 1;
}

/* The seat that draws in a chance phase: seat 0 first. */
static inline unsigned template_drawing(const struct template *s) {
    unsigned seat = 0;
    while (!s->seats[seat].due) seat++;
    return seat;
}

/* The cards that the state or view does not show. On a full state that is the deck. */
static inline unsigned template_unseen(const struct template *s) {
    unsigned cards = (1u << (CARDS - !s->joker)) - 1;
    for (unsigned seat = 0; seat < s->players; seat++)
        cards &= ~((1u << s->seats[seat].card | 1u << s->seats[seat].aside) >> 1);
    return cards;
}

/* scoring.c */
void template_result(const void *state, struct result *result);

/* knowledge.c */
void template_view(void *state, unsigned observer);
uint16_t template_witness(const void *state, unsigned by, uint16_t action, unsigned observer);
void template_determinise(void *view, struct generator *generator);
bool template_check(const void *state, struct message *error);

/* text.c: notation, members and sentences */
extern const struct things template_cards;
extern const struct notation template_notation;
extern const struct fields template_fields;
bool template_why_not(const void *state, unsigned seat, uint16_t action, struct message *reason);
void template_ask(const void *view, unsigned seat, struct message *message);
bool template_preview(const void *view, unsigned seat, uint16_t action, struct message *message);
void template_describe(const void *view, struct sink *sink);

extern const struct game template_game;

#endif
