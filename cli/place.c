#include "cli/place.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char *place_setting(const struct cli *cli, const char *name) {
    const char *value = args_value(&cli->args, name, 0);
    char variable[64] = "TAFELRUNDE_";
    if (value) return value;
    for (size_t i = strlen(variable), n = 0; name[n] && i + 1 < sizeof variable; i++, n++) variable[i] = name[n] == '-' ? '_' : (char)toupper(name[n]);
    value = getenv(variable);
    return value && *value ? value : NULL;
}

static bool refuse(struct message *error, const char *path) {
    *error = MESSAGE("cli.error.write", TEXT("file", path, strlen(path)));
    return false;
}

bool place_database(const struct cli *cli, char path[PLACE_MAX], struct message *error) {
    const char *file = place_setting(cli, "database"), *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    int length = file ? snprintf(path, PLACE_MAX, "%s", file)
                 : state && *state ? snprintf(path, PLACE_MAX, "%s/tafelrunde/tafelrunde.db", state)
                                   : snprintf(path, PLACE_MAX, "%s/.local/state/tafelrunde/tafelrunde.db", home ? home : "");
    if (length < 0 || length >= PLACE_MAX) return refuse(error, path);
    if (file) return true;
    for (char *slash = path + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = 0;
        bool made = mkdir(path, 0700) == 0 || errno == EEXIST;
        *slash = '/';
        if (!made) return refuse(error, path);
    }
    return true;
}
