/* What a game declares once, and what follows from it.
 *
 * A game's header has one list per kind of entry, as an X-macro with one row each. This file turns
 * the lists into types, tables and functions. They are macros and not generated files, so that the
 * compiler checks every row where it stands, and a debugger shows an ordinary struct.
 *
 *     list          a row                                                     gives
 *     NAME_PHASES   X(PLAY, "play", SEATS)                                    PHASE_PLAY, its code
 *     NAME_VERBS    X(PLAY, "play", 26, SEAT, DURING(PLAY), "…", {&cards})    DO_PLAY, notation
 *     NAME_STATE    X(EVERYONE, NUMBER, uint8_t, round,, .max = 13)           members, JSON, views
 *     NAME_SEAT     X(OWNER, SET, uint16_t, hand,, .things = &cards)          the same, per seat
 *     NAME_PARTS    X(PRIZES, "prizes")                                       PART_PRIZES, its code
 *
 *     macro         where        what it defines
 *     GAME_TYPES    the header   enums, struct NAME, struct NAME_seat, prototypes
 *     GAME_TABLES   text.c       NAME_notation, NAME_fields, the codes of phases and score parts
 *     COURSE_…      rules.c      setup, to_move, asked and apply
 *     GAME_DERIVED  rules.c      most members of NAME_game
 *
 * games/goofspiel/rules.c shows all of it. A game can replace any derived function by its own: each
 * is one member of struct game. */
#ifndef CORE_DECLARE_H
#define CORE_DECLARE_H

#include "core/bits.h"
#include "core/ensure.h"
#include "core/game.h"

/* ---- the lists ---- */

/* X(name, code, who): who moves in the phase. */
enum { MOVES_NOBODY, MOVES_CHANCE, MOVES_SEATS };
#define DECLARE_PHASE(name, code, who) PHASE_##name,
#define DECLARE_PHASE_CODE(name, code, who) code,
#define DECLARE_CHANCE_PHASE(name, code, who) | (MOVES_##who == MOVES_CHANCE) << PHASE_##name
#define DECLARE_SEATS_PHASE(name, code, who) | (MOVES_##who == MOVES_SEATS) << PHASE_##name

/* X(name, word, actions, who, phases, when, parts…): `phases` and `when` as in notation.h. The
 * actions of a verb are DO_NAME to DO_NAME_LAST. Rows are in the byte order of the words. */
enum { VERB_OF_SEAT, VERB_OF_CHANCE, VERB_OF_BOTH };
#define DECLARE_VERB(name, word, actions, ...) \
    DO_##name, DO_##name##_LAST = DO_##name + (actions) - 1,
#define DECLARE_VERB_ROW(name, word_, actions, who, phases_, when_, ...) \
    {.first = DO_##name,                                                 \
     .word = word_,                                                      \
     .chance = VERB_OF_##who == VERB_OF_CHANCE,                          \
     .drawn = VERB_OF_##who == VERB_OF_BOTH,                             \
     .phases = phases_,                                                  \
     .when = when_,                                                      \
     .parts = {__VA_ARGS__}},
#define DURING(phase) (1u << PHASE_##phase)

/* Is this action one of the verb's? */
#define IS(action, name) \
    ((unsigned)((action) - DO_##name) <= (unsigned)(DO_##name##_LAST - DO_##name))

/* X(seen by, kind, type, member, dimensions, limits or things): see struct field. */
#define DECLARE_MEMBER(seen_by, kind, type, member, dimensions, ...) type member dimensions;
#define DECLARE_SIZE(seen_by, kind, type, member, dimensions, ...) +sizeof(type dimensions)
#define DECLARE_FIELD(of, seen_by_, kind_, type, member, dimensions, ...) \
    {.name = #member,                                                     \
     .kind = FIELD_##kind_,                                               \
     .seen_by = SEEN_BY_##seen_by_,                                       \
     .offset = offsetof(of, member),                                      \
     .size = sizeof(type),                                                \
     .count = sizeof(type dimensions) / sizeof(type),                     \
     __VA_ARGS__},
#define DECLARE_STATE_FIELD(...) DECLARE_FIELD(state_type, __VA_ARGS__)
#define DECLARE_SEAT_FIELD(...) DECLARE_FIELD(seat_type, __VA_ARGS__)

/* Every state begins with whose view it is and the number of players. */
#define DECLARE_HEAD(X, seats_min, seats_max)                    \
    X(EVERYONE, NUMBER, uint8_t, viewer, , .max = SPECTATOR + 1) \
    X(EVERYONE, NUMBER, uint8_t, players, , .min = seats_min, .max = seats_max)

#define DECLARE_PART(name, code) PART_##name,
#define DECLARE_PART_CODE(name, code) code,

/* ---- the header ---- */

#define GAME_TYPES(game_, GAME)                                                                   \
    enum game_##_phase{GAME##_PHASES(DECLARE_PHASE) PHASES};                                      \
    enum {                                                                                        \
        CHANCE_PHASES = 0 GAME##_PHASES(DECLARE_CHANCE_PHASE),                                    \
        SEATS_PHASES = 0 GAME##_PHASES(DECLARE_SEATS_PHASE)                                       \
    };                                                                                            \
    enum game_##_part{GAME##_PARTS(DECLARE_PART) PARTS};                                          \
    enum { GAME##_VERBS(DECLARE_VERB) DO_ACTIONS };                                               \
    struct game_##_seat {                                                                         \
        GAME##_SEAT(DECLARE_MEMBER)                                                               \
    };                                                                                            \
    struct game_ {                                                                                \
        DECLARE_HEAD(DECLARE_MEMBER, 0, 0)                                                        \
        GAME##_STATE(DECLARE_MEMBER) struct game_##_seat seats[GAME##_SEATS];                     \
    };                                                                                            \
    _Static_assert(sizeof(struct game_##_seat) == 0 GAME##_SEAT(DECLARE_SIZE), "no padding");     \
    _Static_assert(sizeof(struct game_) ==                                                        \
                       2 GAME##_STATE(DECLARE_SIZE) + GAME##_SEATS * sizeof(struct game_##_seat), \
                   "no padding");                                                                 \
    extern const struct notation game_##_notation;                                                \
    extern const struct fields game_##_fields;                                                    \
    extern const char *const game_##_parts[PARTS];                                                \
    extern const struct game game_##_game;                                                        \
    void game_##_result(const void *state, struct result *result);                                \
    void game_##_view(void *state, unsigned observer);                                            \
    uint16_t game_##_witness(const void *state, unsigned by, uint16_t action, unsigned observer); \
    void game_##_determinise(void *view, struct generator *generator);                            \
    struct message game_##_check(const void *state);                                              \
    struct message game_##_why_not(const void *state, unsigned seat, uint16_t action);            \
    struct message game_##_ask(const void *view, unsigned seat);                                  \
    struct message game_##_preview(const void *view, unsigned seat, uint16_t action);             \
    void game_##_describe(const void *view, struct sink *sink);                                   \
    void game_##_components(struct json_out *out, const char *name)

/* ---- text.c ---- */

#define GAME_TABLES(game_, GAME)                                                                 \
    typedef struct game_ state_type;                                                             \
    typedef struct game_##_seat seat_type;                                                       \
    static const char *const phase_codes[] = {GAME##_PHASES(DECLARE_PHASE_CODE)};                \
    static const struct things phases = THINGS_OF(#game_, "phase", phase_codes);                 \
    static const struct notation_verb verbs[] = {GAME##_VERBS(DECLARE_VERB_ROW)};                \
    const struct notation game_##_notation = {                                                   \
        .verbs = verbs, .verb_count = sizeof verbs / sizeof verbs[0], .actions = DO_ACTIONS};    \
    static const struct field state_fields[] = {DECLARE_HEAD(                                    \
        DECLARE_STATE_FIELD, GAME##_SEATS_MIN, GAME##_SEATS) GAME##_STATE(DECLARE_STATE_FIELD)}; \
    static const struct field seat_fields[] = {GAME##_SEAT(DECLARE_SEAT_FIELD)};                 \
    const struct fields game_##_fields = {                                                       \
        .state = state_fields,                                                                   \
        .state_count = sizeof state_fields / sizeof state_fields[0],                             \
        .seat = seat_fields,                                                                     \
        .seat_count = sizeof seat_fields / sizeof seat_fields[0],                                \
        .seats_offset = offsetof(state_type, seats),                                             \
        .seat_size = sizeof(seat_type),                                                          \
        .players_offset = offsetof(state_type, players),                                         \
        .phase_offset = offsetof(state_type, phase),                                             \
        .seats = GAME##_SEATS,                                                                   \
        .notation = &game_##_notation};                                                          \
    const char *const game_##_parts[PARTS] = {GAME##_PARTS(DECLARE_PART_CODE)}

/* A small game fits into rules.c, without a header and text.c. */
#define GAME_IN_ONE_FILE(game_, GAME) \
    GAME_TYPES(game_, GAME);          \
    GAME_TABLES(game_, GAME)

/* ---- rules.c: the course of play ---- */

/* Zeroes the state; NAME_begin(s, options) does the rest. */
#define COURSE_SETUP(game_, GAME)                                                      \
    static void game_##_setup(void *state, unsigned players, const uint8_t *options) { \
        struct game_ *s = state;                                                       \
        ensure(players >= GAME##_SEATS_MIN && players <= GAME##_SEATS);                \
        memset(s, 0, sizeof *s);                                                       \
        s->players = (uint8_t)players;                                                 \
        game_##_begin(s, options);                                                     \
    }

/* A step that tells nobody is compiled on its own, without the events and the stack that they
 * need: random play and the search take millions of them. Outcomes and answers are compiled apart,
 * because an outcome should not save the registers that an answer needs. WebAssembly is kept small
 * instead. */
#ifdef __wasm__
#define QUIETLY
#else
#define QUIETLY __attribute__((flatten, noinline))
#endif
#define LOUDLY __attribute__((noinline))

/* A function that its caller should not pay for: inlined, it would make every call save registers
 * that only this path needs. */
#define OWN_FRAME __attribute__((noinline))

/* One seat is asked at a time: its first answer closes the question, so nothing has to be kept.
 * `seat` is who is asked, in terms of `s`. NAME_draw(s, action, sink) takes an outcome, and
 * NAME_answer(s, seat, action, sink) a seat's answer. */
#define COURSE_IN_TURN(game_, GAME, seat)                                                       \
    COURSE_SETUP(game_, GAME)                                                                   \
    static unsigned game_##_asked(const void *state) {                                          \
        const struct game_ *s = state;                                                          \
        return SEATS_PHASES >> s->phase & 1 ? SEAT_BIT(seat) : 0;                               \
    }                                                                                           \
    static unsigned game_##_to_move(const void *state) {                                        \
        const struct game_ *s = state;                                                          \
        if (SEATS_PHASES >> s->phase & 1) return SEAT_BIT(seat);                                \
        return CHANCE_PHASES >> s->phase & 1 ? CHANCE_BIT : 0;                                  \
    }                                                                                           \
    /* Each returns what apply returns, so that apply needs no stack. */                        \
    LOUDLY static bool game_##_step_loudly(struct game_ *s, unsigned by, uint16_t action,       \
                                           struct sink *sink) {                                 \
        if (by == BY_CHANCE) game_##_draw(s, action, sink);                                     \
        else game_##_answer(s, by, action, sink);                                               \
        return by != BY_CHANCE;                                                                 \
    }                                                                                           \
    QUIETLY static bool game_##_draw_quietly(struct game_ *s, uint16_t action) {                \
        game_##_draw(s, action, NULL);                                                          \
        return false;                                                                           \
    }                                                                                           \
    QUIETLY static bool game_##_answer_quietly(struct game_ *s, unsigned by, uint16_t action) { \
        game_##_answer(s, by, action, NULL);                                                    \
        return true;                                                                            \
    }                                                                                           \
    static bool game_##_apply(void *state, unsigned by, uint16_t action, struct sink *sink) {   \
        struct game_ *s = state;                                                                \
        ensure(by == BY_CHANCE || by == (seat));                                                \
        if (sink) return game_##_step_loudly(s, by, action, sink);                              \
        if (by == BY_CHANCE) return game_##_draw_quietly(s, action);                            \
        return game_##_answer_quietly(s, by, action);                                           \
    }

/* Several seats may be asked at once. The state keeps the question: QUESTION(X) is part of
 * NAME_STATE, ANSWER(X, type) of NAME_SEAT. Answers are hidden in views until the last one is in.
 *   ASK(s, phase, seats)             asks a question; seats 0: nobody is asked, or chance moves
 *   NAME_draw(s, action, sink)       takes an outcome
 *   NAME_more(s, seat, action)       takes a step of an answer of several steps; true: the seat has
 *                                    not finished. ANSWER_IN_ONE_STEP where there are none.
 *   NAME_close(s, asked, sink)       takes all answers: ANSWER_OF(s, seat) is the last action of a
 *                                    seat that was asked. Nobody knows in which order they came. */
#define QUESTION(X)                        \
    X(EVERYONE, SEATS, uint8_t, asked, , ) \
    X(ANSWERERS, SEATS, uint8_t, open, , ) /* has not finished answering */
#define ANSWER(X, type) X(OWNER, ACTION, type, answer, , )
#define ANSWER_OF(s, seat_) ((s)->seats[seat_].answer - 1u)
#define ALL_SEATS(s) ((1u << (s)->players) - 1)
#define ASK(s, phase_, seats_) \
    ((s)->phase = (uint8_t)(phase_), (s)->asked = (s)->open = (uint8_t)(seats_))
#define ANSWER_IN_ONE_STEP(s, seat, action) false

#define COURSE_TOGETHER(game_, GAME, more)                                                        \
    COURSE_SETUP(game_, GAME)                                                                     \
    static unsigned game_##_asked(const void *state) {                                            \
        return ((const struct game_ *)state)->asked;                                              \
    }                                                                                             \
    static unsigned game_##_to_move(const void *state) {                                          \
        const struct game_ *s = state;                                                            \
        return s->open | (CHANCE_PHASES >> s->phase & 1u) << BY_CHANCE;                           \
    }                                                                                             \
    static void game_##_reveal(struct game_ *s, struct sink *sink) {                              \
        game_##_close(s, s->asked, sink);                                                         \
        for (unsigned seat = 0; seat < GAME##_SEATS; seat++) s->seats[seat].answer = 0;           \
    }                                                                                             \
    /* Each returns what apply returns, so that apply needs no stack. */                          \
    LOUDLY static bool game_##_draw_loudly(struct game_ *s, uint16_t action, struct sink *sink) { \
        game_##_draw(s, action, sink);                                                            \
        return false;                                                                             \
    }                                                                                             \
    QUIETLY static bool game_##_draw_quietly(struct game_ *s, uint16_t action) {                  \
        game_##_draw(s, action, NULL);                                                            \
        return false;                                                                             \
    }                                                                                             \
    LOUDLY static bool game_##_reveal_loudly(struct game_ *s, struct sink *sink) {                \
        game_##_reveal(s, sink);                                                                  \
        return true;                                                                              \
    }                                                                                             \
    QUIETLY static bool game_##_reveal_quietly(struct game_ *s) {                                 \
        game_##_reveal(s, NULL);                                                                  \
        return true;                                                                              \
    }                                                                                             \
    static bool game_##_apply(void *state, unsigned by, uint16_t action, struct sink *sink) {     \
        struct game_ *s = state;                                                                  \
        if (by == BY_CHANCE)                                                                      \
            return sink ? game_##_draw_loudly(s, action, sink) : game_##_draw_quietly(s, action); \
        ensure(s->open &SEAT_BIT(by));                                                            \
        if (more(s, by, action)) return false;                                                    \
        s->seats[by].answer = (__typeof__(s->seats[by].answer))(action + 1u);                     \
        s->open = (uint8_t)(s->open & ~SEAT_BIT(by));                                             \
        if (s->open) return false;                                                                \
        return sink ? game_##_reveal_loudly(s, sink) : game_##_reveal_quietly(s);                 \
    }

/* ---- who knows what ---- */

/* The view that follows from who may see each member. */
#define VIEW_BY_MEMBERS(game_)                          \
    void game_##_view(void *state, unsigned observer) { \
        fields_hide(&game_##_fields, state, observer);  \
    }

/* An action with a part that can be hidden ("?") is seen completely by the seat that takes it, or,
 * if it is an outcome, by the seat `gets`, in terms of `s`. */
#define WITNESS_BY_VERBS(game_, gets)                                                              \
    uint16_t game_##_witness(const void *state, unsigned by, uint16_t action, unsigned observer) { \
        const struct game_ *s = state;                                                             \
        (void)s;                                                                                   \
        uint16_t veiled = notation_veil(&game_##_notation, action);                                \
        if (veiled == action) return action;                                                       \
        return (by == BY_CHANCE ? (gets) : by) == observer ? action : veiled;                      \
    }

#define VIEW_AND_WITNESS(game_, gets) \
    VIEW_BY_MEMBERS(game_)            \
    WITNESS_BY_VERBS(game_, gets)

/* ---- the view in words ---- */

/* `table` and `seat` are the headings: see describe_members. */
#define DESCRIBE_BY_MEMBERS(game_, table, seat)                   \
    void game_##_describe(const void *view, struct sink *sink) {  \
        describe_members(&game_##_game, view, table, seat, sink); \
    }

/* ---- rules.c: the constant ---- */

#define GAME_DERIVED(game_, GAME)                                                     \
    .id = #game_, .players_min = GAME##_SEATS_MIN, .players_max = GAME##_SEATS,       \
    .state_size = sizeof(struct game_), .parts = game_##_parts, .part_count = PARTS,  \
    .notation = &game_##_notation, .fields = &game_##_fields, .setup = game_##_setup, \
    .to_move = game_##_to_move, .asked = game_##_asked, .legal = game_##_legal,       \
    .chance = game_##_chance, .apply = game_##_apply, .why_not = game_##_why_not,     \
    .result = game_##_result, .ask = game_##_ask, .describe = game_##_describe,       \
    .components = game_##_components

/* Where something is hidden, and where nothing is. */
#define GAME_HIDES(game_) \
    .view = game_##_view, .witness = game_##_witness, .determinise = game_##_determinise
#define GAME_IS_OPEN .view = view_all, .witness = witness_all, .determinise = determinise_nothing

#endif
