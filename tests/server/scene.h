/* Scenes: people at one table of one server. */
#ifndef TESTS_SERVER_SCENE_H
#define TESTS_SERVER_SCENE_H

#include "tests/server/players.h"

static inline struct tales *new_tales(void) {
    struct tales *tales = calloc(1, sizeof *tales);
    assert_non_null(tales);
    return tales;
}

struct scene {
    struct world *w;
    struct tales *tales;
    struct player players[SEATS_MAX];
    unsigned count;
    char table[STORE_ID], secret[STORE_ID];
};

static inline struct scene *scene_open(uint64_t seed) {
    struct scene *s = calloc(1, sizeof *s);
    assert_non_null(s);
    s->w = world_open(seed);
    s->tales = new_tales();
    return s;
}

static inline void scene_close(struct scene *s) {
    world_close(s->w);
    tales_close(s->tales);
    free(s);
}

/* People with all seats of a table. */
static inline struct scene *scene_of_people(uint64_t seed, const char *game, unsigned players,
                                            const char *more) {
    static const char *const names[] = {"Anna", "Björn", "Chloé", "Dörte", "Emil"};
    struct scene *s = scene_open(seed);
    s->count = players;
    for (unsigned i = 0; i < players; i++) s->players[i] = player_guest(s->w, s->tales, names[i]);
    make_table(&s->players[0], game, players, more, s->table, s->secret);
    player_at(&s->players[0], s->table, s->secret, 0);
    player_connect(&s->players[0]);
    for (unsigned i = 1; i < players; i++) sit_down(&s->players[i], s->table, s->secret, i);
    return s;
}

static inline void all_listen(struct scene *s) {
    for (unsigned n = 0; n < 4; n++)
        for (unsigned i = 0; i < s->count; i++) player_listen(&s->players[i]);
}

/* A player sends a message and receives the replies. */
static inline void say(struct player *p, const char *format, va_list arguments) {
    char text[1000];
    vsnprintf(text, sizeof text, format, arguments);
    player_listen(p);
    p->was_refused = false;
    world_say(p->world, p->socket, "{'table':'%s',%s}", p->table, text);
    player_listen(p);
}

/* Expects that a message of a player is refused with this key. */
static inline void expect_refused(struct player *p, const char *key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static inline void expect_refused(struct player *p, const char *key, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    say(p, format, arguments);
    va_end(arguments);
    assert_true(p->was_refused);
    assert_string_equal(p->refused, key);
}

static inline void expect_done(struct player *p, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static inline void expect_done(struct player *p, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    say(p, format, arguments);
    va_end(arguments);
    if (p->was_refused) fail_msg("refused: %s", p->refused);
}

static inline bool table_says(struct player *p, const char *part) {
    char wanted[200];
    unsigned i = 0;
    for (; part[i]; i++) wanted[i] = part[i] == '\'' ? '"' : part[i];
    wanted[i] = 0;
    player_listen(p);
    return strstr(p->said, wanted) != NULL;
}

static inline void begin_playing(struct scene *s) {
    for (unsigned n = 0; n < 6; n++) {
        all_listen(s);
        world_pass(s->w, 500);
    }
    all_listen(s);
}

#endif
