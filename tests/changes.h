/* Completes updates as a client does: the table sends the whole view once, then what has changed
 * (docs/protocol.md). */
#ifndef TESTS_CHANGES_H
#define TESTS_CHANGES_H

#include "core/json.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

/* Writes the members of an object, each as it is in `changes`, if it is there; not `seats`. */
static void changes_merge(struct json object, struct json changes, struct json_out *out) {
    struct json at = {0}, name, value;
    while (json_next(object, &at, &name, &value)) {
        char member[32];
        assert_true(json_read_text(name, member, sizeof member, NULL));
        struct json change = json_get(changes, member);
        /* only what has changed is sent */
        if (change.length)
            assert_false(change.length == value.length &&
                         memcmp(change.text, value.text, value.length) == 0);
        else change = value;
        if (strcmp(member, "seats") != 0) json_raw(out, member, change.text, change.length);
    }
}

/* Writes a view after changes, with its members in the order in which the table writes them. */
static void changes_write_view(struct json view, struct json changes, struct json_out *out) {
    struct json old = {0}, new = {0}, none, seat, change = {0}, seats = json_get(changes, "seats");
    json_object(out, NULL);
    changes_merge(view, changes, out);
    json_array(out, "seats");
    while (json_next(json_get(view, "seats"), &old, &none, &seat)) {
        if (seats.length) assert_true(json_next(seats, &new, &none, &change));
        json_object(out, NULL);
        changes_merge(seat, change, out);
        json_object_end(out);
    }
    json_array_end(out);
    json_object_end(out);
}

static inline int64_t changes_number(struct json object, const char *name) {
    int64_t number;
    assert_true(json_read_number(json_get(object, name), &number));
    return number;
}

/* Writes what stands after an update that is no undo. */
static inline size_t changes_write_standing(struct json update, struct json before, char *text) {
    struct json at = {0}, none, event;
    int64_t steps = changes_number(before, "steps_stand"),
            events = changes_number(before, "events_stand"),
            lines = changes_number(before, "lines");
    steps += json_is(json_get(update, "entry"), "step");
    for (; json_next(json_get(update, "events"), &at, &none, &event); events++)
        if (changes_number(event, "line") >= lines) lines = changes_number(event, "line") + 1;
    return (size_t)sprintf(text, ",\"steps_stand\":%lld,\"events_stand\":%lld,\"lines\":%lld",
                           (long long)steps, (long long)events, (long long)lines);
}

/* Writes an update as it is with the whole view, zero-terminated. `before`: the completed update at
 * the version that its changes belong to; not needed if it has the whole view. */
static inline void changes_complete(struct json update, struct json before, char *text,
                                    size_t size) {
    struct json view = json_get(update, "view"), since = json_get(update, "since"),
                version = json_get(update, "version");
    struct json_out out;
    size_t length = 0;
    const char *from = update.text;
    if (view.length) {
        assert_true(update.length < size);
        memcpy(text, update.text, update.length);
        text[update.length] = 0;
        return;
    }
    assert_true(since.length && update.length < size / 2);
    const char *to = since.text - strlen("\"since\":");
    if (!json_is(json_get(update, "entry"), "undo")) {
        length = (size_t)(version.text + version.length - from);
        memcpy(text, from, length);
        from += length;
        length += changes_write_standing(update, before, text + length);
    }
    memcpy(text + length, from, (size_t)(to - from));
    length += (size_t)(to - from);
    length += (size_t)sprintf(text + length, "\"view\":");
    json_begin(&out, text + length, size - length - 2);
    changes_write_view(json_get(before, "view"), json_get(update, "changes"), &out);
    assert_true(out.length <= out.size);
    strcpy(text + length + out.length, "}");
}

#endif
