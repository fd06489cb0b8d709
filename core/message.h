/* A message to a person: a key of the catalogue with parameters, never a sentence.
 *
 *   struct message m = MESSAGE("tallinn.event.contest", SEAT("who", 2),
 *                              THING("class", &classes, 0), NUMBER("points", 3));
 *
 * The parameters end at the first one without a name. A message points at constant tables and,
 * for TEXT, at the caller's memory; it owns nothing. */
#ifndef CORE_MESSAGE_H
#define CORE_MESSAGE_H

#include "core/things.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MESSAGE_PARAMS_MAX = 8 };

enum param_kind {
    PARAM_NUMBER, /* JSON: 3 */
    PARAM_SEAT, /* JSON: {"seat":2} */
    PARAM_THING, /* JSON: "tallinn.part.class.m" */
    PARAM_THINGS, /* JSON: ["tallinn.part.card.7", …], a set */
    PARAM_TEXT, /* JSON: {"text":"…"}, verbatim */
};

struct param {
    const char *name;
    enum param_kind kind;
    int32_t number; /* number, seat, or the thing's number */
    uint64_t mask; /* the things of a set */
    const struct things *things; /* the family of a thing or a set */
    const char *text; /* not zero-terminated */
    size_t length;
};

struct message {
    const char *key;
    struct param params[MESSAGE_PARAMS_MAX + 1];
};

#define MESSAGE(message_key, ...) ((struct message){.key = (message_key), .params = {__VA_ARGS__}})
#define NUMBER(param, value) {.name = (param), .kind = PARAM_NUMBER, .number = (int32_t)(value)}
#define SEAT(param, value) {.name = (param), .kind = PARAM_SEAT, .number = (int32_t)(value)}
#define THING(param, list, value) \
    {.name = (param), .kind = PARAM_THING, .number = (int32_t)(value), .things = (list)}
#define THINGS(param, list, set) \
    {.name = (param), .kind = PARAM_THINGS, .mask = (set), .things = (list)}
#define TEXT(param, value, size) \
    {.name = (param), .kind = PARAM_TEXT, .text = (value), .length = (size)}

/* Nothing to say: a message without a key. */
#define MESSAGE_NONE ((struct message){0})

/* For functions that return true with a reason. */
static inline bool message_set(struct message *message, struct message what) {
    *message = what;
    return true;
}

struct json_out;

/* Writes {"key":"…","params":{…}}; `name` as in json.h. */
void message_write(struct json_out *out, const char *name, const struct message *message);

/* Only the two members, inside an object that has others. */
void message_write_members(struct json_out *out, const struct message *message);

/* The things among the parameters as typed tokens, like the parts of an action:
 * "parts":[["class","m"],…]. Nothing if there are none. */
void message_write_parts(struct json_out *out, const struct message *message);

#endif
