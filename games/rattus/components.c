#include "games/rattus/rattus.h"

/* clang-format off */
const struct rattus_region rattus_region_table[REGIONS] = {
    /*             code  name        players  final plague  mark */
    [REGION_AN] = {"AN", "Anglia",   2,       0,            'S'},
    [REGION_BU] = {"BU", "Bulgaria", 3,       8,            'S'},
    [REGION_GA] = {"GA", "Gallia",   2,       1,            'S'},
    [REGION_GE] = {"GE", "Germania", 2,       2,            'S'},
    [REGION_HI] = {"HI", "Hispania", 2,       3,            'S'},
    [REGION_HU] = {"HU", "Hungaria", 2,       4,            'S'},
    [REGION_IT] = {"IT", "Italia",   2,       5,            'S'},
    [REGION_PO] = {"PO", "Polonia",  2,       6,            'S'},
    [REGION_RU] = {"RU", "Russia",   4,       10,           'S'},
    [REGION_SC] = {"SC", "Scandia",  2,       7,            'S'},
    [REGION_TA] = {"TA", "Tartaria", 4,       11,           'S'},
    [REGION_TU] = {"TU", "Turcia",   3,       9,            'S'},
};
/* clang-format on */

const uint8_t rattus_last_order[REGIONS] = {
    REGION_AN, REGION_GA, REGION_GE, REGION_HI, REGION_HU, REGION_IT,
    REGION_PO, REGION_SC, REGION_BU, REGION_TU, REGION_RU, REGION_TA,
};

/* The only list of borders: X(of, a, b, sea, mark). `of` is passed on to X. */
#define BORDER_LIST(X, of) \
    X(of, AN, GA, 1, 'I')  \
    X(of, AN, SC, 1, 'R')  \
    X(of, BU, HU, 0, 'R')  \
    X(of, BU, TA, 0, 'R')  \
    X(of, BU, TU, 0, 'R')  \
    X(of, GA, GE, 0, 'R')  \
    X(of, GA, HI, 0, 'S')  \
    X(of, GA, IT, 0, 'R')  \
    X(of, GE, HU, 0, 'R')  \
    X(of, GE, IT, 0, 'I')  \
    X(of, GE, PO, 0, 'R')  \
    X(of, GE, SC, 1, 'I')  \
    X(of, HI, IT, 1, 'I')  \
    X(of, HU, IT, 0, 'R')  \
    X(of, HU, PO, 0, 'R')  \
    X(of, HU, TA, 0, 'R')  \
    X(of, IT, TU, 1, 'R')  \
    X(of, PO, RU, 0, 'R')  \
    X(of, PO, SC, 1, 'R')  \
    X(of, PO, TA, 0, 'R')  \
    X(of, RU, SC, 0, 'R')  \
    X(of, RU, TA, 0, 'S')  \
    X(of, TA, TU, 1, 'R')

#define BORDER_ROW(of, a, b, sea, mark) {REGION_##a, REGION_##b, sea, mark},
const struct rattus_border rattus_border_table[] = {BORDER_LIST(BORDER_ROW, 0)};
const unsigned rattus_border_count = sizeof rattus_border_table / sizeof rattus_border_table[0];

#define BORDER_BIT(of, a, b, sea, mark) \
    | (REGION_##a == (of)) << REGION_##b | (REGION_##b == (of)) << REGION_##a
#define NEIGHBOURS_OF(code) [REGION_##code] = 0 BORDER_LIST(BORDER_BIT, REGION_##code)

const uint16_t rattus_borders[REGIONS] = {
    NEIGHBOURS_OF(AN), NEIGHBOURS_OF(BU), NEIGHBOURS_OF(GA), NEIGHBOURS_OF(GE),
    NEIGHBOURS_OF(HI), NEIGHBOURS_OF(HU), NEIGHBOURS_OF(IT), NEIGHBOURS_OF(PO),
    NEIGHBOURS_OF(RU), NEIGHBOURS_OF(SC), NEIGHBOURS_OF(TA), NEIGHBOURS_OF(TU),
};

enum {
    ALL_REGIONS = (1 << REGIONS) - 1,
    FOUR_ONLY = 1 << REGION_RU | 1 << REGION_TA,
    THREE_UP = 1 << REGION_BU | 1 << REGION_TU
};

/* clang-format off */
const struct rattus_size rattus_sizes[RATTUS_SEATS + 1] = {
    /*    regions                                  removed  start left over */
    [2] = {ALL_REGIONS & ~FOUR_ONLY & ~THREE_UP,   12,      4},
    [3] = {ALL_REGIONS & ~FOUR_ONLY,               6,       2},
    [4] = {ALL_REGIONS,                            0,       0},
};

const struct rattus_class rattus_class_table[CLASSES] = {
    [CLASS_P] = {"P", "peasants",   "peasant",  'S'},
    [CLASS_B] = {"B", "burghers",   "merchant", 'S'},
    [CLASS_C] = {"C", "church",     "monk",     'S'},
    [CLASS_K] = {"K", "knighthood", "knight",   'S'},
    [CLASS_W] = {"W", "witchcraft", "witch",    'S'},
    [CLASS_R] = {"R", "royalty",    "king",     'S'},
};
/* clang-format on */

#define B (1 << CLASS_B)
#define C (1 << CLASS_C)
#define K (1 << CLASS_K)
#define P (1 << CLASS_P)
#define R (1 << CLASS_R)
#define W (1 << CLASS_W)
#define M HITS_MAJORITY
#define A HITS_ALL

/* The only list of faces: X(of, code, limit, hits, mark). `of` is passed on to X. */
/* clang-format off */
#define FACE_LIST(X, of)                \
    X(of, N01, 1, K | R,         'R')   \
    X(of, N02, 1, P | K,         'R')   \
    X(of, N03, 1, P | R,         'R')   \
    X(of, N04, 2, B | W,         'R')   \
    X(of, N05, 2, C | W,         'R')   \
    X(of, N06, 2, M | B | C,     'S')   \
    X(of, N07, 2, M | B | K,     'R')   \
    X(of, N08, 3, P | C | W,     'R')   \
    X(of, N09, 3, P | W | R,     'R')   \
    X(of, N10, 3, A,             'R')   \
    X(of, N11, 3, M | B | C,     'R')   \
    X(of, N12, 3, M | P | W,     'R')   \
    X(of, N13, 4, B | K | R,     'R')   \
    X(of, N14, 4, C | K | R,     'R')   \
    X(of, N15, 4, K | W | R,     'R')   \
    X(of, N16, 4, P | B | C,     'R')   \
    X(of, N17, 4, P | B | R,     'R')   \
    X(of, N18, 4, A | B,         'R')   \
    X(of, N19, 4, A | R,         'R')   \
    X(of, N20, 4, M | C | R,     'R')   \
    X(of, N21, 4, M | K | W,     'R')   \
    X(of, N22, 5, B | C | K,     'R')   \
    X(of, N23, 5, B | K | R,     'R')   \
    X(of, N24, 5, C | W | R,     'R')   \
    X(of, N25, 5, P | K | R,     'R')   \
    X(of, N26, 5, A | B | R,     'R')   \
    X(of, N27, 5, A | C | R,     'R')   \
    X(of, N28, 5, M | C | K | W, 'R')   \
    X(of, N29, 5, M | P | B | W, 'R')   \
    X(of, N30, 5, M | P | W,     'R')   \
    X(of, N31, 6, P | K | W,     'R')   \
    X(of, N32, 6, P | W | R,     'R')   \
    X(of, N33, 6, A | B | K,     'R')   \
    X(of, N34, 6, A | C | K,     'R')   \
    X(of, N35, 6, A | P | C,     'R')   \
    X(of, N36, 6, M | B | C | R, 'R')   \
    X(of, N37, 6, M | P | W | R, 'R')   \
    X(of, S01, 1, B | C,         'S')   \
    X(of, S02, 1, K | W,         'R')   \
    X(of, S03, 2, C | R,         'R')   \
    X(of, S04, 2, P | C,         'R')   \
    X(of, S05, 2, M | P | W,     'R')   \
    X(of, S06, 3, B | K,         'R')   \
    X(of, S07, 3, K | R,         'R')   \
    X(of, S08, 3, M | W | R,     'R')   \
    X(of, S09, 4, P | B,         'R')   \
    X(of, S10, 4, M | P | K,     'R')   \
    X(of, S11, 5, B | R,         'R')   \
    X(of, S12, 6, C | W,         'R')
/* clang-format on */

#define FACE_ROW(of, code, limit, hits, mark) {#code, limit, hits, mark},
const struct rattus_face rattus_face_table[FACES] = {FACE_LIST(FACE_ROW, 0)};

#define FACE_NUMBER(of, code, limit, hits, mark) AT_##code,
enum { FACE_LIST(FACE_NUMBER, 0) };

#define FACE_HITS_BIT(of, code, limit, hits, mark) | (uint64_t)(((hits) & (of)) != 0) << AT_##code
#define HITTING(symbol) 0 FACE_LIST(FACE_HITS_BIT, symbol)
const uint64_t rattus_faces_hitting[HITS_SYMBOLS] = {
    [CLASS_B] = HITTING(B), [CLASS_C] = HITTING(C),     [CLASS_K] = HITTING(K),
    [CLASS_P] = HITTING(P), [CLASS_R] = HITTING(R),     [CLASS_W] = HITTING(W),
    [CLASSES] = HITTING(M), [CLASSES + 1] = HITTING(A),
};

#define FACE_LIMIT_BIT(of, code, limit, hits, mark) | (uint64_t)((limit) <= (of)) << AT_##code
#define WITHIN(cubes) 0 FACE_LIST(FACE_LIMIT_BIT, cubes)
const uint64_t rattus_faces_within[LIMIT_MAX + 1] = {WITHIN(0), WITHIN(1), WITHIN(2), WITHIN(3),
                                                     WITHIN(4), WITHIN(5), WITHIN(6)};

/* ---- as JSON ---- */

/* Symbols the way the rules write them: "M PWR", with the classes in the order P B C K W R. */
static void write_hits(struct json_out *out, const char *name, const void *member,
                       unsigned number) {
    static const uint8_t order[CLASSES] = {CLASS_P, CLASS_B, CLASS_C, CLASS_K, CLASS_W, CLASS_R};
    unsigned hits = *(const uint8_t *)member;
    (void)number;
    json_text_begin(out, name);
    if (hits & HITS_MAJORITY) json_text_add(out, "M", 1);
    if (hits & HITS_ALL) json_text_add(out, "A", 1);
    if (hits > HITS_CLASSES && (hits & HITS_CLASSES)) json_text_add(out, " ", 1);
    for (unsigned i = 0; i < CLASSES; i++)
        if (hits >> order[i] & 1) json_text_add(out, rattus_class_table[order[i]].code, 1);
    json_text_end(out);
}

static void write_start(struct json_out *out, const char *name, const void *member, unsigned face) {
    (void)member;
    json_bool(out, name, face >= FACE_S01);
}

static const char *const region_codes[] = {REGION_LIST(THINGS_CODE)};

static const struct column region_columns[] = {
    COLUMN(struct rattus_region, TEXT, "code", code),
    COLUMN(struct rattus_region, TEXT, "name", name),
    COLUMN(struct rattus_region, NUMBER, "players", players),
    COLUMN_MARK(struct rattus_region),
};
static const struct column border_columns[] = {
    COLUMN(struct rattus_border, CODE, "a", a, COLUMN_CODES(region_codes)),
    COLUMN(struct rattus_border, CODE, "b", b, COLUMN_CODES(region_codes)),
    COLUMN(struct rattus_border, FLAG, "sea", sea),
    COLUMN_MARK(struct rattus_border),
};
static const struct column class_columns[] = {
    COLUMN(struct rattus_class, TEXT, "code", code),
    COLUMN(struct rattus_class, TEXT, "name", name),
    COLUMN(struct rattus_class, TEXT, "power", power),
    COLUMN_MARK(struct rattus_class),
};
static const struct column face_columns[] = {
    COLUMN(struct rattus_face, TEXT, "code", code),
    COLUMN(struct rattus_face, OWN, "start", code, .write = write_start),
    COLUMN(struct rattus_face, NUMBER, "limit", limit),
    COLUMN(struct rattus_face, OWN, "symbols", hits, .write = write_hits),
    COLUMN_MARK(struct rattus_face),
};
static const struct component_table tables[] = {
    TABLE("regions", rattus_region_table, region_columns, .order = rattus_last_order),
    TABLE("borders", rattus_border_table, border_columns),
    TABLE("classes", rattus_class_table, class_columns),
    TABLE("tokens", rattus_face_table, face_columns),
};
COMPONENTS(rattus, tables)
