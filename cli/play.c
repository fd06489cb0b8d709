/* play: a game in the terminal, line by line: what happened, what lies where, what can be done. Every
 * choice is a sentence with a number; notation is understood too. It reads well aloud. */
#include "cli/crew.h"
#include "match/record.h"

#include <stdlib.h>
#include <string.h>

enum { WORD_MAX = 256, RECORD_MAX = 1 << 20 };

struct game_at_hand {
    struct line_sink lines; /* first: what the cursor tells      */
    struct sink described;  /* and the description of the view   */
    struct cli *cli;
    struct match match;
    struct cursor cursor;   /* what the person at seat has seen  */
    struct bot bots[SEATS_MAX];
    unsigned seat;
    unsigned last_line;
};

static void print_event(struct line_sink *sink, const struct event *event, unsigned line) {
    struct game_at_hand *g = (struct game_at_hand *)sink;
    fputs(line == g->last_line ? "    " : "  · ", stdout);
    g->last_line = line;
    say(g->cli, stdout, &event->message);
}

static void print_described(struct sink *sink, const struct event *event) {
    struct game_at_hand *g = (struct game_at_hand *)((char *)sink - offsetof(struct game_at_hand, described));
    fputs(event->apart ? "" : "  ", stdout);
    say(g->cli, stdout, &event->message);
}

/* Tells the person what has happened since it was last asked. */
static void tell_news(struct game_at_hand *g) {
    while (cursor_next(&g->cursor, &g->match, &g->lines)) {}
}

static void answer(struct game_at_hand *g, unsigned seat, uint16_t action) {
    unsigned repeated;
    struct message error;
    if (!match_answer(&g->match, seat, match_question(&g->match, seat), "", action, &repeated, &error)) fail(g->cli, &error);
}

/* Draws, forced steps and opponents, until the person is to move or the game is over. */
static void run_table(struct game_at_hand *g) {
    for (;;) {
        if (match_chance(&g->match) || match_play_forced(&g->match)) continue;
        unsigned others = match_waiting(&g->match) & ~SEAT_BIT(g->seat);
        if (!others) return;
        _Alignas(8) uint8_t view[STATE_MAX];
        unsigned seat = (unsigned)__builtin_ctz(others);
        memcpy(view, g->match.state, g->match.game->state_size);
        g->match.game->view(view, seat);
        answer(g, seat, bot_choose(&g->bots[seat], view, seat));
    }
}

static void print_choices(struct game_at_hand *g, const uint16_t *list, unsigned count) {
    const struct game *game = g->match.game;
    for (unsigned i = 0; i < count; i++) {
        char notation[NOTATION_MAX], sentence[512], more[512] = "";
        struct message preview;
        notation_write(game->notation, list[i], notation);
        say_action(g->cli, game, list[i], sentence, sizeof sentence);
        if (game->preview(g->cursor.view, g->seat, list[i], &preview)) text_format(&g->cli->reader, &preview, more, sizeof more);
        printf("%4u  %-16s %s%s%s%s\n", i + 1, notation, sentence, *more ? " (" : "", more, *more ? ")" : "");
    }
}

/* One answer of the person: a number, notation, or a word of help. False: no more input, or goodbye. */
static bool take_word(struct game_at_hand *g, const char *word, const uint16_t *list, unsigned count) {
    const struct game *game = g->match.game;
    struct message error;
    char *end;
    unsigned long number = strtoul(word, &end, 10);
    if (strcmp(word, "q") == 0) return false;
    if (strcmp(word, "u") == 0) {
        unsigned repeated;
        if (!match_undo(&g->match, g->seat, "", &repeated, &error)) fail(g->cli, &error);
    } else if (!*end && number >= 1 && number <= count) {
        answer(g, g->seat, list[number - 1]);
    } else {
        uint16_t action = notation_read(game->notation, word, strlen(word));
        if (action == NOTATION_NONE) say(g->cli, stdout, &MESSAGE("cli.play.help", NUMBER("count", count)));
        else answer(g, g->seat, action);
    }
    return true;
}

static bool ask(struct game_at_hand *g) {
    const struct game *game = g->match.game;
    uint16_t list[LEGAL_MAX];
    char word[WORD_MAX];
    struct message question;
    unsigned count = game->legal(g->cursor.view, g->seat, list);
    printf("\n");
    game->describe(g->cursor.view, &g->described);
    printf("\n");
    game->ask(g->cursor.view, g->seat, &question);
    say(g->cli, stdout, &question);
    print_choices(g, list, count);
    printf("> ");
    fflush(stdout);
    if (!fgets(word, sizeof word, stdin)) return false;
    word[strcspn(word, "\r\n")] = 0;
    return take_word(g, word, list, count);
}

static void print_result(struct game_at_hand *g) {
    struct result result = {0};
    g->match.game->result(g->match.state, &result);
    printf("\n");
    for (unsigned seat = 0; seat < g->match.players; seat++)
        say(g->cli, stdout, &MESSAGE("cli.replay.place", NUMBER("place", result.place[seat]), SEAT("who", seat), NUMBER("score", result.score[seat])));
}

static int write_record(struct game_at_hand *g, const char *path) {
    struct json_out out;
    char *text = malloc(RECORD_MAX);
    FILE *file = fopen(path, "wb");
    bool written = false;
    if (text && file) {
        json_begin(&out, text, RECORD_MAX);
        match_write_record(&g->match, g->seat, &out, NULL);
        json_line(&out);
        written = out.length <= out.size && fwrite(text, 1, out.length, file) == out.length;
    }
    if (file && fclose(file) != 0) written = false;
    free(text);
    return written ? EXIT_SUCCESS : fail(g->cli, &MESSAGE("cli.error.write", TEXT("file", path, strlen(path))));
}

/* The person's part in the draws is made here and handed to the table as any client would. */
static bool take_seats(struct game_at_hand *g, const struct game_choice *choice, const uint8_t reserve[SEED_SIZE]) {
    uint8_t entropy[SEED_SIZE], hash[HASH_SIZE], derived[SEED_SIZE];
    struct message error;
    random_bytes(entropy, sizeof entropy);
    blake2b_hash(entropy, sizeof entropy, hash);
    for (unsigned seat = 0; seat < choice->players; seat++) {
        bool person = seat == g->seat;
        struct bot_level level = person ? (struct bot_level){.kind = BOT_PERSON} : choice->levels[seat];
        char who[BOT_NAME_MAX + 1];
        bot_name(level, who);
        if (!bot_open(&g->bots[seat], level, choice->game, &choice->means)) return false;
        draws_derive(reserve, (uint8_t)seat, derived);
        bot_seed(&g->bots[seat], derived);
        if (!match_sit(&g->match, seat, who, person, &error)) return false;
    }
    return match_hash(&g->match, g->seat, hash, &error) && match_reveal(&g->match, g->seat, entropy, &error);
}

/* Until it is over, or the person leaves. */
static int play_game(struct game_at_hand *g) {
    const char *path = args_value(&g->cli->args, "record", 0);
    bool going = true;
    cursor_open(&g->cursor, &g->match, g->seat, 0);
    for (run_table(g); going; run_table(g)) {
        tell_news(g);
        if (g->match.phase == MATCH_OVER) break;
        going = ask(g);
    }
    if (g->match.phase == MATCH_OVER) print_result(g);
    return path ? write_record(g, path) : EXIT_SUCCESS;
}

static int play(struct cli *cli) {
    struct game_choice choice;
    struct message error;
    uint8_t seed[SEED_SIZE], reserve[SEED_SIZE];
    char table[TABLE_ID_LENGTH + 1];
    long seat = 0;
    if (!choose_setup(cli, &choice, false, &error) || !args_number(&cli->args, "seat", 0, choice.players - 1, &seat, &error)) return fail_usage(cli, &error);
    choice.means.crew = crew_of_all_cores();
    struct game_at_hand *g = calloc(1, sizeof *g);
    if (!g) return fail(cli, &MESSAGE("error.memory"));
    g->lines.event = print_event;
    g->described.event = print_described;
    g->cli = cli;
    g->seat = (unsigned)seat;
    g->last_line = UINT32_MAX;
    cli->reader.you = SEAT_BIT(seat);
    choose_seed(cli, seed, reserve, table);
    match_open(&g->match, choice.game, choice.players, choice.options, table, seed);
    int status = take_seats(g, &choice, reserve) ? play_game(g) : fail(cli, &MESSAGE("error.memory"));
    for (unsigned i = 0; i < SEATS_MAX; i++) bot_close(&g->bots[i]);
    match_close(&g->match);
    free(g);
    return status;
}

static const struct arg known[] = {{"players", true}, {"bots", true}, {"seat", true}, {"option", true}, {"seed", true},
                                   {"record", true}, {"plain", false}, {"lang", true}, {"help", false}, {0}};

const struct command play_command = {.name = "play", .help = "cli.help.play", .known = known, .run = play};
