/* load: load-tests a running server with simulated people who play real games.
 *
 * A move lasts from sending an answer until its update comes back, when it is durable. Every table
 * has two people, each with their own connection. When a game is over, they play a rematch. --rate
 * spreads the answers evenly; without it they are sent at once. */
#include "program/cli.h"
#include "cli/progress.h"
#include "program/socket.h"
#include "core/blake2b.h"
#include "core/ensure.h"
#include "core/hex.h"
#include "core/random.h"
#include "games/registry.h"
#include "match/table.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { SEATS = 2, BUCKET_US = 10, BUCKETS = 200000, OPENING_MAX = 200, TICK_MS = 1 };

struct player {
    struct websocket socket; /* first */
    struct load *load;
    unsigned table, seat;
    char id[TABLE_ID_LENGTH + 1];
    uint8_t entropy[SEED_SIZE];
    char pending[256]; /* the answer to send next, or the one in flight; valid if it has a length */
    size_t pending_length;
    bool in_flight, hashed, revealed, over, asked;
    unsigned answers;
    double sent;
    struct player *next; /* in the queue of answers that wait for --rate */
};

struct load {
    uv_loop_t loop;
    uv_timer_t tick;
    struct socket_server server, figures;
    bool has_figures; /* `figures` is valid */
    struct player *players;
    struct websocket *idle;
    unsigned player_count, idle_count, opened, opening, next_idle, next_player;
    struct player *first, **last; /* the queue of answers that wait for --rate */
    struct generator generator;
    double rate, allowed, ticked, began, until, seconds;
    bool measuring, done;
    struct progress progress;
    uint64_t moves, refused, lost, games;
    uint32_t *buckets;
    double worst;
    double cpu; /* the server's CPU seconds at the start; after finish(), those it used */
};

/* ---- one player ---- */

static void send_message(struct player *p, const char *members) {
    char text[512];
    int length =
        snprintf(text, sizeof text, "{\"table\":\"%s\",\"seat\":%u,%s}", p->id, p->seat, members);
    websocket_send(&p->socket, text, (size_t)length);
}

static void hello(struct player *p) {
    p->hashed = p->revealed = p->over = p->in_flight = false;
    p->pending_length = 0;
    char members[64];
    snprintf(members, sizeof members, "\"type\":\"hello\",\"protocol\":%d", PROTOCOL);
    send_message(p, members);
}

static void give_entropy(struct player *p, struct json message) {
    char members[160], digits[2 * SEED_SIZE + 1];
    uint8_t hash[HASH_SIZE];
    bool seating = json_is(json_get(message, "phase"), "seating");
    if (seating ? p->hashed : p->revealed) return;
    if (seating) p->hashed = true;
    else p->revealed = true;
    blake2b_hash(p->entropy, SEED_SIZE, hash);
    hex_write(seating ? hash : p->entropy, SEED_SIZE, digits);
    snprintf(members, sizeof members, "\"type\":\"entropy\",\"%s\":\"%s\"",
             seating ? "hash" : "value", digits);
    send_message(p, members);
}

static void on_waiting(struct player *p, struct json message) {
    struct json at = {0}, none, seat;
    int64_t number;
    while (json_next(json_get(message, "entropy"), &at, &none, &seat))
        if (json_read_number(seat, &number) && number == p->seat) give_entropy(p, message);
}

static void send_answer(struct player *p) {
    p->in_flight = true;
    p->sent = seconds_now();
    websocket_send(&p->socket, p->pending, p->pending_length);
}

/* Picks a random legal answer. With --rate it waits in the queue. */
static void on_question(struct player *p, struct json message) {
    struct json at = {0}, none, choice, legal = json_get(message, "legal"), picked = {0};
    uint32_t count = 0;
    int64_t q;
    p->asked = true;
    if (p->in_flight || p->pending_length || !json_read_number(json_get(message, "q"), &q)) return;
    while (json_next(legal, &at, &none, &choice))
        if (generator_below(&p->load->generator, ++count) == 0) picked = json_get(choice, "do");
    int length = snprintf(
        p->pending, sizeof p->pending,
        "{\"type\":\"answer\",\"table\":\"%s\",\"seat\":%u,\"q\":%lld,\"id\":\"%u\",\"do\":%.*s}",
        p->id, p->seat, (long long)q, p->answers++, (int)picked.length, picked.text);
    ensure(count && (size_t)length < sizeof p->pending);
    p->pending_length = (size_t)length;
    if (p->load->rate == 0) {
        send_answer(p);
        return;
    }
    p->next = NULL;
    *p->load->last = p;
    p->load->last = &p->next;
}

static void count_move(struct load *load, double took) {
    size_t bucket = (size_t)(took * 1e6) / BUCKET_US;
    if (!load->measuring) return;
    load->moves++;
    load->buckets[bucket < BUCKETS ? bucket : BUCKETS - 1]++;
    if (took > load->worst) load->worst = took;
}

static void on_update(struct player *p, struct json message) {
    int64_t by;
    bool over;
    if (p->in_flight && json_read_number(json_get(message, "by"), &by) && by == p->seat &&
        json_type(json_get(message, "id")) == JSON_TEXT) {
        p->in_flight = false;
        p->pending_length = 0;
        count_move(p->load, seconds_now() - p->sent);
    }
    if (!json_read_bool(json_get(message, "over"), &over) || !over) return;
    p->over = true;
    if (p->seat != 0) return;
    p->load->games++;
    send_message(p, "\"type\":\"rematch\"");
}

/* Moves on to the rematch. */
static void on_table(struct player *p, struct json message) {
    char again[TABLE_ID_LENGTH + 1];
    if (!p->over || !json_read_text(json_get(message, "rematch"), again, sizeof again, NULL))
        return;
    strcpy(p->id, again);
    hello(p);
}

static void on_refused(struct player *p) {
    p->in_flight = false;
    p->pending_length = 0;
    p->load->refused++;
}

static void on_message(struct websocket *socket, const char *text, size_t length) {
    struct player *p = (struct player *)socket;
    struct json message, type;
    size_t where;
    if (json_parse(text, length, &message, &where) != JSON_OK ||
        !json_is(json_get(message, "table"), p->id))
        return;
    type = json_get(message, "type");
    if (json_is(type, "update")) on_update(p, message);
    else if (json_is(type, "question")) on_question(p, message);
    else if (json_is(type, "waiting")) on_waiting(p, message);
    else if (json_is(type, "table")) on_table(p, message);
    else if (json_is(type, "refused")) on_refused(p);
}

/* ---- connecting ---- */

static void ignore_message(struct websocket *socket, const char *text, size_t length) {
    (void)socket, (void)text, (void)length;
}

static struct load *the_load; /* an idle connection has no pointer to it */

static void on_lost(struct websocket *socket) {
    (void)socket;
    if (!the_load->done) the_load->lost++;
    the_load->opened++;
    the_load->opening--;
}

static void on_idle_opened(struct websocket *socket) {
    (void)socket;
    the_load->opened++;
    the_load->opening--;
}

static void on_opened(struct websocket *socket) {
    struct player *p = (struct player *)socket;
    on_idle_opened(socket);
    if (p->seat) {
        char text[128];
        int length = snprintf(text, sizeof text,
                              "{\"type\":\"hello\",\"table\":\"%s\",\"seat\":null,\"protocol\":%d}",
                              p->id, PROTOCOL);
        websocket_send(socket, text, (size_t)length);
        send_message(p, "\"type\":\"sit\"");
    }
    hello(p);
}

/* Opens a limited number at a time, so that the server turns none away. */
static void open_more(struct load *load) {
    while (load->opening < OPENING_MAX && load->next_idle < load->idle_count) {
        struct websocket *socket = &load->idle[load->next_idle++];
        *socket = (struct websocket){
            .opened = on_idle_opened, .message = ignore_message, .lost = on_lost};
        load->opening++;
        if (!websocket_open(socket, &load->loop, &load->server)) on_lost(socket);
    }
    while (load->opening < OPENING_MAX && load->next_idle == load->idle_count &&
           load->next_player < load->player_count) {
        struct player *p = &load->players[load->next_player++];
        p->socket.opened = on_opened;
        p->socket.message = on_message;
        p->socket.lost = on_lost;
        load->opening++;
        if (!websocket_open(&p->socket, &load->loop, &load->server)) on_lost(&p->socket);
    }
}

/* ---- time ---- */

static double server_figure(const struct load *load, const char *name) {
    static char reply[SOCKET_REPLY_MAX];
    char line[100];
    int fd = -1;
    bool good =
        load->has_figures && socket_request(&load->figures, &fd, "/metrics", "", NULL, reply);
    if (fd >= 0) close(fd);
    snprintf(line, sizeof line, "\ntafelrunde_%s ", name);
    const char *at = good ? strstr(reply, line) : NULL;
    return at ? strtod(at + strlen(line), NULL) : 0;
}

static bool all_asked(const struct load *load) {
    for (unsigned i = 0; i + 1 < load->player_count; i += SEATS)
        if (!load->players[i].asked && !load->players[i + 1].asked) return false;
    return true;
}

static void finish(struct load *load) {
    load->done = true;
    load->cpu = server_figure(load, "cpu_seconds_total") - load->cpu;
    uv_close((uv_handle_t *)&load->tick, NULL);
    for (unsigned i = 0; i < load->player_count; i++) websocket_close(&load->players[i].socket);
    for (unsigned i = 0; i < load->idle_count; i++) websocket_close(&load->idle[i]);
}

static void on_tick(uv_timer_t *timer) {
    struct load *load = timer->data;
    double now = seconds_now();
    if (load->opened < load->player_count + load->idle_count) {
        open_more(load);
        progress_at(&load->progress, load->opened, load->player_count + load->idle_count);
    }
    load->allowed += (now - load->ticked) * load->rate;
    load->ticked = now;
    /* limits bursts after a pause */
    if (load->allowed > load->rate / 20) load->allowed = load->rate / 20;
    for (; load->first && load->allowed >= 1; load->allowed--) {
        struct player *p = load->first;
        load->first = p->next;
        if (!load->first) load->last = &load->first;
        if (p->pending_length && !p->in_flight) send_answer(p);
    }
    if (!load->measuring && (all_asked(load) || now > load->began + 120)) {
        load->measuring = true;
        load->cpu = server_figure(load, "cpu_seconds_total");
        load->began = now;
        load->until = now + load->seconds;
    }
    if (progress_stopped() && now < load->until) load->seconds = now - load->began;
    if (progress_stopped() || (load->measuring && now >= load->until)) finish(load);
}

/* ---- setup and report ---- */

static bool text_member(const char *reply, const char *name, char *text, size_t size) {
    struct json json;
    size_t where;
    return json_parse(reply, strlen(reply), &json, &where) == JSON_OK &&
           json_read_text(json_get(json, name), text, size, NULL);
}

/* Creates one guest per seat and one table per pair of guests. Tables rotate through the games. */
static bool create_tables(struct load *load, const struct game *only, const char **path) {
    static char reply[SOCKET_REPLY_MAX];
    int fd = -1;
    bool good = true;
    unsigned game = 0;
    for (unsigned i = 0; i < load->player_count && good && !progress_stopped(); i++) {
        struct player *p = &load->players[i];
        char body[200];
        p->load = load;
        p->table = i / SEATS;
        p->seat = i % SEATS;
        random_bytes(p->entropy, sizeof p->entropy);
        snprintf(body, sizeof body, "{\"name\":\"Gast %u\"}", i);
        *path = "/api/guest";
        good = socket_request(&load->server, &fd, *path, "", body, reply) &&
               text_member(reply, "token", p->socket.token, sizeof p->socket.token);
        if (!good || p->seat) {
            if (good) strcpy(p->id, load->players[i - 1].id);
            continue;
        }
        while (!only && games[game % games_offered]->players_min > SEATS) game++;
        snprintf(body, sizeof body,
                 "{\"game\":\"%s\",\"players\":%d,\"seats\":[\"me\",\"person\"]}",
                 only ? only->id : games[game++ % games_offered]->id, SEATS);
        *path = "/api/tables";
        good = socket_request(&load->server, &fd, *path, p->socket.token, body, reply) &&
               text_member(reply, "table", p->id, sizeof p->id);
        progress_at(&load->progress, i, load->player_count);
    }
    if (fd >= 0) close(fd);
    return good;
}

static double percentile(const struct load *load, double share) {
    uint64_t wanted = (uint64_t)((double)load->moves * share), seen = 0;
    for (size_t i = 0; i < BUCKETS; i++)
        if ((seen += load->buckets[i]) > wanted) return (double)((i + 1) * BUCKET_US) / 1000;
    return 0;
}

static void report(struct cli *cli, const struct load *load, double before, double after,
                   double at_end) {
    char text[1024];
    struct json_out out;
    double per_s = (double)load->moves / load->seconds;
    unsigned connections = load->player_count + load->idle_count;
    if (!args_has(&cli->args, "json")) {
        say(cli, stdout,
            &MESSAGE("cli.load.moves", NUMBER("moves", load->moves), NUMBER("per_s", per_s),
                     NUMBER("connections", connections), NUMBER("games", load->games)));
        printf("  p50 %.2f ms, p90 %.2f ms, p99 %.2f ms, max %.2f ms\n", percentile(load, 0.5),
               percentile(load, 0.9), percentile(load, 0.99), load->worst * 1000);
        return;
    }
    json_begin(&out, text, sizeof text);
    json_object(&out, NULL);
    json_number(&out, "tables", load->player_count / SEATS);
    json_number(&out, "connections", connections);
    json_real(&out, "seconds", load->seconds);
    json_number(&out, "moves", (int64_t)load->moves);
    json_real(&out, "moves_per_s", per_s);
    json_object(&out, "latency_ms");
    json_real(&out, "p50", percentile(load, 0.5));
    json_real(&out, "p90", percentile(load, 0.9));
    json_real(&out, "p99", percentile(load, 0.99));
    json_real(&out, "max", load->worst * 1000);
    json_object_end(&out);
    json_real(&out, "server_cpu_us_per_move",
              load->moves ? load->cpu * 1e6 / (double)load->moves : 0);
    json_number(&out, "games", (int64_t)load->games);
    json_number(&out, "refused", (int64_t)load->refused);
    json_number(&out, "lost", (int64_t)load->lost);
    json_number(&out, "resident_before", (int64_t)before);
    json_number(&out, "resident_with_tables", (int64_t)after);
    json_number(&out, "resident_at_end", (int64_t)at_end);
    json_object_end(&out);
    printf("%.*s\n", (int)out.length, text);
}

static void raise_limits(void) {
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0) return;
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
}

static void play(struct load *load) {
    ensure(uv_loop_init(&load->loop) == 0 && uv_timer_init(&load->loop, &load->tick) == 0);
    load->tick.data = load;
    load->last = &load->first;
    load->ticked = load->began = seconds_now();
    uv_timer_start(&load->tick, on_tick, 0, TICK_MS);
    uv_run(&load->loop, UV_RUN_DEFAULT);
    uv_loop_close(&load->loop);
}

static bool find_server(const char *option, const char *url, struct socket_server *server,
                        struct message *error) {
    *error = MESSAGE("cli.error.server", TEXT("option", option, strlen(option)),
                     TEXT("word", url, strlen(url)));
    return socket_find(url, server);
}

/* Reads the arguments; `game` stays NULL if all games are to be played. */
static bool read_arguments(const struct cli *cli, struct load *load, const struct game **game,
                           struct message *error) {
    const char *url = args_value(&cli->args, "server", 0),
               *figures = args_value(&cli->args, "metrics", 0),
               *only = args_value(&cli->args, "game", 0);
    long tables = 0, seconds = 0, connections = 0, rate = 0;
    *game = only ? games_find(only, strlen(only)) : NULL;
    load->has_figures = figures != NULL;
    if (!args_need(&cli->args, "server", error) ||
        !find_server("server", url, &load->server, error) ||
        (figures && !find_server("metrics", figures, &load->figures, error)) ||
        (only && !*game && !refuse_game(only, error)) ||
        !args_number(&cli->args, "tables", 1, 20000, &tables, error) ||
        !args_number(&cli->args, "seconds", 1, 3600, &seconds, error) ||
        !args_number(&cli->args, "connections", 0, 60000, &connections, error) ||
        !args_number(&cli->args, "rate", 0, 1000000, &rate, error))
        return false;
    load->seconds = (double)seconds;
    load->rate = (double)rate;
    load->player_count = (unsigned)tables * SEATS;
    load->idle_count = (unsigned)connections;
    return true;
}

static int load(struct cli *cli) {
    struct load load = {0};
    struct message error;
    const char *path = "";
    const struct game *game;
    uint8_t seed[SEED_SIZE];
    if (!read_arguments(cli, &load, &game, &error)) return fail_usage(cli, &error);
    raise_limits();
    random_bytes(seed, sizeof seed);
    generator_seed_hash(&load.generator, seed);
    load.players = calloc(load.player_count, sizeof *load.players);
    load.idle = calloc(load.idle_count + 1, sizeof *load.idle);
    load.buckets = calloc(BUCKETS, sizeof *load.buckets);
    ensure(load.players && load.idle && load.buckets);
    the_load = &load;
    progress_begin(&load.progress, cli);
    double before = server_figure(&load, "resident_bytes");
    bool good = create_tables(&load, game, &path);
    double after = server_figure(&load, "resident_bytes");
    if (good && !progress_stopped()) play(&load);
    progress_end(&load.progress);
    if (good && load.measuring)
        report(cli, &load, before, after, server_figure(&load, "resident_bytes"));
    free(load.players);
    free(load.idle);
    free(load.buckets);
    if (progress_stopped()) return progress_leave(cli, &MESSAGE("cli.stopped.early"));
    return good ? EXIT_SUCCESS
                : fail(cli, &MESSAGE("cli.error.request", TEXT("path", path, strlen(path))));
}

/* clang-format off */
static const struct arg known[] = { /* as in struct arg */
    {"server", "URL", NULL, "cli.arg.server", "http://127.0.0.1:8080"},
    {"metrics",     "URL",            NULL,                    "cli.arg.load_metrics", NULL},
    {"tables",      "N",              "10",                    "cli.arg.tables",       NULL},
    {"seconds",     "N",              "10",                    "cli.arg.load_seconds", NULL},
    {"rate",        "N",              "cli.default.rate",      "cli.arg.rate",         NULL},
    {"connections", "N",              "0",                     "cli.arg.connections",  NULL},
    {"game",        "cli.value.game", "cli.default.all_games", "cli.arg.load_game",    NULL},
    {"json",        NULL,             NULL,                    "cli.arg.json",         NULL},
    {0},
};
/* clang-format on */

const struct command load_command = {
    .name = "load",
    .help = "cli.help.load",
    .words = "cli.words.load",
    .examples = "load --server http://127.0.0.1:8080\n"
                "load --server http://127.0.0.1:8080 --tables 200 --rate 500 --json",
    .known = known,
    .run = load};
