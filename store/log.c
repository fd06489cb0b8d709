#include "store/log.h"

#include "core/blake2b.h"
#include "core/hex.h"

#include <string.h>

static void add_number(struct blake2b *b, int64_t number) {
    uint8_t bytes[8];
    for (unsigned i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)((uint64_t)number >> 8 * i);
    blake2b_add(b, bytes, sizeof bytes);
}

void store_log_begin(const char *table, char hash[STORE_LOG_HASH]) {
    uint8_t bytes[STORE_HASH];
    blake2b_hash(table, strlen(table), bytes);
    hex_write(bytes, STORE_HASH, hash);
}

void store_log_add(char hash[STORE_LOG_HASH], const struct store_entry *row) {
    uint8_t bytes[STORE_HASH];
    struct blake2b b;
    blake2b_begin(&b, STORE_HASH, NULL, 0);
    blake2b_add(&b, hash, STORE_LOG_HASH - 1);
    add_number(&b, row->version);
    add_number(&b, row->kind);
    add_number(&b, row->by);
    add_number(&b, row->action);
    add_number(&b, row->forced);
    blake2b_add(&b, row->id, strnlen(row->id, sizeof row->id));
    blake2b_end(&b, bytes);
    hex_write(bytes, STORE_HASH, hash);
}

bool store_log_is_whole(const struct store_table *table, const struct store_entry *rows,
                        unsigned count) {
    char hash[STORE_LOG_HASH];
    if (!table->log_hash[0]) return true;
    store_log_begin(table->id, hash);
    for (unsigned i = 0; i < count; i++) store_log_add(hash, &rows[i]);
    const struct store_entry *last = count ? &rows[count - 1] : NULL;
    int64_t entries =
        last ? last->version + (last->kind == STORE_ENTRY_GONE ? last->action : 1) : 0;
    return table->log_rows == (int64_t)count && table->entries == entries &&
           strcmp(table->log_hash, hash) == 0;
}
