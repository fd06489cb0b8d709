#include "program/paths.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char *paths_setting(const struct cli *cli, const char *name) {
    const char *value = args_value(&cli->args, name, 0);
    char variable[64] = "TAFELRUNDE_";
    if (value) return value;
    for (size_t i = strlen(variable), n = 0; name[n] && i + 1 < sizeof variable; i++, n++)
        variable[i] = name[n] == '-' ? '_' : (char)toupper(name[n]);
    value = getenv(variable);
    return value && *value ? value : NULL;
}

static bool refuse(struct message *error, const char *path) {
    *error = MESSAGE("cli.error.write", TEXT("file", path, strlen(path)));
    return false;
}

bool paths_state(const char *name, char path[PATHS_MAX], struct message *error) {
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    int length = state && *state ? snprintf(path, PATHS_MAX, "%s/tafelrunde/%s", state, name)
                                 : snprintf(path, PATHS_MAX, "%s/.local/state/tafelrunde/%s",
                                            home ? home : "", name);
    if (length < 0 || length >= PATHS_MAX) return refuse(error, path);
    for (char *slash = path + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = 0;
        bool made = mkdir(path, 0700) == 0 || errno == EEXIST;
        *slash = '/';
        if (!made) return refuse(error, path);
    }
    return true;
}

bool paths_database(const struct cli *cli, char path[PATHS_MAX], struct message *error) {
    const char *file = paths_setting(cli, "database");
    if (!file) return paths_state("tafelrunde.db", path, error);
    int length = snprintf(path, PATHS_MAX, "%s", file);
    return (length >= 0 && length < PATHS_MAX) || refuse(error, path);
}
