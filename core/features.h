/* The inputs of a net, declared once: a struct of 16-bit numbers, and a name for each of them.
 *
 * A list has one row per member; the types of groups are declared before it.
 *
 *     row                          member                     name
 *     ONE(ahead)                   int16_t ahead              ahead
 *     LIST(hand, COLOURS)          int16_t hand[COLOURS]      hand.0, hand.1, …
 *     GROUP(seats, SEATS, type)    struct type seats[SEATS]   seats.0.ahead, …
 *
 * FEATURES_STRUCT stands in a header, FEATURES_NAMES in one C file. */
#ifndef CORE_FEATURES_H
#define CORE_FEATURES_H

#include <stddef.h>
#include <stdint.h>

struct feature {
    const char *name; /* NULL: the end of the list */
    unsigned count; /* of numbers, or of elements of the group; 0: a single number */
    const struct feature *group; /* the members of each element; NULL: numbers */
};

#define FEATURES_ONE(name) int16_t name;
#define FEATURES_LIST(name, count) int16_t name[count];
#define FEATURES_GROUP(name, count, type) struct type name[count];
#define FEATURES_STRUCT(type, list)                       \
    struct type {                                         \
        list(FEATURES_ONE, FEATURES_LIST, FEATURES_GROUP) \
    }

#define FEATURES_ONE_NAME(name_) {.name = #name_},
#define FEATURES_LIST_NAME(name_, count_) {.name = #name_, .count = count_},
#define FEATURES_GROUP_NAME(name_, count_, type) \
    {.name = #name_, .count = count_, .group = type##_names},
#define FEATURES_NAMES(type, list)          \
    const struct feature type##_names[] = { \
        list(FEATURES_ONE_NAME, FEATURES_LIST_NAME, FEATURES_GROUP_NAME){.name = NULL}}

/* The number of features of a struct. */
#define FEATURES_IN(type) (sizeof(struct type) / sizeof(int16_t))

enum { FEATURE_NAME_MAX = 64 };
struct feature_text {
    char name[FEATURE_NAME_MAX];
    size_t length;
};

/* The name of a feature; "" if there is no such feature. */
struct feature_text feature_name(const struct feature *list, unsigned number);

#endif
