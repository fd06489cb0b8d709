#include "tests/server/players.h"

#include "core/blake2b.h"
#include "core/hex.h"
#include "match/draws.h"
#include "tests/changes.h"

void tales_close(struct tales *tales) {
    for (unsigned t = 0; t < TABLES_MAX; t++)
        for (unsigned o = 0; o < OBSERVERS; o++)
            for (unsigned v = 0; v < VERSIONS_MAX; v++) free(tales->told[t][o][v]);
    free(tales);
}

/* What an observer of a table was told with each version. */
static char **told_to(struct tales *tales, const char *table, unsigned observer) {
    unsigned t = 0;
    while (t < tales->table_count && strcmp(tales->tables[t], table) != 0) t++;
    if (t == tales->table_count) {
        assert_true(t < TABLES_MAX);
        strcpy(tales->tables[tales->table_count++], table);
    }
    return tales->told[t][observer];
}

/* Completes an update: its changes belong to the last version that the player got, or to the
 * highest. */
static void tell_tale(struct player *p, unsigned observer, unsigned version, struct json update) {
    char **told = told_to(p->tales, p->table, observer);
    static char text[64 * 1024];
    struct json since = json_get(update, "since"), before = {0};
    assert_true(version < VERSIONS_MAX);
    if (since.length) {
        int64_t number;
        size_t where;
        assert_true(json_read_number(since, &number));
        assert_true(number == p->heard || number == p->version);
        assert_int_equal(json_parse(told[number], strlen(told[number]), &before, &where), JSON_OK);
    }
    changes_complete(update, before, text, sizeof text);
    if (told[version]) assert_string_equal(told[version], text);
    else told[version] = strdup(text);
    p->heard = version;
    p->tales->count++;
}

struct player player_guest(struct world *w, struct tales *tales, const char *name) {
    struct player p = {.world = w, .tales = tales, .seat = -1};
    snprintf(p.name, sizeof p.name, "%s", name);
    assert_int_equal(world_ask(w, "POST", "/api/guest", "", "{'name':'%s'}", name), 200);
    strcpy(p.token, w->reply.token);
    assert_int_equal(strlen(p.token), CORE_TOKEN_LENGTH);
    generator_seed(&p.chance, w->random.s[0]);
    return p;
}

static void new_entropy(struct player *p) {
    for (unsigned i = 0; i < sizeof p->entropy; i++)
        p->entropy[i] = (uint8_t)generator_next(&p->chance);
    p->hash_sent = p->value_sent = false;
}

void player_at(struct player *p, const char *table, const char *secret, int seat) {
    strcpy(p->table, table);
    strcpy(p->secret, secret);
    p->seat = seat;
    p->version = p->heard = 0;
    p->over = p->asked = false;
    new_entropy(p);
}

static void seat_text(const struct player *p, char text[12]) {
    if (p->seat < 0) strcpy(text, "null");
    else snprintf(text, 12, "%d", p->seat);
}

void player_connect(struct player *p) {
    char seat[12], secret[64] = "";
    seat_text(p, seat);
    if (p->secret[0]) snprintf(secret, sizeof secret, ",'secret':'%s'", p->secret);
    p->socket = world_connect(p->world, p->token);
    p->hash_sent = p->value_sent = p->asked = false;
    world_say(p->world, p->socket,
              "{'type':'hello','table':'%s','seat':%s,'protocol':3,'version':%u%s}", p->table, seat,
              p->version, secret);
}

void player_disconnect(struct player *p) {
    if (p->socket) world_hang_up(p->world, p->socket);
    p->socket = 0;
    p->asked = false;
}

static bool in_list(struct json list, int64_t wanted) {
    struct json at = {0}, none, item;
    int64_t number;
    while (json_next(list, &at, &none, &item))
        if (json_read_number(item, &number) && number == wanted) return true;
    return false;
}

static void hex64(const uint8_t bytes[32], char text[65]) {
    hex_write(bytes, 32, text);
}

static void on_waiting(struct player *p, struct json message) {
    char text[65];
    if (p->catching == CATCHING_UP) p->catching = LAST_MISSED;
    if (p->seat < 0 || !in_list(json_get(message, "entropy"), p->seat)) return;
    if (json_is(json_get(message, "phase"), "seating") && !p->hash_sent) {
        uint8_t hash[32];
        blake2b_hash(p->entropy, 32, hash);
        hex64(hash, text);
        p->hash_sent = true;
        world_say(p->world, p->socket, "{'type':'entropy','table':'%s','seat':%d,'hash':'%s'}",
                  p->table, p->seat, text);
    }
    if (json_is(json_get(message, "phase"), "revealing") && !p->value_sent) {
        hex64(p->entropy, text);
        p->value_sent = true;
        world_say(p->world, p->socket, "{'type':'entropy','table':'%s','seat':%d,'value':'%s'}",
                  p->table, p->seat, text);
    }
}

/* An update has the next version or repeats an earlier one. Only somebody who returns skips
 * versions: steps that were taken back. */
static void on_update(struct player *p, struct json message) {
    int64_t version, seat = SPECTATOR;
    bool over;
    assert_true(json_read_number(json_get(message, "version"), &version));
    if (!json_read_number(json_get(message, "seat"), &seat)) seat = SPECTATOR;
    assert_int_equal(seat, p->seat < 0 ? SPECTATOR : p->seat);
    tell_tale(p, (unsigned)seat, (unsigned)version, message);
    assert_true(version <= p->version + 1 || p->catching != CAUGHT_UP);
    if (p->catching == LAST_MISSED && version > p->version) p->catching = CAUGHT_UP;
    if (version > p->version) p->version = (unsigned)version;
    assert_true(json_read_bool(json_get(message, "over"), &over));
    p->over |= over;
    p->asked = false;
}

static void on_question(struct player *p, struct json message) {
    int64_t q;
    struct json legal = json_get(message, "legal"), at = {0}, none, item;
    unsigned count = 0;
    assert_true(json_read_number(json_get(message, "q"), &q));
    while (json_next(legal, &at, &none, &item)) count++;
    assert_true(count > 0);
    unsigned pick = generator_below(&p->chance, count);
    at = (struct json){0};
    for (unsigned i = 0; i <= pick; i++) assert_true(json_next(legal, &at, &none, &item));
    assert_true(json_read_text(json_get(item, "do"), p->choice, sizeof p->choice, NULL));
    p->q = (unsigned)q;
    p->asked = true;
}

static void on_frame(struct player *p, const char *text) {
    struct json message;
    size_t where;
    char type[16];
    bool awaited;
    assert_int_equal(json_parse(text, strlen(text), &message, &where), JSON_OK);
    assert_true(json_read_text(json_get(message, "type"), type, sizeof type, NULL));
    bool elsewhere =
        strcmp(type, "turn") == 0 || json_type(json_get(message, "table")) == JSON_NULL;
    assert_int_not_equal(json_type(json_get(message, "seat")), JSON_NONE);
    if (!elsewhere) assert_true(json_is(json_get(message, "table"), p->table));
    if (strcmp(type, "welcome") == 0) p->catching = CATCHING_UP;
    else if (strcmp(type, "waiting") == 0) on_waiting(p, message);
    else if (strcmp(type, "update") == 0) on_update(p, message);
    else if (strcmp(type, "question") == 0) on_question(p, message);
    else if (strcmp(type, "restart") == 0) new_entropy(p);
    else if (strcmp(type, "turn") == 0 && json_read_bool(json_get(message, "awaited"), &awaited))
        (*(awaited ? &p->turns : &p->turns_over))++;
    else if (strcmp(type, "chat") == 0) p->chats++;
    else if (strcmp(type, "table") == 0) snprintf(p->said, sizeof p->said, "%s", text);
    else if (strcmp(type, "refused") == 0) {
        p->was_refused = true;
        assert_true(json_read_text(json_get(json_get(message, "reason"), "key"), p->refused,
                                   sizeof p->refused, NULL));
        if (strcmp(p->refused, "error.match.stale") == 0) p->catching = CATCHING_UP;
    }
}

void player_listen(struct player *p) {
    if (p->socket && !world_is_open(p->world, p->socket)) p->socket = 0;
    for (char *text; p->socket && (text = world_hear(p->world, p->socket));) {
        on_frame(p, text);
        free(text);
    }
}

void player_answer(struct player *p) {
    if (!p->socket || !p->asked) return;
    snprintf(p->last, sizeof p->last,
             "{'type':'answer','table':'%s','seat':%d,'q':%u,'id':'a%u','do':'%s'}", p->table,
             p->seat, p->q, p->serial++, p->choice);
    p->asked = false;
    p->answers++;
    world_say(p->world, p->socket, "%s", p->last);
}

void player_repeat(struct player *p) {
    if (p->socket && p->last[0]) world_say(p->world, p->socket, "%s", p->last);
}

void make_table(struct player *host, const char *game, unsigned players, const char *more,
                char table[STORE_ID], char secret[STORE_ID]) {
    struct world *w = host->world;
    unsigned status = world_ask(w, "POST", "/api/tables", host->token,
                                "{'game':'%s','players':%u%s}", game, players, more);
    if (status != 200) fail_msg("%s", w->reply.body);
    assert_true(json_read_text(json_get(w->reply.json, "table"), table, STORE_ID, NULL));
    if (!json_read_text(json_get(w->reply.json, "secret"), secret, STORE_ID, NULL)) secret[0] = 0;
}

void sit_down(struct player *p, const char *table, const char *secret, unsigned seat) {
    player_at(p, table, secret, -1);
    player_connect(p);
    p->was_refused = false;
    world_say(p->world, p->socket, "{'type':'sit','table':'%s','seat':%u}", table, seat);
    player_listen(p);
    assert_false(p->was_refused);
    player_disconnect(p);
    player_at(p, table, secret, (int)seat);
    player_connect(p);
}

void play_to_the_end(struct world *w, struct player *players, unsigned count) {
    for (unsigned n = 0;; n++) {
        bool over = true;
        assert_true(n < 20000);
        for (unsigned i = 0; i < count; i++) {
            player_listen(&players[i]);
            player_answer(&players[i]);
            over &= players[i].over;
        }
        if (over) return;
        world_pass(w, 200);
    }
}
