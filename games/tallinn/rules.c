/* Tallinn's course of play: who is asked what, and what a step does. Section names are those of
 * the rules. */
#include "games/tallinn/tallinn.h"

static unsigned all_seats(const struct tallinn *s) {
    return (1u << s->players) - 1;
}

/* ---- setup ---- */

static void tallinn_begin(struct tallinn *s, const uint8_t *options) {
    s->legate = options[0];
    s->chronicle = options[1];
    s->leader = options[2];
    s->drawing = (uint8_t)all_seats(s);
    for (unsigned seat = 0; seat < s->players; seat++) {
        struct tallinn_seat *t = &s->seats[seat];
        t->pile = tallinn_deck(s);
        t->pile_count = (uint8_t)(CARD_L + s->legate);
        t->due = TALLINN_HAND;
        t->parts[PART_START] = TALLINN_START_POINTS;
    }
}

/* ---- legal actions ---- */

/* The places of cards in play: see play_place. */
static unsigned play_places(unsigned cards) {
    return (cards & ~3u) | (cards & 1u) << 1 | (cards >> 1 & 1u);
}

static unsigned list_cards(unsigned cards, unsigned first, uint16_t *list) {
    return bits_list(cards, 2, first, 1, list);
}

/* The places of cards where "?" is among the codes: the legate moves up by one. */
static unsigned veiled_places(unsigned cards) {
    return cards + (cards & 1u << CARD_L);
}

static unsigned list_veiled(unsigned cards, unsigned first, uint16_t *list) {
    return list_cards(veiled_places(cards), first, list);
}

static uint16_t under_set(const struct tallinn_seat *t) {
    unsigned set = 0;
    for (unsigned i = 0; i < t->under_count; i++) set |= 1u << t->under[i] >> 1;
    return (uint16_t)set;
}

static unsigned list_exchanges(const struct tallinn *s, unsigned seat, uint16_t *list) {
    const struct tallinn_seat *t = &s->seats[seat];
    unsigned count = 0;
    list[count++] = DO_DONE;
    if (hidden_from_viewer(s, seat)) {
        if (t->under_count < t->hand_count) list[count++] = DO_EXCHANGE + VEILED;
        return count;
    }
    return count + list_veiled(t->hand & (uint16_t)~under_set(t), DO_EXCHANGE, list + count);
}

static unsigned list_towers(const struct tallinn *s, unsigned seat, uint16_t *list) {
    const struct tallinn_seat *t = &s->seats[seat];
    unsigned count = list_cards(t->shown[0] | t->shown[1], DO_TOWER, list);
    if (!hidden_from_viewer(s, seat)) count += list_veiled(t->hand, DO_TOWER_HAND, list + count);
    else if (t->hand_count) list[count++] = DO_TOWER_HAND + VEILED;
    list[count++] = DO_TOWER_NONE;
    return count;
}

/* Cards of the display whose visible half shows the class, without those already given up. */
static uint16_t droppable(const struct tallinn_seat *t, unsigned class) {
    unsigned set = 0;
    for (unsigned half = 0; half < 2; half++)
        FOR_EACH_BIT (card, t->shown[half])
            if (influence_cards[card].halves[half].persons[class]) set |= 1u << card;
    return (uint16_t)(set & ~(unsigned)t->dropping);
}

/* Section "A round", 7: giving up cards requires a display that can reach 1 ×; once begun, 1 ×
 * must be reached. */
static unsigned list_drops(const struct tallinn *s, unsigned seat, uint16_t *list) {
    const struct tallinn_seat *t = &s->seats[seat];
    bool second;
    const struct chronicle_card *card = tallinn_chronicle(s, &second);
    unsigned need = card->need[second][0], count = 0;
    uint16_t left = droppable(t, card->class);
    unsigned given = tallinn_chronicle_persons(t, t->dropping, card->class);
    if (t->dropping == 0 || given >= need) list[count++] = DO_DONE;
    if (given + tallinn_chronicle_persons(t, left, card->class) < need) return count;
    return count + list_cards(left, DO_DROP, list + count);
}

/* Both halves of each card of the hand, which is at most three. */
static unsigned list_hand(const struct tallinn_seat *t, uint16_t *list) {
    unsigned places = play_places(t->hand), low = bits_list_pairs(places & 255, DO_PLAY, list);
    bits_list_pairs(places >> 8, DO_PLAY + 16, list + 2 * low);
    return 2u * t->hand_count;
}

/* Another seat's hand is any of the unseen cards. */
static unsigned list_unseen(const struct tallinn *s, unsigned seat, uint16_t *list) {
    unsigned places = play_places(tallinn_unseen(s, seat));
    unsigned low = bits_list_twice(places & 255, DO_PLAY, 1, 2, list);
    return low + bits_list_twice(places >> 8, DO_PLAY + 16, 1, 2, list + low);
}

OWN_FRAME static unsigned list_others(const struct tallinn *s, unsigned seat, uint16_t *list) {
    switch ((enum tallinn_phase)s->phase) {
    case PHASE_PLAY: return list_unseen(s, seat, list);
    case PHASE_EXCHANGE: return list_exchanges(s, seat, list);
    case PHASE_CONTEST: return list_cards((1u << (CLASSES + 1)) - 1, DO_CONTEST, list);
    case PHASE_DROP: return list_drops(s, seat, list);
    case PHASE_LEGATE: return list_cards(tallinn_least(&s->seats[seat]), DO_LEGATE, list);
    default: return 0;
    }
}

static unsigned tallinn_legal(const void *state, unsigned seat, uint16_t *list) {
    const struct tallinn *s = state;
    if (!(s->open & SEAT_BIT(seat))) return 0;
    if (s->phase == PHASE_PLAY && !hidden_from_viewer(s, seat))
        return list_hand(&s->seats[seat], list);
    if (s->phase == PHASE_TOWER) return list_towers(s, seat, list);
    return list_others(s, seat, list);
}

/* ---- chance ---- */

/* A card of the pile, or the next one under it. */
static void chance_draw(const struct tallinn *s, struct outcomes *out) {
    unsigned seat = tallinn_drawing(s), cards = 1u << VEILED, count = 1;
    const struct tallinn_seat *t = &s->seats[seat];
    if (!hidden_from_viewer(s, seat)) {
        cards = veiled_places(t->pile ? t->pile : 1u << t->under[0] >> 1);
        count = t->pile ? t->pile_count : 1;
    }
    outcomes_counted(out, cards, count, DO_DRAW, 2 + seat);
}

static unsigned starts_left(const struct tallinn *s) {
    unsigned left = (1u << STARTS) - 1;
    for (unsigned seat = 0; seat < s->players; seat++) left &= ~(1u << s->seats[seat].start >> 1);
    return left;
}

/* Two different cards. */
static uint64_t chronicle_pairs(void) {
    uint64_t pairs = ((uint64_t)1 << CHRONICLES * CHRONICLES) - 1;
    for (unsigned i = 0; i < CHRONICLES; i++) pairs ^= (uint64_t)1 << (i * CHRONICLES + i);
    return pairs;
}

/* The other chance phases are the setup's and the lot's. */
enum { DRAW_PHASES = DURING(DEAL) | DURING(REDRAW) | DURING(DRAW) };

OWN_FRAME static void chance_other(const struct tallinn *s, struct outcomes *out) {
    switch (s->phase) {
    case PHASE_START: outcomes_uniform(out, starts_left(s), DO_START, 0); break;
    case PHASE_CHRONICLE: outcomes_uniform(out, chronicle_pairs(), DO_CHRONICLE, 1); break;
    case PHASE_LOTS: outcomes_uniform(out, tallinn_leaders(s), DO_FIRST, 6); break;
    default: never();
    }
}

static void tallinn_chance(const void *state, struct outcomes *out) {
    const struct tallinn *s = state;
    if (DRAW_PHASES >> s->phase & 1) chance_draw(s, out);
    else chance_other(s, out);
}

/* ---- what a step does ---- */

static void add_persons(struct tallinn_seat *t, const uint8_t persons[CLASSES]) {
    for (unsigned c = 0; c < CLASSES; c++) t->persons[c] = (uint8_t)(t->persons[c] + persons[c]);
}

static void remove_shown(struct tallinn_seat *t, unsigned card) {
    unsigned half = t->shown[HALF_B] >> card & 1;
    t->shown[half] &= (uint16_t)~(1u << card);
    for (unsigned c = 0; c < CLASSES; c++)
        t->persons[c] = (uint8_t)(t->persons[c] - influence_cards[card].halves[half].persons[c]);
}

/* Seats that are not in the game have no hand either. */
static unsigned seats_with_hand(const struct tallinn *s) {
    unsigned seats = 0;
    for (unsigned seat = 0; seat < TALLINN_SEATS; seat++)
        seats |= (unsigned)(s->seats[seat].hand_count != 0) << seat;
    return seats;
}

static void begin_round(struct tallinn *s) {
    s->round++;
    ASK(s, PHASE_PLAY, seats_with_hand(s));
}

/* The shields count for a least frequent class. */
static void send_legate(struct tallinn *s, unsigned seat, unsigned class, struct sink *sink) {
    struct tallinn_seat *t = &s->seats[seat];
    t->persons[class] = (uint8_t)(t->persons[class] + 2);
    TELL(seat, true, "tallinn.event.legate", SEAT("who", seat),
         THING("class", &tallinn_classes, class));
}

/* Section "Final scoring", 0: the shields, then the rest. */
OWN_FRAME static void begin_final(struct tallinn *s, struct sink *sink) {
    unsigned choose = 0;
    for (unsigned seat = 0; seat < s->players; seat++) {
        struct tallinn_seat *t = &s->seats[seat];
        if (!(t->shown[HALF_B] >> CARD_L & 1)) continue;
        unsigned least = tallinn_least(t);
        if (least & (least - 1)) {
            choose |= SEAT_BIT(seat);
            continue;
        }
        send_legate(s, seat, (unsigned)__builtin_ctz(least), sink);
    }
    if (choose) {
        ASK(s, PHASE_LEGATE, choose);
        return;
    }
    ASK(s, PHASE_OVER, 0);
    tallinn_final(s, sink);
}

static void end_round(struct tallinn *s, struct sink *sink) {
    if (seats_with_hand(s)) begin_round(s);
    else begin_final(s, sink);
}

OWN_FRAME static void score_chronicle(struct tallinn *s, struct sink *sink) {
    bool second;
    const struct chronicle_card *card = tallinn_chronicle(s, &second);
    if (!card) {
        end_round(s, sink);
    } else if (card->give_up) {
        ASK(s, PHASE_DROP, all_seats(s));
    } else {
        for (unsigned seat = 0; seat < s->players; seat++) {
            const struct tallinn_seat *t = &s->seats[seat];
            tallinn_chronicle_pay(
                s, seat, card, second,
                tallinn_chronicle_persons(t, t->shown[0] | t->shown[1], card->class), sink);
        }
        end_round(s, sink);
    }
}

static void after_draw(struct tallinn *s, struct sink *sink) {
    if (s->chronicle) score_chronicle(s, sink);
    else end_round(s, sink);
}

static void begin_draw(struct tallinn *s, struct sink *sink) {
    for (unsigned seat = 0; seat < s->players; seat++) {
        struct tallinn_seat *t = &s->seats[seat];
        t->due = t->pile_count + t->under_count != 0;
        s->drawing |= (uint8_t)(t->due << seat);
    }
    if (s->drawing) ASK(s, PHASE_DRAW, 0);
    else after_draw(s, sink);
}

/* Section "A round", 5: all at once, or the leader first, drawn by lot among equals. */
static void next_tower(struct tallinn *s, struct sink *sink) {
    if (s->waiting == 0) {
        begin_draw(s, sink);
        return;
    }
    unsigned now = s->leader ? tallinn_leaders(s) : s->waiting;
    if (s->leader && (now & (now - 1))) {
        ASK(s, PHASE_LOTS, 0);
        return;
    }
    s->waiting &= (uint8_t)~now;
    ASK(s, PHASE_TOWER, now);
}

static void contests(struct tallinn *s, unsigned with_legate, struct sink *sink) {
    for (unsigned seat = 0; seat < s->players; seat++)
        s->waiting |= (uint8_t)((s->seats[seat].contest != 0) << seat);
    if (s->waiting) tallinn_contests(s, with_legate, sink);
    next_tower(s, sink);
}

static void close_play(struct tallinn *s, unsigned asked, struct sink *sink) {
    unsigned shields = 0;
    for (unsigned seat = 0; seat < TALLINN_SEATS; seat++) {
        if (!(asked & SEAT_BIT(seat))) continue;
        struct tallinn_seat *t = &s->seats[seat];
        unsigned card = play_card(ANSWER_OF(s, seat)), half = play_half(ANSWER_OF(s, seat));
        const struct half *shows = &influence_cards[card].halves[half];
        t->hand &= (uint16_t)~(1u << card);
        t->hand_count--;
        t->shown[half] |= (uint16_t)(1u << card);
        t->contest = shows->contest;
        add_persons(t, shows->persons);
        shields |= (unsigned)shows->shields << seat;
        if (sink) tallinn_tell_play(sink, seat, card, half);
    }
    if (shields) ASK(s, PHASE_CONTEST, shields);
    else contests(s, 0, sink);
}

static void close_contest(struct tallinn *s, unsigned asked, struct sink *sink) {
    FOR_EACH_BIT (seat, asked) {
        struct tallinn_seat *t = &s->seats[seat];
        unsigned choice = ANSWER_OF(s, seat) - DO_CONTEST;
        t->contest = (uint8_t)(choice == CONTEST_NONE ? 0 : choice - (choice > CONTEST_NONE) + 1);
        if (!t->contest) TELL(seat, true, "tallinn.event.contest_none", SEAT("who", seat));
    }
    contests(s, asked, sink);
}

static void build_tower(struct tallinn *s, unsigned seat, unsigned action, struct sink *sink) {
    struct tallinn_seat *t = &s->seats[seat];
    if (action == DO_TOWER_NONE) {
        TELL(seat, false, "tallinn.event.tower_none", SEAT("who", seat));
    } else if (action >= DO_TOWER_HAND) {
        unsigned place = action - DO_TOWER_HAND, card = veiled_card(place);
        t->hand_count--;
        t->secret_count++;
        if (place != VEILED) {
            t->hand &= (uint16_t)~(1u << card);
            t->secret |= (uint16_t)(1u << card);
        }
        if (!sink) return;
        if (place == VEILED) TELL(seat, false, "tallinn.event.tower_hidden", SEAT("who", seat));
        else
            TELL(seat, false, "tallinn.event.tower_hand", SEAT("who", seat),
                 THING("card", &tallinn_cards, card));
    } else {
        unsigned card = action - DO_TOWER;
        remove_shown(t, card);
        t->towers |= (uint16_t)(1u << card);
        TELL(seat, false, "tallinn.event.tower", SEAT("who", seat),
             THING("card", &tallinn_cards, card));
    }
}

/* Section "Setup": points and cards move when all seats have finished. */
static void close_exchange(struct tallinn *s, struct sink *sink) {
    for (unsigned seat = 0; seat < s->players; seat++) {
        struct tallinn_seat *t = &s->seats[seat];
        t->hand &= (uint16_t)~under_set(t);
        t->hand_count = (uint8_t)(t->hand_count - t->under_count);
        t->parts[PART_START] = (int8_t)(t->parts[PART_START] - t->under_count);
        t->due = t->under_count;
        s->drawing |= (uint8_t)((t->due != 0) << seat);
        if (t->due)
            TELL(seat, true, "tallinn.event.exchange", SEAT("who", seat), NUMBER("n", t->due));
    }
    if (s->drawing) ASK(s, PHASE_REDRAW, 0);
    else begin_round(s);
}

static void close_drop(struct tallinn *s, struct sink *sink) {
    bool second;
    const struct chronicle_card *chronicle = tallinn_chronicle(s, &second);
    for (unsigned seat = 0; seat < s->players; seat++) {
        struct tallinn_seat *t = &s->seats[seat];
        unsigned given = tallinn_chronicle_persons(t, t->dropping, chronicle->class);
        uint16_t dropping = t->dropping;
        FOR_EACH_BIT (card, dropping) remove_shown(t, card);
        t->dropping = 0;
        t->dropped |= dropping;
        if (dropping)
            TELL(seat, true, "tallinn.event.drop", SEAT("who", seat),
                 THINGS("cards", &tallinn_cards, dropping));
        tallinn_chronicle_pay(s, seat, chronicle, second, given, sink);
    }
    end_round(s, sink);
}

static void tallinn_close(struct tallinn *s, unsigned asked, struct sink *sink) {
    switch ((enum tallinn_phase)s->phase) {
    case PHASE_EXCHANGE: close_exchange(s, sink); break;
    case PHASE_PLAY: close_play(s, asked, sink); break;
    case PHASE_CONTEST: close_contest(s, asked, sink); break;
    case PHASE_TOWER:
        FOR_EACH_BIT (seat, asked) build_tower(s, seat, ANSWER_OF(s, seat), sink);
        next_tower(s, sink);
        break;
    case PHASE_DROP: close_drop(s, sink); break;
    case PHASE_LEGATE:
        FOR_EACH_BIT (seat, asked) send_legate(s, seat, ANSWER_OF(s, seat) - DO_LEGATE, sink);
        ASK(s, PHASE_OVER, 0);
        tallinn_final(s, sink);
        break;
    default: never();
    }
}

/* Exchanging and giving up take several steps, until `done`. */
static bool tallinn_more(struct tallinn *s, unsigned seat, unsigned action) {
    struct tallinn_seat *t = &s->seats[seat];
    if (IS(action, EXCHANGE)) {
        unsigned place = action - DO_EXCHANGE;
        t->under[t->under_count++] = (uint8_t)(place == VEILED ? 0 : veiled_card(place) + 1);
        return true;
    }
    if (!IS(action, DROP)) return false;
    t->dropping |= (uint16_t)(1u << (action - DO_DROP));
    return true;
}

static void draw_card(struct tallinn *s, unsigned action, struct sink *sink) {
    unsigned seat = tallinn_drawing(s), place = action - DO_DRAW, card = veiled_card(place);
    struct tallinn_seat *t = &s->seats[seat];
    t->due--;
    t->hand_count++;
    if (t->pile_count) {
        t->pile_count--;
    } else {
        t->under_count--;
        memmove(t->under, t->under + 1, sizeof t->under - 1);
        t->under[TALLINN_HAND - 1] = 0;
    }
    if (place != VEILED) {
        t->pile &= (uint16_t)~(1u << card);
        t->hand |= (uint16_t)(1u << card);
    }
    if (place != VEILED)
        TELL(seat, false, "tallinn.event.draw", SEAT("who", seat),
             THING("card", &tallinn_cards, card));
    if (t->due == 0) s->drawing &= (uint8_t)(s->drawing - 1);
    if (s->drawing) return;
    if (s->phase == PHASE_DRAW) after_draw(s, sink);
    else if (s->phase == PHASE_DEAL && s->legate) ASK(s, PHASE_EXCHANGE, all_seats(s));
    else begin_round(s);
}

static void deal_start(struct tallinn *s, unsigned card, struct sink *sink) {
    unsigned seat = 0;
    while (s->seats[seat].start) seat++;
    s->seats[seat].start = (uint8_t)(card + 1);
    add_persons(&s->seats[seat], start_cards[card].persons);
    const uint8_t *n = start_cards[card].persons;
    TELL(seat, true, "tallinn.event.start", SEAT("who", seat), NUMBER("m", n[CLASS_M]),
         NUMBER("k", n[CLASS_K]), NUMBER("o", n[CLASS_O]));
    if (seat + 1 == s->players) s->phase = s->chronicle ? PHASE_CHRONICLE : PHASE_DEAL;
}

static void deal_chronicles(struct tallinn *s, unsigned first, unsigned second, struct sink *sink) {
    s->chronicles[0] = (uint8_t)(first + 1);
    s->chronicles[1] = (uint8_t)(second + 1);
    s->phase = PHASE_DEAL;
    if (!sink) return;
    TELL(NOBODY, true, "tallinn.event.chronicles");
    tallinn_tell_chronicle(sink, first, false);
    tallinn_tell_chronicle(sink, second, true);
}

static void decide_lot(struct tallinn *s, unsigned seat, struct sink *sink) {
    s->waiting &= (uint8_t)~SEAT_BIT(seat);
    ASK(s, PHASE_TOWER, SEAT_BIT(seat));
    TELL(seat, true, "tallinn.event.first", SEAT("who", seat));
}

OWN_FRAME static void draw_other(struct tallinn *s, unsigned action, struct sink *sink) {
    switch (s->phase) {
    case PHASE_START: deal_start(s, action - DO_START, sink); break;
    case PHASE_CHRONICLE: deal_chronicles(s, action / CHRONICLES, action % CHRONICLES, sink); break;
    case PHASE_LOTS: decide_lot(s, action - DO_FIRST, sink); break;
    default: never();
    }
}

static void tallinn_draw(struct tallinn *s, unsigned action, struct sink *sink) {
    if (DRAW_PHASES >> s->phase & 1) draw_card(s, action, sink);
    else draw_other(s, action, sink);
}

COURSE_TOGETHER(tallinn, TALLINN, tallinn_more)

/* ---- the game ---- */

static const struct option options[] = {
    OPTION_FLAG("legate"),
    OPTION_FLAG("chronicle"),
    OPTION_CHOICE("towers", "together", "leader"),
};

const struct game tallinn_game = {
    GAME_DERIVED(tallinn, TALLINN),
    GAME_HIDES(tallinn),
    .name = "Tallinn",
    .rules = 1,
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .steps_max = 240,
    .tuning = &tallinn_tuning,
    .preview = tallinn_preview,
    .check = tallinn_check,
};
