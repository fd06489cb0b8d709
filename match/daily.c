#include "match/daily.h"

#include "core/json.h"
#include "games/registry.h"
#include "match/record.h"

#include <string.h>

enum { PLAYERS = 3, MONTHS = 12, DAY_MS = 24 * 3600 * 1000, FIRST_YEAR = 2000, YEARS = 200 };

static bool is_leap(unsigned year) {
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static unsigned days_in(unsigned year, unsigned month) {
    static const uint8_t days[MONTHS] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return days[month] + (month == 1 && is_leap(year) ? 1u : 0u);
}

static bool read_digits(const char *text, unsigned count, unsigned *number) {
    *number = 0;
    for (unsigned i = 0; i < count; i++) {
        if (text[i] < '0' || text[i] > '9') return false;
        *number = *number * 10 + (unsigned)(text[i] - '0');
    }
    return true;
}

/* Days since 1970-01-01; false: not a date of ours. */
static bool read_day(const char *text, unsigned *number) {
    unsigned year, month, day;
    if (strlen(text) != DAY_LENGTH || text[4] != '-' || text[7] != '-' ||
        !read_digits(text, 4, &year) || !read_digits(text + 5, 2, &month) ||
        !read_digits(text + 8, 2, &day))
        return false;
    if (year < FIRST_YEAR || year >= FIRST_YEAR + YEARS || month < 1 || month > MONTHS || day < 1 ||
        day > days_in(year, month - 1))
        return false;
    *number = day - 1;
    for (unsigned y = 1970; y < year; y++) *number += 365 + is_leap(y);
    for (unsigned m = 0; m + 1 < month; m++) *number += days_in(year, m);
    return true;
}

static void write_digits(char *text, unsigned count, unsigned number) {
    while (count--) {
        text[count] = (char)('0' + number % 10);
        number /= 10;
    }
}

void daily_day(int64_t ms, char text[DAY_LENGTH + 1]) {
    int64_t day = ms / DAY_MS;
    unsigned year = 1970, month = 0;
    for (; day >= 365 + (int64_t)is_leap(year); year++) day -= 365 + is_leap(year);
    for (; day >= days_in(year, month); month++) day -= days_in(year, month);
    memcpy(text, "0000-00-00", DAY_LENGTH + 1);
    write_digits(text, 4, year);
    write_digits(text + 5, 2, month + 1);
    write_digits(text + 8, 2, (unsigned)day + 1);
}

int64_t daily_begin_ms(const char *day) {
    unsigned number;
    return read_day(day, &number) ? (int64_t)number * DAY_MS : 0;
}

void daily_set_seed(struct daily *daily, const uint8_t seed[SEED_SIZE]) {
    memcpy(daily->seed, seed, SEED_SIZE);
    draws_derive(seed, SEATS_MAX, daily->reserve);
}

bool daily_of(const char *day, struct daily *daily) {
    unsigned number;
    uint8_t seed[SEED_SIZE];
    char text[sizeof "tafelrunde day " + DAY_LENGTH] = "tafelrunde day ";
    memset(daily, 0, sizeof *daily);
    if (!read_day(day, &number)) return false;
    memcpy(daily->day, day, DAY_LENGTH);
    daily->game = games[number % games_offered];
    daily->players = daily->game->players_max < PLAYERS ? daily->game->players_max : PLAYERS;
    daily->seat = number / games_offered % daily->players;
    for (unsigned i = 0; i < daily->game->option_count; i++)
        daily->options[i] = daily->game->options[i].fallback;
    strcat(text, daily->day);
    draws_simulated(text, 0, seed, daily->table);
    daily_set_seed(daily, seed);
    return true;
}

void daily_write(struct json_out *out, const struct daily *daily) {
    json_text(out, "day", daily->day);
    json_text(out, "game", daily->game->id);
    json_number(out, "players", daily->players);
    json_number(out, "seat", daily->seat);
    record_write_options(out, "options", daily->game, daily->options);
    json_text(out, "level", DAILY_LEVEL);
    json_text(out, "table", daily->table);
}

void daily_write_seed(struct json_out *out, const struct daily *daily) {
    draws_write_json(out, "seed", daily->seed);
    draws_write_json(out, "reserve", daily->reserve);
}
