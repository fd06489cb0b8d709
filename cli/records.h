/* Files of records: one JSON object per line, or a single object over many lines. */
#ifndef CLI_RECORDS_H
#define CLI_RECORDS_H

#include "program/cli.h"
#include "match/record.h"

struct record_file {
    char *text;
    size_t length, at;
    bool single; /* the whole file is one object */
    unsigned games; /* records read so far */
};

bool records_open(struct record_file *file, const char *path, struct message *error)
    __attribute__((warn_unused_result));
void records_close(struct record_file *file);

/* Finds the text of the next record. False at the end. */
bool records_next(struct record_file *file, const char **text, size_t *length);

/* Print what is wrong with game number `game` (from 0) of the file. Return the exit status. */
int records_fail(const struct cli *cli, unsigned game, const struct message *reason);
int records_fail_step(const struct cli *cli, unsigned game, const struct record *r,
                      const void *state, const struct record_error *error);

#endif
