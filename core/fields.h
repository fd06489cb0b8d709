/* The members of a state as a table: the same code reads and writes the positions of every game
 * as JSON.
 *
 * The table follows from the members that a game declares (core/declare.h). Values outside a
 * member's limits are refused when reading; constraints between members (cards add up, …) are the
 * game's `check`. */
#ifndef CORE_FIELDS_H
#define CORE_FIELDS_H

#include "core/json.h"
#include "core/message.h"
#include "core/things.h"

#include <stdbool.h>
#include <stdint.h>

enum field_kind {
    FIELD_NUMBER, /* signed if min < 0; min … max */
    FIELD_FLAG, /* 0 or 1: false, true */
    FIELD_THING, /* 0: null; else the thing's number + 1, as its code */
    FIELD_INDEX, /* the thing's number, written as its code; never absent */
    FIELD_LIST, /* `count` bytes, each a thing's number + 1, 0 after the last: ["7","L"] */
    FIELD_SET, /* a mask of things: ["1","7"] */
    FIELD_SEATS, /* a mask of seats: [0,2] */
    FIELD_ACTION, /* 0: null; else an action's number + 1, as notation */
    FIELD_SPARE, /* always zero, not written */
};

/* Who may know a member's value. In the view of anybody else it is zero. */
enum field_seen_by {
    SEEN_BY_EVERYONE,
    SEEN_BY_OWNER, /* of a seat's member: the seat */
    SEEN_BY_NOBODY, /* what is still to be drawn */
    SEEN_BY_ANSWERERS, /* `open` of a question (core/declare.h): a seat knows its own bit alone */
};

struct field {
    const char *name;
    enum field_kind kind;
    enum field_seen_by seen_by;
    uint16_t offset; /* offset in the state, or in the seat's part */
    uint8_t size; /* bytes per value: 1, 2, 4 or 8 */
    uint8_t count; /* number of values; more than 1 is written as an array */
    int32_t min, max; /* FIELD_NUMBER */
    const struct things *things; /* FIELD_THING, _INDEX, _LIST, _SET */
    /* the key of its line in words (describe_members), with the things as a parameter named after
     * their type, or the number as `n`; NULL: none */
    const char *says;
};

struct notation;

/* The parts of a state: its own fields, and an array with one element per seat. */
struct fields {
    const struct field *state;
    unsigned state_count;
    const struct field *seat;
    unsigned seat_count;
    uint16_t seats_offset; /* offset of the seats' array */
    uint16_t seat_size; /* bytes per seat */
    uint16_t players_offset; /* offset of the byte with the number of players */
    uint16_t phase_offset; /* offset of the byte with the phase */
    uint8_t seats; /* elements in the seats' array */
    const struct notation *notation;
};

/* Writes {"game":…,members…,"seats":[{…},…]} with the seats that play. */
void fields_write(const struct fields *fields, const char *game, const void *state,
                  struct json_out *out, const char *name);

/* Writes the members that differ; `seats`, if any of theirs do, with one object per seat. */
void fields_write_changes(const struct fields *fields, const void *before, const void *after,
                          struct json_out *out, const char *name);

/* The value of a member with one value, from the part that holds it. */
uint64_t field_load(const struct field *field, const void *base);

/* Makes a state, or the observer's own view, into the observer's view, as `seen_by` of the members
 * says. */
void fields_hide(const struct fields *fields, void *state, unsigned observer);

/* Fills a zeroed state; false with the reason, and then the state must not be used. */
bool fields_read(const struct fields *fields, const char *game, struct json value, void *state,
                 struct message *error) __attribute__((warn_unused_result));

#endif
