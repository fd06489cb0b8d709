#include "core/game.h"

#include "core/blake2b.h"
#include "core/ensure.h"
#include "core/hex.h"

#include <string.h>

void sink_tell(struct sink *sink, unsigned seat, bool apart, struct message message) {
    struct event event = {.seat = seat, .apart = apart, .message = message};
    sink->event(sink, &event);
}

void places_by_score(struct result *result, unsigned players, const int16_t *tie_break) {
    for (unsigned a = 0; a < players; a++) {
        result->place[a] = 1;
        for (unsigned b = 0; b < players; b++) {
            int lead = result->score[b] - result->score[a];
            bool better = lead > 0 || (lead == 0 && tie_break && tie_break[b] > tie_break[a]);
            result->place[a] = (uint8_t)(result->place[a] + better);
        }
    }
}

void view_all(void *state, unsigned observer) {
    *(uint8_t *)state = (uint8_t)(observer + 1);
}

uint16_t witness_all(const void *state, unsigned by, uint16_t action, unsigned observer) {
    (void)state, (void)by, (void)observer;
    return action;
}

void determinise_nothing(void *view, struct generator *generator) {
    (void)generator;
    ensure(state_viewer(view) != 0);
    *(uint8_t *)view = 0;
}

struct message preview_nothing(const void *view, unsigned seat, uint16_t action) {
    (void)view, (void)seat, (void)action;
    return MESSAGE_NONE;
}

static void describe_member(const struct field *field, const void *base, unsigned seat,
                            struct sink *sink) {
    uint64_t value = field_load(field, base);
    if (!field->says || field->count > 1 || !value) return;
    switch (field->kind) {
    case FIELD_SET:
        TELL(seat, false, field->says, THINGS(field->things->type, field->things, value));
        break;
    case FIELD_THING:
        TELL(seat, false, field->says, THING(field->things->type, field->things, value - 1));
        break;
    default: TELL(seat, false, field->says, NUMBER("n", value)); break;
    }
}

void describe_members(const struct game *game, const void *view, const char *table,
                      const char *seat, struct sink *sink) {
    const struct fields *f = game->fields;
    struct result result;
    game->result(view, &result);
    TELL(NOBODY, true, table);
    for (unsigned i = 0; i < f->state_count; i++) describe_member(&f->state[i], view, NOBODY, sink);
    for (unsigned s = 0; s < state_players(game, view); s++) {
        TELL(s, true, seat, SEAT("who", s), NUMBER("points", result.score[s]));
        for (unsigned i = 0; i < f->seat_count; i++)
            describe_member(&f->seat[i],
                            (const uint8_t *)view + f->seats_offset + (size_t)s * f->seat_size, s,
                            sink);
    }
}

/* ---- outcomes ---- */

/* Every byte of the product is the sum of the bytes up to it. */
static inline uint64_t running_sums(uint64_t counts) {
    return counts * 0x0101010101010101u;
}

/* The place where the running sum exceeds `at`. Sums are less than 128, so the high bit of a byte
 * of the difference says whether `at` has reached its sum. */
static unsigned place_of_count(uint64_t counts, uint32_t at) {
    const uint64_t high_bits = 0x8080808080808080u;
    uint64_t reached = running_sums(at) + high_bits - running_sums(counts);
    return (unsigned)__builtin_ctzll(~reached & high_bits) / 8;
}

/* Skips eight places at a time; a table has the members of the eight that are left. */
static unsigned place_in_set(uint64_t set, uint32_t at) {
    unsigned place = 0;
    for (unsigned n; at >= (n = bits_count_8[set & 255]); at -= n, place += 8) set >>= 8;
    return place + bits_places_8[set & 255][at];
}

/* A set of eight places as counts: byte i is 1 if i is a member. */
static uint64_t bytes_of(uint64_t set) {
    uint64_t members = set * 0x0101010101010101u & 0x8040201008040201u;
    return (members + 0x7f7f7f7f7f7f7f7fu) >> 7 & 0x0101010101010101u;
}

/* The same where every place counts as often as it is in one of the sets. */
static unsigned place_in_sets(uint64_t a, uint64_t b, uint32_t at) {
    unsigned place = 0;
    for (unsigned n; at >= (n = bits_count_8[a & 255] + 0u + bits_count_8[b & 255]); at -= n) {
        a >>= 8, b >>= 8;
        place += 8;
    }
    return place + place_of_count(bytes_of(a & 255) + bytes_of(b & 255), at);
}

/* Not inlined: most draws are from one set and should not pay for the others. */
__attribute__((noinline)) static uint16_t outcome_of_two(const struct outcomes *o, uint32_t at) {
    if ((o->weights[0] | o->weights[1]) == 1)
        return (uint16_t)(o->first + place_in_sets(o->sets[0], o->sets[1], at));
    uint32_t below = o->weights[0] * bits_count(o->sets[0]);
    unsigned place = at < below ? place_in_set(o->sets[0], at / o->weights[0])
                                : place_in_set(o->sets[1], (at - below) / o->weights[1]);
    return (uint16_t)(o->first + place);
}

static uint16_t outcome_at(const struct outcomes *o, uint32_t at) {
    if (o->counts) return (uint16_t)(o->first + place_of_count(o->counts, at));
    if (o->sets[1] || o->weights[0] != 1) return outcome_of_two(o, at);
    return (uint16_t)(o->first + place_in_set(o->sets[0], at));
}

/* Not inlined, see generator_below. */
__attribute__((noinline)) static uint16_t draw_again(const struct outcomes *outcomes,
                                                     struct generator *generator,
                                                     uint64_t product) {
    product = generator_again(generator, outcomes->total, product);
    return outcome_at(outcomes, (uint32_t)(product >> 32));
}

uint16_t outcomes_draw(const struct outcomes *outcomes, struct generator *generator) {
    uint64_t product = generator_product(generator, outcomes->total);
    if (generator_doubts(product, outcomes->total)) return draw_again(outcomes, generator, product);
    return outcome_at(outcomes, (uint32_t)(product >> 32));
}

static uint32_t weight_at(const struct outcomes *o, unsigned place) {
    if (o->counts) return place < 8 ? (uint32_t)(o->counts >> 8 * place & 255) : 0;
    return (o->sets[0] >> place & 1 ? o->weights[0] : 0) +
           (o->sets[1] >> place & 1 ? o->weights[1] : 0);
}

void outcomes_list(const struct outcomes *outcomes, struct outcome_list *list) {
    list->total = outcomes->total;
    list->stream = outcomes->stream;
    list->count = 0;
    for (unsigned place = 0; place < OUTCOMES_MAX; place++) {
        uint32_t weight = weight_at(outcomes, place);
        if (!weight) continue;
        list->actions[list->count] = (uint16_t)(outcomes->first + place);
        list->weights[list->count++] = weight;
    }
}

void game_outcomes(const struct game *game, const void *state, struct outcome_list *list) {
    struct outcomes outcomes;
    game->chance(state, &outcomes);
    outcomes_list(&outcomes, list);
    if (state_viewer(state) == 0) return;
    list->total = 0;
    memset(list->weights, 0, sizeof list->weights);
}

/* ---- states ---- */

static inline uint64_t mixed(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * 0xff51afd7ed558ccdu;
    return hash ^ hash >> 32;
}

/* Multiply and fold: each step mixes eight bytes through a 64-bit product and its high bits. What
 * is left at the end is the high part of the last eight bytes. */
uint64_t state_hash(const struct game *game, const void *state) {
    const uint8_t *bytes = state;
    size_t at = 0, size = game->state_size;
    uint64_t hash = 0x9e3779b97f4a7c15u ^ size;
    ensure(size >= 8);
    for (; size - at >= 8; at += 8) hash = mixed(hash, bits_word(bytes + at));
    if (at < size) hash = mixed(hash, bits_word(bytes + size - 8) >> 8 * (8 - (size - at)));
    hash *= 0xc4ceb9fe1a85ec53u;
    return hash ^ hash >> 29;
}

void state_write(const struct game *game, const void *state, struct json_out *out,
                 const char *name) {
    fields_write(game->fields, game->id, state, out, name);
}

void state_write_changes(const struct game *game, const void *before, const void *after,
                         struct json_out *out, const char *name) {
    fields_write_changes(game->fields, before, after, out, name);
}

/* The question of a state that keeps it (core/declare.h): offsets of its members, 0 if there is
 * none. */
struct question_place {
    uint16_t open; /* `asked` is the byte before */
    const struct field *answer; /* of a seat */
};

static struct question_place question_place(const struct fields *fields) {
    struct question_place place = {0};
    for (unsigned i = 0; i < fields->state_count; i++)
        if (fields->state[i].seen_by == SEEN_BY_ANSWERERS) place.open = fields->state[i].offset;
    for (unsigned i = 0; place.open && i < fields->seat_count; i++)
        if (fields->seat[i].kind == FIELD_ACTION) place.answer = &fields->seat[i];
    return place;
}

static uint8_t *answer_of(const struct fields *fields, struct question_place place, void *state,
                          unsigned seat) {
    return (uint8_t *)state + fields->seats_offset + (size_t)seat * fields->seat_size +
           place.answer->offset;
}

static unsigned answer_number(struct question_place place, const uint8_t *at) {
    return place.answer->size == 1 ? at[0] : at[0] | (unsigned)at[1] << 8;
}

/* A question waits for at least one seat, a view does not know whether others have answered, and
 * there is an answer of each seat that has. */
static bool check_question(const struct fields *fields, struct question_place place, void *state) {
    const uint8_t *bytes = state;
    unsigned open = bytes[place.open], asked = bytes[place.open - 1];
    if (open & ~asked || (asked && !open)) return false;
    for (unsigned seat = 0; seat < bytes[fields->players_offset]; seat++) {
        bool answered = asked & ~open & SEAT_BIT(seat);
        if (answered && hidden_from_viewer(state, seat)) return false;
        if (answered != (answer_number(place, answer_of(fields, place, state, seat)) != 0))
            return false;
    }
    return true;
}

/* Each answer was legal when it was given. */
static bool check_answers(const struct game *game, struct question_place place, void *state) {
    uint8_t *bytes = state;
    unsigned answered = bytes[place.open - 1] & ~bytes[place.open];
    for (unsigned seat = 0; answered; seat++, answered >>= 1) {
        if (!(answered & 1)) continue;
        uint8_t *at = answer_of(game->fields, place, state, seat);
        unsigned number = answer_number(place, at);
        memset(at, 0, place.answer->size);
        bytes[place.open] |= (uint8_t)SEAT_BIT(seat);
        if (!game_allows(game, state, seat, (uint16_t)(number - 1))) return false;
        memcpy(at, &number, place.answer->size);
        bytes[place.open] &= (uint8_t)~SEAT_BIT(seat);
    }
    return true;
}

bool state_check(const struct game *game, const void *state, struct message *error) {
    _Alignas(8) uint8_t copy[STATE_MAX];
    unsigned viewer = state_viewer(state);
    struct question_place question = question_place(game->fields);
    memcpy(copy, state, game->state_size);
    *error = MESSAGE_NONE;
    if (viewer && viewer != SPECTATOR + 1 && viewer > state_players(game, state))
        *error = MESSAGE("error.position.viewer");
    else if (question.open && !check_question(game->fields, question, copy))
        *error = MESSAGE("error.position.question");
    else if (game->check) *error = game->check(state);
    if (!error->key && question.open && !check_answers(game, question, copy))
        *error = MESSAGE("error.position.question");
    return !error->key;
}

bool state_read(const struct game *game, struct json value, void *state, struct message *error) {
    memset(state, 0, game->state_size);
    return fields_read(game->fields, game->id, value, state, error) &&
           state_check(game, state, error);
}

uint16_t game_forced(const struct game *game, const void *state, unsigned seat) {
    _Alignas(8) uint8_t public_view[STATE_MAX];
    uint16_t list[LEGAL_MAX];
    memcpy(public_view, state, game->state_size);
    game->view(public_view, SPECTATOR);
    if (game->legal(public_view, seat, list) != 1 || notation_veiled(game->notation, list[0]))
        return NOTATION_NONE;
    /* The public view does not show whether the seat has already answered a simultaneous
     * question. */
    return game_allows(game, state, seat, list[0]) ? list[0] : NOTATION_NONE;
}

bool game_allows(const struct game *game, const void *state, unsigned by, uint16_t action) {
    if (by == BY_CHANCE) {
        if (!(game->to_move(state) & CHANCE_BIT)) return false;
        struct outcomes outcomes;
        game->chance(state, &outcomes);
        unsigned place = (unsigned)action - outcomes.first;
        return place < OUTCOMES_MAX && weight_at(&outcomes, place);
    }
    uint16_t list[LEGAL_MAX];
    unsigned count = game->legal(state, by, list);
    for (unsigned i = 0; i < count; i++)
        if (list[i] == action) return true;
    return false;
}

bool game_why_not(const struct game *game, const void *state, unsigned seat, uint16_t action,
                  struct message *reason) {
    unsigned to_move = game->to_move(state);
    const struct notation_verb *verb = notation_split(game->notation, action).verb;
    if (to_move == 0) *reason = MESSAGE("common.whynot.over");
    else if (to_move & CHANCE_BIT) *reason = MESSAGE("common.whynot.chance_to_move");
    else if (game->asked(state) & ~to_move & SEAT_BIT(seat))
        *reason = MESSAGE("common.whynot.answered");
    else if (!(to_move & SEAT_BIT(seat))) *reason = MESSAGE("common.whynot.not_to_move");
    else if (game_allows(game, state, seat, action)) return false;
    else if (verb->chance) *reason = MESSAGE("common.whynot.chance_step");
    else if (notation_veiled(game->notation, action)) *reason = MESSAGE("common.whynot.veiled");
    else if (verb->phases && !(verb->phases >> state_phase(game, state) & 1))
        *reason = MESSAGE(verb->when);
    else *reason = game->why_not(state, seat, action);
    return true;
}

void game_components_hash(const struct game *game, char hash[COMPONENTS_HASH_SIZE]) {
    char text[COMPONENTS_TEXT_MAX];
    struct json_out out;
    json_begin(&out, text, sizeof text);
    game->components(&out, NULL);
    ensure(out.length <= out.size);
    struct blake2b b;
    uint8_t bytes[HASH_SIZE];
    blake2b_begin(&b, sizeof bytes, NULL, 0);
    blake2b_add(&b, text, out.length);
    blake2b_end(&b, bytes);
    hex_write(bytes, COMPONENTS_HASH_SIZE / 2, hash);
}
