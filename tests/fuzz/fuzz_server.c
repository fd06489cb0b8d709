/* Sends anything to the core of the server, through a WebSocket or as a request.
 *
 * An input is lines, and the first letter decides what happens:
 *
 *   w TEXT         a message of a guest who has a seat
 *   v TEXT         a message of a client without a session
 *   g PATH         a GET
 *   p PATH BODY    a POST with the session of the guest
 *   t, m           a second or ten minutes pass
 *   x              the server crashes and restarts
 *
 * In texts @ stands for the id of the table. Afterwards it must always be possible to go on at the
 * table. */
#include "core/ensure.h"
#include "tests/server/world.h"

enum { LINES_MAX = 60, LINE_MAX = 4000 };

struct scene {
    struct world *w;
    char token[CORE_TOKEN_LENGTH + 1], table[STORE_ID];
    uint64_t guest, stranger;
};

static void connect_both(struct scene *s) {
    s->guest = world_connect(s->w, s->token);
    s->stranger = world_connect(s->w, "");
}

static void open_scene(struct scene *s) {
    size_t length;
    s->w = world_open(1);
    ensure(world_ask(s->w, "POST", "/api/guest", "", "{'name':'Anna'}") == 200);
    strcpy(s->token, s->w->reply.token);
    ensure(world_ask(s->w, "POST", "/api/tables", s->token,
                     "{'game':'template','players':2,'seats':['me','random'],'pace':{'kind':'live',"
                     "'minutes':1,'increment_s':1}}") == 200);
    ensure(json_read_text(json_get(s->w->reply.json, "table"), s->table, sizeof s->table, &length));
    connect_both(s);
    world_say(s->w, s->guest, "{'type':'hello','table':'%s','seat':0,'protocol':3}", s->table);
}

static size_t fill_in(const struct scene *s, const char *line, size_t length, char text[LINE_MAX]) {
    size_t used = 0;
    for (size_t i = 0; i < length && used + STORE_ID < LINE_MAX; i++) {
        if (line[i] != '@') text[used++] = line[i];
        else used += (size_t)snprintf(text + used, STORE_ID, "%s", s->table);
    }
    text[used] = 0;
    return used;
}

static void request(struct scene *s, const char *method, char *text) {
    char *body = strchr(text, ' ');
    if (body) *body++ = 0;
    if (strlen(text) > 200) text[200] = 0;
    world_ask(s->w, method, text, s->token, "%s", body ? body : "");
    ensure(s->w->reply.status >= 200 && s->w->reply.status < 504);
}

static void die(struct scene *s) {
    world_crash(s->w, s->w->batch_count);
    world_start(s->w);
    world_settle(s->w);
    connect_both(s);
    world_say(s->w, s->guest, "{'type':'hello','table':'%s','seat':0,'protocol':3}", s->table);
}

static void happen(struct scene *s, const char *line, size_t length) {
    char text[LINE_MAX];
    size_t used = fill_in(s, line + 1, length - 1, text);
    switch (line[0]) {
    case 'w':
    case 'v':
        world_send(s->w, line[0] == 'w' ? s->guest : s->stranger, text, used);
        world_settle(s->w);
        break;
    case 'g': request(s, "GET", text); break;
    case 'p': request(s, "POST", text); break;
    case 't': world_pass(s->w, 1000); break;
    case 'm': world_pass(s->w, 10 * 60 * 1000); break;
    case 'x': die(s); break;
    }
    world_deafen(s->w, s->guest);
    world_deafen(s->w, s->stranger);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct scene s;
    const char *at = (const char *)data, *end = at + size;
    open_scene(&s);
    for (unsigned n = 0; at < end && n < LINES_MAX; n++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        if (!stop) stop = end;
        if (stop > at) happen(&s, at, (size_t)(stop - at));
        at = stop + 1;
    }
    die(&s);
    ensure(strcmp(s.w->last_log, "table_closed") != 0);
    world_close(s.w);
    return 0;
}
