/* serve: the online table. Flags, or the environment: --public-url is TAFELRUNDE_PUBLIC_URL. */
#include "cli/cli.h"
#include "server/shell.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_SIZE = 4096, PER_ADDRESS = 200 };

struct serve {
    struct shell_config config; /* first: ready() is handed it */
    const struct cli *cli;
    char listen[300], web[PATH_SIZE], database[PATH_SIZE];
};

/* The flag, else the environment's word. */
static const char *setting(const struct cli *cli, const char *name) {
    const char *value = args_value(&cli->args, name, 0);
    char variable[64] = "TAFELRUNDE_";
    if (value) return value;
    for (size_t i = strlen(variable), n = 0; name[n] && i + 1 < sizeof variable; i++, n++) variable[i] = name[n] == '-' ? '_' : (char)toupper(name[n]);
    value = getenv(variable);
    return value && *value ? value : NULL;
}

/* "127.0.0.1:8080" or "[::1]:8080". */
static bool choose_address(struct serve *s, struct message *error) {
    const char *text = setting(s->cli, "listen");
    if (!text) text = "127.0.0.1:8080";
    char *colon;
    if (strlen(text) >= sizeof s->listen || !(colon = strrchr(strcpy(s->listen, text), ':')) || !colon[1]) {
        *error = MESSAGE("cli.error.listen_at", TEXT("word", text, strlen(text)));
        return false;
    }
    *colon = 0;
    s->config.host = s->listen;
    s->config.port = colon + 1;
    if (s->listen[0] != '[') return true;
    s->config.host = s->listen + 1;
    colon[-1] = 0;
    return true;
}

static bool has_page(char *folder, const char *format, const char *where) {
    char entry[PATH_SIZE + 16];
    snprintf(folder, PATH_SIZE, format, where);
    snprintf(entry, sizeof entry, "%s/index.html", folder);
    return access(entry, R_OK) == 0;
}

/* The page of --data, else beside the build, else where it was installed; else the plain one. */
static bool choose_page(struct serve *s, struct message *error) {
    const char *data = setting(s->cli, "data");
    char program[PATH_SIZE];
    if (data) {
        if (has_page(s->web, "%s/web/dist", data) || has_page(s->web, "%s/web", data)) s->config.web = s->web;
        else *error = MESSAGE("cli.error.data", TEXT("folder", data, strlen(data)));
        return s->config.web;
    }
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0) return true;
    program[length] = 0;
    *strrchr(program, '/') = 0;
    if (has_page(s->web, "%s/../web/dist", program) || has_page(s->web, "%s/../share/tafelrunde/web", program)) s->config.web = s->web;
    return true;
}

/* --database, else a file of this person's own. */
static bool choose_database(struct serve *s, struct message *error) {
    const char *file = setting(s->cli, "database"), *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    int length = file ? snprintf(s->database, sizeof s->database, "%s", file)
                 : state && *state ? snprintf(s->database, sizeof s->database, "%s/tafelrunde/tafelrunde.db", state)
                                   : snprintf(s->database, sizeof s->database, "%s/.local/state/tafelrunde/tafelrunde.db", home ? home : "");
    if (length < 0 || (size_t)length >= sizeof s->database) {
        *error = MESSAGE("cli.error.write", TEXT("file", file, 60));
        return false;
    }
    s->config.database = s->database;
    for (char *slash = s->database + 1; !file && (slash = strchr(slash, '/')); slash++) {
        *slash = 0;
        bool made = mkdir(s->database, 0700) == 0 || errno == EEXIST;
        *slash = '/';
        if (made) continue;
        *error = MESSAGE("cli.error.write", TEXT("file", s->database, strlen(s->database)));
        return false;
    }
    return true;
}

static void ready(const struct shell_config *config, unsigned port) {
    const struct serve *s = (const struct serve *)config;
    char url[400];
    if (config->public_url) snprintf(url, sizeof url, "%s", config->public_url);
    else snprintf(url, sizeof url, strchr(config->host, ':') ? "http://[%s]:%u/" : "http://%s:%u/", config->host, port);
    say(s->cli, stdout, &MESSAGE("cli.serve.ready", TEXT("url", url, strlen(url))));
    fflush(stdout);
}

static int serve(struct cli *cli) {
    struct serve s = {.cli = cli, .config = {.public_url = setting(cli, "public-url"), .trusted_proxy = setting(cli, "trust-proxy"), .pages = setting(cli, "pages"), .ready = ready}};
    struct message error;
    long per_address = PER_ADDRESS;
    if (cli->args.word_count) return fail_usage(cli, &MESSAGE("cli.error.too_many", TEXT("word", cli->args.words[0], strlen(cli->args.words[0]))));
    if (!args_number(&cli->args, "per-address", 1, 1000000, &per_address, &error)) return fail_usage(cli, &error);
    s.config.per_address_max = (unsigned)per_address;
    if (!choose_address(&s, &error) || !choose_page(&s, &error)) return fail_usage(cli, &error);
    if (!choose_database(&s, &error) || !shell_run(&s.config, &error)) return fail(cli, &error);
    return EXIT_SUCCESS;
}

static const struct arg known[] = {
    {"listen", true}, {"public-url", true}, {"trust-proxy", true}, {"database", true}, {"data", true}, {"pages", true}, {"per-address", true}, {"lang", true}, {"help", false}, {0},
};

const struct command serve_command = {.name = "serve", .help = "cli.help.serve", .known = known, .run = serve};
