/* Messages as JSON (see message.h), and finding a thing by its code. */
#include "core/message.h"

#include "core/ensure.h"
#include "core/json.h"

#include <string.h>

/* A linear search: the lists have at most 64 entries, and codes differ in their first bytes. */
unsigned things_find(const struct things *things, const char *code, size_t length) {
    ensure(things->count <= 64);
    ensure(code != NULL || length == 0);
    if (length == 0) return THINGS_NONE;
    for (unsigned i = 0; i < things->count; i++) {
        const char *candidate = things->codes[i];
        if (candidate[0] == code[0] && strlen(candidate) == length &&
            memcmp(candidate, code, length) == 0)
            return i;
    }
    return THINGS_NONE;
}

static void add(struct json_out *out, const char *text) {
    json_text_add(out, text, strlen(text));
}

/* The catalogue key of a thing: "tallinn.part.card.7". */
static void write_thing(struct json_out *out, const char *name, const struct things *things,
                        unsigned number) {
    ensure(things != NULL && number < things->count);
    json_text_begin(out, name);
    add(out, things->game);
    add(out, ".part.");
    add(out, things->type);
    add(out, ".");
    add(out, things->codes[number]);
    json_text_end(out);
}

static void write_set(struct json_out *out, const struct param *param) {
    ensure(param->things != NULL && param->things->count <= 64);
    json_array(out, param->name);
    for (unsigned i = 0; i < 64; i++) {
        if (param->mask >> i & 1) write_thing(out, NULL, param->things, i);
    }
    json_array_end(out);
}

static void write_seat(struct json_out *out, const struct param *param) {
    json_object(out, param->name);
    json_number(out, "seat", param->number);
    json_object_end(out);
}

static void write_text(struct json_out *out, const struct param *param) {
    json_object(out, param->name);
    json_text_n(out, "text", param->text, param->length);
    json_object_end(out);
}

static void write_param(struct json_out *out, const struct param *param) {
    switch (param->kind) {
    case PARAM_NUMBER: json_number(out, param->name, param->number); return;
    case PARAM_SEAT: write_seat(out, param); return;
    case PARAM_THING: write_thing(out, param->name, param->things, (unsigned)param->number); return;
    case PARAM_THINGS: write_set(out, param); return;
    case PARAM_TEXT: write_text(out, param); return;
    }
    never();
}

void message_write_members(struct json_out *out, const struct message *message) {
    ensure(message->key != NULL);
    ensure(message->params[MESSAGE_PARAMS_MAX].name == NULL);
    json_text(out, "key", message->key);
    json_object(out, "params");
    for (const struct param *param = message->params; param->name != NULL; param++)
        write_param(out, param);
    json_object_end(out);
}

static void write_part(struct json_out *out, const struct things *things, unsigned number) {
    json_array(out, NULL);
    json_text(out, NULL, things->type);
    json_text(out, NULL, things->codes[number]);
    json_array_end(out);
}

void message_write_parts(struct json_out *out, const struct message *message) {
    bool any = false;
    for (const struct param *param = message->params; param->name != NULL; param++) {
        bool one = param->kind == PARAM_THING;
        if (!one && param->kind != PARAM_THINGS) continue;
        if (!any) json_array(out, "parts");
        any = true;
        if (one) write_part(out, param->things, (unsigned)param->number);
        for (uint64_t set = one ? 0 : param->mask; set; set &= set - 1)
            write_part(out, param->things, (unsigned)__builtin_ctzll(set));
    }
    if (any) json_array_end(out);
}

void message_write(struct json_out *out, const char *name, const struct message *message) {
    json_object(out, name);
    message_write_members(out, message);
    json_object_end(out);
}
