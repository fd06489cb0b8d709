#include "server/log.h"

#include "core/json.h"

#include <time.h>
#include <unistd.h>

enum { LINE_MAX_BYTES = 1024 };

static void begin(struct json_out *out, char *line, const char *what) {
    char text[40];
    struct timespec now;
    struct tm parts;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &parts);
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    json_begin(out, line, LINE_MAX_BYTES);
    json_object(out, NULL);
    json_text(out, "at", text);
    json_text(out, "what", what);
}

/* One write per line, so that lines of several threads do not mix. */
static void end(struct json_out *out) {
    json_object_end(out);
    json_line(out);
    if (out->length <= out->size && write(STDERR_FILENO, out->text, out->length) < 0) return;
}

void log_number(const char *what, const char *table, const char *name, int64_t number) {
    char line[LINE_MAX_BYTES];
    struct json_out out;
    begin(&out, line, what);
    if (table[0]) json_text(&out, "table", table);
    if (name[0]) json_number(&out, name, number);
    end(&out);
}
