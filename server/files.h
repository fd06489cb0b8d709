/* The files of the web page, read once and kept in memory, also compressed: a few MiB.
 *
 * Names in assets/ contain a hash of the content, so clients may cache them for ever. Everything
 * else is revalidated by ETag. Routes of the web client (/t/ID, /rules/GAME, …) get index.html. */
#ifndef SERVER_FILES_H
#define SERVER_FILES_H

#include "server/network.h"

enum { FILES_MAX = 4096, FILES_BYTES_MAX = 128 * 1024 * 1024 };

struct files;

/* Reads a folder; a NULL folder has no files. Returns NULL with the system's reason in `why`. */
struct files *files_open(const char *folder, const char **why) __attribute__((warn_unused_result));
void files_close(struct files *files);

/* Responds with the file at the request's path; false: there is none. */
bool files_respond(const struct files *files, const struct network_request *request,
                   struct network_response *response) __attribute__((warn_unused_result));

/* Responds with the file of this name, whatever the path. */
bool files_respond_with(const struct files *files, const char *name,
                        const struct network_request *request, struct network_response *response)
    __attribute__((warn_unused_result));

/* The names, sorted; NULL at the end. */
const char *files_name(const struct files *files, unsigned number);

#endif
