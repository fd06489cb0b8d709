#include "core/describe.h"

#include "core/tuning.h"

static void write_options(const struct game *game, struct json_out *out) {
    json_array(out, "options");
    for (unsigned i = 0; i < game->option_count; i++) {
        const struct option *option = &game->options[i];
        json_object(out, NULL);
        json_text(out, "key", option->key);
        json_array(out, "values");
        for (unsigned v = 0; v < option->count; v++) {
            if (option->flag) json_bool(out, NULL, v != 0);
            else json_text(out, NULL, option->values[v]);
        }
        json_array_end(out);
        if (option->flag) json_bool(out, "default", option->fallback != 0);
        else json_text(out, "default", option->values[option->fallback]);
        json_object_end(out);
    }
    json_array_end(out);
}

/* ---- actions ---- */

static void write_codes(const struct things *things, const char *name, bool null,
                        struct json_out *out) {
    json_array(out, name);
    for (unsigned i = 0; i < things->count; i++) json_text(out, NULL, things->codes[i]);
    if (null) json_null(out, NULL);
    json_array_end(out);
}

static void write_verb(const struct notation_verb *verb, struct json_out *out) {
    json_object(out, NULL);
    json_text(out, "verb", verb->word);
    json_bool(out, "by_seat", !verb->chance);
    json_number(out, "first", verb->first);
    json_number(out, "actions", notation_size(verb));
    json_array(out, "parts");
    for (unsigned i = 0; i < NOTATION_PARTS_MAX && verb->parts[i].things; i++) {
        const struct notation_part *part = &verb->parts[i];
        json_object(out, NULL);
        json_text(out, "type", part->things->type);
        json_text(out, "name", part->name ? part->name : part->things->type);
        json_bool(out, "glued", part->glued);
        json_bool(out, "optional", part->optional);
        write_codes(part->things, "codes", false, out);
        json_object_end(out);
    }
    json_array_end(out);
    json_object_end(out);
}

struct game_extent game_extent(const struct game *game) {
    const struct notation *notation = game->notation;
    struct game_extent extent = {.chance_first = notation->actions};
    for (unsigned i = 0; i < notation->verb_count; i++) {
        const struct notation_verb *verb = &notation->verbs[i];
        unsigned end = verb->first + notation_size(verb);
        for (unsigned action = verb->first; action < end && !verb->chance; action++)
            extent.seat_actions += !notation_veiled(notation, (uint16_t)action);
        if (!verb->chance && !verb->drawn) continue;
        if (verb->first < extent.chance_first) extent.chance_first = verb->first;
        extent.chance_end = end;
    }
    return extent;
}

static void write_verbs(const struct game *game, struct json_out *out) {
    const struct notation *notation = game->notation;
    struct game_extent extent = game_extent(game);
    json_number(out, "actions", notation->actions);
    json_number(out, "seat_actions", extent.seat_actions);
    json_object(out, "chance");
    json_number(out, "first", extent.chance_first);
    json_number(out, "end", extent.chance_end);
    json_number(out, "outcomes_max", OUTCOMES_MAX);
    json_object_end(out);
    json_array(out, "verbs");
    for (unsigned i = 0; i < notation->verb_count; i++) write_verb(&notation->verbs[i], out);
    json_array_end(out);
}

/* ---- views, as a JSON Schema ---- */

static void write_integer(int64_t least, int64_t most, struct json_out *out) {
    json_text(out, "type", "integer");
    json_number(out, "minimum", least);
    json_number(out, "maximum", most);
}

/* Begins an array type. The `items` object stays open: the caller writes the element type into it
 * and closes it. */
static void begin_items(unsigned least, unsigned most, bool unique, struct json_out *out) {
    json_text(out, "type", "array");
    json_number(out, "minItems", least);
    json_number(out, "maxItems", most);
    if (unique) json_bool(out, "uniqueItems", true);
    json_object(out, "items");
}

static void write_thing(const struct things *things, bool null, struct json_out *out) {
    json_text(out, "thing", things->type);
    write_codes(things, "enum", null, out);
}

/* Writes the type of one value as members of the JSON object that is open in `out`. */
static void write_type(const struct fields *fields, const struct field *field,
                       struct json_out *out) {
    switch (field->kind) {
    case FIELD_NUMBER: write_integer(field->min, field->max, out); break;
    case FIELD_FLAG: json_text(out, "type", "boolean"); break;
    case FIELD_THING: write_thing(field->things, true, out); break;
    case FIELD_INDEX: write_thing(field->things, false, out); break;
    case FIELD_LIST:
    case FIELD_SET: {
        bool set = field->kind == FIELD_SET;
        begin_items(0, set ? field->things->count : field->count, set, out);
        write_thing(field->things, false, out);
        json_object_end(out);
        break;
    }
    case FIELD_SEATS:
        begin_items(0, fields->seats, true, out);
        write_integer(0, fields->seats - 1, out);
        json_object_end(out);
        break;
    case FIELD_ACTION:
        json_array(out, "type");
        json_text(out, NULL, "string");
        json_text(out, NULL, "null");
        json_array_end(out);
        break;
    case FIELD_SPARE: break;
    }
}

static void write_field(const struct fields *fields, const struct field *field,
                        struct json_out *out) {
    bool several = field->count > 1 && field->kind != FIELD_LIST;
    json_object(out, field->name);
    if (several) begin_items(field->count, field->count, false, out);
    write_type(fields, field, out);
    if (several) json_object_end(out);
    json_object_end(out);
}

static void write_fields(const struct fields *fields, const struct field *list, unsigned count,
                         struct json_out *out) {
    for (unsigned i = 0; i < count; i++)
        if (list[i].kind != FIELD_SPARE) write_field(fields, &list[i], out);
}

static void write_required(const struct field *list, unsigned count, struct json_out *out) {
    for (unsigned i = 0; i < count; i++)
        if (list[i].kind != FIELD_SPARE) json_text(out, NULL, list[i].name);
    json_array_end(out);
    json_bool(out, "additionalProperties", false);
}

static void write_seats(const struct game *game, struct json_out *out) {
    const struct fields *fields = game->fields;
    json_object(out, "seats");
    begin_items(game->players_min, game->players_max, false, out);
    json_text(out, "type", "object");
    json_object(out, "properties");
    write_fields(fields, fields->seat, fields->seat_count, out);
    json_object_end(out);
    json_array(out, "required");
    write_required(fields->seat, fields->seat_count, out);
    json_object_end(out);
    json_object_end(out);
}

static void write_view(const struct game *game, struct json_out *out) {
    const struct fields *fields = game->fields;
    json_object(out, "view");
    json_text(out, "type", "object");
    json_object(out, "properties");
    json_object(out, "game");
    json_text(out, "const", game->id);
    json_object_end(out);
    write_fields(fields, fields->state, fields->state_count, out);
    write_seats(game, out);
    json_object_end(out);
    json_array(out, "required");
    json_text(out, NULL, "game");
    json_text(out, NULL, "seats");
    write_required(fields->state, fields->state_count, out);
    json_object_end(out);
}

/* ---- the whole description ---- */

void game_describe(const struct game *game, struct json_out *out) {
    char hash[COMPONENTS_HASH_SIZE];
    game_components_hash(game, hash);
    json_text(out, "id", game->id);
    json_text(out, "name", game->name);
    json_number(out, "rules", game->rules);
    json_text(out, "components", hash);
    json_number(out, "players_min", game->players_min);
    json_number(out, "players_max", game->players_max);
    write_options(game, out);
    json_number(out, "state_size", (int64_t)game->state_size);
    json_number(out, "steps_max", game->steps_max);
    write_verbs(game, out);
    write_view(game, out);
    json_object(out, "result");
    json_array(out, "breakdown");
    for (unsigned i = 0; i < game->part_count; i++) json_text(out, NULL, game->parts[i]);
    json_array_end(out);
    json_object_end(out);
    json_number(out, "features", feature_count(game));
    json_array(out, "feature_names");
    for (unsigned i = 0; i < feature_count(game); i++)
        json_text(out, NULL, feature_name(game->tuning->feature_names, i).name);
    json_array_end(out);
    json_object(out, "utility");
    json_number(out, "min", -1);
    json_number(out, "max", 1);
    json_number(out, "sum", 0);
    json_object_end(out);
    game->components(out, "tables");
}
