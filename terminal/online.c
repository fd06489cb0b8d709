#include "terminal/online.h"

#include "core/ensure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    COMMAND_MAX = 16 * 1024,
    FIRST_PAUSE_MS = 1000,
    LONGEST_PAUSE_MS = 60000,
    RECORD_WAIT_MS = 5000,
    RECORD_LOOK_US = 10000
};

static bool refuse(struct message *error, struct message why) {
    *error = why;
    return false;
}

/* ---- the link ---- */

/* Splits "http://host/t/ID#SECRET", "/t/ID#SECRET" or "ID#SECRET". Only the first names the
 * server. */
static bool read_link(struct online *o, const char *link, char url[256], struct message *error) {
    const char *id = strstr(link, "/t/");
    if (strncmp(link, "http", 4) == 0 && id) snprintf(url, 256, "%.*s", (int)(id - link), link);
    id = id ? id + 3 : link;
    size_t length = strcspn(id, "#");
    const char *secret = id[length] ? id + length + 1 : "";
    if (!draws_is_id(id, length) || strlen(secret) >= sizeof o->secret ||
        strspn(secret, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") !=
            strlen(secret))
        return refuse(error, MESSAGE("terminal.link", TEXT("word", link, strlen(link))));
    memcpy(o->session->table, id, length);
    strcpy(o->secret, secret);
    return true;
}

/* ---- the connection ---- */

static void try_again(uv_timer_t *timer);

static void on_opened(struct websocket *socket) {
    struct online *o = socket->tcp.loop->data;
    char text[256];
    int length =
        snprintf(text, sizeof text,
                 "{\"type\":\"hello\",\"table\":\"%s\",\"seat\":null,\"protocol\":%d%s%s%s}",
                 o->session->table, PROTOCOL, o->secret[0] ? ",\"secret\":\"" : "", o->secret,
                 o->secret[0] ? "\"" : "");
    o->reconnect_ms = FIRST_PAUSE_MS;
    o->greeted = 0;
    if (o->lost) session_note(o->session, &MESSAGE("terminal.back"));
    o->lost = false;
    websocket_send(socket, text, (size_t)length);
}

static void on_message(struct websocket *socket, const char *text, size_t length) {
    struct online *o = socket->tcp.loop->data;
    session_receive(o->session, text, length);
}

static void on_lost(struct websocket *socket) {
    struct online *o = socket->tcp.loop->data;
    for (unsigned seat = 0; seat < OBSERVERS; seat++) o->session->watches[seat].asked = false;
    o->lost = true;
    if (o->closing || o->session->failed) return;
    session_note(o->session, &MESSAGE("terminal.lost"));
    uv_timer_start(&o->reconnect_timer, try_again, o->reconnect_ms, 0);
    o->reconnect_ms =
        2 * o->reconnect_ms < LONGEST_PAUSE_MS ? 2 * o->reconnect_ms : LONGEST_PAUSE_MS;
}

/* The last connection was lost at least a second ago, so libuv has released it. */
static bool join(struct online *o) {
    free(o->socket);
    o->socket = calloc(1, sizeof *o->socket);
    ensure(o->socket);
    memcpy(o->socket->token, o->me.token, sizeof o->socket->token);
    o->socket->opened = on_opened;
    o->socket->message = on_message;
    o->socket->lost = on_lost;
    return websocket_open(o->socket, o->loop, &o->me.server);
}

static void try_again(uv_timer_t *timer) {
    struct online *o = timer->data;
    if (!join(o)) uv_timer_start(&o->reconnect_timer, try_again, o->reconnect_ms, 0);
}

static void send_text(struct session *s, const char *text, size_t length) {
    websocket_send(((struct online *)s->transport)->socket, text, length);
}

/* ---- messages that only a server sends ---- */

static void read_names(struct session *s, struct json seats, long *free_seat) {
    struct json at = {0}, none, seat;
    for (unsigned i = 0; i < SEATS_MAX && json_next(seats, &at, &none, &seat); i++) {
        bool named = json_read_text(json_get(seat, "name"), s->names[i], sizeof s->names[i], NULL);
        bool level = json_read_text(json_get(seat, "level"), s->who[i], sizeof s->who[i], NULL);
        if (named) session_defuse(s->names[i]);
        s->name_list[i] = named ? s->names[i] : NULL;
        if (!level) strcpy(s->who[i], named ? "person" : "");
        if (!named && !level && *free_seat < 0) *free_seat = i;
    }
}

/* Announces a changed proposal to the seats that may answer it. */
static void read_proposal(struct online *o, struct json proposal) {
    static const struct {
        const char *what, *key;
    } known[] = {{"end", "terminal.propose_end"},
                 {"close", "terminal.propose_close"},
                 {"replace", "terminal.propose_replace"}};
    struct session *s = o->session;
    struct json at = {0}, none, seat;
    unsigned now = 0, agreed = 0, before = o->proposal;
    int64_t number, of = 0;
    const char *key = "terminal.propose_gone";
    for (unsigned i = 0; i < sizeof known / sizeof known[0]; i++)
        if (json_is(json_get(proposal, "what"), known[i].what)) now = i + 1, key = known[i].key;
    while (json_next(json_get(proposal, "agreed"), &at, &none, &seat))
        if (json_read_number(seat, &number) && number >= 0 && number < SEATS_MAX)
            agreed |= SEAT_BIT(number);
    if (!json_read_number(json_get(proposal, "of"), &of) || of < 0 || of >= SEATS_MAX) of = 0;
    if (now) now |= (unsigned)of << 4 | agreed << 8;
    o->proposal = now;
    if (now == before || s->over || !s->mine) return;
    if (agreed & s->mine) key = "terminal.propose_wait";
    session_note(s, &MESSAGE(key, SEAT("who", (unsigned)of)));
}

static void read_rematch(struct online *o, struct json rematch) {
    char id[TABLE_ID_LENGTH + 1];
    size_t length;
    if (o->rematch[0] || !json_read_text(rematch, id, sizeof id, &length) ||
        !draws_is_id(id, length))
        return;
    strcpy(o->rematch, id);
    o->joins_rematch = o->wants_rematch;
    if (!o->joins_rematch && o->session->mine)
        session_note(o->session, &MESSAGE("terminal.rematch"));
}

static void on_table(struct session *s, struct json message) {
    struct online *o = s->transport;
    struct json at = {0}, none, seat;
    char sit[160];
    int64_t number;
    long free_seat = -1;
    read_names(s, json_get(message, "seats"), &free_seat);
    if (!json_read_bool(json_get(message, "hints"), &o->hints)) o->hints = false;
    s->mine = 0;
    while (json_next(json_get(message, "you"), &at, &none, &seat)) {
        if (!json_read_number(seat, &number) || number < 0 || number >= SEATS_MAX) continue;
        s->mine |= SEAT_BIT(number);
        if (!(o->greeted & SEAT_BIT(number))) session_hello(s, (unsigned)number);
        o->greeted |= SEAT_BIT(number);
    }
    s->changes++;
    s->placed |= s->mine || free_seat < 0;
    read_proposal(o, json_get(message, "proposal"));
    read_rematch(o, json_get(message, "rematch"));
    if (s->mine || o->sat || free_seat < 0) return;
    o->sat = true;
    int length = snprintf(sit, sizeof sit, "{\"type\":\"sit\",\"table\":\"%s\",\"seat\":%ld}",
                          s->table, o->wanted_seat >= 0 ? o->wanted_seat : free_seat);
    send_text(s, sit, (size_t)length);
}

/* Adds a chat message to the log. */
static void on_chat(struct session *s, struct json message) {
    struct json at = {0}, none, line;
    char name[NAME_MAX_BYTES], text[NOTICE_MAX];
    while (json_next(json_get(message, "lines"), &at, &none, &line))
        if (json_read_text(json_get(line, "name"), name, sizeof name, NULL) &&
            json_read_text(json_get(line, "text"), text, sizeof text, NULL))
            session_defuse(name), session_defuse(text),
                session_log(s, &MESSAGE("terminal.chat", TEXT("name", name, strlen(name)),
                                        TEXT("text", text, strlen(text))));
}

static void on_other(struct session *s, struct json message) {
    if (json_is(json_get(message, "type"), "table")) on_table(s, message);
    if (json_is(json_get(message, "type"), "chat")) on_chat(s, message);
}

/* ---- chat and table commands ---- */

static const struct table_command {
    const char *word, *type, *what; /* what: the subject of a proposal, or NULL */
    bool seated; /* the message names our seat */
    bool names_seat; /* takes the number of another seat */
} table_commands[] = {
    {"agree", "agree", NULL, false, false},         {"back", "reclaim", NULL, true, false},
    {"close", "propose", "close", false, false},    {"decline", "decline", NULL, false, false},
    {"end", "propose", "end", false, false},        {"rematch", "rematch", NULL, false, false},
    {"replace", "propose", "replace", false, true}, {"resign", "resign", NULL, true, false},
};

/* Reads a seat's number, which people count from 1. */
static bool read_number(const struct online *o, const char *text, unsigned *seat) {
    if (text[0] < '1' || text[0] > '9' || text[1]) return false;
    *seat = (unsigned)(text[0] - '1');
    return *seat < o->session->players;
}

static void send_command(struct online *o, const struct table_command *command, const char *rest,
                         unsigned seat) {
    static char text[COMMAND_MAX];
    struct session *s = o->session;
    struct json_out out;
    json_begin(&out, text, sizeof text);
    json_object(&out, NULL);
    json_text(&out, "type", command ? command->type : "chat");
    json_text(&out, "table", s->table);
    if (command && command->seated) json_number(&out, "seat", __builtin_ctz(s->mine));
    else json_null(&out, "seat");
    if (!command) json_text(&out, "text", rest);
    if (command && command->what) json_text(&out, "what", command->what);
    if (command && command->names_seat) json_number(&out, "of", seat);
    json_object_end(&out);
    send_text(s, text, out.length);
}

void online_command(struct online *o, const char *line) {
    const struct table_command *command = NULL;
    size_t length = strcspn(line, " ");
    unsigned seat = 0;
    bool asked = o->resigning;
    for (size_t i = 0; i < sizeof table_commands / sizeof table_commands[0]; i++)
        if (strlen(table_commands[i].word) == length &&
            strncmp(table_commands[i].word, line, length) == 0)
            command = &table_commands[i];
    const char *rest = line + length + strspn(line + length, " ");
    if (command && *rest && !command->names_seat)
        command = NULL; /* an extra word: better do nothing than the wrong thing */
    o->resigning = command && strcmp(command->type, "resign") == 0 && !asked;
    o->session->notice[0] = 0;
    o->wants_rematch |= command && strcmp(command->type, "rematch") == 0;
    if (o->lost) session_note(o->session, &MESSAGE("terminal.lost"));
    else if ((!command && length) || (!command && !*rest))
        session_note(o->session, &MESSAGE("terminal.deeds"));
    else if (command && command->names_seat && !read_number(o, rest, &seat))
        session_note(o->session, &MESSAGE("terminal.replace", NUMBER("n", o->session->players)));
    else if (command && command->seated && !o->session->mine)
        session_note(o->session, &MESSAGE("error.protocol.seat"));
    else if (o->resigning) session_note(o->session, &MESSAGE("terminal.resign_sure"));
    else if (o->wants_rematch && o->rematch[0]) o->joins_rematch = true;
    else send_command(o, command, rest, seat);
}

/* ---- opening ---- */

bool online_open(struct online *o, struct session *s, const struct cli *cli, uv_loop_t *loop,
                 const char *url, const char *link, struct message *error) {
    memset(o, 0, sizeof *o);
    o->session = s;
    o->cli = cli;
    o->loop = loop;
    o->reconnect_ms = FIRST_PAUSE_MS;
    o->path = args_value(&cli->args, "record", 0);
    o->wanted_seat = -1;
    s->transport = o;
    s->send = send_text;
    s->other = on_other;
    loop->data = o;
    if (url) snprintf(o->address, sizeof o->address, "%s", url);
    if (!read_link(o, link, o->address, error) ||
        !args_ordinal(&cli->args, "seat", SEATS_MAX, &o->wanted_seat, error))
        return false;
    if (!identity_open(&o->me, cli, o->address[0] ? o->address : link, error)) return false;
    memcpy(s->secret, o->me.secret, sizeof s->secret);
    uv_timer_init(loop, &o->reconnect_timer);
    o->reconnect_timer.data = o;
    return join(o);
}

void online_close(struct online *o) {
    o->closing = true;
    if (o->socket) websocket_close(o->socket);
    uv_timer_stop(&o->reconnect_timer);
    uv_close((uv_handle_t *)&o->reconnect_timer, NULL);
    uv_run(o->loop, UV_RUN_NOWAIT);
    free(o->socket);
}

void online_work(struct online *o) {
    if (!o->path || !o->session->over || o->asked_record) return;
    o->asked_record = true;
    session_ask_record(o->session);
}

bool online_save(struct online *o) {
    const struct session *s = o->session;
    if (!o->path || !s->over) return true;
    for (uint64_t until = clock_now() + RECORD_WAIT_MS;
         !s->record && !o->lost && clock_now() < until;) {
        online_work(o);
        uv_run(o->loop, UV_RUN_NOWAIT);
        usleep(RECORD_LOOK_US);
    }
    if (!s->record) return false;
    FILE *file = fopen(o->path, o->is_rematch ? "ab" : "wb");
    if (!file) return false;
    bool written = fwrite(s->record, 1, s->record_length, file) == s->record_length &&
                   fputc('\n', file) == '\n';
    return fclose(file) == 0 && written;
}
