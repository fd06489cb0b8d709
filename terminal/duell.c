/* Duell der Baumeister: the nine cards, beside them what both players have, below them what both
 * build.
 *
 *     ┌1─────────────┬2─────────────┬3─────────────┐   ● Du, Burg            Gold 3  ⚑
 *     │Wollhändler   │Einnahme 4    │Steinmetz     │   Siegel 0/5 1/4 2/3
 *     │●             │● ■           │              │   …
 */
#include "games/duell/duell.h"
#include "terminal/boards.h"

#include <stdio.h>
#include <string.h>

enum { PANEL = 33, NAME = 11, CARD_MAX = 26 };

/* Whether this position belongs to the choice at the pointer. */
static bool is_chosen(const struct canvas *c, unsigned position) {
    if (c->chosen == NOTATION_NONE) return false;
    for (unsigned line = 0; line < LINES; line++)
        if (duell_lines[line] >> position & 1 &&
            action_has(c->game, c->chosen, "line", duell_lines_things.codes[line]))
            return true;
    return action_has(c->game, c->chosen, "position", duell_positions.codes[position]);
}

static void draw_card(struct canvas *c, const struct duell *s, unsigned position, unsigned row,
                      unsigned column, unsigned width) {
    if (!s->layout[position]) return;
    const struct duell_card *card = duell_card_at(s, position);
    unsigned owners = 0, at = column;
    enum style plain =
        card->colour == ANY_COLOUR ? STYLE_PLAIN : (enum style)(STYLE_SEAT + card->colour);
    enum style style = is_chosen(c, position)
                           ? STYLE_CHOSEN
                           : canvas_mark(c, "position", duell_positions.codes[position], plain);
    char name[128];
    snprintf(name, sizeof name - sizeof "…", "%s",
             thing_name(c, &duell_cards, s->layout[position] - 1u, "short"));
    text_shorten(name, width);
    canvas_cut(c, row, column, width, style, name);
    for (unsigned k = (unsigned)text_columns(name); style == STYLE_CHOSEN && k < width; k++)
        canvas_put(c, row, column + k, style, " ");
    for (unsigned seat = 0; seat < DUELL_SEATS; seat++) {
        if (!(s->seats[seat].cards >> position & 1)) continue;
        owners++;
        at = canvas_print(c, row + 1, at, (enum style)(STYLE_SEAT + seat), "%s ", seat_marks[seat]);
    }
    char more[128] = "";
    if (owners == DUELL_SEATS)
        snprintf(more, sizeof more, "%s", canvas_word(c, "duell.board.contested"));
    else if (card->colour != ANY_COLOUR && !owners)
        snprintf(more, sizeof more, "%s", thing_name(c, &duell_buildings, card->colour, ""));
    else if (card->kind == KIND_CRAFTSMAN)
        snprintf(more, sizeof more, "%u %s", card->gold, canvas_word(c, "duell.board.gold_unit"));
    else if (card->kind == KIND_MARKET)
        snprintf(more, sizeof more, "%s %u", thing_name(c, &duell_materials, WOOL, ""),
                 duell_market_table[card->which].wool);
    canvas_cut(c, row + 1, at, column + width - at, owners == DUELL_SEATS ? STYLE_WARN : STYLE_DIM,
               more);
}

static void draw_layout(struct canvas *c, const struct duell *s, unsigned row, unsigned width) {
    for (unsigned i = 0; i <= 3; i++)
        for (unsigned k = 0; k <= 3; k++) {
            static const char *const corners[4][4] = {{"┌", "┬", "┬", "┐"},
                                                      {"├", "┼", "┼", "┤"},
                                                      {"├", "┼", "┼", "┤"},
                                                      {"└", "┴", "┴", "┘"}};
            canvas_put(c, row + 3 * i, k * (width + 1), STYLE_DIM, corners[i][k]);
            for (unsigned n = 1; k < 3 && n <= width; n++)
                canvas_put(c, row + 3 * i, k * (width + 1) + n, STYLE_DIM, "─");
            if (i == 3) continue;
            canvas_put(c, row + 3 * i + 1, k * (width + 1), STYLE_DIM, "│");
            canvas_put(c, row + 3 * i + 2, k * (width + 1), STYLE_DIM, "│");
            if (k == 3) continue;
            canvas_print(c, row + 3 * i, k * (width + 1) + 1, STYLE_DIM, "%u", 3 * i + k + 1);
            draw_card(c, s, 3 * i + k, row + 3 * i + 1, k * (width + 1) + 1, width);
        }
}

/* "2 Holz 1 Sand": the goods with a count above zero. */
static void draw_counts(struct canvas *c, unsigned row, unsigned column,
                        const uint8_t counts[MATERIALS], unsigned seat, bool own, bool worked) {
    static const uint8_t order[MATERIALS] = {WOOD, SAND, STONE, ORE, WOOL};
    struct word words[MATERIALS];
    unsigned count = 0;
    for (unsigned i = 0; i < MATERIALS; i++) {
        unsigned m = order[i];
        if (!counts[m]) continue;
        words[count] = (struct word){
            .name = worked ? thing_name(c, &duell_worked, duell_worked_thing(seat, m), "")
                           : thing_name(c, &duell_materials, m, ""),
            .style = own ? canvas_mark(c, "material", duell_materials.codes[m], STYLE_PLAIN)
                         : STYLE_PLAIN};
        snprintf(words[count].lead, sizeof words[count].lead, "%u ", counts[m]);
        count++;
    }
    if (worked && count) column = canvas_put(c, row, column, STYLE_DIM, "→ ");
    canvas_words(c, row, column, c->columns - column, words, count);
}

static void draw_hand(struct canvas *c, const struct duell_seat *t, bool own, unsigned row,
                      unsigned column) {
    struct word words[ONCES];
    unsigned count = 0;
    for (unsigned i = 0; i < ONCES; i++)
        if (t->hand >> i & 1)
            words[count++] = (struct word){
                .lead = "1×",
                .name = thing_name(c, &duell_onces, i, ""),
                .style =
                    own ? canvas_mark(c, "card", duell_onces.codes[i], STYLE_PLAIN) : STYLE_PLAIN};
    canvas_words(c, row, column, c->columns - column, words, count);
}

/* Only the viewer's own things can be chosen. */
static void draw_seat(struct canvas *c, const struct duell *s, unsigned seat, bool own,
                      unsigned row, unsigned column) {
    const struct duell_seat *t = &s->seats[seat];
    static const char *const seal_names[NEUTRALS] = {"0/5", "1/4", "2/3"};
    unsigned at = canvas_seat(c, row, column, NAME, seat);
    at = canvas_print(c, row, at, STYLE_DIM, ", %s", thing_name(c, &duell_buildings, seat, ""));
    at = canvas_print(c, row, at + 1, STYLE_BOLD, "%u %s", t->gold,
                      canvas_word(c, "duell.board.gold_unit"));
    if (s->sign == seat && s->round) canvas_put(c, row, at + 1, STYLE_HEAD, "⚑");
    at = canvas_print(c, row + 1, column, STYLE_DIM, "%s ", canvas_word(c, "duell.board.seals"));
    for (unsigned i = 0; i < NEUTRALS; i++)
        if (t->seals[i])
            at = canvas_print(c, row + 1, at,
                              own ? canvas_mark(c, "seal", duell_seals.codes[i], STYLE_PLAIN)
                                  : STYLE_PLAIN,
                              "%u×%s", t->seals[i], seal_names[i]) +
                 1;
    if (!t->seals[0] && !t->seals[1] && !t->seals[2])
        at = canvas_put(c, row + 1, at, STYLE_DIM, "–") + 1;
    if (t->flips)
        canvas_print(c, row + 1, at, STYLE_WARN, "%s %u", canvas_word(c, "duell.board.fight_of"),
                     t->sum);
    draw_counts(c, row + 2, column, t->raw, seat, own, false);
    draw_counts(c, row + 3, column, t->worked, seat, own, true);
    draw_hand(c, t, own, row + 4, column);
}

/* The three sections of a building: ■ built, □ missing, ✓ complete. */
static void draw_building(struct canvas *c, const struct duell *s, unsigned seat, unsigned row) {
    const struct duell_seat *t = &s->seats[seat];
    struct word words[SECTIONS * (MATERIALS + 2)];
    unsigned count = 0,
             at = canvas_print(c, row, 0, (enum style)(STYLE_SEAT + seat), "%s", seat_marks[seat]) +
                  1;
    for (unsigned section = 0; section < SECTIONS; section++) {
        words[count++] = (struct word){
            .lead = {section ? ' ' : 0},
            .name = duell_sections.codes[section],
            .style = canvas_mark(c, "section", duell_sections.codes[section], STYLE_DIM)};
        if (duell_finished(t, section))
            words[count++] = (struct word){.lead = "✓", .name = "", .style = STYLE_HEAD};
        for (unsigned m = 0; m < MATERIALS && !duell_finished(t, section); m++) {
            if (!(duell_section_table[section].needs >> m & 1)) continue;
            bool built = t->built[section] >> m & 1,
                 here = s->seat == seat && c->chosen != NOTATION_NONE &&
                        action_has(c->game, c->chosen, "section", duell_sections.codes[section]) &&
                        action_has(c->game, c->chosen, "material", duell_materials.codes[m]);
            words[count++] = (struct word){
                .name = thing_name(c, &duell_worked, duell_worked_thing(seat, m), "short"),
                .style = here    ? STYLE_CHOSEN
                         : built ? STYLE_BOLD
                                 : STYLE_PLAIN};
            strcpy(words[count - 1].lead, built ? "■" : "□");
        }
    }
    canvas_words(c, row, at, c->columns - at, words, count);
}

static void draw(struct canvas *c, const void *view, unsigned seat) {
    const struct duell *s = view;
    unsigned width = (c->columns - PANEL - 5) / 3, first = seat < DUELL_SEATS ? seat : 0;
    if (width > CARD_MAX) width = CARD_MAX;
    unsigned at =
        canvas_say(c, 0, 0, STYLE_HEAD, &MESSAGE("duell.board.round", NUMBER("round", s->round)));
    at = canvas_print(c, 0, at + 2, STYLE_PLAIN, "%s %u", canvas_word(c, "duell.board.bank"),
                      s->bank);
    at = canvas_print(c, 0, at + 2, STYLE_DIM, "%s:", canvas_word(c, "duell.board.stack"));
    for (unsigned i = 0; i < s->stack_count; i++)
        at = canvas_print(c, 0, at + 1, STYLE_PLAIN, "%.1s/%s", duell_seals.codes[s->stack[i] - 1],
                          duell_seals.codes[s->stack[i] - 1] + 1);
    draw_layout(c, s, 1, width);
    draw_seat(c, s, first, true, 1, 3 * width + 6);
    draw_seat(c, s, first ^ 1, false, 6, 3 * width + 6);
    draw_building(c, s, first, 11);
    draw_building(c, s, first ^ 1, 12);
}

const struct board duell_board = {.game = "duell", .legend = "duell.board.legend", .draw = draw};
