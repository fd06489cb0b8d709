/* What the files of the module share. */
#ifndef WASM_MODULE_H
#define WASM_MODULE_H

#include "ai/bot.h"
#include "match/opponents.h"

#define EXPORT(name) __attribute__((export_name(name), used))

struct text {
    char *bytes;
    size_t size, length;
};

/* The only state of an instance besides the stack. */
extern struct module {
    struct text in, out;
    bool open;
    struct table table;
    bool elsewhere; /* its opponents think elsewhere */
    struct opponents opponents;
    struct adviser adviser;
    struct net table_net; /* of both */
    struct table_output table_output;
    char buffer[TABLE_MESSAGE_MAX];
} module;

/* A line of output: an object. */
enum { LINE_MAX_BYTES = 64 * 1024 }; /* size of a line without a table's message */
struct json_out line_begin(size_t size);
void line_end(struct json_out *out);
/* a line with the error; `step` if ≥ 0. Returns 0 */
int fail(const struct message *reason, int step);

/* Parsers of the input buffer; each returns false, or NULL, with the reason. */
bool refuse(struct message *error, struct message why);
bool bad_member(struct message *error, const char *member);
bool read_root(size_t length, struct json *root, struct message *error)
    __attribute__((warn_unused_result));
const struct game *find_game(struct json root, struct message *error);

/* A private copy of the net of a game and number of players; NULL if there is none. */
const struct net *net_for(const struct game *game, unsigned players, struct net *copy);

#endif
