/* Who knows what: faces and their weights, views, witnesses, determinisation, and whether a
 * position that was read makes sense.
 *
 * Why the weights are right. Shuffled first, the start tokens would be dealt to the regions and
 * the rest of them mixed into the supply. An observer then knows the faces it has seen and how
 * many start faces went into the supply; nothing else, for what others choose is taken to tell
 * nothing. Given that,
 *   - every order of the tokens from the supply that it has not seen is equally likely, so such
 *     a token is a start face with probability s / (s + k): s start faces and k others are among
 *     those s + k;
 *   - every unseen start face is equally likely to be any of the unseen start tokens, on the
 *     board or in the supply: 1 / |U_S| each; and every unseen other face likewise, the removed
 *     ones included: 1 / |U_N|.
 * So a start face has s / (s + k) / |U_S| and another k / (s + k) / |U_N|: times (s +
 * k)·|U_S|·|U_N|, the weights s·|U_N| and k·|U_S|. A token there since setup is each unseen
 * start face alike. After each face the same holds with one less, so faces drawn one after the
 * other have the joint distribution, in whatever order.
 *
 * The argument is about one observer and what that observer has seen. With the engine as the
 * observer (all that any seat has seen) it gives the weights of chance; with a seat it gives
 * determinisation, because a view counts what only others have seen among the unseen: tokens
 * looked at by others are drawn there and then, from the view's own counts. Two seats that know
 * different tokens so have different counts, each exact for its own seat. */
#include "core/ensure.h"
#include "games/rattus/rattus.h"

#include <string.h>

static unsigned popcount(uint64_t set) {
    return (unsigned)__builtin_popcountll(set);
}

/* ---- faces ---- */

static void list_faces(uint64_t faces, uint32_t weight, unsigned first, struct outcomes *out) {
    unsigned count = out->count;
    for (; faces; faces &= faces - 1, count++) {
        out->actions[count] = (uint16_t)(first + (unsigned)__builtin_ctzll(faces));
        out->weights[count] = weight;
    }
    out->total += weight * (count - out->count);
    out->count = (uint16_t)count;
}

/* Section "Tokens without faces". An empty pool counts as 1; outcomes of weight zero are not
 * listed. */
void rattus_weigh(const struct rattus *s, unsigned slot, unsigned first, struct outcomes *out) {
    uint64_t start = s->unseen & START_FACES, other = s->unseen & OTHER_FACES;
    out->count = 0;
    out->total = 0;
    if (s->face[slot]) {
        list_faces((uint64_t)1 << (s->face[slot] - 1), 1, first, out);
    } else if (s->origin[slot] == ORIGIN_START) {
        list_faces(start, 1, first, out);
    } else {
        if (s->other_left)
            list_faces(other, s->other_left * (start ? popcount(start) : 1), first, out);
        if (s->start_left)
            list_faces(start, s->start_left * (other ? popcount(other) : 1), first, out);
    }
}

/* A face turns up, or is looked at by whom the state belongs to; it may be known already. */
void rattus_learn(struct rattus *s, unsigned slot, unsigned face) {
    if (s->face[slot]) return;
    s->face[slot] = (uint8_t)(face + 1);
    s->unseen &= ~((uint64_t)1 << face);
    if (s->origin[slot] == ORIGIN_SUPPLY) --*rattus_left(s, face);
}

/* The other way round: for whom the state now belongs to, the token has no face. */
static void forget(struct rattus *s, unsigned slot) {
    unsigned face = s->face[slot] - 1u;
    s->face[slot] = 0;
    s->unseen |= (uint64_t)1 << face;
    if (s->origin[slot] == ORIGIN_SUPPLY) ++*rattus_left(s, face);
}

/* ---- views ---- */

static bool has_seen(const struct rattus *s, unsigned slot, unsigned observer) {
    return observer < RATTUS_SEATS && (s->seen[slot] >> observer & 1);
}

void rattus_view(void *state, unsigned observer) {
    struct rattus *s = state;
    for (unsigned slot = 0; slot < SLOTS; slot++)
        if (s->face[slot] && !has_seen(s, slot, observer)) forget(s, slot);
    s->viewer = (uint8_t)(observer + 1);
}

uint16_t rattus_witness(const void *state, unsigned by, uint16_t action, unsigned observer) {
    const struct rattus *s = state;
    bool looks = by == BY_CHANCE && action >= DO_PEEK && action < DO_PLAGUE;
    return looks && observer != s->seat ? DO_PEEK_VEILED : action;
}

/* Tokens that others have looked at have a face; those nobody has seen need none yet. */
void rattus_determinise(void *view, struct generator *generator) {
    struct rattus *s = view;
    struct outcomes faces;
    ensure(s->viewer != 0);
    for (unsigned slot = 0; slot < SLOTS; slot++) {
        if (!s->seen[slot] || s->face[slot]) continue;
        rattus_weigh(s, slot, 0, &faces);
        rattus_learn(s, slot, outcomes_draw(&faces, generator));
    }
    s->viewer = 0;
}

/* ---- a position that was read ---- */

static bool bad(struct message *error, const char *key) {
    *error = MESSAGE(key);
    return false;
}

/* Tokens lie in play and close up; a face is there exactly where whoever the state belongs to
 * has seen it. */
static bool check_slots(const struct rattus *s) {
    if (s->rats[0] & ~rattus_in_play(s) || s->rats[1] & ~s->rats[0] || s->rats[2] & ~s->rats[1])
        return false;
    for (unsigned slot = 0; slot < SLOTS; slot++) {
        bool there = s->rats[slot % RATS_MAX] >> slot / RATS_MAX & 1;
        bool known = s->viewer ? has_seen(s, slot, s->viewer - 1u) : s->seen[slot] != 0;
        if ((s->origin[slot] != ORIGIN_NONE) != there || (s->seen[slot] && !there)) return false;
        if ((s->face[slot] != 0) != known) return false;
    }
    return true;
}

/* Every face in one place, and the counts of both kinds say so. */
static bool check_faces(const struct rattus *s) {
    const struct rattus_size *size = &rattus_sizes[s->players];
    unsigned faceless[3] = {0}, start_tokens = 0, start_known = 0, other_known = 0;
    uint64_t known = 0;
    for (unsigned slot = 0; slot < SLOTS; slot++) {
        start_tokens += s->origin[slot] == ORIGIN_START;
        if (!s->face[slot]) {
            faceless[s->origin[slot]]++;
            continue;
        }
        uint64_t bit = (uint64_t)1 << (s->face[slot] - 1);
        if ((known | s->unseen) & bit) return false;
        known |= bit;
        if (s->origin[slot] == ORIGIN_START && !(bit & START_FACES)) return false;
        if (s->origin[slot] == ORIGIN_SUPPLY)
            *(bit & START_FACES ? &start_known : &other_known) += 1;
    }
    if (popcount(s->unseen & START_FACES) != s->start_left + faceless[ORIGIN_START]) return false;
    if (popcount(s->unseen & OTHER_FACES) != 0u + s->other_left + size->removed) return false;
    if (0u + s->start_left + s->other_left != s->supply + faceless[ORIGIN_SUPPLY]) return false;
    if (start_tokens > popcount(size->regions)) return false;
    return s->start_left + start_known <= size->start &&
           s->other_left + other_known + size->removed <= FACES_OTHER;
}

static bool check_seats(const struct rattus *s) {
    unsigned taken = 0;
    for (unsigned seat = 0; seat < s->players; seat++) {
        const struct rattus_seat *t = &s->seats[seat];
        unsigned cubes = 0u + t->castle + t->supply, present = 0;
        for (unsigned region = 0; region < REGIONS; region++) {
            cubes += t->cubes[region];
            present |= (unsigned)(t->cubes[region] != 0) << region;
        }
        if (cubes != RATTUS_CUBES || present != t->present ||
            present & ~(unsigned)rattus_in_play(s))
            return false;
        if (taken & t->classes) return false;
        taken |= t->classes;
    }
    return true;
}

/* Nothing has happened but the first cubes: the seats before this one have settled once, on the
 * way back those after it twice. */
static bool check_settling(const struct rattus *s) {
    struct rattus fresh;
    rattus_game.setup(&fresh, s->players, NULL);
    fresh.viewer = s->viewer;
    fresh.phase = s->phase;
    fresh.seat = s->seat;
    fresh.plague = s->plague;
    bool back = s->seats[s->seat].supply != RATTUS_CUBES;
    for (unsigned seat = 0; seat < s->players; seat++) {
        unsigned times = back ? 1u + (seat > s->seat) : seat < s->seat;
        if (s->seats[seat].supply != RATTUS_CUBES - times * SETTLE_CUBES || s->seats[seat].castle ||
            s->seats[seat].classes)
            return false;
    }
    memcpy(fresh.seats, s->seats, sizeof fresh.seats);
    return memcmp(&fresh, s, sizeof fresh) == 0;
}

/* The tokens that the witch has looked at, or is about to be shown. */
static bool check_witch(const struct rattus *s) {
    unsigned wanted = s->phase == PHASE_LOOK || s->phase == PHASE_PEEK ? 1
                      : s->phase == PHASE_SWAP                         ? 2
                                                                       : 0;
    if (s->phase == PHASE_PEEK && s->looked[1]) wanted = 2;
    for (unsigned i = 0; i < 2; i++) {
        unsigned slot = s->looked[i] - 1u - DO_WITCH;
        bool pending = s->phase == PHASE_PEEK && i + 1 == wanted;
        if ((s->looked[i] != 0) != (i < wanted)) return false;
        if (i >= wanted) continue;
        if (slot >= SLOTS || !s->origin[slot] || (!pending && !(s->seen[slot] >> s->seat & 1)))
            return false;
    }
    if (wanted == 0) return true;
    if (s->phase == PHASE_SWAP &&
        (s->looked[0] - 1u - DO_WITCH) / RATS_MAX == (s->looked[1] - 1u - DO_WITCH) / RATS_MAX)
        return false;
    return s->looked[0] != s->looked[1] && s->used >> CLASS_W & 1;
}

/* What is spent in a turn, and by whom; all of it is forgotten when the plague moves. */
static bool check_turn(const struct rattus *s) {
    const unsigned turn = 1u << PHASE_FREE | 1u << PHASE_PEEK | 1u << PHASE_LOOK | 1u << PHASE_SWAP,
                   last = turn | 1u << PHASE_LAST;
    const struct rattus_seat *t = &s->seats[s->seat];
    if (!((s->ender ? last : turn) >> s->phase & 1)) return !s->used && !s->took && !s->grew;
    if (s->used & ~t->classes || (s->took && !t->classes)) return false;
    if (s->ender) return !s->took && !s->grew;
    return !(s->used >> CLASS_K & 1) && (!(s->used >> CLASS_P & 1) || s->grew);
}

/* The region that is being ravaged, and the token that chance has picked there. */
static bool check_ravage(const struct rattus *s) {
    unsigned here = 1u << s->ravage >> 1;
    if (s->phase != PHASE_TURN && s->phase != PHASE_REVEAL) return !s->ravage && !s->turned;
    if (!(s->rats[0] & rattus_peopled(s) & here) || (!s->ender && s->ravage != s->plague))
        return false;
    if (s->phase == PHASE_TURN) return s->rats[1] & here && !s->turned;
    return s->turned && s->rats[s->turned - 1] & here;
}

static bool check_knight(const struct rattus *s) {
    if (s->ender) return s->knight == rattus_final_knight(s);
    return !s->knight || (s->ravage && rattus_has(s, s->seat, CLASS_K));
}

/* Where a turn stands with the plague. There must be a rat for every turn to come, or nobody
 * could grow and nothing end. */
static bool check_plague(const struct rattus *s) {
    unsigned here = 1u << s->plague >> 1, rats = rattus_rats(s, s->plague - 1u);
    bool open = s->rats[0] & rattus_peopled(s) & here,
         elsewhere = (s->rats[0] & ~here) || s->supply == 0;
    if (s->phase != PHASE_SPREAD && s->spread) return false;
    if (!check_ravage(s) || !check_knight(s)) return false;
    switch ((enum rattus_phase)s->phase) {
    case PHASE_SPREAD:
        return s->spread && s->spread <= rats && s->supply &&
               (rattus_neighbours(s, s->plague - 1u) & ~(unsigned)s->rats[2]);
    case PHASE_KNIGHT: return open && elsewhere && rattus_has(s, s->seat, CLASS_K);
    case PHASE_TURN:
    case PHASE_REVEAL: return s->ender || elsewhere;
    default: return s->ender || (s->rats[0] && s->supply);
    }
}

static bool check_course(const struct rattus *s) {
    const unsigned before_end = 1u << PHASE_FREE | 1u << PHASE_SPREAD | 1u << PHASE_KNIGHT;
    const unsigned after_end = 1u << PHASE_LAST | 1u << PHASE_OVER;
    const unsigned final = 1u << PHASE_OVER | 1u << PHASE_TURN | 1u << PHASE_REVEAL;
    if (s->seat >= s->players || s->ender > s->players) return false;
    if (s->plague == 0 || !(rattus_in_play(s) >> (s->plague - 1) & 1)) return false;
    if ((s->ender ? before_end : after_end) >> s->phase & 1) return false;
    return !s->ender || (final >> s->phase & 1) == (s->seat == s->ender - 1u);
}

bool rattus_check(const void *state, struct message *error) {
    const struct rattus *s = state;
    if (s->viewer && s->viewer != SPECTATOR + 1 && s->viewer > s->players)
        return bad(error, "error.position.viewer");
    if (s->phase == PHASE_START) {
        struct rattus fresh;
        rattus_game.setup(&fresh, s->players, NULL);
        fresh.viewer = s->viewer;
        return memcmp(&fresh, s, sizeof fresh) == 0 || bad(error, "rattus.error.course");
    }
    if (!check_course(s)) return bad(error, "rattus.error.course");
    if (!check_slots(s)) return bad(error, "rattus.error.tokens");
    if (!check_faces(s)) return bad(error, "rattus.error.faces");
    if (!check_seats(s)) return bad(error, "rattus.error.cubes");
    if (s->phase == PHASE_SETTLE) return check_settling(s) || bad(error, "rattus.error.settling");
    if (!check_witch(s) || !check_turn(s)) return bad(error, "rattus.error.turn");
    return check_plague(s) || bad(error, "rattus.error.plague");
}
