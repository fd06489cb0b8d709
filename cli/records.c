#include "cli/records.h"

#include <stdlib.h>
#include <string.h>

bool records_open(struct record_file *file, const char *path, struct message *error) {
    struct json value;
    size_t where;
    memset(file, 0, sizeof *file);
    file->text = read_file(path, &file->length, error);
    if (!file->text) return false;
    file->single = json_parse(file->text, file->length, &value, &where) == JSON_OK;
    return true;
}

void records_close(struct record_file *file) {
    free(file->text);
}

static bool is_blank(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (!strchr(" \t\r", text[i]) || !text[i]) return false;
    return true;
}

bool records_next(struct record_file *file, const char **text, size_t *length) {
    while (file->at < file->length) {
        const char *start = file->text + file->at,
                   *end = file->single ? NULL : memchr(start, '\n', file->length - file->at);
        *text = start;
        *length = end ? (size_t)(end - start) : file->length - file->at;
        file->at += *length + 1;
        if (is_blank(start, *length)) continue;
        file->games++;
        return true;
    }
    return false;
}

int records_fail(const struct cli *cli, unsigned game, const struct message *reason) {
    char why[1024];
    text_format(&cli->reader, reason, why, sizeof why);
    return fail(
        cli, &MESSAGE("cli.error.record", NUMBER("game", game + 1), TEXT("why", why, strlen(why))));
}

/* Lists the legal actions or outcomes as notation. Returns the length. */
static size_t list_allowed(const struct record *r, const void *state, unsigned by, char *list,
                           size_t size) {
    uint16_t actions[LEGAL_MAX];
    unsigned count = 0;
    size_t length = 0;
    if (by == BY_CHANCE && r->game->to_move(state) & CHANCE_BIT) {
        struct outcome_list outcomes;
        game_outcomes(r->game, state, &outcomes);
        count = outcomes.count;
        memcpy(actions, outcomes.actions, count * sizeof actions[0]);
    } else if (by != BY_CHANCE) {
        count = r->game->legal(state, by, actions);
    }
    for (unsigned i = 0; i < count && length + NOTATION_MAX + 4 < size; i++) {
        if (i) length += (size_t)sprintf(list + length, ", ");
        length += notation_write(r->game->notation, actions[i], list + length);
    }
    return length;
}

int records_fail_step(const struct cli *cli, unsigned game, const struct record *r,
                      const void *state, const struct record_error *error) {
    char why[1024], legal[16384];
    text_format(&cli->reader, &error->message, why, sizeof why);
    if (!error->illegal)
        return fail(cli, &MESSAGE("cli.error.step", NUMBER("game", game + 1),
                                  NUMBER("step", error->step + 1), TEXT("why", why, strlen(why))));
    size_t length = list_allowed(r, state, error->by, legal, sizeof legal);
    return fail(cli, &MESSAGE("cli.error.illegal", NUMBER("game", game + 1),
                              NUMBER("step", error->step + 1), TEXT("why", why, strlen(why)),
                              NUMBER("any", length > 0), TEXT("legal", legal, length)));
}
