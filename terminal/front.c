#include "terminal/front.h"

#include "program/rules.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { IDLE_MS = 1000 };

/* ---- words ---- */

static void format(const struct front *f, unsigned observer, const struct message *message,
                   char *text, size_t size) {
    struct reader reader = session_reader(&f->session, observer);
    text_format(&reader, message, text, size);
}

void front_sentence(const struct front *f, unsigned observer, uint16_t action, char *text,
                    size_t size) {
    const struct session *s = &f->session;
    char key[NOTATION_KEY_MAX];
    struct message message;
    notation_sentence(s->game->notation, s->game->id, action, key, &message);
    format(f, observer, &message, text, size);
}

void front_preview(const struct front *f, unsigned observer, uint16_t action, char *text,
                   size_t size) {
    const struct session *s = &f->session;
    struct message message = s->game->preview(s->watches[observer].view, observer, action);
    text[0] = 0;
    if (message.key) format(f, observer, &message, text, size);
}

void front_choice(const struct front *f, unsigned observer, uint16_t action, char *text,
                  size_t size) {
    char more[512];
    front_sentence(f, observer, action, text, size);
    front_preview(f, observer, action, more, sizeof more);
    size_t used = strlen(text);
    if (more[0]) snprintf(text + used, size - used, " (%s)", more);
}

void front_why_not(const struct front *f, unsigned seat, const char *typed, char *text,
                   size_t size) {
    const struct session *s = &f->session;
    struct message reason = MESSAGE("error.match.notation");
    uint16_t action = notation_read(s->game->notation, typed, strlen(typed));
    if (action != NOTATION_NONE &&
        !game_why_not(s->game, s->watches[seat].view, seat, action, &reason))
        reason = MESSAGE("error.match.stale");
    format(f, seat, &reason, text, size);
}

void front_question(const struct front *f, unsigned observer, char *text, size_t size) {
    const struct session *s = &f->session;
    struct message message;
    if (s->over) message = MESSAGE("terminal.over");
    else if (observer < SEATS_MAX && s->watches[observer].asked)
        message = s->game->ask(s->watches[observer].view, observer);
    else if (!s->playing) message = MESSAGE("terminal.gathering");
    else if (s->waiting & (s->waiting - 1))
        message = MESSAGE("terminal.several_think", NUMBER("n", __builtin_popcount(s->waiting)));
    else if (s->waiting)
        message = MESSAGE("terminal.thinks", SEAT("who", __builtin_ctz(s->waiting)));
    else message = MESSAGE("terminal.draws");
    format(f, observer, &message, text, size);
}

static const char *part_name(const struct front *f, unsigned part) {
    char key[TEXT_KEY_MAX + 16];
    snprintf(key, sizeof key, "%s.score.%s", f->session.game->id, f->session.game->parts[part]);
    return words(f->cli, key);
}

/* The score is the sum of the first parts. Returns how many; the rest only decide ties. */
static unsigned scoring_parts(const struct game *game, unsigned players,
                              const struct result *result) {
    for (unsigned count = game->part_count; count > 0; count--) {
        bool sums = true;
        for (unsigned seat = 0; seat < players; seat++) {
            int sum = 0;
            for (unsigned part = 0; part < count; part++) sum += result->parts[part][seat];
            sums &= sum == result->score[seat];
        }
        if (sums) return count;
    }
    return 0;
}

void front_scores(const struct front *f, unsigned observer,
                  void (*row)(void *context, const struct score_row *row), void *context) {
    const struct session *s = &f->session;
    struct result result = {0};
    s->game->result(s->watches[observer].view, &result);
    unsigned scoring = scoring_parts(s->game, s->players, &result);
    struct score_row all = {.name = words(f->cli, "terminal.score"), .kind = SCORE_ALL};
    for (unsigned seat = 0; seat < s->players; seat++) all.values[seat] = result.score[seat];
    for (unsigned part = 0; part <= s->game->part_count; part++) {
        if (part == scoring) row(context, &all);
        if (part == s->game->part_count) break;
        struct score_row one = {.name = part_name(f, part),
                                .kind = part < scoring ? SCORE_PART : SCORE_BESIDE};
        for (unsigned seat = 0; seat < s->players; seat++)
            one.values[seat] = result.parts[part][seat];
        row(context, &one);
    }
}

void front_result(const struct front *f, unsigned observer, char *text, size_t size) {
    const struct session *s = &f->session;
    struct result result = {0};
    unsigned winners = 0, first = 0;
    if (s->ended[0]) {
        bool given_up = strcmp(s->ended, "resigned") == 0;
        format(f, observer,
               given_up ? &MESSAGE("terminal.resigned", SEAT("who", s->ended_by))
                        : &MESSAGE("terminal.ended"),
               text, size);
        return;
    }
    s->game->result(s->watches[observer].view, &result);
    for (unsigned seat = s->players; seat-- > 0;)
        if (result.place[seat] == 1) winners++, first = seat;
    bool mine = observer < SEATS_MAX && result.place[observer] == 1;
    format(f, observer,
           &MESSAGE("terminal.winner", SEAT("who", mine ? observer : first), NUMBER("n", winners)),
           text, size);
}

/* Removes the markup from a line. False if nothing else is in it. */
static bool unmark(char *line, bool *heading) {
    const char *from = line + strspn(line, "#");
    char *to = line;
    *heading = from > line;
    if (*heading || *from == '|') from += strspn(from, "| ");
    if (strncmp(from, "---", 3) == 0) return false; /* the rule below a table's head */
    for (; *from; from++) {
        if (*from == '*') continue;
        if (strcmp(from, " |") == 0) break;
        else if (strncmp(from, " | ", 3) == 0) to = stpcpy(to, " · "), from += 2;
        else *to++ = *from;
    }
    *to = 0;
    return true;
}

void front_rules(const struct front *f, void (*line)(void *context, bool heading, const char *text),
                 void *context) {
    struct message error;
    char why[512], *text = NULL, *rest = NULL;
    size_t length = 0;
    FILE *file = open_memstream(&text, &length);
    bool heading, printed = file && rules_print(f->cli, f->session.game, file, &error);
    if (!file) return;
    if (!printed) format(f, SPECTATOR, &error, why, sizeof why);
    if (!printed) line(context, false, why);
    if (fclose(file) != 0) printed = false;
    for (char *at = text; printed && (rest = strchr(at, '\n')); at = rest + 1) {
        *rest = 0;
        if (unmark(at, &heading)) line(context, heading, at);
    }
    free(text);
}

void front_command(struct front *f, const char *line) {
    if (f->online) online_command(f->online, line);
    else session_note(&f->session, &MESSAGE("terminal.deeds_local"));
}

/* ---- hints ---- */

static void on_hint(struct think_job *job) {
    struct front *f = job->owner;
    const struct watch *w = &f->session.watches[job->seat];
    f->hinted = job->choice_count && w->asked && w->question == job->question;
    f->session.notice[0] = 0;
    f->session.changes++;
    if (!job->choice_count) session_note(&f->session, &MESSAGE("error.memory"));
}

static const char *no_hint(const struct front *f, unsigned seat) {
    const struct session *s = &f->session;
    if (f->online && !f->online->hints) return "terminal.no_hints";
    if (seat >= SEATS_MAX || !s->watches[seat].asked) return "error.table.not_owed";
    return NULL;
}

void front_hint(struct front *f, unsigned seat) {
    const char *why = no_hint(f, seat);
    uint8_t seed[SEED_SIZE];
    const struct watch *w = &f->session.watches[seat];
    if (why) session_note(&f->session, &MESSAGE(why));
    if (why || f->hint.busy) return;
    draws_derive(f->session.secret, (uint8_t)w->question, seed);
    f->hinted = false;
    f->hint.done = on_hint;
    f->hint.owner = f;
    think_advise(&f->loop, &f->hint, f->session.game, f->session.players, f->net, seed, w->view,
                 seat, w->question);
    session_note(&f->session, &MESSAGE("terminal.hint_thinks"));
}

bool front_hinted(const struct front *f, unsigned seat) {
    const struct watch *w = &f->session.watches[seat];
    return f->hinted && f->hint.seat == seat && w->asked && w->question == f->hint.question;
}

void front_hint_text(const struct front *f, char *text, size_t size) {
    const struct think_job *t = &f->hint;
    char choice[NOTICE_MAX], notation[NOTATION_MAX];
    notation_write(f->session.game->notation, t->choice, notation);
    front_choice(f, t->seat, t->choice, choice, sizeof choice);
    format(f, t->seat,
           &MESSAGE("terminal.hint", TEXT("do", notation, strlen(notation)),
                    TEXT("choice", choice, strlen(choice)),
                    NUMBER("percent", t->choices[0].value * 100 + 0.5)),
           text, size);
}

/* ---- the loop ---- */

/* Waits for keys, messages from the table, or the end of a search. */
static void wait(struct front *f, bool *keys) {
    struct pollfd polled[2] = {{.fd = STDIN_FILENO, .events = POLLIN},
                               {.fd = uv_backend_fd(&f->loop), .events = POLLIN}};
    int timeout = uv_loop_alive(&f->loop) ? uv_backend_timeout(&f->loop) : IDLE_MS;
    if (timeout < 0 || timeout > IDLE_MS) timeout = IDLE_MS;
    int pause = f->local ? (int)local_pause_ms(f->local) : 0;
    if (pause && pause < timeout) timeout = pause;
    if (f->pause_ms && (int)f->pause_ms < timeout) timeout = (int)f->pause_ms;
    if (f->silent) polled[0].fd = -1;
    int ready = poll(polled, 2, f->more ? 0 : timeout);
    /* A signal interrupts poll, for instance when the window is resized. */
    *keys = ready < 0 || polled[0].revents || f->more;
    f->more = false;
    uv_run(&f->loop, UV_RUN_NOWAIT);
}

static int end(struct front *f) {
    if (f->local && !local_save(f->local))
        return fail(f->cli, &MESSAGE("cli.error.write",
                                     TEXT("file", f->local->path, strlen(f->local->path))));
    if (f->online && !online_save(f->online))
        return fail(f->cli, &MESSAGE("cli.error.write",
                                     TEXT("file", f->online->path, strlen(f->online->path))));
    if (f->session.failed) {
        fprintf(stderr, "tafelrunde: %s\n", f->session.notice);
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}

int front_run(struct front *f, const struct face *face) {
    bool keys = false, going = face->open(f);
    while (going && !f->session.failed && !(f->online && f->online->joins_rematch)) {
        if (f->local) local_work(f->local);
        else online_work(f->online);
        if (!front_hinted(f, f->hint.seat)) f->hinted = false;
        face->show(f);
        if (f->local) local_hold(f->local, f->busy_ms);
        wait(f, &keys);
        if (keys) going = face->read_input(f);
    }
    if (f->local) f->local->paced = false;
    if (f->local) local_work(f->local); /* the last input may have ended the game */
    face->close(f);
    return end(f);
}
