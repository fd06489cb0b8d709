#include "terminal/identity.h"

#include "terminal/session.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { STORED_MAX = 512, NAME_LETTERS = 24 };

static bool load_state(struct identity *me) {
    char text[STORED_MAX];
    struct json json;
    size_t where;
    FILE *file = fopen(me->state, "rb");
    size_t length = file ? fread(text, 1, sizeof text, file) : 0;
    if (file) fclose(file);
    return length && json_parse(text, length, &json, &where) == JSON_OK &&
           json_read_text(json_get(json, "token"), me->token, sizeof me->token, NULL) &&
           draws_read_json(json_get(json, "secret"), me->secret);
}

static bool store_state(const struct identity *me) {
    char text[STORED_MAX];
    struct json_out out;
    json_begin(&out, text, sizeof text);
    json_object(&out, NULL);
    json_text(&out, "token", me->token);
    draws_write_json(&out, "secret", me->secret);
    json_object_end(&out);
    json_line(&out);
    int fd = open(me->state, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd < 0) return false;
    bool written = fchmod(fd, 0600) == 0 && write(fd, text, out.length) == (ssize_t)out.length;
    return close(fd) == 0 && written;
}

bool identity_request(const struct identity *me, const char *path, const char *body,
                      char reply[SOCKET_REPLY_MAX], struct message *error) {
    static char why[NOTICE_MAX];
    const char *host = me->server.host;
    struct json json;
    size_t where;
    int fd = -1;
    reply[0] = 0;
    bool good = socket_request(&me->server, &fd, path, me->token, body, reply);
    if (fd >= 0) close(fd);
    if (good) return true;
    *error = MESSAGE("terminal.unreachable", TEXT("server", host, strlen(host)));
    if (json_parse(reply, strlen(reply), &json, &where) == JSON_OK &&
        session_format(&me->cli->reader, json_get(json, "error"), why, sizeof why))
        *error = MESSAGE("terminal.refused", TEXT("why", why, strlen(why)));
    return false;
}

/* Gets a guest's session. */
static bool become_guest(struct identity *me, struct message *error) {
    static char reply[SOCKET_REPLY_MAX];
    char name[NAME_LETTERS + 1], body[256];
    const char *wished = args_value(&me->cli->args, "name", 0);
    struct json_out out;
    struct json json;
    size_t where;
    snprintf(name, sizeof name, "%s", wished ? wished : words(me->cli, "terminal.guest"));
    json_begin(&out, body, sizeof body);
    json_object(&out, NULL);
    json_text(&out, "name", name);
    json_object_end(&out);
    body[out.length] = 0;
    me->token[0] = 0;
    if (!identity_request(me, "/api/guest", body, reply, error)) return false;
    *error = MESSAGE("terminal.garbled");
    if (json_parse(reply, strlen(reply), &json, &where) != JSON_OK ||
        !json_read_text(json_get(json, "token"), me->token, sizeof me->token, NULL))
        return false;
    random_bytes(me->secret, sizeof me->secret);
    *error = MESSAGE("cli.error.write", TEXT("file", me->state, strlen(me->state)));
    return store_state(me);
}

bool identity_open(struct identity *me, const struct cli *cli, const char *url,
                   struct message *error) {
    static char reply[SOCKET_REPLY_MAX];
    char name[160];
    struct message refused;
    *me = (struct identity){.cli = cli};
    *error =
        MESSAGE("cli.error.server", TEXT("option", "server", 6), TEXT("word", url, strlen(url)));
    if (!socket_find(url, &me->server)) return false;
    snprintf(name, sizeof name, "play/%s.json", me->server.host);
    for (char *c = name; *c; c++)
        if (strchr(":[]", *c)) *c = '_';
    if (!paths_state(name, me->state, error)) return false;
    return (load_state(me) && identity_request(me, "/api/me", NULL, reply, &refused)) ||
           become_guest(me, error);
}
