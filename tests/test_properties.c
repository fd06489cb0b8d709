/* Runs the invariants for every registered game, one test per property and game. See properties.h.
 * */
#include "games/registry.h"
#include "tests/properties.h"

static const struct property {
    const char *name;
    void (*test)(void **state);
    bool (*applies)(const struct game *game); /* NULL: to every game */
} properties[] = {
    {"a seat's view is enough to play from", a_view_is_enough_to_play_from},
    {"hidden information changes nothing that an observer sees",
     what_is_hidden_changes_nothing_one_sees},
    {"views are idempotent, and determinising keeps the view",
     views_are_idempotent_and_determinise_back},
    {"determinisation has the exact distribution", determinisation_has_the_exact_distribution},
    {"chance lists are exact", chance_lists_are_exact},
    {"drawing on demand equals shuffling first", drawing_late_is_shuffling_first, has_a_deck},
    {"notation and action numbers agree", notation_and_numbers_agree},
    {"positions survive JSON", positions_survive_json},
    {"members cover the state", members_cover_the_state},
    {"games end, and lists and results are valid", games_end_and_lists_are_sound},
    {"every refusal names a rule", every_refusal_names_a_rule},
    {"every text exists in both languages", every_sentence_can_be_said},
    {"the catalogue has no unused names", the_catalogue_has_no_dead_names},
    {"damaged positions are refused or playable", garbage_positions_are_refused_or_playable},
    {"the inputs of a net are small and known to its seat",
     a_net_is_told_small_numbers_that_its_seat_may_know, has_features},
    {"every input of a net has a name of its own", every_feature_has_a_name_of_its_own,
     has_features},
};

enum { PROPERTIES = sizeof properties / sizeof properties[0] };

int main(void) {
    unsigned count = 0;
    struct CMUnitTest *tests = calloc((size_t)games_count * PROPERTIES, sizeof *tests);
    char(*names)[120] = calloc((size_t)games_count * PROPERTIES, sizeof *names);
    if (!tests || !names) return 1;
    for (unsigned g = 0; g < games_count; g++)
        for (unsigned p = 0; p < PROPERTIES; p++) {
            if (properties[p].applies && !properties[p].applies(games[g])) continue;
            snprintf(names[count], sizeof names[count], "%s: %s", games[g]->id, properties[p].name);
            tests[count] = (struct CMUnitTest){.name = names[count],
                                               .test_func = properties[p].test,
                                               .initial_state = (void *)(uintptr_t)games[g]};
            count++;
        }
    int failed = _cmocka_run_group_tests("properties", tests, count, NULL, NULL);
    free(tests);
    free(names);
    return failed;
}
