/* Tests levels and their search on positions of random games of every registered game (see
 * properties.h). Searches here have fewer iterations than the levels, because the results do not
 * depend on the number. */
#include "ai/bot.h"
#include "ai/train.h"
#include "games/registry.h"
#include "games/template/template.h"
#include "tests/properties.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ITERATIONS = 60, SLOTS_AN_ITERATION = 3, GAMES = 4, POSITIONS = 5 };

/* ---- count allocations: the linker replaces the real functions by these ---- */

static unsigned allocations;
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);

void *__wrap_malloc(size_t size) {
    allocations++;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
    allocations++;
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size) {
    allocations++;
    return __real_realloc(memory, size);
}

/* ---- positions and bots ---- */

/* The game with a shorter search. */
static struct game quick;
static struct tuning fewer;

typedef void decide_function(struct play *play, const void *view, unsigned seat);
static decide_function *decide;
static bool decide_forced;
static unsigned decisions;

/* Visits a seat that has a choice, or for `decide_forced` one that has none. */
static void visit_seats(struct play *play) {
    unsigned to_move = quick.to_move(play->state);
    uint16_t list[LEGAL_MAX];
    _Alignas(8) uint8_t view[STATE_MAX];
    for (unsigned seat = 0; seat < play->players && !(to_move & CHANCE_BIT); seat++) {
        if (!(to_move & SEAT_BIT(seat)) ||
            (quick.legal(play->state, seat, list) == 1) != decide_forced)
            continue;
        view_of(&quick, play->state, seat, view);
        decide(play, view, seat);
        decisions++;
    }
}

/* Untrained nets: the results do not depend on their quality. */
static struct net nets[SEATS_MAX + 1];

/* Bots stay open for one game and number of players, because allocating the memory of a master
 * takes longer than these short searches. There are two of each level, for comparisons. */
enum { TWINS = 2 };
static struct bot kept[TWINS][BOT_KINDS];
static const struct net *kept_net[TWINS][BOT_KINDS];

static void close_kept(unsigned twin, enum bot_kind level) {
    bot_close(&kept[twin][level]);
    kept[twin][level].game = NULL;
}

static void with_iterations(const struct game *game, uint32_t iterations) {
    static struct trainer trainer;
    for (unsigned i = 0; i < TWINS * BOT_KINDS; i++)
        close_kept(i % TWINS, (enum bot_kind)(i / TWINS));
    quick = *game;
    fewer = *tuning_of(game);
    quick.tuning = &fewer;
    for (unsigned players = quick.players_min; players <= quick.players_max; players++)
        /* every level has its own tuning */
        for (unsigned i = 0; i < TUNING_LEVELS; i++)
            fewer.visits[players][i] = iterations + players + i;
    for (unsigned players = quick.players_min;
         feature_count(&quick) && players <= quick.players_max; players++) {
        train_begin(&trainer, &quick, players, TRAIN_HIDDEN, (const uint8_t[32]){(uint8_t)players});
        for (unsigned i = 0; i < TRAIN_HIDDEN; i++)
            trainer.average[train_outputs_at(&trainer) + i] = i % 2 ? 1 : -1;
        train_net(&trainer, &nets[players]);
    }
}

static struct bot_means means_of(const void *view) {
    return (struct bot_means){.net = feature_count(&quick) ? &nets[state_players(&quick, view)]
                                                           : NULL};
}

/* Visits some decisions of random games. */
static void each_decision(const struct game *game, unsigned positions, decide_function *function) {
    with_iterations(game, ITERATIONS);
    decide = function;
    decisions = 0;
    play_games(&quick, play_scale(GAMES), positions, visit_seats);
    if (!decide_forced) assert_true(decisions > 0);
}

static void seed_of(uint64_t number, uint8_t seed[32]) {
    struct generator g;
    generator_seed(&g, number);
    for (unsigned i = 0; i < 32; i++) seed[i] = (uint8_t)generator_next(&g);
}

static void open_bot(struct bot *bot, enum bot_kind level, uint64_t number, const void *view) {
    uint8_t seed[32];
    struct bot_means means = means_of(view);
    seed_of(number, seed);
    assert_true(bot_open(bot, (struct bot_level){.kind = level}, &quick, &means));
    bot_seed(bot, seed);
}

static struct bot *keep_bot(unsigned twin, enum bot_kind level, uint64_t number, const void *view) {
    struct bot *bot = &kept[twin][level];
    struct bot_means means = means_of(view);
    if (bot->game && kept_net[twin][level] != means.net) close_kept(twin, level);
    if (!bot->game) assert_true(bot_open(bot, (struct bot_level){.kind = level}, &quick, &means));
    kept_net[twin][level] = means.net;
    uint8_t seed[32];
    seed_of(number, seed);
    bot_seed(bot, seed);
    return bot;
}

static bool is_legal(const void *view, unsigned seat, uint16_t action) {
    uint16_t list[LEGAL_MAX];
    unsigned count = quick.legal(view, seat, list);
    for (unsigned i = 0; i < count; i++)
        if (list[i] == action) return true;
    return false;
}

/* Everything that a bot computes and does in a position. */
struct decision {
    uint16_t action;
    unsigned count;
    struct search_choice choices[LEGAL_MAX];
};

static void read_choices(struct search *search, struct decision *t) {
    t->count = search_choices(search, t->choices);
}

static void think(enum bot_kind level, uint64_t seed, const void *view, unsigned seat,
                  struct decision *t) {
    struct bot *bot = keep_bot(0, level, seed, view);
    memset(t, 0, sizeof *t);
    t->action = bot_choose(bot, view, seat);
    if (level != BOT_RANDOM) read_choices(bot->search, t);
}

static bool decisions_equal(const struct decision *a, const struct decision *b) {
    if (a->action != b->action || a->count != b->count) return false;
    for (unsigned i = 0; i < a->count; i++)
        if (a->choices[i].action != b->choices[i].action ||
            a->choices[i].visits != b->choices[i].visits ||
            a->choices[i].value != b->choices[i].value)
            return false;
    return true;
}

/* ---- the same view and seed, the same move ---- */

static unsigned differences;

static void choose_twice(struct play *play, const void *view, unsigned seat) {
    for (unsigned level = 0; level < BOT_KINDS; level++) {
        struct decision one, again, other;
        think((enum bot_kind)level, play->step, view, seat, &one);
        think((enum bot_kind)level, play->step, view, seat, &again);
        think((enum bot_kind)level, play->step + 1000, view, seat, &other);
        PLAY_EXPECT(play, decisions_equal(&one, &again),
                    "%s of seat %u chose %s, then %s from the same seed", bot_kind_names[level],
                    seat, action_text(&quick, one.action), action_text(&quick, again.action));
        PLAY_EXPECT(play, is_legal(view, seat, one.action) && is_legal(view, seat, other.action),
                    "seat %u: an illegal choice", seat);
        differences += one.action != other.action;
    }
}

static void the_same_view_and_seed_give_the_same_move(void **state) {
    differences = 0;
    each_decision(*state, POSITIONS, choose_twice);
    assert_true(differences > 0); /* another seed gives another search */
}

/* ---- hidden information does not matter ---- */

/* Makes a state that the seat cannot distinguish from this one. */
static void twin_of(const void *state, unsigned seat, struct generator *generator, void *twin) {
    view_of(&quick, state, seat, twin);
    quick.determinise(twin, generator);
}

static void choose_as_twin(struct play *play, const void *view, unsigned seat) {
    for (unsigned level = 0; level < BOT_KINDS; level++) {
        _Alignas(8) uint8_t twin[STATE_MAX], seen[STATE_MAX];
        struct decision one, other;
        twin_of(play->state, seat, &play->generator, twin);
        view_of(&quick, twin, seat, seen);
        differences += memcmp(twin, play->state, quick.state_size) != 0;
        think((enum bot_kind)level, play->step, view, seat, &one);
        think((enum bot_kind)level, play->step, seen, seat, &other);
        PLAY_EXPECT(play, decisions_equal(&one, &other),
                    "%s of seat %u: something hidden changed its choice", bot_kind_names[level],
                    seat);
    }
}

static void what_is_hidden_does_not_matter(void **state) {
    differences = 0;
    each_decision(*state, POSITIONS, choose_as_twin);
    /* the cards of the others did differ */
    if (*state == &template_game) assert_true(differences > 0);
}

/* Two bots play one seat through a whole game; one always sees the twin of what the other sees. */
static void memory_holds_nothing_hidden_either(void **state) {
    with_iterations(*state, ITERATIONS / 2);
    for (unsigned i = 0; i < play_scale(1); i++) {
        _Alignas(8) uint8_t view[STATE_MAX], twin[STATE_MAX];
        struct play play;
        struct bot one, other;
        unsigned by;
        uint16_t action;
        play_begin(&play, &quick, i, i);
        unsigned seat = i % play.players;
        view_of(&quick, play.state, seat, view);
        open_bot(&one, BOT_NOVICE, i, view);
        open_bot(&other, BOT_NOVICE, i, view);
        while (play_choose(&play, &by, &action)) {
            if (by == seat) {
                view_of(&quick, play.state, seat, view);
                twin_of(play.state, seat, &play.generator, twin);
                quick.view(twin, seat);
                action = bot_choose(&one, view, seat);
                PLAY_EXPECT(&play, bot_choose(&other, twin, seat) == action,
                            "seat %u: something hidden was remembered", seat);
                PLAY_EXPECT(&play, is_legal(view, seat, action), "seat %u: an illegal choice",
                            seat);
            }
            play_apply(&play, by, action, NULL);
        }
        assert_memory_equal(one.search->slots, other.search->slots,
                            one.search->size * sizeof *one.search->slots);
        bot_close(&one);
        bot_close(&other);
    }
}

/* It changes nothing whether another seat has answered the same question, or how. */
static void choose_after_others(struct play *play, const void *view, unsigned seat) {
    unsigned others = quick.to_move(play->state) & ~SEAT_BIT(seat);
    uint16_t list[LEGAL_MAX];
    struct decision one, other;
    if (!others) return;
    unsigned first = (unsigned)__builtin_ctz(others), count = quick.legal(play->state, first, list);
    think(BOT_NOVICE, play->step, view, seat, &one);
    for (unsigned i = 0; i < count && i < 3; i++) {
        _Alignas(8) uint8_t after[STATE_MAX];
        memcpy(after, play->state, quick.state_size);
        quick.apply(after, first, list[i], NULL);
        quick.view(after, seat);
        think(BOT_NOVICE, play->step, after, seat, &other);
        PLAY_EXPECT(play, decisions_equal(&one, &other), "seat %u reacts to seat %u's secret %s",
                    seat, first, action_text(&quick, list[i]));
        differences++;
    }
}

static void secret_answers_change_nothing(void **state) {
    differences = 0;
    each_decision(*state, POSITIONS, choose_after_others);
    if (*state == &template_game) assert_true(differences > 0); /* some were tried */
}

/* ---- bots read only views, and only during the call ---- */

static void choose_among_garbage(struct play *play, const void *view, unsigned seat) {
    uint8_t *full = malloc(quick.state_size), *seen = malloc(quick.state_size), seed[32];
    struct search_slot *slots = malloc(4096 * sizeof *slots);
    struct search search;
    struct decision one = {0}, other = {0};
    seed_of(play->step, seed);
    for (unsigned poisoned = 0; poisoned < 2; poisoned++) {
        memcpy(full, play->state, quick.state_size);
        memcpy(seen, full, quick.state_size);
        quick.view(seen, seat);
        assert_memory_equal(seen, view, quick.state_size);
        if (poisoned) memset(full, 0xEE, quick.state_size);
        search_open(&search, &quick, NULL, 1, slots, 4096, seed);
        search_begin(&search, seen, seat);
        if (poisoned) memset(seen, 0xEE, quick.state_size);
        search_run(&search, ITERATIONS);
        read_choices(&search, poisoned ? &other : &one);
    }
    PLAY_EXPECT(play, decisions_equal(&one, &other),
                "seat %u: the search looked where it was not shown", seat);
    free(full);
    free(seen);
    free(slots);
}

static void nothing_is_kept_but_a_copy_of_the_view(void **state) {
    each_decision(*state, POSITIONS, choose_among_garbage);
}

/* Runs a level, or the plain search (BOT_KINDS), in a child process and tells whether a signal
 * killed it. Sanitizers must not catch the signal first. */
static bool traps(unsigned level, const void *view, unsigned seat) {
    int status = 0;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        struct rlimit no_core = {0, 0};
        struct bot bot;
        setrlimit(RLIMIT_CORE, &no_core);
        for (int s = 1; s < 32; s++) signal(s, SIG_DFL);
        struct bot_means means = means_of(view);
        if (!bot_open(&bot, (struct bot_level){.kind = level < BOT_KINDS ? (int)level : BOT_NOVICE},
                      &quick, &means))
            _exit(2);
        bot_seed(&bot, (const uint8_t[32]){1});
        if (level < BOT_KINDS) bot_choose(&bot, view, seat);
        else search_begin(bot.search, view, seat);
        _exit(0);
    }
    assert_true(child > 0 && waitpid(child, &status, 0) == child);
    return WIFSIGNALED(status);
}

static void a_full_state_is_refused(void **state) {
    struct play play;
    unsigned by;
    uint16_t action;
    _Alignas(8) uint8_t view[STATE_MAX];
    with_iterations(*state, 1);
    play_begin(&play, &quick, 0, 1);
    while (play_choose(&play, &by, &action) && by == BY_CHANCE) play_apply(&play, by, action, NULL);
    for (unsigned level = 0; level <= BOT_KINDS; level++) {
        view_of(&quick, play.state, by, view);
        assert_false(traps(level, view, by));
        assert_true(traps(level, play.state, by));
        for (unsigned observer = 0; observer < play.players; observer++) {
            view_of(&quick, play.state, observer, view);
            if (observer != by) assert_true(traps(level, view, by));
        }
        view_of(&quick, play.state, SPECTATOR, view);
        assert_true(traps(level, view, by));
    }
}

/* ---- forced, varied, bounded ---- */

static void choose_forced(struct play *play, const void *view, unsigned seat) {
    for (unsigned level = 0; level < BOT_KINDS; level++) {
        struct bot *bot = keep_bot(0, (enum bot_kind)level, play->step, view), before = *bot;
        PLAY_EXPECT(play, is_legal(view, seat, bot_choose(bot, view, seat)),
                    "seat %u: an illegal choice", seat);
        PLAY_EXPECT(play, memcmp(bot, &before, sizeof before) == 0,
                    "seat %u: a forced step was searched", seat);
    }
}

static void a_forced_step_costs_no_thought(void **state) {
    decide_forced = true;
    each_decision(*state, 4 * POSITIONS, choose_forced);
    decide_forced = false;
}

static const struct search_choice *choice_of(const struct decision *t, uint16_t action) {
    for (unsigned i = 0; i < t->count; i++)
        if (t->choices[i].action == action) return &t->choices[i];
    return NULL;
}

/* How far from the most visited action each level goes, as a share of its visits. */
static const struct {
    enum bot_kind kind;
    uint32_t tried;
} varied[] = {{BOT_NOVICE, 50}, {BOT_CLUB, 50}, {BOT_MASTER, 2}};
static unsigned others_taken;

/* Another bot with the same seed must compute the same. */
static void choose_nearly_best(struct play *play, const void *view, unsigned seat) {
    for (unsigned v = 0; v < sizeof varied / sizeof *varied; v++) {
        struct decision t = {0};
        double leeway = fewer.tolerance[v];
        struct bot *bot = keep_bot(0, varied[v].kind, play->step, view);
        struct search *again = keep_bot(1, varied[v].kind, play->step, view)->search;
        uint16_t action = bot_choose(bot, view, seat);
        search_begin(again, view, seat);
        search_run(again, fewer.visits[play->players][v]);
        read_choices(again, &t);
        const struct search_choice *chosen = choice_of(&t, action);
        others_taken += v == 1 && !bot->solved && action != t.choices[0].action;
        PLAY_EXPECT(play, bot->solved || (chosen && chosen->visits > 0),
                    "seat %u takes %s, which it never tried", seat, action_text(&quick, action));
        for (unsigned i = 0; i < t.count && !bot->solved; i++)
            PLAY_EXPECT(play,
                        t.choices[i].visits == 0 ||
                            t.choices[i].visits < t.choices[0].visits / varied[v].tried ||
                            chosen->value >= t.choices[i].value - leeway,
                        "seat %u takes %s, worth %f, not %s, worth %f", seat,
                        action_text(&quick, action), chosen->value,
                        action_text(&quick, t.choices[i].action), t.choices[i].value);
    }
}

static void nobody_takes_what_they_think_much_worse(void **state) {
    others_taken = 0;
    each_decision(*state, 2 * POSITIONS, choose_nearly_best);
    assert_true(others_taken > 0); /* a club player varies, too */
}

static void check_choices(struct play *play, struct search *search, uint32_t iterations,
                          const void *view, unsigned seat) {
    struct decision t = {0};
    uint16_t list[LEGAL_MAX];
    uint64_t visits = 0;
    read_choices(search, &t);
    PLAY_EXPECT(play, t.count == quick.legal(view, seat, list), "seat %u: not every choice once",
                seat);
    for (unsigned i = 0; i < t.count; i++) {
        PLAY_EXPECT(play, choice_of(&t, list[i]), "seat %u: %s is missing", seat,
                    action_text(&quick, list[i]));
        PLAY_EXPECT(play, t.choices[i].value >= 0 && t.choices[i].value <= 1,
                    "seat %u: a value of %f", seat, t.choices[i].value);
        PLAY_EXPECT(play, i == 0 || t.choices[i].visits <= t.choices[i - 1].visits,
                    "seat %u: not the most visited first", seat);
        visits += t.choices[i].visits;
    }
    PLAY_EXPECT(play, visits <= iterations, "seat %u: more visits than iterations", seat);
}

/* Tries growing tables of exactly the stated size, so that a sanitizer sees any access beyond. */
static void choose_with_little_room(struct play *play, const void *view, unsigned seat) {
    static const uint32_t sizes[] = {1, 2, 8, 64};
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct search_slot *slots = malloc(sizes[i] * sizeof *slots);
        struct search search;
        uint32_t taken = 0;
        search_open(&search, &quick, means_of(view).net, feature_count(&quick) ? 0 : 1, slots,
                    sizes[i], (const uint8_t[32]){(uint8_t)play->step});
        search.prior_temperature = feature_count(&quick) && play->step % 2 ? 0.04 : 0;
        for (unsigned turn = 1; turn <= 3; turn++) {
            search_begin(&search, view, seat);
            search_run(&search, ITERATIONS / 4);
            check_choices(play, &search, turn * (ITERATIONS / 4), view, seat);
        }
        for (uint32_t at = 0; at < sizes[i]; at++) taken += slots[at].key != 0;
        PLAY_EXPECT(play,
                    search.size == sizes[i] && search.used <= sizes[i] && search.used == taken,
                    "%u slots used, %u taken, of %u", search.used, taken, sizes[i]);
        free(slots);
    }
}

static void a_small_table_is_enough(void **state) {
    each_decision(*state, POSITIONS, choose_with_little_room);
}

/* The searching seat's own answer is part of every iteration but the first, however many seats are
 * asked at once. An iteration adds at most one position and few actions, so memory grows only with
 * what was tried. */
static void choose_with_much_room(struct play *play, const void *view, unsigned seat) {
    static struct search_slot slots[1 << 16];
    struct search search;
    struct decision t = {0};
    uint32_t visits = 0;
    search_open(&search, &quick, NULL, 1, slots, 1 << 16, (const uint8_t[32]){(uint8_t)play->step});
    search_begin(&search, view, seat);
    search_run(&search, ITERATIONS);
    read_choices(&search, &t);
    for (unsigned i = 0; i < t.count; i++) visits += t.choices[i].visits;
    PLAY_EXPECT(play, visits == ITERATIONS - 1, "seat %u: %u visits in %u iterations", seat, visits,
                ITERATIONS);
    PLAY_EXPECT(play, search.used <= SLOTS_AN_ITERATION * ITERATIONS,
                "seat %u: %u slots in %u iterations", seat, search.used, ITERATIONS);
}

static void every_iteration_tries_a_choice(void **state) {
    each_decision(*state, POSITIONS, choose_with_much_room);
}

/* The value of the first action: judged by the net (0), played out at random (1), or a mixture. The
 * draws are the same for all. */
static double worth_of_first(struct play *play, const void *view, unsigned seat,
                             double rollout_share, uint16_t *action) {
    static struct search_slot slots[64];
    struct search search;
    struct decision t = {0};
    search_open(&search, &quick, means_of(view).net, rollout_share, slots, 64,
                (const uint8_t[32]){0});
    search_begin(&search, view, seat);
    search_run(&search, 1);
    generator_seed(&search.generator, play->step);
    search_run(&search, 1);
    read_choices(&search, &t);
    assert_int_equal(t.choices[0].visits, 1);
    *action = t.choices[0].action;
    return t.choices[0].value;
}

static unsigned judged_otherwise;

static void judge_both_ways(struct play *play, const void *view, unsigned seat) {
    uint16_t action[3];
    double net = worth_of_first(play, view, seat, 0, &action[0]),
           end = worth_of_first(play, view, seat, 1, &action[1]),
           both = worth_of_first(play, view, seat, 0.25, &action[2]);
    assert_true(action[0] == action[1] && action[1] == action[2]);
    judged_otherwise += net < end || end < net;
    double off = both - (0.75 * net + 0.25 * end);
    PLAY_EXPECT(play, off < 1e-9 && off > -1e-9, "seat %u: %f of a net's %f and an end's %f", seat,
                both, net, end);
}

static void a_position_is_worth_what_a_net_says_and_how_it_ends_each_by_its_share(void **state) {
    judged_otherwise = 0;
    each_decision(*state, POSITIONS, judge_both_ways);
    assert_true(!feature_count(&quick) || judged_otherwise > 0);
}

/* ---- priors: the search first tries what the net prefers ---- */

/* The net's judgement of an action, for a deal and draws from these generators. */
static double judge_after(const void *view, unsigned seat, uint16_t action, struct generator deals,
                          struct generator draws) {
    _Alignas(8) uint8_t state[STATE_MAX];
    struct judgement judgement;
    unsigned players = state_players(&quick, view);
    memcpy(state, view, quick.state_size);
    quick.determinise(state, &deals);
    bool several = game_asks_several(&quick, state),
         closed = quick.apply(state, seat, action, NULL);
    play_to_quiet(&quick, state, several && !closed, &draws);
    if (quick.to_move(state)) net_judge(means_of(view).net, state, &judgement);
    else judge_result(&quick, state, players, &judgement);
    return reward_of(&judgement, players, seat);
}

static void choose_at_first_sight(struct play *play, const void *view, unsigned seat) {
    static struct search_slot slots[1 << 12];
    _Alignas(8) uint8_t dealt[STATE_MAX];
    struct search search;
    struct decision t = {0};
    if (!feature_count(&quick)) return;
    search_open(&search, &quick, means_of(view).net, 0, slots, 1 << 12,
                (const uint8_t[32]){(uint8_t)play->step});
    search.prior_temperature = 0.04;
    search_begin(&search, view, seat);
    search_run(&search, 1);
    struct generator deals = search.generator, draws = deals;
    memcpy(dealt, view, quick.state_size);
    quick.determinise(dealt, &draws);
    search_run(&search, 1);
    read_choices(&search, &t);
    PLAY_EXPECT(play, t.choices[0].visits == 1 && t.choices[1].visits == 0,
                "seat %u: not one action tried", seat);
    PLAY_EXPECT(play, search.used > t.count,
                "seat %u: %u slots for %u actions, all of which are looked at", seat, search.used,
                t.count);
    double tried = judge_after(view, seat, t.choices[0].action, deals, draws);
    for (unsigned i = 1; i < t.count; i++)
        PLAY_EXPECT(play, tried >= judge_after(view, seat, t.choices[i].action, deals, draws),
                    "seat %u tries %s, and %s looks better", seat,
                    action_text(&quick, t.choices[0].action),
                    action_text(&quick, t.choices[i].action));
}

static void with_priors_what_looks_best_is_tried_first(void **state) {
    each_decision(*state, POSITIONS, choose_at_first_sight);
}

static void choose_without_memory(struct play *play, const void *view, unsigned seat) {
    struct bot *bots[BOT_KINDS];
    for (unsigned level = 0; level < BOT_KINDS; level++)
        bots[level] = keep_bot(0, (enum bot_kind)level, play->step, view);
    unsigned before = allocations;
    assert_true(before > 0); /* allocations are counted */
    for (unsigned level = 0; level < BOT_KINDS; level++) bot_choose(bots[level], view, seat);
    PLAY_EXPECT(play, allocations == before, "seat %u: %u allocations while thinking", seat,
                allocations - before);
    for (unsigned level = 0; level < BOT_KINDS; level++)
        if (bots[level]->searches && !bots[level]->solved)
            check_choices(play, bots[level]->search,
                          fewer.visits[play->players][level - BOT_NOVICE], view, seat);
}

static void nothing_is_allocated_while_thinking(void **state) {
    each_decision(*state, POSITIONS, choose_without_memory);
}

/* ---- a game with known values: Höchste Karte ---- */

/* Deals a card to every seat; seat 0 gets this one. */
static void deal(struct template *s, unsigned players, unsigned card) {
    struct outcome_list outcomes;
    quick = template_game;
    quick.setup(s, players, (const uint8_t[OPTIONS_MAX]){0});
    quick.apply(s, BY_CHANCE, (uint16_t)(DO_DRAW + card - 1), NULL);
    while (quick.to_move(s) & CHANCE_BIT) {
        game_outcomes(&quick, s, &outcomes);
        quick.apply(s, BY_CHANCE, outcomes.actions[0], NULL);
    }
}

static void search_for(unsigned seat, struct template *s, uint32_t iterations,
                       struct search *search, struct search_slot *slots, uint32_t size,
                       struct decision *t) {
    quick.view(s, seat);
    search_open(search, &quick, NULL, 1, slots, size, (const uint8_t[32]){7});
    search_begin(search, s, seat);
    search_run(search, iterations);
    read_choices(search, t);
}

static void the_search_finds_the_best_of_two(void **state) {
    static struct search_slot slots[64];
    (void)state;
    for (unsigned players = 2; players <= TEMPLATE_SEATS; players++)
        for (unsigned high = 0; high < 2; high++) {
            _Alignas(8) struct template s;
            struct search search;
            struct decision t = {0};
            deal(&s, players, high ? 8 : 1);
            search_for(0, &s, play_scale(2000), &search, slots, 64, &t);
            assert_int_equal(t.count, 2);
            assert_int_equal(t.choices[0].action, high ? DO_KEEP : DO_SWAP);
            assert_true(t.choices[0].visits > 2 * t.choices[1].visits);
            assert_true(t.choices[0].value > t.choices[1].value + 0.1);
            /* The highest card always wins, the lowest never. */
            double keep = choice_of(&t, DO_KEEP)->value;
            assert_true(high ? keep > 0.925 && keep < 1 : keep > 0 && keep < 0.075);
        }
}

/* The tree holds one position and two actions per seat, whatever the others answer; the rest is
 * chance or forced. A seat that reacted to others would need more. */
static void answers_to_one_question_do_not_react_to_each_other(void **state) {
    static struct search_slot slots[4096];
    (void)state;
    for (unsigned players = 2; players <= TEMPLATE_SEATS; players++)
        for (unsigned seat = 0; seat < players; seat++) {
            _Alignas(8) struct template s;
            struct search search;
            struct decision t = {0};
            deal(&s, players, 4);
            search_for(seat, &s, 3000, &search, slots, 4096, &t);
            assert_int_equal(search.used, 3 * players);
        }
}

/* ---- several searches of one position ---- */

static void thoughts_are_added_by_action(void **state) {
    (void)state;
    struct search_choice all[LEGAL_MAX] = {{7, 30, 0.5}, {2, 10, 0.2}, {9, 0, 0}};
    const struct search_choice more[] = {{2, 30, 0.6}, {4, 10, 0.1}, {7, 10, 0.9}, {9, 0, 0}};
    assert_int_equal(search_merge(all, 3, more, 4), 4);
    static const struct search_choice sums[] = {
        {2, 40, 0.5}, {7, 40, 0.6}, {4, 10, 0.1}, {9, 0, 0}};
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(all[i].action, sums[i].action);
        assert_int_equal(all[i].visits, sums[i].visits);
        assert_true(all[i].value > sums[i].value - 1e-9 && all[i].value < sums[i].value + 1e-9);
    }
}

static uint64_t ticks;

static uint64_t tick(void) {
    return ticks++;
}

/* Runs the last one first, to show that the order does not matter. */
static void one_after_the_other(struct bot_pool *pool, void (*do_one)(void *context, unsigned i),
                                void *context, unsigned count) {
    assert_int_equal(count, pool->count);
    while (count > 0) do_one(context, --count);
}

static void a_pool_thinks_with_a_search_each(void **state) {
    (void)state;
    struct bot_pool pool = {.run = one_after_the_other, .count = 3};
    struct bot_means means = {.clock = tick, .pool = &pool};
    struct search_choice choices[LEGAL_MAX];
    uint32_t visits = 0;
    _Alignas(8) struct template s;
    struct bot bot;
    with_iterations(&template_game, 1);
    deal(&s, 2, 1);
    quick.view(&s, 0);
    assert_true(
        bot_open(&bot, (struct bot_level){.kind = BOT_MASTER, .milliseconds = 8}, &quick, &means));
    bot_seed(&bot, (const uint8_t[32]){5});
    assert_int_equal(bot_choose(&bot, &s, 0), DO_SWAP);
    assert_int_equal(bot.searches, 3);
    unsigned count = bot_choices(&bot, choices);
    for (unsigned i = 0; i < count; i++) visits += choices[i].visits;
    for (unsigned i = 0; i < 3; i++) {
        assert_true(search_visits(&bot.search[i]) >= 64);
        visits -= search_visits(&bot.search[i]);
    }
    /* except the first iteration of each search, which chooses nothing */
    assert_true(visits + 3 <= 3);
    bot_close(&bot);
}

/* ---- the tests ---- */

static const struct property {
    const char *name;
    void (*test)(void **state);
} properties[] = {
    {"the same view and seed give the same move", the_same_view_and_seed_give_the_same_move},
    {"hidden information does not matter", what_is_hidden_does_not_matter},
    {"memory between turns holds nothing hidden", memory_holds_nothing_hidden_either},
    {"secret answers change nothing", secret_answers_change_nothing},
    {"a bot keeps only a copy of the view", nothing_is_kept_but_a_copy_of_the_view},
    {"a full state and another seat's view are refused", a_full_state_is_refused},
    {"a forced step needs no search", a_forced_step_costs_no_thought},
    {"no level takes an action that it judges much worse", nobody_takes_what_they_think_much_worse},
    {"every iteration tries a choice", every_iteration_tries_a_choice},
    {"the value of a position mixes net and rollout by their shares",
     a_position_is_worth_what_a_net_says_and_how_it_ends_each_by_its_share},
    {"with priors, the best action of the net is tried first",
     with_priors_what_looks_best_is_tried_first},
    {"a small table is enough", a_small_table_is_enough},
    {"a search allocates nothing", nothing_is_allocated_while_thinking},
};

enum { PROPERTIES = sizeof properties / sizeof properties[0], TESTS_MAX = 200 };

int main(void) {
    static struct CMUnitTest tests[TESTS_MAX];
    static char names[TESTS_MAX][120];
    unsigned count = 0;
    for (unsigned g = 0; g < games_count; g++)
        for (unsigned p = 0; p < PROPERTIES && count + 4 < TESTS_MAX; p++) {
            snprintf(names[count], sizeof names[count], "%s: %s", games[g]->id, properties[p].name);
            tests[count] = (struct CMUnitTest){.name = names[count],
                                               .test_func = properties[p].test,
                                               .initial_state = (void *)(uintptr_t)games[g]};
            count++;
        }
    tests[count++] = (struct CMUnitTest)cmocka_unit_test(the_search_finds_the_best_of_two);
    tests[count++] = (struct CMUnitTest)cmocka_unit_test(thoughts_are_added_by_action);
    tests[count++] = (struct CMUnitTest)cmocka_unit_test(a_pool_thinks_with_a_search_each);
    tests[count++] =
        (struct CMUnitTest)cmocka_unit_test(answers_to_one_question_do_not_react_to_each_other);
    return _cmocka_run_group_tests("search", tests, count, NULL, NULL);
}
