/* Tallinn: every player's display, then the viewer's hand, one box per card with both halves. */
#include "games/tallinn/tallinn.h"
#include "terminal/boards.h"

#include <stdio.h>
#include <string.h>

enum { CARD_COLUMNS = 26, BAR_MAX = 9 };

static const uint8_t class_order[CLASSES] = {CLASS_M, CLASS_K, CLASS_O};

static void draw_persons(struct canvas *c, const struct tallinn_seat *t, unsigned row,
                         unsigned column) {
    for (unsigned i = 0; i < CLASSES; i++) {
        unsigned class = class_order[i], n = t->persons[class];
        enum style style =
            canvas_mark(c, "class", tallinn_classes.codes[class], (enum style)(STYLE_TINT + i));
        unsigned at = canvas_print(c, row, column + 18 * i, style, "%s %u",
                                   thing_name(c, &tallinn_classes, class, ""), n) +
                      1;
        for (unsigned k = 0; k < n && k < BAR_MAX && at < column + 18 * i + 17; k++)
            at = canvas_put(c, row, at, (enum style)(STYLE_TINT + i), "▮");
    }
}

/* All players have the same cards, so only the viewer's own are marked. */
static unsigned draw_set(struct canvas *c, bool own, unsigned row, unsigned column, uint16_t set,
                         const char *half) {
    for (unsigned card = 0; card < CARDS; card++) {
        if (!(set >> card & 1)) continue;
        enum style style =
            own ? canvas_mark(c, "card", tallinn_cards.codes[card], STYLE_PLAIN) : STYLE_PLAIN;
        column = canvas_print(c, row, column, style, "%s%s", tallinn_cards.codes[card], half) + 1;
    }
    return column;
}

static void draw_seat(struct canvas *c, const struct tallinn *s, unsigned seat, bool own,
                      unsigned row) {
    const struct tallinn_seat *t = &s->seats[seat];
    canvas_seat(c, row, 0, 13, seat);
    canvas_print(c, row, 14, STYLE_BOLD, "%3d", tallinn_points(t));
    draw_persons(c, t, row, 20);
    unsigned at = canvas_print(c, row + 1, 4, STYLE_DIM, "%s %u, %s %u ",
                               canvas_word(c, "tallinn.board.hand_unit"), t->hand_count,
                               canvas_word(c, "tallinn.board.pile_unit"),
                               t->pile_count + 0u + t->under_count);
    at = draw_set(c, own, row + 1, at + 1, t->shown[HALF_A], "a");
    at = draw_set(c, own, row + 1, at, t->shown[HALF_B], "b");
    if (t->towers || t->secret_count) {
        unsigned known = (unsigned)__builtin_popcount(t->secret);
        at = canvas_put(c, row + 1, at + 1, STYLE_HEAD, "♜") + 1;
        at = draw_set(c, own, row + 1, at, t->towers, "");
        at = draw_set(c, own, row + 1, at, t->secret, "");
        for (unsigned i = known; i < t->secret_count; i++)
            at = canvas_put(c, row + 1, at, STYLE_PLAIN, "?") + 1;
    }
    if (s->asked >> seat & 1 && !(s->open >> seat & 1))
        canvas_put(c, row + 1, at + 1, STYLE_HEAD, "✓");
}

/* One half of a card: persons with the coins beside them, or shields. */
static void draw_half(struct canvas *c, unsigned card, unsigned half, unsigned row,
                      unsigned column) {
    const struct half *h = &influence_cards[card].halves[half];
    const char *code = tallinn_halves.codes[half];
    bool here = c->chosen != NOTATION_NONE &&
                action_has(c->game, c->chosen, "card", tallinn_cards.codes[card]) &&
                action_has(c->game, c->chosen, "half", code);
    struct word words[1 + 2 * CLASSES + 1] = {
        {.name = code, .style = here ? STYLE_CHOSEN : STYLE_PLAIN}};
    unsigned count = 1;
    for (unsigned i = 0; i < CLASSES; i++) {
        unsigned class = class_order[i], n = h->persons[class];
        if (n)
            words[count++] =
                (struct word){.lead = {(char)('0' + n), ' '},
                              .name = thing_name(c, &tallinn_classes, class, n == 1 ? "one" : ""),
                              .style = here ? STYLE_CHOSEN : (enum style)(STYLE_TINT + i)};
        if (h->contest == class + 1)
            words[count++] = (struct word){.lead = "¢", .name = "", .style = STYLE_HEAD};
    }
    if (h->shields) words[count++] = (struct word){.lead = "⛨", .name = "", .style = STYLE_HEAD};
    canvas_words(c, row, column, CARD_COLUMNS - 3, words, count);
}

static void draw_hand(struct canvas *c, const struct tallinn *s, unsigned seat, unsigned row) {
    unsigned column = 0;
    for (unsigned card = 0; card < CARDS; card++) {
        if (!(s->seats[seat].hand >> card & 1)) continue;
        enum style style = canvas_mark(c, "card", tallinn_cards.codes[card], STYLE_DIM);
        canvas_box(c, row, column, 4, CARD_COLUMNS, style == STYLE_CHOSEN ? STYLE_BOLD : STYLE_DIM);
        canvas_print(c, row, column + 2, style, " %s ", tallinn_cards.codes[card]);
        for (unsigned half = 0; half < 2; half++)
            draw_half(c, card, half, row + 1 + half, column + 2);
        column += CARD_COLUMNS + 1;
    }
}

/* The first display is beside the round, the second below. */
static unsigned draw_chronicle(struct canvas *c, const struct tallinn *s, unsigned column) {
    unsigned row = 0;
    for (unsigned second = 0; s->chronicle && second < 2; second++) {
        if (!s->chronicles[second]) continue;
        const struct chronicle_card *card = &chronicle_cards[s->chronicles[second] - 1];
        canvas_print(c, row++, column, STYLE_DIM, "%s %s: %s %s ≥%u 1×, ≥%u 2×",
                     canvas_word(c, "tallinn.board.chronicle"), second ? "II" : "I",
                     thing_name(c, &tallinn_classes, card->class, ""),
                     canvas_word(c, card->give_up ? "tallinn.board.give" : "tallinn.board.own"),
                     card->need[second][0], card->need[second][1]);
    }
    return row;
}

static void draw(struct canvas *c, const void *view, unsigned seat) {
    const struct tallinn *s = view;
    unsigned me = seat < s->players ? seat : 0,
             at = canvas_say(c, 0, 0, STYLE_HEAD,
                             &MESSAGE("tallinn.view.round", NUMBER("round", s->round)));
    unsigned chronicles = draw_chronicle(c, s, at + 2), row = chronicles > 1 ? chronicles : 1;
    for (unsigned i = 0; i < s->players; i++, row += 2)
        draw_seat(c, s, (me + i) % s->players, i == 0, row);
    if (seat < s->players) draw_hand(c, s, seat, row);
    if (c->rows == c->room + 1) c->rows--; /* the cards' bottom line is not worth scrolling for */
}

const struct board tallinn_board = {
    .game = "tallinn", .legend = "tallinn.board.legend", .draw = draw};
