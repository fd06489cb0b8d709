/* Who knows what: faces and their weights, views, witnesses and determinisation. Also checks
 * whether a position read from outside makes sense.
 *
 * Why the weights are right: in the printed game the tokens are shuffled first. Start tokens are
 * then dealt to the regions, and the remaining ones are mixed into the supply. An observer knows
 * the faces it has seen and how many start tokens went into the supply. We assume that the choices
 * of other seats reveal nothing more. Let U_S be the set of unseen start faces and U_N that of
 * unseen other faces. The unseen tokens from the supply have s start faces and k other faces. Then:
 *   - Every order of these s + k tokens is equally likely. Such a token has a start face with
 *     probability s / (s + k).
 *   - Every unseen start token, on the board or in the supply, has each face of U_S with the same
 *     probability, 1 / |U_S|. Likewise every unseen other token, including the removed ones, has
 *     each face of U_N with probability 1 / |U_N|.
 * So a token from the supply has a given start face with probability s / (s + k) / |U_S| and a
 * given other face with probability k / (s + k) / |U_N|. Multiplied by (s + k)·|U_S|·|U_N|, these
 * are the weights s·|U_N| and k·|U_S|. A token that was dealt during setup has every face of U_S
 * with the same weight. After each draw the same argument holds with one face less. Faces drawn
 * one by one therefore have the right joint distribution, whatever the order.
 *
 * The argument holds for any observer. For the engine, which has seen what any seat has seen, it
 * gives the weights of chance. For a seat it gives determinisation: a view counts faces that only
 * other seats have seen as unseen, and draws them from its own counts. Two seats that know
 * different tokens have different counts, and each is exact for its seat. */
#include "games/rattus/rattus.h"

/* ---- faces ---- */

/* The number of faces in a set of start faces. */
static unsigned count_starts(uint64_t start) {
    unsigned set = (unsigned)(start >> FACE_S01);
    return bits_count_8[set & 255] + 0u + bits_count_8[set >> 8];
}

/* Rules, section "Tokens without faces". An empty set of faces counts as 1, so that it does not
 * make the other kind's weight zero. Outcomes of weight zero are not listed. */
void rattus_weigh(const struct rattus *s, unsigned slot, unsigned first, struct outcomes *out) {
    uint64_t start = s->unseen & START_FACES, other = s->unseen & OTHER_FACES;
    if (s->face[slot]) {
        outcomes_uniform(out, (uint64_t)1 << (s->face[slot] - 1), first, STREAM_FACES);
    } else if (s->origin[slot] == ORIGIN_START) {
        outcomes_counted(out, start, count_starts(start), first, STREAM_FACES);
    } else {
        unsigned starts = count_starts(start), others = bits_count(other),
                 start_weight = s->start_left * (other ? others : 1),
                 other_weight = s->other_left * (start ? starts : 1);
        out->total = starts * start_weight + others * other_weight;
        out->stream = STREAM_FACES;
        out->first = (uint16_t)first;
        out->counts = 0;
        out->sets[0] = other_weight ? other : start;
        out->weights[0] = other_weight ? other_weight : start_weight;
        out->sets[1] = other_weight && start_weight ? start : 0;
        out->weights[1] = start_weight;
    }
}

/* Notes the face of a token that is turned up or looked at. The face may be known already. */
void rattus_learn(struct rattus *s, unsigned slot, unsigned face) {
    if (s->face[slot]) return;
    s->face[slot] = (uint8_t)(face + 1);
    s->unseen &= ~((uint64_t)1 << face);
    if (s->origin[slot] == ORIGIN_SUPPLY) --*rattus_left(s, face);
}

/* Undoes rattus_learn, for a view whose observer has not seen the token. */
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
    for (uint64_t faces = rattus_seen_slots(s); faces; faces &= faces - 1) {
        unsigned slot = (unsigned)__builtin_ctzll(faces);
        if (!has_seen(s, slot, observer)) forget(s, slot);
    }
    s->viewer = (uint8_t)(observer + 1);
}

WITNESS_BY_VERBS(rattus, s->seat)

/* Draws a face for every token that only other seats have seen. Tokens that nobody has seen get
 * theirs from chance later. */
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

/* ---- checks of a position read from outside ---- */

/* Tokens lie in regions in play, without gaps. A token has a face exactly if the viewer has seen
 * it; in the full state, if any seat has. */
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

/* No face occurs twice, and the counts of start faces and other faces agree with the tokens. */
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
    if (bits_count(s->unseen & START_FACES) != s->start_left + faceless[ORIGIN_START]) return false;
    if (bits_count(s->unseen & OTHER_FACES) != 0u + s->other_left + size->removed) return false;
    if (0u + s->start_left + s->other_left != s->supply + faceless[ORIGIN_SUPPLY]) return false;
    if (start_tokens > bits_count(size->regions)) return false;
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

/* So far, seats have only placed their first cubes. In the first pass, the seats before this one
 * have settled once. In the reverse pass every seat has settled once, and those after this one
 * twice. */
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

/* `looked` holds exactly the tokens that the phase requires, and the seat has seen all of them
 * except the one whose face chance is about to show. */
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

/* `used`, `took` and `grew` are possible for the seat to move. They are zero once the plague has
 * moved. */
static bool check_turn(const struct rattus *s) {
    const unsigned turn = 1u << PHASE_FREE | 1u << PHASE_PEEK | 1u << PHASE_LOOK | 1u << PHASE_SWAP,
                   last = turn | 1u << PHASE_LAST;
    const struct rattus_seat *t = &s->seats[s->seat];
    if (!((s->ender ? last : turn) >> s->phase & 1)) return !s->used && !s->took && !s->grew;
    if (s->used & ~t->classes || (s->took && !t->classes)) return false;
    if (s->ender) return !s->took && !s->grew;
    return !(s->used >> CLASS_K & 1) && (!(s->used >> CLASS_P & 1) || s->grew);
}

/* The region being ravaged has tokens and cubes, and the token that chance picked lies there. */
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

/* The plague part of a turn is consistent. A rat must remain for the next turn: without one, nobody
 * could grow and the game would never end. */
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

struct message rattus_check(const void *state) {
    const struct rattus *s = state;
    if (s->phase == PHASE_START) {
        struct rattus fresh;
        rattus_game.setup(&fresh, s->players, NULL);
        fresh.viewer = s->viewer;
        return memcmp(&fresh, s, sizeof fresh) == 0 ? MESSAGE_NONE : MESSAGE("rattus.error.course");
    }
    if (!check_course(s)) return MESSAGE("rattus.error.course");
    if (!check_slots(s)) return MESSAGE("rattus.error.tokens");
    if (!check_faces(s)) return MESSAGE("rattus.error.faces");
    if (!check_seats(s)) return MESSAGE("rattus.error.cubes");
    if (s->phase == PHASE_SETTLE)
        return check_settling(s) ? MESSAGE_NONE : MESSAGE("rattus.error.settling");
    if (!check_witch(s) || !check_turn(s)) return MESSAGE("rattus.error.turn");
    return check_plague(s) ? MESSAGE_NONE : MESSAGE("rattus.error.plague");
}
