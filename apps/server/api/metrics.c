// Health and metrics.
#include "apps/server/internal.h"

#include "agon/version.h"

void agon_api_health(agon_service *service, agon_ticket *ticket) {
    agon_text text = {0};
    agon_json json = {.text = &text};
    bool is_well = !service->is_draining && !service->has_storage_failed;
    const char *status = service->has_storage_failed ? "storage_failed"
                         : service->is_draining      ? "draining"
                                                     : "ok";
    agon_json_open(&json, '{');
    agon_json_put_string(&json, "status", status);
    agon_json_put_string(&json, "version", AGON_VERSION);
    agon_json_close(&json, '}');
    agon_ticket_answer(ticket, is_well ? 200 : 503, &text);
}

static void add(agon_text *text, const char *name, const char *type, const char *help,
                uint64_t value) {
    agon_text_printf(text, "# HELP agon_%s %s\n# TYPE agon_%s %s\nagon_%s %llu\n", name, help, name,
                     type, name, (unsigned long long)value);
}

static void add_line(void *text, const char *line) {
    agon_text_puts(text, line);
    agon_text_puts(text, "\n");
}

static void add_counts(agon_text *text, const agon_counts *counts) {
    add(text, "requests_total", "counter", "Requests and messages received.", counts->requests);
    add(text, "refused_total", "counter", "Requests answered with an error.", counts->refused);
    add(text, "matches_made_total", "counter", "Matches made.", counts->matches_made);
    add(text, "matches_over_total", "counter", "Matches that came to an end.",
        counts->matches_over);
    add(text, "actions_total", "counter", "Actions of players acknowledged.", counts->actions);
    add(text, "actions_repeated_total", "counter", "Actions answered again.", counts->repeated);
    add(text, "actions_stale_total", "counter", "Actions refused as stale.", counts->stale);
    add(text, "messages_total", "counter", "Messages sent to sockets.", counts->messages);
    add(text, "bot_moves_total", "counter", "Moves made by bots.", counts->bot_moves);
    add(text, "timeouts_total", "counter", "Seats whose time ran out.", counts->timeouts);
    add(text, "calls_given_up_total", "counter", "RPC given up: the caller has gone.",
        counts->calls_given_up);
    add(text, "matches_damaged_total", "counter", "Matches found damaged in the store.",
        counts->damaged);
    add(text, "retold_moves_total", "counter", "Moves made again for who had missed them.",
        counts->retold);
    add(text, "retold_moves_most", "gauge", "The most of them in one turn of the loop.",
        counts->retold_most);
    add(text, "retell_refused_total", "counter", "Whole views sent instead.",
        counts->retell_refused);
}

static void add_shares(agon_text *text, const agon_shares *shares) {
    add(text, "bot_matches", "gauge", "Matches of bots alone in memory.", shares->bot_matches);
    add(text, "bot_matches_running", "gauge", "Of these, with a place.", shares->bot_places);
    add(text, "programs", "gauge", "Programs that run.", shares->processes);
    add(text, "calls_open", "gauge", "RPC waiting or running.", shares->calls);
    add(text, "matches_in_line", "gauge", "Matches whose bots wait for a place.", shares->line);
    add(text, "owners", "gauge", "Addresses that have, or had lately, work done for them.",
        shares->count);
}

void agon_api_metrics(agon_service *service, agon_ticket *ticket) {
    agon_text text = {0};
    agon_worker_pool_counts pool = agon_worker_pool_count(service->pool);
    add_counts(&text, &service->counts);
    add(&text, "matches_in_memory", "gauge", "Matches in memory.", service->room_count);
    add(&text, "sockets", "gauge", "Open WebSockets.", service->sockets);
    add(&text, "requests_open", "gauge", "Requests not answered yet.", service->tickets);
    add(&text, "store_commits_total", "counter", "Transactions, each with one sync.", pool.commits);
    add(&text, "store_saves_total", "counter", "Saves in these transactions.", pool.saves);
    add(&text, "store_failures_total", "counter", "Jobs of the store that failed.", pool.failures);
    add(&text, "jobs_open", "gauge", "Jobs of threads under way.", pool.open);
    add_shares(&text, &service->shares);
    if (service->write_metrics) {
        service->write_metrics(service->metrics_user, add_line, &text);
    }
    ticket->type = "text/plain; version=0.0.4";
    agon_ticket_answer(ticket, 200, &text);
}
