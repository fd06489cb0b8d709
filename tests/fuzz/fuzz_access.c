/* Fuzzes sessions, origins, paths and encodings of requests. The input is lines: method, path,
 * host, Origin, cookie, Authorization, Accept-Encoding, Content-Type. For any input, a token has
 * its form, a foreign page does not pass for ours, and a path finds only listed files. */
#include "core/ensure.h"
#include "server/access.h"
#include "server/files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LINES = 8 };

static void split(char *text, const char *lines[LINES]) {
    for (unsigned i = 0; i < LINES; i++) {
        lines[i] = text;
        text += strcspn(text, "\n");
        if (*text) *text++ = 0;
    }
}

static void put(const char *folder, const char *name, const char *text) {
    char path[64];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    ensure(file && fputs(text, file) >= 0 && fclose(file) == 0);
}

static struct files *make_files(void) {
    char folder[] = "/tmp/fuzz_access.XXXXXX", assets[64];
    const char *why;
    ensure(mkdtemp(folder));
    snprintf(assets, sizeof assets, "%s/assets", folder);
    ensure(mkdir(assets, 0700) == 0);
    put(folder, "index.html", "<!doctype html>");
    put(folder, "assets/page-1a2b3c4d.js", "export {};");
    return files_open(folder, &why);
}

static void check_files(const struct network_request *request) {
    static struct files *files;
    struct network_response response;
    if (!files) files = make_files();
    ensure(files);
    if (files_respond(files, request, &response))
        ensure(response.status == 200 && response.length > 0 && response.type && response.lasting);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *lines[LINES];
    char *text = malloc(size + 1), token[CORE_TOKEN_LENGTH + 1];
    ensure(text);
    if (size) memcpy(text, data, size);
    text[size] = 0;
    split(text, lines);
    struct network_request request = {
        .method = (uint8_t)lines[0][0] % NETWORK_OTHER,
        .path = lines[1],
        .host = lines[2],
        .origin = lines[3],
        .cookie = lines[4],
        .authorization = lines[5],
        .encodings = lines[6],
        .type = lines[7],
        .match = "",
        .query = "",
        .languages = "",
        .address = "",
        .body = "{}",
        .length = 2,
    };
    for (unsigned i = 0; i < 2; i++) {
        const char *public_url = i ? "https://spiel.example" : NULL;
        access_token(&request, public_url, token);
        size_t length = strlen(token);
        ensure(length == 0 || length == CORE_TOKEN_LENGTH);
        ensure(strspn(token, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") ==
               length);
        if (length && strncasecmp(request.authorization, "Bearer ", 7) != 0)
            ensure(access_is_ours(&request, public_url));
        if (i && access_is_ours(&request, public_url))
            ensure(!request.origin[0] ||
                   strncasecmp(request.origin, "https://spiel.example", 21) == 0);
    }
    if (access_is_json(&request)) ensure(strncasecmp(request.type, "application/json", 16) == 0);
    check_files(&request);
    free(text);
    return 0;
}
