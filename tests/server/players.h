/* People who play: they keep what a client keeps (version, entropy, the last answer) and check all
 * messages. */
#ifndef TESTS_SERVER_PLAYERS_H
#define TESTS_SERVER_PLAYERS_H

#include "match/match.h"
#include "tests/server/world.h"

/* An update of an observer and version, completed with the whole view, has the same bytes whenever
 * and to whomever it is sent. */
enum { TABLES_MAX = 16, VERSIONS_MAX = 4000 };

struct tales {
    char tables[TABLES_MAX][STORE_ID];
    unsigned table_count;
    char *told[TABLES_MAX][OBSERVERS][VERSIONS_MAX];
    unsigned count;
};

void tales_close(struct tales *tales);

struct player {
    struct world *world;
    struct tales *tales;
    char name[STORE_NAME];
    char token[CORE_TOKEN_LENGTH + 1];
    uint64_t socket; /* 0: not connected */
    char table[STORE_ID], secret[STORE_ID];
    int seat; /* -1: spectator */
    unsigned version; /* the highest version received */
    unsigned heard; /* the version of the last update, which may repeat an earlier one */
    enum { CAUGHT_UP, CATCHING_UP, LAST_MISSED /* only the last steps may be missing */ } catching;
    uint8_t entropy[32];
    bool hash_sent, value_sent; /* on this connection */
    bool asked;
    unsigned q;
    char choice[64]; /* one of the legal answers */
    char last[256]; /* its last answer, as it was sent */
    unsigned serial, answers;
    bool over, was_refused;
    char refused[64]; /* the last refusal's key */
    char said[4096]; /* the last `table` message */
    unsigned turns, turns_over, chats; /* number of messages received */
    struct generator chance;
};

/* Creates a guest with this name. */
struct player player_guest(struct world *w, struct tales *tales, const char *name);
void player_at(struct player *p, const char *table, const char *secret, int seat);
void player_connect(struct player *p); /* also says hello with its version */
void player_disconnect(struct player *p);
/* receives all messages and sends entropy if asked */
void player_listen(struct player *p);
void player_answer(struct player *p); /* if it is asked */
void player_repeat(struct player *p); /* sends its last answer again */

/* Creates a table of this game; the body may have more members. Sets `table` to its id and the
 * secret ("" if public). */
void make_table(struct player *host, const char *game, unsigned players, const char *more,
                char table[STORE_ID], char secret[STORE_ID]);
void sit_down(struct player *p, const char *table, const char *secret, unsigned seat);

/* All receive and answer until the game is over. */
void play_to_the_end(struct world *w, struct player *players, unsigned count);

#endif
