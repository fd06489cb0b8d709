#include "ai/weigh.h"

#include "core/ensure.h"

#include <string.h>

void weigh_begin(struct weighing *w, const struct game *game, const struct net *net,
                 struct search_slot *slots, const void *view, unsigned seat, unsigned index) {
    struct generator generator;
    uint8_t seed[32];
    memset(w, 0, sizeof *w);
    w->count = game->legal(view, seat, w->list);
    ensure(w->count > 0);
    generator_seed(&generator, state_hash(game, view) + index);
    for (unsigned i = 0; i < sizeof seed; i++) seed[i] = (uint8_t)generator_next(&generator);
    search_open(&w->search, game, net, 0, slots, WEIGH_SLOTS, seed);
    if (net) w->search.prior_temperature = tuning_of(game)->prior_temperature;
    search_begin(&w->search, view, seat);
    w->search.tally = w->tally;
}

void weigh_run(struct weighing *w, uint32_t visits) {
    search_run(&w->search, visits);
}

void weigh_action(struct weighing *w, uint16_t action, uint32_t visits) {
    search_run_with(&w->search, action, visits);
}

static uint16_t least_visited(struct weighing *w) {
    struct search_choice choices[LEGAL_MAX];
    unsigned count = search_choices(&w->search, choices);
    return choices[(count < WEIGH_BEST ? count : WEIGH_BEST) - 1].action;
}

void weigh_evenly(struct weighing *w, uint32_t visits) {
    enum { BLOCK = 32 };
    while (visits > 0) {
        bool behind = w->evened / BLOCK % 2;
        uint32_t left = BLOCK - w->evened % BLOCK, now = left < visits ? left : visits;
        if (behind && left == BLOCK) w->behind = least_visited(w);
        if (behind) weigh_action(w, w->behind, now);
        else weigh_run(w, now);
        w->evened += now;
        visits -= now;
    }
}

static unsigned place_of(const struct weighing *w, uint16_t action) {
    unsigned at = 0;
    while (w->list[at] != action) at++;
    return at;
}

unsigned weigh_choices(struct weighing *w, struct weighed choices[LEGAL_MAX]) {
    struct search_choice found[LEGAL_MAX];
    unsigned count = search_choices(&w->search, found),
             players = state_players(w->search.game, w->search.view);
    for (unsigned i = 0; i < count; i++) {
        const struct search_tally *tally = &w->tally[place_of(w, found[i].action)];
        double n = tally->visits, mean = n > 0 ? tally->first[w->search.seat] / n : 0,
               spread = n > 1 ? (tally->squares / n - mean * mean) / (n - 1) : 1;
        choices[i] = (struct weighed){.action = found[i].action,
                                      .visits = tally->visits,
                                      .reward = found[i].value,
                                      .error = spread > 0 ? __builtin_sqrt(spread) : 0};
        for (unsigned seat = 0; seat < players; seat++)
            choices[i].chance[seat] = n > 0 ? tally->first[seat] / n : 0;
    }
    return count;
}

static void write_action(struct json_out *out, const char *name, const struct game *game,
                         uint16_t action) {
    char text[NOTATION_MAX];
    json_text_n(out, name, text, notation_write(game->notation, action, text));
}

static void write_line(struct weighing *w, struct json_out *out, uint16_t action) {
    enum { LINE_MAX_STEPS = 12, LEAST_VISITS = 8 };
    struct search_step line[LINE_MAX_STEPS];
    unsigned length = search_line(&w->search, action, LEAST_VISITS, line, LINE_MAX_STEPS);
    json_array(out, "line");
    for (unsigned i = 0; i < length; i++) {
        json_array(out, NULL);
        if (line[i].by == BY_CHANCE) json_text(out, NULL, "chance");
        else json_number(out, NULL, line[i].by);
        write_action(out, NULL, w->search.game, line[i].action);
        json_array_end(out);
    }
    json_array_end(out);
}

void weigh_write(struct weighing *w, struct json_out *out, const char *name) {
    struct weighed choices[LEGAL_MAX];
    unsigned count = weigh_choices(w, choices),
             players = state_players(w->search.game, w->search.view);
    json_object(out, name);
    json_number(out, "seat", w->search.seat);
    json_number(out, "visits", search_visits(&w->search));
    json_array(out, "choices");
    for (unsigned i = 0; i < count && choices[i].visits; i++) {
        json_object(out, NULL);
        write_action(out, "do", w->search.game, choices[i].action);
        json_number(out, "visits", choices[i].visits);
        json_array(out, "chance");
        for (unsigned seat = 0; seat < players; seat++)
            json_real(out, NULL, choices[i].chance[seat]);
        json_array_end(out);
        json_real(out, "error", choices[i].error);
        if (i < WEIGH_BEST) write_line(w, out, choices[i].action);
        json_object_end(out);
    }
    json_array_end(out);
    json_object_end(out);
}
