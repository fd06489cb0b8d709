#include "terminal/lobby.h"

#include "games/registry.h"
#include "match/record.h"
#include "terminal/asking.h"
#include "terminal/identity.h"
#include "terminal/session.h"

#include <string.h>

enum { SHOWN_MAX = 16, BODY_MAX = 1024 };

/* ---- the server ---- */

/* The address that was used last is the default. */
static void load_address(char url[ANSWER_MAX]) {
    char path[PATHS_MAX];
    struct message error;
    url[0] = 0;
    if (!paths_state("play/server", path, &error)) return;
    FILE *file = fopen(path, "r");
    if (file && fgets(url, ANSWER_MAX, file)) url[strcspn(url, "\n")] = 0;
    if (file) fclose(file);
}

static void store_address(const char *url) {
    char path[PATHS_MAX];
    struct message error;
    FILE *file = paths_state("play/server", path, &error) ? fopen(path, "w") : NULL;
    if (!file) return; /* then it is typed again next time */
    fprintf(file, "%s\n", url);
    fclose(file);
}

static bool ask_address(const struct cli *cli, char url[ANSWER_MAX]) {
    const char *given = args_value(&cli->args, "server", 0);
    char latest[ANSWER_MAX];
    if (given) snprintf(url, ANSWER_MAX, "%s", given);
    if (given) return true;
    load_address(latest);
    say(cli, stdout,
        &MESSAGE("terminal.lobby.address", TEXT("url", latest, strlen(latest)),
                 NUMBER("known", latest[0] != 0)));
    do {
        if (!ask_line(url) || strcmp(url, "q") == 0) return false;
        if (!url[0]) strcpy(url, latest);
    } while (!url[0]);
    return true;
}

/* ---- the list ---- */

struct listed {
    char id[TABLE_ID_LENGTH + 1];
};

static void write_pace(const struct cli *cli, struct json pace, char *text, size_t size) {
    int64_t time_ms = 0, more_ms = 0;
    struct message m = MESSAGE("terminal.lobby.no_clock");
    if (!json_read_number(json_get(pace, "time_ms"), &time_ms) ||
        !json_read_number(json_get(pace, "increment_ms"), &more_ms))
        time_ms = more_ms = 0;
    if (json_is(json_get(pace, "kind"), "live"))
        m = MESSAGE("terminal.lobby.live", NUMBER("minutes", (int32_t)(time_ms / 60000)),
                    NUMBER("seconds", (int32_t)(more_ms / 1000)));
    if (json_is(json_get(pace, "kind"), "relaxed"))
        m = MESSAGE("terminal.lobby.relaxed", NUMBER("days", (int32_t)(time_ms / 86400000)));
    text_format(&cli->reader, &m, text, size);
}

/* The people at the table, "free" for free seats, opponents by their level. */
static void write_seats(const struct cli *cli, struct json seats, char *text, size_t size) {
    struct json at = {0}, none, seat;
    size_t length = 0;
    text[0] = 0;
    while (length < size && json_next(seats, &at, &none, &seat)) {
        char name[NAME_MAX_BYTES], level[MATCH_WHO_MAX + 1], key[TEXT_KEY_MAX];
        const char *who = words(cli, "terminal.lobby.free");
        if (json_read_text(json_get(seat, "level"), level, sizeof level, NULL)) {
            snprintf(key, sizeof key, "common.level.%s", level);
            who = text_find(cli->reader.language, key) ? words(cli, key) : level;
        }
        if (json_read_text(json_get(seat, "name"), name, sizeof name, NULL)) {
            session_defuse(name);
            who = name;
        }
        length += (size_t)snprintf(text + length, size - length, "%s%s", length ? ", " : "", who);
    }
}

/* Prints one table; false if this program does not know its game. */
static bool list_table(const struct cli *cli, struct json table, unsigned number,
                       struct listed *listed) {
    char id[32], seats[512], pace[64];
    size_t length;
    if (!json_read_text(json_get(table, "table"), listed->id, sizeof listed->id, &length) ||
        !draws_is_id(listed->id, length) ||
        !json_read_text(json_get(table, "game"), id, sizeof id, &length))
        return false;
    const struct game *game = games_find(id, length);
    if (!game) return false;
    write_seats(cli, json_get(table, "seats"), seats, sizeof seats);
    write_pace(cli, json_get(table, "pace"), pace, sizeof pace);
    printf("%4u  ", number);
    say(cli, stdout,
        &MESSAGE("terminal.lobby.table", TEXT("game", game->name, strlen(game->name)),
                 TEXT("seats", seats, strlen(seats)), TEXT("pace", pace, strlen(pace))));
    return true;
}

static bool list_tables(const struct identity *me, struct listed list[SHOWN_MAX], unsigned *count,
                        struct message *error) {
    static char reply[SOCKET_REPLY_MAX];
    struct json json, at = {0}, none, table;
    size_t where;
    *count = 0;
    if (!identity_request(me, "/api/tables", NULL, reply, error)) return false;
    *error = MESSAGE("terminal.garbled");
    if (json_parse(reply, strlen(reply), &json, &where) != JSON_OK) return false;
    say(me->cli, stdout, &MESSAGE("terminal.lobby.title"));
    while (*count < SHOWN_MAX && json_next(json_get(json, "tables"), &at, &none, &table))
        *count += list_table(me->cli, table, *count + 1, &list[*count]);
    return true;
}

/* ---- a new table ---- */

static const struct {
    const char *key, *json;
} paces[] = {
    {"terminal.lobby.no_clock", "{\"kind\":\"none\"}"},
    {"terminal.lobby.pace_live", "{\"kind\":\"live\",\"minutes\":15,\"increment_s\":10}"},
    {"terminal.lobby.pace_relaxed", "{\"kind\":\"relaxed\",\"days\":3}"},
};
enum { PACES = sizeof paces / sizeof paces[0] };

struct wanted {
    struct game_choice choice;
    bool is_public, people;
    const char *level; /* of all other seats; valid unless `people` */
    unsigned pace; /* in `paces` */
};

/* Asks who else plays: anybody, people with the link, or opponents. */
static bool ask_company(const struct cli *cli, struct wanted *wanted) {
    unsigned number;
    say(cli, stdout, &MESSAGE("terminal.lobby.company"));
    printf("%4u  %s\n", 1, words(cli, "terminal.lobby.anybody"));
    printf("%4u  %s\n", 2, words(cli, "terminal.lobby.by_link"));
    if (!ask_number(cli, 2 + list_levels(cli, 2), &number)) return false;
    wanted->people = number < 2;
    wanted->is_public = number == 0;
    if (!wanted->people) wanted->level = asked_level(number - 2);
    return true;
}

static bool ask_pace(const struct cli *cli, struct wanted *wanted) {
    if (!wanted->people) return true;
    say(cli, stdout, &MESSAGE("terminal.lobby.pace"));
    for (unsigned i = 0; i < PACES; i++) printf("%4u  %s\n", i + 1, words(cli, paces[i].key));
    return ask_number(cli, PACES, &wanted->pace);
}

static bool ask_table(const struct cli *cli, struct wanted *wanted) {
    unsigned number;
    *wanted = (struct wanted){0};
    say(cli, stdout, &MESSAGE("terminal.menu.title"));
    list_games(cli, 0);
    if (!ask_number(cli, games_offered, &number)) return false;
    wanted->choice.game = games[number];
    return ask_players(cli, &wanted->choice) && ask_company(cli, wanted) && ask_pace(cli, wanted) &&
           ask_options(cli, &wanted->choice);
}

static void write_wanted(const struct wanted *wanted, char body[BODY_MAX]) {
    struct json_out out;
    json_begin(&out, body, BODY_MAX - 1);
    json_object(&out, NULL);
    json_text(&out, "game", wanted->choice.game->id);
    json_number(&out, "players", wanted->choice.players);
    record_write_options(&out, "options", wanted->choice.game, wanted->choice.options);
    json_array(&out, "seats");
    for (unsigned seat = 0; seat < wanted->choice.players; seat++)
        json_text(&out, NULL, seat == 0 ? "me" : wanted->people ? "person" : wanted->level);
    json_array_end(&out);
    json_bool(&out, "public", wanted->is_public);
    json_raw(&out, "pace", paces[wanted->pace].json, strlen(paces[wanted->pace].json));
    json_object_end(&out);
    body[out.length] = 0;
}

/* Opens the table. If others need its link, the player gets it before the game covers it. */
static bool open_table(const struct identity *me, const char *url, const struct wanted *wanted,
                       char link[LINK_MAX], struct message *error) {
    static char reply[SOCKET_REPLY_MAX];
    char body[BODY_MAX], path[128], answer[ANSWER_MAX];
    struct json json;
    size_t where;
    write_wanted(wanted, body);
    if (!identity_request(me, "/api/tables", body, reply, error)) return false;
    *error = MESSAGE("terminal.garbled");
    if (json_parse(reply, strlen(reply), &json, &where) != JSON_OK ||
        !json_read_text(json_get(json, "path"), path, sizeof path, NULL))
        return false;
    session_defuse(path);
    snprintf(link, LINK_MAX, "%s%s", url, path);
    *error = (struct message){0};
    if (!wanted->people) return true;
    say(me->cli, stdout, &MESSAGE("terminal.lobby.link", TEXT("link", link, strlen(link))));
    return ask_line(answer) && strcmp(answer, "q") != 0;
}

bool lobby_run(const struct cli *cli, char link[LINK_MAX], struct message *error) {
    static struct identity me; /* `error` may refer to it and to the address */
    static char url[ANSWER_MAX];
    struct listed list[SHOWN_MAX];
    struct wanted wanted;
    unsigned count, number;
    *error = (struct message){0};
    if (!ask_address(cli, url)) return false;
    for (size_t end = strlen(url); end && url[end - 1] == '/';) url[--end] = 0;
    if (!identity_open(&me, cli, url, error) || !list_tables(&me, list, &count, error))
        return false;
    store_address(url);
    *error = (struct message){0};
    printf("%4u  %s\n", count + 1, words(cli, "terminal.lobby.new"));
    if (!ask_number(cli, count + 1, &number)) return false;
    if (number == count)
        return ask_table(cli, &wanted) && open_table(&me, url, &wanted, link, error);
    snprintf(link, LINK_MAX, "%s/t/%s", url, list[number].id);
    return true;
}
