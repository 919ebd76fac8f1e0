// agon match: what is told of a match, as text for people or as JSON.
#include "apps/cli/match/match.h"

#include "apps/cli/files.h"
#include "apps/host/say.h"

#include <stdio.h>

static void begin_line(match_job *job, const told_move *told) {
    agon_text_printf(&job->log, "%5u  ", told->number);
    agon_say_player(&job->log, job->table.codec, job->table.game, told->move->player);
    agon_text_puts(&job->log, "  ");
}

static void tell_move(match_job *job, const told_move *told) {
    static const char *const ends[] = {[AGON_MOVER_SEAT] = "\n",
                                       [AGON_MOVER_RANDOM] = "  (made at random)\n",
                                       [AGON_MOVER_RULES] = "  (made by the rules)\n"};
    begin_line(job, told);
    agon_say_json(&job->log, json_object_get(told->line, "action"), NULL);
    agon_text_puts(&job->log, ends[told->move->by]);
}

static bool ends_in_forfeit(const told_move *told, size_t fault) {
    return told->move->forfeits && fault + 1 == told->move->fault_count;
}

static void tell_faults(match_job *job, const told_move *told) {
    for (size_t i = 0; i < told->move->fault_count; i++) {
        begin_line(job, told);
        agon_text_printf(&job->log, "%s: %s%s\n", agon_fault_word(told->faults[i].fault),
                         told->faults[i].reason, ends_in_forfeit(told, i) ? "; it forfeits" : "");
    }
}

static void list_faults(match_job *job, const told_move *told) {
    for (size_t i = 0; i < told->move->fault_count; i++) {
        agon_json_open(&job->json, '{');
        agon_json_put_int(&job->json, "n", told->number);
        agon_json_key(&job->json, "player");
        job->table.codec->player_write(job->table.game, told->move->player, &job->json);
        agon_json_put_string(&job->json, "fault", agon_fault_word(told->faults[i].fault));
        agon_json_put_string(&job->json, "reason", told->faults[i].reason);
        agon_json_put_bool(&job->json, "forfeit", ends_in_forfeit(told, i));
        agon_json_close(&job->json, '}');
    }
}

void agon_cli_tell_move(match_job *job, const told_move *told) {
    if (job->settings->json) {
        list_faults(job, told);
        return;
    }
    tell_faults(job, told);
    if (job->settings->is_full) {
        tell_move(job, told);
    }
}

static void add_seed(match_job *job, agon_text *text) {
    agon_json json = {.text = text};
    agon_json_seed(&json, job->setup.seed);
}

static void print_title(match_job *job) {
    agon_text text = {0};
    agon_text_printf(&text, "%s, ", job->table.codec->rules->title);
    if (job->settings->state) {
        agon_text_printf(&text, "from %s", job->settings->state);
    } else {
        agon_text_puts(&text, "seed ");
        add_seed(job, &text);
    }
    agon_text_puts(&text, "\n");
    agon_cli_print_safely(&text);
}

static void print_result(match_job *job, const agon_result *result) {
    agon_text text = {0};
    agon_text_printf(&text, "after %u moves:\n", result->moves);
    for (int place = 1; place <= job->table.game->players; place++) {
        for (int p = 0; p < job->table.game->players; p++) {
            if (result->places[p] != place) {
                continue;
            }
            agon_text_printf(&text, "  %d.  ", place);
            agon_say_player(&text, job->table.codec, job->table.game, p);
            agon_text_printf(&text, "  score %d  %s", (int)result->scores[p], job->holders[p].text);
            if (job->holders[p].program.name[0]) {
                agon_text_printf(&text, " (%s)", job->holders[p].program.name);
            }
            agon_text_puts(&text, result->forfeits[p] ? "  forfeited\n" : "\n");
        }
    }
    agon_cli_print_safely(&text);
}

static void begin_json(match_job *job) {
    job->json = (agon_json){.text = &job->log};
    agon_json *json = &job->json;
    agon_json_open(json, '{');
    agon_json_put_string(json, "game", job->table.codec->rules->id);
    agon_json_key(json, "seed");
    agon_json_seed(json, job->setup.seed);
    agon_json_key(json, "seats");
    agon_json_open(json, '[');
    for (size_t p = 0; p < job->settings->list.count; p++) {
        agon_json_string(json, job->settings->seats[p]);
    }
    agon_json_close(json, ']');
    agon_json_key(json, "faults");
    agon_json_open(json, '[');
}

static bool finish_json(match_job *job, const agon_result *result) {
    agon_json_close(&job->json, ']');
    agon_json_key(&job->json, "result");
    agon_result_write(job->table.codec, job->table.game, result, NULL, &job->json);
    agon_json_key(&job->json, "hash");
    agon_json_hex(&job->json, agon_hash(job->table.game, job->match.state));
    agon_json_close(&job->json, '}');
    agon_text_puts(&job->log, "\n");
    return agon_cli_print_safely(&job->log);
}

void agon_cli_tell_begin(match_job *job) {
    if (job->settings->json) {
        begin_json(job);
    } else {
        print_title(job);
    }
}

bool agon_cli_tell_result(match_job *job, const agon_result *result) {
    if (job->settings->json) {
        return finish_json(job, result);
    }
    print_result(job, result);
    return true;
}
