/* Reads any bytes as the notation of every game; writing the result must give the same bytes. */
#include "core/ensure.h"
#include "games/registry.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_words(const struct game *game, uint16_t action) {
    char key[NOTATION_KEY_MAX], text[2048];
    struct message sentence;
    struct json_out out;
    notation_sentence(game->notation, game->id, action, key, &sentence);
    json_begin(&out, text, sizeof text);
    notation_write_parts(game->notation, action, &out, NULL);
    ensure(out.length <= out.size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = malloc(size), again[NOTATION_MAX];
    ensure(text || size == 0);
    if (size) memcpy(text, data, size);
    for (unsigned g = 0; g < games_count; g++) {
        const struct notation *notation = games[g]->notation;
        uint16_t action = notation_read(notation, text, size);
        if (action != NOTATION_NONE) {
            ensure(action < notation->actions);
            ensure(notation_write(notation, action, again) == size &&
                   memcmp(again, text, size) == 0);
            check_words(games[g], action);
        }
        if (size < 2) continue; /* the other direction: writes and reads any number */
        uint16_t number = (uint16_t)((data[0] | data[1] << 8) % notation->actions);
        size_t length = notation_write(notation, number, again);
        ensure(notation_read(notation, again, length) == number);
    }
    free(text);
    return 0;
}
