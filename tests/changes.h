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

/* Writes an update as it is with the whole view, zero-terminated. `before`: the view at the version
 * that its changes belong to; not needed if it has the whole view. */
static inline void changes_complete(struct json update, struct json before, char *text,
                                    size_t size) {
    struct json view = json_get(update, "view"), since = json_get(update, "since");
    size_t head = (size_t)(since.text - update.text) - strlen("\"since\":");
    struct json_out out;
    if (view.length) {
        assert_true(update.length < size);
        memcpy(text, update.text, update.length);
        text[update.length] = 0;
        return;
    }
    assert_true(since.length && head < size / 2);
    memcpy(text, update.text, head);
    head += (size_t)sprintf(text + head, "\"view\":");
    json_begin(&out, text + head, size - head - 2);
    changes_write_view(before, json_get(update, "changes"), &out);
    assert_true(out.length <= out.size);
    strcpy(text + head + out.length, "}");
}

#endif
