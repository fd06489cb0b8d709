/* Sends lines of any bytes to the client of the terminal, after the real welcome of a table of the
 * template, or of Tallinn if the first byte is '2'. A line that begins with 'S' is the next step of
 * a real game, so that there is a game to disturb.
 *
 * For any input, the client shows only valid text, and after an invalid message nothing changes. */
#include "core/ensure.h"
#include "games/registry.h"
#include "match/record.h"
#include "terminal/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LINES_MAX = 40 };

static void ignore(struct session *s, const char *text, size_t length) {
    struct json value;
    size_t where;
    (void)s;
    ensure(json_parse(text, length, &value, &where) == JSON_OK);
}

static void welcome(struct session *s, const struct game *game, unsigned players) {
    char text[2048], components[COMPONENTS_HASH_SIZE];
    uint8_t options[OPTIONS_MAX] = {0}, commitment[HASH_SIZE] = {0};
    struct json_out out;
    game_components_hash(game, components);
    json_begin(&out, text, sizeof text);
    json_object(&out, NULL);
    json_text(&out, "type", "welcome");
    json_number(&out, "seat", 0);
    json_text(&out, "game", game->id);
    json_number(&out, "rules", game->rules);
    json_text(&out, "components", components);
    json_number(&out, "players", players);
    for (unsigned i = 0; i < game->option_count; i++) options[i] = game->options[i].fallback;
    record_write_options(&out, "options", game, options);
    draws_write_json(&out, "commitment", commitment);
    json_object_end(&out);
    session_receive(s, text, out.length);
    ensure(!s->failed && s->game == game);
}

/* Takes the first step that is legal in the seat's view, for the seat to move. */
static void step(struct session *s) {
    char text[256], notation[NOTATION_MAX];
    uint16_t list[LEGAL_MAX];
    struct outcome_list outcomes;
    const void *view = s->watches[0].view;
    unsigned to_move = s->game->to_move(view),
             by = to_move & CHANCE_BIT ? BY_CHANCE
                                       : (unsigned)__builtin_ctz(to_move | 1u << BY_CHANCE);
    if (!to_move) return;
    if (by == BY_CHANCE) game_outcomes(s->game, view, &outcomes);
    else if (!s->game->legal(view, by, list)) return;
    notation_write(s->game->notation, by == BY_CHANCE ? outcomes.actions[0] : list[0], notation);
    int length =
        by == BY_CHANCE
            ? snprintf(text, sizeof text,
                       "{\"type\":\"update\",\"seat\":0,\"entry\":\"step\",\"by\":\"chance\","
                       "\"do\":\"%s\"}",
                       notation)
            : snprintf(
                  text, sizeof text,
                  "{\"type\":\"update\",\"seat\":0,\"entry\":\"step\",\"by\":%u,\"do\":\"%s\"}", by,
                  notation);
    session_receive(s, text, (size_t)length);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct session *s = malloc(sizeof *s);
    bool tallinn = size && data[0] == '2';
    ensure(s);
    session_open(s, LANGUAGE_DE);
    s->send = ignore;
    s->mine = SEAT_BIT(0);
    welcome(s, games_find(tallinn ? "tallinn" : "template", tallinn ? 7 : 8), 2);
    const char *at = (const char *)data, *end = at + size;
    for (unsigned lines = 0; at < end && lines < LINES_MAX; lines++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((stop ? stop : end) - at);
        if (length && *at == 'S') step(s);
        else session_receive(s, at, length);
        at += length + 1;
    }
    ensure(strlen(s->notice) < sizeof s->notice);
    session_close(s);
    free(s);
    return 0;
}
