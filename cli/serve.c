/* serve: runs the server. Options with a value may also come from the environment:
 * TAFELRUNDE_PUBLIC_URL stands for --public-url. */
#include "program/data.h"
#include "cli/qr.h"
#include "server/shell.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ADDRESS_MAX = 300, URL_MAX = 400 };

struct serve {
    struct shell_config config; /* first, because ready() casts it back */
    const struct cli *cli;
    struct data_nets nets;
    char listen[ADDRESS_MAX], metrics[ADDRESS_MAX], web[PATHS_MAX], database[PATHS_MAX],
        lan_address[INET_ADDRSTRLEN];
};

/* Finds this machine's address in the local network: the first interface that is up. */
static bool find_lan_address(struct serve *s) {
    struct ifaddrs *all;
    if (getifaddrs(&all) != 0) return false;
    for (const struct ifaddrs *at = all; at && !s->lan_address[0]; at = at->ifa_next) {
        if (!at->ifa_addr || at->ifa_addr->sa_family != AF_INET || at->ifa_flags & IFF_LOOPBACK ||
            !(at->ifa_flags & IFF_UP))
            continue;
        inet_ntop(AF_INET, &((const struct sockaddr_in *)(const void *)at->ifa_addr)->sin_addr,
                  s->lan_address, sizeof s->lan_address);
    }
    freeifaddrs(all);
    return s->lan_address[0];
}

/* Splits "127.0.0.1:8080" or "[::1]:8080". */
static bool split_address(const char *option, const char *text, char copy[ADDRESS_MAX],
                          const char **host, const char **port, struct message *error) {
    char *colon;
    if (strlen(text) >= ADDRESS_MAX || !(colon = strrchr(strcpy(copy, text), ':')) || !colon[1]) {
        *error = MESSAGE("cli.error.listen_at", TEXT("option", option, strlen(option)),
                         TEXT("word", text, strlen(text)));
        return false;
    }
    *colon = 0;
    *host = copy;
    *port = colon + 1;
    if (copy[0] != '[') return true;
    *host = copy + 1;
    colon[-1] = 0;
    return true;
}

/* --lan listens on all interfaces by default. */
static bool choose_addresses(struct serve *s, struct message *error) {
    const char *text = paths_setting(s->cli, "listen"), *metrics = paths_setting(s->cli, "metrics");
    bool lan = args_has(&s->cli->args, "lan");
    if (lan && !find_lan_address(s)) {
        *error = MESSAGE("cli.error.lan");
        return false;
    }
    if (!text) text = lan ? "0.0.0.0:8080" : args_text(&s->cli->args, "listen");
    return split_address("listen", text, s->listen, &s->config.host, &s->config.port, error) &&
           (!metrics || split_address("metrics", metrics, s->metrics, &s->config.metrics_host,
                                      &s->config.metrics_port, error));
}

/* Only a built page counts. The sources have a web/index.html, too, but it is a template, and
 * reading that folder with its node_modules takes minutes. */
static bool find_built_page(struct serve *s) {
    char sources[PATHS_MAX];
    return data_find(s->cli, "web/dist/index.html", s->web) ||
           (data_find(s->cli, "web/index.html", s->web) &&
            !data_find(s->cli, "web/package.json", sources));
}

/* Finds the page in the data folder. Without one, programs and terminals can still play. */
static bool choose_page(struct serve *s, struct message *error) {
    const char *data = paths_setting(s->cli, "data");
    if (find_built_page(s)) {
        *strrchr(s->web, '/') = 0;
        s->config.web = s->web;
    }
    if (s->config.web || !data) return true;
    *error = MESSAGE("cli.error.data", TEXT("folder", data, strlen(data)));
    return false;
}

/* Reads "1d", "12h", "30m" or "90s". */
static bool read_duration(const char *text, unsigned *seconds) {
    static const struct {
        char unit;
        long seconds;
    } units[] = {{'s', 1}, {'m', 60}, {'h', 3600}, {'d', 24 * 3600}};
    char *end;
    long number = strtol(text, &end, 10);
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (end > text && end[0] == units[i].unit && !end[1] && number >= 1 &&
            number <= 365L * 24 * 3600 / units[i].seconds) {
            *seconds = (unsigned)(number * units[i].seconds);
            return true;
        }
    return false;
}

static bool choose_backups(struct serve *s, struct message *error) {
    const char *every = paths_setting(s->cli, "backup-every");
    long keep = 0;
    if (!every) every = args_text(&s->cli->args, "backup-every");
    if (!args_number(&s->cli->args, "backup-keep", 1, 10000, &keep, error)) return false;
    s->config.backup.folder = paths_setting(s->cli, "backup");
    s->config.backup.keep = (unsigned)keep;
    if (read_duration(every, &s->config.backup.every_s)) return true;
    *error = MESSAGE("cli.error.duration", TEXT("word", every, strlen(every)));
    return false;
}

static void write_url(char url[URL_MAX], const char *host, unsigned port, const char *path) {
    snprintf(url, URL_MAX, strchr(host, ':') ? "http://[%s]:%u/%s" : "http://%s:%u/%s", host, port,
             path);
}

static void ready(const struct shell_config *config, unsigned port, unsigned metrics_port) {
    const struct serve *s = (const struct serve *)config;
    char url[URL_MAX];
    if (config->public_url) snprintf(url, sizeof url, "%s", config->public_url);
    else write_url(url, s->lan_address[0] ? s->lan_address : config->host, port, "");
    say(s->cli, stdout, &MESSAGE("cli.serve.ready", TEXT("url", url, strlen(url))));
    if (s->lan_address[0]) qr_print(url);
    if (metrics_port) {
        write_url(url, config->metrics_host, metrics_port, "metrics");
        say(s->cli, stdout, &MESSAGE("cli.serve.metrics", TEXT("url", url, strlen(url))));
    }
    fflush(stdout);
}

static int serve(struct cli *cli) {
    struct serve s = {.cli = cli,
                      .config = {.public_url = paths_setting(cli, "public-url"),
                                 .trusted_proxy = paths_setting(cli, "trust-proxy"),
                                 .pages = paths_setting(cli, "pages"),
                                 .notice_ca = paths_setting(cli, "notice-ca"),
                                 .ready = ready}};
    struct message error;
    long per_address = 0, silence = 0;
    if (cli->args.word_count)
        return fail_usage(cli, &MESSAGE("cli.error.too_many", TEXT("word", cli->args.words[0],
                                                                   strlen(cli->args.words[0]))));
    if (!args_number(&cli->args, "per-address", 1, 1000000, &per_address, &error))
        return fail_usage(cli, &error);
    if (!args_number(&cli->args, "silence", 1, 1L << 30, &silence, &error))
        return fail_usage(cli, &error);
    s.config.per_address_max = (unsigned)per_address;
    s.config.silence_s = (unsigned)silence;
    s.config.unlimited = args_has(&cli->args, "no-limits");
    s.config.no_pauses = args_has(&cli->args, "no-pauses");
    s.config.push = !args_has(&cli->args, "no-push");
    s.config.webhooks = args_has(&cli->args, "webhooks");
    if (!choose_addresses(&s, &error) || !choose_page(&s, &error) || !choose_backups(&s, &error))
        return fail_usage(cli, &error);
    s.config.database = s.database;
    if (!data_nets_open(&s.nets, cli, &error)) return fail(cli, &error);
    s.config.nets = &s.nets.source;
    if (!paths_database(cli, s.database, &error) || !shell_run(&s.config, &error))
        return fail(cli, &error);
    return EXIT_SUCCESS;
}

/* clang-format off */
static const struct arg known[] = { /* as in struct arg */
    {"listen",      "cli.value.listen",  "127.0.0.1:8080",         "cli.arg.listen",      NULL},
    {"metrics",     "cli.value.listen",  NULL,                     "cli.arg.metrics",     NULL},
    {"lan",         NULL,                NULL,                     "cli.arg.lan",         NULL},
    {"public-url",  "URL",               "cli.default.public_url", "cli.arg.public_url",  NULL},
    {"trust-proxy", "cli.value.address", NULL,                     "cli.arg.trust_proxy", NULL},
    {"database",    "cli.value.file",    "cli.default.database",   "cli.arg.database",    NULL},
    {"backup",      "cli.value.folder",  NULL,                     "cli.arg.backup",      NULL},
    {"backup-every", "cli.value.duration", "1d",                   "cli.arg.backup_every", NULL},
    {"backup-keep", "N",                 "14",                     "cli.arg.backup_keep", NULL},
    {"data",        "cli.value.folder",  "cli.default.data",       "cli.arg.data",        NULL},
    {"pages",       "cli.value.folder",  NULL,                     "cli.arg.pages",       NULL},
    {"per-address", "N",                 "200",                    "cli.arg.per_address", NULL},
    {"silence",     "cli.value.seconds", "cli.default.silence",    "cli.arg.silence",     NULL},
    {"no-push",     NULL,                NULL,                     "cli.arg.no_push",     NULL},
    {"webhooks",    NULL,                NULL,                     "cli.arg.webhooks",    NULL},
    {"notice-ca",   "cli.value.file",    NULL,                     "cli.arg.notice_ca",   NULL},
    {"no-limits",   NULL,                NULL,                     "cli.arg.no_limits",   NULL},
    {"no-pauses",   NULL,                NULL,                     "cli.arg.no_pauses",   NULL},
    {0},
};
/* clang-format on */

const struct command serve_command = {
    .name = "serve",
    .help = "cli.help.serve",
    .words = "",
    .examples = "serve\n"
                "serve --lan\n"
                "serve --listen 127.0.0.1:9000 --public-url https://spiel.example",
    .known = known,
    .run = serve};
