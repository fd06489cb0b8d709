/* The page's files, read once and kept in memory, each also compressed: a few MiB.
 *
 * What lies in assets/ is named by its content and may be kept for ever; everything else is
 * asked for again with its ETag. Addresses inside the page (/t/ID, /rules/GAME, …) are its
 * entry, index.html. */
#ifndef SERVER_FILES_H
#define SERVER_FILES_H

#include "server/network.h"

enum { FILES_MAX = 4096, FILES_BYTES_MAX = 128 * 1024 * 1024 };

struct files;

/* The files of a folder; none at all if it is NULL. NULL with the reason in the system's words. */
struct files *files_open(const char *folder, const char **why) __attribute__((warn_unused_result));
void files_close(struct files *files);

/* The file at this path, as the request wants it; false: there is none. */
bool files_respond(const struct files *files, const struct network_request *request,
                   struct network_response *response) __attribute__((warn_unused_result));

/* The same for one file by its name, whatever the path. */
bool files_respond_with(const struct files *files, const char *name,
                        const struct network_request *request, struct network_response *response)
    __attribute__((warn_unused_result));

/* The names, in order; NULL at the end. */
const char *files_name(const struct files *files, unsigned number);

#endif
