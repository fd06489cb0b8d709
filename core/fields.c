#include "core/fields.h"

#include "core/ensure.h"
#include "core/notation.h"

#include <string.h>

static uint64_t load(const struct field *field, const uint8_t *at) {
    switch (field->size) {
    case 1: return *at;
    case 2: {
        uint16_t v;
        memcpy(&v, at, 2);
        return v;
    }
    case 4: {
        uint32_t v;
        memcpy(&v, at, 4);
        return v;
    }
    default: {
        uint64_t v;
        memcpy(&v, at, 8);
        return v;
    }
    }
}

uint64_t field_load(const struct field *field, const void *base) {
    return load(field, (const uint8_t *)base + field->offset);
}

static void store(const struct field *field, uint8_t *at, uint64_t value) {
    switch (field->size) {
    case 1: *at = (uint8_t)value; break;
    case 2: {
        uint16_t v = (uint16_t)value;
        memcpy(at, &v, 2);
        break;
    }
    case 4: {
        uint32_t v = (uint32_t)value;
        memcpy(at, &v, 4);
        break;
    }
    default: memcpy(at, &value, 8);
    }
}

static int64_t as_number(const struct field *field, uint64_t raw) {
    if (field->min >= 0) return (int64_t)raw;
    unsigned shift = 64 - 8u * field->size;
    return (int64_t)(raw << shift) >> shift;
}

/* How many bits a set may use. */
static unsigned set_size(const struct field *field, unsigned players) {
    return field->kind == FIELD_SEATS ? players : field->things->count;
}

static void write_set(const struct field *field, uint64_t mask, struct json_out *out,
                      const char *name) {
    json_array(out, name);
    for (unsigned i = 0; mask; i++, mask >>= 1) {
        if (!(mask & 1)) continue;
        if (field->kind == FIELD_SEATS) json_number(out, NULL, i);
        else json_text(out, NULL, field->things->codes[i]);
    }
    json_array_end(out);
}

static void write_value(const struct fields *fields, const struct field *field, uint64_t raw,
                        struct json_out *out, const char *name) {
    char text[NOTATION_MAX];
    switch (field->kind) {
    case FIELD_NUMBER: json_number(out, name, as_number(field, raw)); break;
    case FIELD_FLAG: json_bool(out, name, raw != 0); break;
    case FIELD_SET:
    case FIELD_SEATS: write_set(field, raw, out, name); break;
    case FIELD_INDEX: json_text(out, name, field->things->codes[raw]); break;
    case FIELD_THING:
    case FIELD_LIST:
        if (raw == 0) json_null(out, name);
        else json_text(out, name, field->things->codes[raw - 1]);
        break;
    case FIELD_ACTION:
        if (raw == 0) {
            json_null(out, name);
            break;
        }
        json_text_n(out, name, text, notation_write(fields->notation, (uint16_t)(raw - 1), text));
        break;
    case FIELD_SPARE: break;
    }
}

static void write_field(const struct fields *fields, const struct field *field, const uint8_t *base,
                        struct json_out *out) {
    const uint8_t *at = base + field->offset;
    if (field->kind == FIELD_SPARE) return;
    if (field->count == 1 && field->kind != FIELD_LIST) {
        write_value(fields, field, load(field, at), out, field->name);
        return;
    }
    json_array(out, field->name);
    for (unsigned i = 0; i < field->count; i++, at += field->size) {
        uint64_t raw = load(field, at);
        if (field->kind == FIELD_LIST && raw == 0) break;
        write_value(fields, field, raw, out, NULL);
    }
    json_array_end(out);
}

void fields_write(const struct fields *fields, const char *game, const void *state,
                  struct json_out *out, const char *name) {
    const uint8_t *base = state;
    json_object(out, name);
    json_text(out, "game", game);
    for (unsigned i = 0; i < fields->state_count; i++)
        write_field(fields, &fields->state[i], base, out);
    json_array(out, "seats");
    for (unsigned seat = 0; seat < base[fields->players_offset]; seat++) {
        json_object(out, NULL);
        const uint8_t *part = base + fields->seats_offset + (size_t)seat * fields->seat_size;
        for (unsigned i = 0; i < fields->seat_count; i++)
            write_field(fields, &fields->seat[i], part, out);
        json_object_end(out);
    }
    json_array_end(out);
    json_object_end(out);
}

static bool is_same(const struct field *field, const uint8_t *a, const uint8_t *b) {
    return memcmp(a + field->offset, b + field->offset, (size_t)field->size * field->count) == 0;
}

void fields_write_changes(const struct fields *fields, const void *before, const void *after,
                          struct json_out *out, const char *name) {
    const uint8_t *old = before, *new = after;
    unsigned players = new[fields->players_offset];
    json_object(out, name);
    for (unsigned i = 0; i < fields->state_count; i++)
        if (!is_same(&fields->state[i], old, new)) write_field(fields, &fields->state[i], new, out);
    old += fields->seats_offset;
    new += fields->seats_offset;
    bool seats = memcmp(old, new, (size_t)players * fields->seat_size) != 0;
    if (seats) json_array(out, "seats");
    for (unsigned seat = 0; seats && seat < players; seat++) {
        json_object(out, NULL);
        for (unsigned i = 0; i < fields->seat_count; i++)
            if (!is_same(&fields->seat[i], old, new))
                write_field(fields, &fields->seat[i], new, out);
        json_object_end(out);
        old += fields->seat_size;
        new += fields->seat_size;
    }
    if (seats) json_array_end(out);
    json_object_end(out);
}

static void hide_member(const struct field *field, uint8_t *base, unsigned own) {
    uint8_t *at = base + field->offset;
    switch (field->seen_by) {
    case SEEN_BY_EVERYONE: break;
    case SEEN_BY_ANSWERERS: /* `asked` is the byte before */
        *at = (uint8_t)((*at & own) | (at[-1] & ~own));
        break;
    default: memset(at, 0, (size_t)field->size * field->count);
    }
}

void fields_hide(const struct fields *fields, void *state, unsigned observer) {
    uint8_t *base = state;
    for (unsigned i = 0; i < fields->state_count; i++)
        hide_member(&fields->state[i], base, 1u << observer);
    for (unsigned seat = 0; seat < base[fields->players_offset]; seat++) {
        if (seat == observer) continue;
        uint8_t *part = base + fields->seats_offset + (size_t)seat * fields->seat_size;
        for (unsigned i = 0; i < fields->seat_count; i++) hide_member(&fields->seat[i], part, 0);
    }
    *base = (uint8_t)(observer + 1);
}

static bool wrong(struct message *error, const struct field *field) {
    *error = MESSAGE("error.position.value", TEXT("member", field->name, strlen(field->name)));
    return false;
}

static bool read_thing(const struct things *things, struct json value, uint64_t *number) {
    char code[NOTATION_MAX];
    size_t length;
    if (!json_read_text(value, code, sizeof code, &length)) return false;
    unsigned found = things_find(things, code, length);
    *number = found;
    return found != THINGS_NONE;
}

static bool read_set(const struct field *field, struct json value, unsigned players,
                     uint64_t *mask) {
    if (json_type(value) != JSON_ARRAY) return false;
    struct json at = {0}, none, item;
    *mask = 0;
    while (json_next(value, &at, &none, &item)) {
        uint64_t number;
        int64_t seat;
        if (field->kind == FIELD_SET) {
            if (!read_thing(field->things, item, &number)) return false;
        } else {
            if (!json_read_number(item, &seat) || seat < 0 || seat >= set_size(field, players))
                return false;
            number = (uint64_t)seat;
        }
        if (*mask >> number & 1) return false;
        *mask |= (uint64_t)1 << number;
    }
    return true;
}

static bool read_value(const struct fields *fields, const struct field *field, struct json value,
                       unsigned players, uint64_t *raw) {
    int64_t number;
    bool flag;
    char text[NOTATION_MAX];
    size_t length;
    switch (field->kind) {
    case FIELD_NUMBER:
        if (!json_read_number(value, &number) || number < field->min || number > field->max)
            return false;
        *raw = (uint64_t)number;
        return true;
    case FIELD_FLAG:
        if (!json_read_bool(value, &flag)) return false;
        *raw = flag;
        return true;
    case FIELD_SET:
    case FIELD_SEATS: return read_set(field, value, players, raw);
    case FIELD_INDEX: return read_thing(field->things, value, raw);
    case FIELD_THING:
        *raw = 0;
        if (json_type(value) == JSON_NULL) return true;
        /* fall through */
    case FIELD_LIST:
        if (!read_thing(field->things, value, raw)) return false;
        ++*raw;
        return true;
    case FIELD_ACTION:
        *raw = 0;
        if (json_type(value) == JSON_NULL) return true;
        if (!json_read_text(value, text, sizeof text, &length)) return false;
        uint16_t action = notation_read(fields->notation, text, length);
        *raw = (uint64_t)action + 1;
        return action != NOTATION_NONE;
    case FIELD_SPARE: break;
    }
    return false;
}

static bool read_field(const struct fields *fields, const struct field *field, struct json value,
                       unsigned players, uint8_t *base) {
    uint8_t *at = base + field->offset;
    uint64_t raw;
    if (field->count == 1 && field->kind != FIELD_LIST) {
        if (!read_value(fields, field, value, players, &raw)) return false;
        store(field, at, raw);
        return true;
    }
    if (json_type(value) != JSON_ARRAY) return false;
    struct json walk = {0}, none, item;
    unsigned n = 0;
    for (; json_next(value, &walk, &none, &item); n++, at += field->size) {
        if (n == field->count || !read_value(fields, field, item, players, &raw)) return false;
        store(field, at, raw);
    }
    return field->kind == FIELD_LIST || n == field->count;
}

/* Reads all fields of one object; every member must be known and occur exactly once. */
static bool read_object(const struct fields *fields, const struct field *list, unsigned count,
                        struct json object, unsigned players, uint8_t *base, unsigned others,
                        struct message *error) {
    unsigned members = 0, expected = 0;
    struct json at = {0}, name, value;
    while (json_next(object, &at, &name, &value)) members++;
    for (unsigned i = 0; i < count; i++) {
        if (list[i].kind == FIELD_SPARE) continue;
        expected++;
        value = json_get(object, list[i].name);
        if (json_type(value) == JSON_NONE) {
            *error = MESSAGE("error.position.missing",
                             TEXT("member", list[i].name, strlen(list[i].name)));
            return false;
        }
        if (!read_field(fields, &list[i], value, players, base)) return wrong(error, &list[i]);
    }
    if (members == expected + others) return true;
    *error = MESSAGE("error.position.members");
    return false;
}

static unsigned read_players(const struct fields *fields, struct json value) {
    int64_t players;
    for (unsigned i = 0; i < fields->state_count; i++) {
        const struct field *field = &fields->state[i];
        if (field->offset != fields->players_offset) continue;
        if (json_read_number(json_get(value, field->name), &players) && players >= field->min &&
            players <= field->max)
            return (unsigned)players;
    }
    return 0;
}

bool fields_read(const struct fields *fields, const char *game, struct json value, void *state,
                 struct message *error) {
    if (json_type(value) != JSON_OBJECT) {
        *error = MESSAGE("error.position.object");
        return false;
    }
    if (!json_is(json_get(value, "game"), game)) {
        *error = MESSAGE("error.position.game", TEXT("game", game, strlen(game)));
        return false;
    }
    unsigned players = read_players(fields, value);
    struct json seats = json_get(value, "seats"), at = {0}, none, seat;
    if (players == 0 || json_type(seats) != JSON_ARRAY) {
        *error = MESSAGE("error.position.players");
        return false;
    }
    if (!read_object(fields, fields->state, fields->state_count, value, players, state, 2, error))
        return false;
    unsigned n = 0;
    for (; json_next(seats, &at, &none, &seat); n++) {
        if (n == players) {
            *error = MESSAGE("error.position.players");
            return false;
        }
        uint8_t *part = (uint8_t *)state + fields->seats_offset + (size_t)n * fields->seat_size;
        if (json_type(seat) != JSON_OBJECT ||
            !read_object(fields, fields->seat, fields->seat_count, seat, players, part, 0, error)) {
            if (json_type(seat) != JSON_OBJECT) *error = MESSAGE("error.position.players");
            return false;
        }
    }
    if (n == players) return true;
    *error = MESSAGE("error.position.players");
    return false;
}
