#include "server/files.h"

#include "core/blake2b.h"
#include "core/hex.h"
#include "match/draws.h"

#include <brotli/encode.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

enum {
    PATH_MAX_LENGTH = 1024,
    DEPTH_MAX = 8,
    BROTLI_QUALITY = 9,
    GZIP_LEVEL = 9,
    GZIP_WINDOW = 15 + 16,
    ETAG_BYTES = 12,
    WORTH_COMPRESSING = 512
};

/* In order of preference. */
enum coding { CODING_BROTLI, CODING_GZIP, CODING_NONE, CODINGS };
static const char *const coding_names[CODINGS] = {"br", "gzip", NULL};

struct file {
    char *name; /* without the first slash */
    const char *type;
    char *bytes[CODINGS]; /* NULL: this coding would not be smaller */
    size_t length[CODINGS];
    char etag[CODINGS][2 * ETAG_BYTES + 8];
};

struct files {
    struct file *list; /* sorted by name */
    unsigned count, capacity;
    size_t total;
};

static const struct {
    const char *ending, *type;
    bool compress;
} types[] = {
    {".html", "text/html; charset=utf-8", true},
    {".js", "text/javascript; charset=utf-8", true},
    {".mjs", "text/javascript; charset=utf-8", true},
    {".css", "text/css; charset=utf-8", true},
    {".json", "application/json", true},
    {".map", "application/json", true},
    {".webmanifest", "application/manifest+json", true},
    {".wasm", "application/wasm", true},
    {".svg", "image/svg+xml", true},
    {".txt", "text/plain; charset=utf-8", true},
    {".md", "text/markdown; charset=utf-8", true},
    {".net", "application/octet-stream", true},
    {".png", "image/png", false},
    {".webp", "image/webp", false},
    {".ico", "image/x-icon", false},
    {".woff2", "font/woff2", false},
    {".wav", "audio/wav", true},
};

static size_t type_of(const char *name) {
    size_t i = 0, length = strlen(name);
    for (; i < sizeof types / sizeof types[0]; i++) {
        size_t ending = strlen(types[i].ending);
        if (length > ending && strcmp(name + length - ending, types[i].ending) == 0) break;
    }
    return i;
}

/* ---- reading ---- */

static char *gzip(const char *bytes, size_t length, size_t *out_length) {
    z_stream z = {0};
    if (deflateInit2(&z, GZIP_LEVEL, Z_DEFLATED, GZIP_WINDOW, 9, Z_DEFAULT_STRATEGY) != Z_OK)
        return NULL;
    size_t bound = deflateBound(&z, length);
    char *out = malloc(bound);
    z.next_in = (Bytef *)(uintptr_t)bytes;
    z.avail_in = (uInt)length;
    z.next_out = (Bytef *)out;
    z.avail_out = (uInt)bound;
    bool done = out && deflate(&z, Z_FINISH) == Z_STREAM_END;
    *out_length = z.total_out;
    deflateEnd(&z);
    if (done) return out;
    free(out);
    return NULL;
}

static char *brotli(const char *bytes, size_t length, size_t *out_length) {
    *out_length = BrotliEncoderMaxCompressedSize(length);
    char *out = malloc(*out_length);
    if (out && BrotliEncoderCompress(BROTLI_QUALITY, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_GENERIC,
                                     length, (const uint8_t *)bytes, out_length, (uint8_t *)out))
        return out;
    free(out);
    return NULL;
}

static void compress_file(struct file *f) {
    f->bytes[CODING_BROTLI] =
        brotli(f->bytes[CODING_NONE], f->length[CODING_NONE], &f->length[CODING_BROTLI]);
    f->bytes[CODING_GZIP] =
        gzip(f->bytes[CODING_NONE], f->length[CODING_NONE], &f->length[CODING_GZIP]);
    for (enum coding coding = 0; coding < CODING_NONE; coding++) {
        if (f->bytes[coding] && f->length[coding] < f->length[CODING_NONE]) continue;
        free(f->bytes[coding]);
        f->bytes[coding] = NULL;
    }
}

/* Takes ownership of `bytes` if it succeeds. */
static bool add(struct files *files, const char *name, char *bytes, size_t length) {
    if (files->count == files->capacity) {
        unsigned capacity = files->capacity ? 2 * files->capacity : 32;
        struct file *list = realloc(files->list, capacity * sizeof *list);
        if (!list) return false;
        files->list = list;
        files->capacity = capacity;
    }
    size_t type = type_of(name);
    bool known = type < sizeof types / sizeof types[0];
    struct file *f = &files->list[files->count];
    uint8_t hash[HASH_SIZE];
    char digits[2 * ETAG_BYTES + 1];
    *f = (struct file){.name = strdup(name),
                       .type = known ? types[type].type : "application/octet-stream"};
    if (!f->name) return false;
    f->bytes[CODING_NONE] = bytes;
    f->length[CODING_NONE] = length;
    blake2b_hash(bytes, length, hash);
    hex_write(hash, ETAG_BYTES, digits);
    for (enum coding coding = 0; coding < CODINGS; coding++)
        snprintf(f->etag[coding], sizeof f->etag[coding], "\"%s%s\"", digits,
                 coding_names[coding] ? coding_names[coding] : "");
    if (known && types[type].compress && length >= WORTH_COMPRESSING) compress_file(f);
    files->count++;
    files->total += length;
    return true;
}

static bool read_file(struct files *files, const char *path, const char *name) {
    FILE *file = fopen(path, "rb");
    struct stat about;
    if (!file) return false;
    char *bytes = NULL;
    bool done = fstat(fileno(file), &about) == 0;
    if (done && files->total + (size_t)about.st_size > FILES_BYTES_MAX) {
        errno = EFBIG;
        done = false;
    }
    if (done)
        done = (bytes = malloc((size_t)about.st_size + 1)) &&
               fread(bytes, 1, (size_t)about.st_size, file) == (size_t)about.st_size;
    fclose(file);
    if (done && add(files, name, bytes, (size_t)about.st_size)) return true;
    free(bytes);
    return false;
}

/* File names are `path` from offset `from` on. Names that begin with a dot are not served. */
static bool read_folder(struct files *files, const char *path, size_t from, unsigned depth) {
    DIR *folder = opendir(path);
    struct dirent *entry;
    bool done = folder && depth < DEPTH_MAX;
    while (done && (entry = readdir(folder))) {
        char below[PATH_MAX_LENGTH];
        struct stat about;
        if (entry->d_name[0] == '.') continue;
        int length = snprintf(below, sizeof below, "%s/%s", path, entry->d_name);
        if (length < 0 || (size_t)length >= sizeof below || files->count == FILES_MAX) {
            errno = E2BIG;
            done = false;
        } else if (stat(below, &about) != 0) {
            done = false;
        } else if (S_ISDIR(about.st_mode)) {
            done = read_folder(files, below, from, depth + 1);
        } else if (S_ISREG(about.st_mode)) {
            done = read_file(files, below, below + from);
        }
    }
    int error = errno;
    if (folder) closedir(folder);
    errno = error;
    return done;
}

static int by_name(const void *a, const void *b) {
    return strcmp(((const struct file *)a)->name, ((const struct file *)b)->name);
}

struct files *files_open(const char *folder, const char **why) {
    struct files *files = calloc(1, sizeof *files);
    *why = strerror(ENOMEM);
    if (!files) return NULL;
    errno = 0;
    if (!folder || read_folder(files, folder, strlen(folder) + 1, 0)) {
        qsort(files->list, files->count, sizeof *files->list, by_name);
        return files;
    }
    *why = strerror(errno ? errno : EIO);
    files_close(files);
    return NULL;
}

void files_close(struct files *files) {
    if (!files) return;
    for (unsigned i = 0; i < files->count; i++) {
        for (enum coding coding = 0; coding < CODINGS; coding++) free(files->list[i].bytes[coding]);
        free(files->list[i].name);
    }
    free(files->list);
    free(files);
}

/* ---- responding ---- */

static const struct file *find(const struct files *files, const char *name) {
    struct file key = {.name = (char *)(uintptr_t)name};
    if (!files->count) return NULL;
    return bsearch(&key, files->list, files->count, sizeof *files->list, by_name);
}

/* Does Accept-Encoding contain this coding with a weight above 0? */
static bool accepts(const char *list, const char *coding) {
    size_t length = strlen(coding);
    for (const char *at = list; *at; at += strcspn(at, ","), at += *at == ',') {
        at += strspn(at, " \t");
        if (strncasecmp(at, coding, length) != 0 || !strchr(", \t;", at[length])) continue;
        const char *weight = at + length + strspn(at + length, " \t;");
        return strncmp(weight, "q=0", 3) != 0 ||
               strspn(weight + 2, "0.") < strcspn(weight + 2, ", \t;");
    }
    return false;
}

static enum coding choose_coding(const struct file *f, const char *list) {
    for (enum coding coding = 0; coding < CODING_NONE; coding++)
        if (f->bytes[coding] && accepts(list, coding_names[coding])) return coding;
    return CODING_NONE;
}

bool files_respond_with(const struct files *files, const char *name,
                        const struct network_request *request, struct network_response *response) {
    const struct file *f = find(files, name);
    if (!f) return false;
    enum coding coding = choose_coding(f, request->encodings);
    *response = (struct network_response){
        .status = 200,
        .type = f->type,
        .cache =
            strncmp(name, "assets/", 7) == 0 ? "public, max-age=31536000, immutable" : "no-cache",
        .etag = f->etag[coding],
        .encoding = coding_names[coding],
        .body = f->bytes[coding],
        .length = f->length[coding],
        .lasting = true,
    };
    if (!strstr(request->match, f->etag[coding])) return true;
    response->status = 304;
    response->body = NULL;
    response->length = 0;
    return true;
}

/* Does the web client handle this path itself? */
static bool is_client_route(const char *path) {
    /* after a final slash exactly one segment follows */
    static const char *const routes[] = {
        "/",        "/account", "/analysis",    "/daily",        "/daily/",  "/leaders/", "/learn/",
        "/lobby",   "/local/",  "/moderation",  "/practice/",    "/poster/", "/rules/",   "/s/",
        "/screen/", "/t/",      "/tournaments", "/tournaments/", "/u/",
    };
    for (size_t i = 0; i < sizeof routes / sizeof routes[0]; i++) {
        size_t length = strlen(routes[i]);
        const char *rest = path + length;
        bool named = length > 1 && routes[i][length - 1] == '/';
        if (strncmp(path, routes[i], length) == 0 && (named ? *rest && !strchr(rest, '/') : !*rest))
            return true;
    }
    return false;
}

bool files_respond(const struct files *files, const struct network_request *request,
                   struct network_response *response) {
    if (request->path[0] != '/') return false;
    return files_respond_with(files,
                              is_client_route(request->path) ? "index.html" : request->path + 1,
                              request, response);
}

const char *files_name(const struct files *files, unsigned number) {
    return number < files->count ? files->list[number].name : NULL;
}
