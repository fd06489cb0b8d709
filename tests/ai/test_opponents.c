/* test_opponents GAME PLAYERS FOLDER: what the nets in the folder are worth, for one game and
 * number of players. The games follow from their numbers, so the outcome only changes with the
 * nets, the search or the scripts. Takes minutes: only ./check --long runs it. */
#include "examples/scripted/scripted.h"
#include "games/registry.h"
#include "tests/ai/playing.h"

enum {
    VISITS = 1000, /* of a master against scripts: less than its own, to save time */
    AGAINST = 60, /* games against each script */
    VISITS_AMONG = 200, /* of masters among each other */
    AMONG = 60, /* games, in all variants */
    MIXED = 1500, /* games between players of all kinds */
    GROUPS = 5, /* of their values at half-time, equally many in each */
    CHOICES_MAX = 16,
};

/* Verbs whose first use in a game is a strategy, and the largest share that one of its values may
 * have. */
static const struct strategy {
    const char *game, *verb;
    unsigned most_percent;
} strategies[] = {{"rattus", "class", 60}};

/* Verbs that masters may leave unused. A card that is exchanged comes back later, and one that is
 * turned from the hand was never in the tableau. */
static const struct unneeded {
    const char *game, *verb;
} unneeded[] = {{"tallinn", "exchange"}, {"tallinn", "tower hand"}};

static const struct game *game;
static unsigned players;
static struct net net;
static uint8_t usual[OPTIONS_MAX];

static void open_bot(struct bot *bot, struct bot_level level) {
    assert_true(bot_open(bot, level, game, &(struct bot_means){.net = &net}));
}

/* ---- against rules of thumb ---- */

static double share_against(const struct script *script, unsigned count) {
    struct bot master, scripted;
    double first = 0;
    open_bot(&master, (struct bot_level){.kind = BOT_MASTER, .visits = VISITS});
    open_bot(&scripted, (struct bot_level){.script = script});
    for (unsigned n = 0; n < count; n++) {
        struct bot *bots[SEATS_MAX] = {&scripted, &scripted, &scripted, &scripted, &scripted};
        bots[n % players] = &master;
        first += play_between(game, players, usual, bots, n / players, NULL).first[n % players];
    }
    bot_close(&master);
    bot_close(&scripted);
    return first / count;
}

/* With two players 70 % of the games, with more 1.8 times the fair share. */
static void a_master_beats_every_script(void **state) {
    unsigned count, weak = 0, played = AGAINST - AGAINST % players;
    const struct script *scripts = scripted_of(game, &count);
    double enough = players == 2 ? 0.7 : 1.8 / players;
    (void)state;
    for (unsigned i = 0; i < count; i++) {
        double share = share_against(&scripts[i], played);
        print_message("# against %s: %.1f %% of %u games; at least %.1f %% wanted\n",
                      scripts[i].name, 100 * share, played, 100 * enough);
        weak += share < enough;
    }
    assert_int_equal(weak, 0);
}

/* ---- everything that the rules offer ---- */

/* In how many games each verb was used, and how often each value came first. */
struct usage {
    struct observer observer;
    unsigned games[64], choices[CHOICES_MAX];
    uint64_t now; /* verbs of this game */
    unsigned chosen; /* seats of this game that have followed a strategy */
    const struct strategy *strategy;
};

static void count_use(struct observer *observer, const void *state, unsigned seat,
                      uint16_t action) {
    struct usage *u = (struct usage *)observer;
    struct notation_action split = notation_split(game->notation, action);
    (void)state;
    u->now |= (uint64_t)1 << (split.verb - game->notation->verbs);
    if (u->strategy && strcmp(split.verb->word, u->strategy->verb) == 0 && !(u->chosen >> seat & 1))
        u->choices[split.values[0] % CHOICES_MAX]++, u->chosen |= 1u << seat;
}

static void play_all_variants(struct usage *u) {
    struct bot masters[SEATS_MAX], *bots[SEATS_MAX];
    uint8_t options[OPTIONS_MAX] = {0};
    for (unsigned seat = 0; seat < players; seat++) {
        open_bot(&masters[seat], (struct bot_level){.kind = BOT_MASTER, .visits = VISITS_AMONG});
        bots[seat] = &masters[seat];
    }
    for (unsigned n = 0; n < AMONG; n++) {
        for (unsigned i = 0, rest = n; i < game->option_count; i++) {
            options[i] = (uint8_t)(rest % game->options[i].count);
            rest /= game->options[i].count;
        }
        u->now = u->chosen = 0;
        play_between(game, players, options, bots, n, &u->observer);
        for (unsigned v = 0; v < game->notation->verb_count; v++)
            u->games[v] += (unsigned)(u->now >> v & 1);
    }
    for (unsigned seat = 0; seat < players; seat++) bot_close(&masters[seat]);
}

static bool needed(const char *verb) {
    for (unsigned i = 0; i < sizeof unneeded / sizeof *unneeded; i++)
        if (strcmp(unneeded[i].game, game->id) == 0 && strcmp(unneeded[i].verb, verb) == 0)
            return false;
    return true;
}

static void masters_use_all_that_the_rules_offer(void **state) {
    struct usage u = {.observer = {count_use}};
    unsigned unused = 0, all = 0, most = 0;
    (void)state;
    for (unsigned i = 0; i < sizeof strategies / sizeof *strategies; i++)
        if (strcmp(strategies[i].game, game->id) == 0) u.strategy = &strategies[i];
    play_all_variants(&u);
    for (unsigned v = 0; v < game->notation->verb_count; v++) {
        const struct notation_verb *verb = &game->notation->verbs[v];
        if (verb->chance) continue;
        print_message("# %s: in %u of %d games\n", verb->word, u.games[v], AMONG);
        unused += !u.games[v] && needed(verb->word);
    }
    for (unsigned i = 0; i < CHOICES_MAX; i++) {
        all += u.choices[i];
        most = u.choices[i] > most ? u.choices[i] : most;
        if (u.choices[i]) print_message("# first choice %u: %u times\n", i, u.choices[i]);
    }
    assert_int_equal(unused, 0);
    if (u.strategy) assert_true(100 * most <= u.strategy->most_percent * all);
}

/* ---- calibration ---- */

enum { SEARCHERS = 3, KINDS_MAX = SEARCHERS + 8, STEPS_MAX = 4096 };

/* The seats' chances at every step of a game. */
struct course {
    struct observer observer;
    unsigned count;
    struct judgement values[STEPS_MAX];
};

static void note_value(struct observer *observer, const void *state, unsigned seat,
                       uint16_t action) {
    struct course *c = (struct course *)observer;
    unsigned to_move = game->to_move(state);
    (void)seat, (void)action;
    /* a net does not judge questions that are partly answered */
    if (to_move == game->asked(state) && c->count < STEPS_MAX)
        net_judge(&net, state, &c->values[c->count++]);
}

static unsigned open_kinds(struct bot kinds[KINDS_MAX]) {
    static const struct bot_level searchers[SEARCHERS] = {{.kind = BOT_NOVICE, .visits = 50},
                                                          {.kind = BOT_CLUB, .visits = 100},
                                                          {.kind = BOT_MASTER, .visits = 100}};
    unsigned count, n = 0;
    const struct script *scripts = scripted_of(game, &count);
    while (n < SEARCHERS) open_bot(&kinds[n], searchers[n]), n++;
    for (unsigned i = 0; i < count && n < KINDS_MAX; i++)
        open_bot(&kinds[n++], (struct bot_level){.script = &scripts[i]});
    return n;
}

struct pair {
    double value, result;
};

static int by_value(const void *a, const void *b) {
    const struct pair *one = a, *other = b;
    return (one->value > other->value) - (one->value < other->value);
}

/* One seat's value at half-time and result per game; the seats of a game depend on each other. */
static void play_mixed(struct pair pairs[MIXED]) {
    static struct bot kinds[SEATS_MAX][KINDS_MAX];
    static struct course course = {.observer = {note_value}};
    struct generator generator;
    unsigned count = 0;
    generator_seed(&generator, 31);
    for (unsigned seat = 0; seat < players; seat++) count = open_kinds(kinds[seat]);
    for (unsigned n = 0; n < MIXED; n++) {
        struct bot *bots[SEATS_MAX];
        for (unsigned seat = 0; seat < players; seat++)
            bots[seat] = &kinds[seat][generator_below(&generator, count)];
        course.count = 0;
        struct judgement end = play_between(game, players, usual, bots, n, &course.observer);
        unsigned seat = n % players;
        pairs[n].value = course.values[course.count / 2].first[seat];
        pairs[n].result = end.first[seat];
    }
    for (unsigned seat = 0; seat < players; seat++)
        for (unsigned i = 0; i < count; i++) bot_close(&kinds[seat][i]);
}

/* Fails if even the near end of the result's 95 % interval is more than 7 points off. */
static void values_at_half_time_are_calibrated(void **state) {
    static struct pair pairs[MIXED];
    unsigned wrong = 0, size = MIXED / GROUPS;
    (void)state;
    play_mixed(pairs);
    qsort(pairs, MIXED, sizeof *pairs, by_value);
    for (unsigned group = 0; group < GROUPS; group++) {
        double value = 0, result = 0;
        for (unsigned i = group * size; i < (group + 1) * size; i++)
            value += pairs[i].value / size, result += pairs[i].result / size;
        print_message("# value %.1f %%, result %.1f %% of %u games\n", 100 * value, 100 * result,
                      size);
        double miss = value > result ? value - result : result - value,
               half = 1.96 * __builtin_sqrt(result * (1 - result) / size); /* of its interval */
        wrong += miss > 0.07 + half;
    }
    assert_int_equal(wrong, 0);
}

/* ---- the net ---- */

static bool read_net(const char *folder) {
    static char bytes[NET_FILE_MAX + 1];
    char path[4096];
    struct message error;
    snprintf(path, sizeof path, "%s/%s-%u.net", folder, game->id, players);
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    return net_read(&net, game, players, bytes, size, NULL, &error);
}

int main(int count, char **arguments) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_master_beats_every_script),
        cmocka_unit_test(masters_use_all_that_the_rules_offer),
        cmocka_unit_test(values_at_half_time_are_calibrated),
    };
    for (unsigned i = 0; count == 4 && i < games_count; i++)
        if (strcmp(games[i]->id, arguments[1]) == 0) game = games[i];
    players = game ? (unsigned)atoi(arguments[2]) : 0;
    if (!game || !read_net(arguments[3])) {
        fprintf(stderr, "usage: test_opponents GAME PLAYERS FOLDER, which has the game's net\n");
        return 2;
    }
    default_options(game, usual);
    return cmocka_run_group_tests_name("opponents", tests, NULL, NULL);
}
