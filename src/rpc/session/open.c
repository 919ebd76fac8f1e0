// Opening matches: new ones, and those that go on where a replay ends.
#include "src/rpc/session/internal.h"

#include <stdlib.h>
#include <string.h>

#define PERSON "human" // as seats are written in replays

// A match that is being opened.
typedef struct opening {
    agon_session_match *match;
    agon_match_def def;
    const char *names[AGON_MAX_PLAYERS]; // of seats, in the documents
    agon_replay replay;                  // where it goes on from one
    int64_t now;
} opening;

void agon_session_match_close(agon_session_match *match) {
    if (!match) {
        return;
    }
    for (int v = 0; v < AGON_VIEWERS; v++) {
        free(match->shown[v].view);
    }
    agon_match_close(&match->match);
    agon_change_close(&match->change);
    agon_event_list_free(&match->log);
    agon_text_free(&match->lines);
    free(match->view);
    agon_table_free(&match->table);
    free(match);
}

// ---------------------------------------------------------------------------------------------
// Seats

static bool refuse_budget(const agon_cursor *at, const agon_seat *seat) {
    if (seat->time > 0 || seat->threads > 0) {
        return agon_cursor_refuse(at,
                                  "there is no clock and there are no threads here: use sims=N");
    }
    return seat->simulations <= AGON_RPC_MAX_SIMULATIONS ||
           agon_cursor_refuse(at, "at most %u simulations", AGON_RPC_MAX_SIMULATIONS);
}

static agon_status make_bot(const agon_cursor *at, const char *word, int player,
                            agon_session_match *match, agon_seed seed, agon_error *error) {
    agon_seat *seat = &match->seats[player];
    agon_status status = agon_seat_read(word, match->table.codec->rules, seed, player, seat, error);
    match->kinds[player] = AGON_SESSION_BOT;
    if (status == AGON_OK && !refuse_budget(at, seat)) {
        status = AGON_BAD_CONFIG;
    }
    return status;
}

// {"name": as the replay shall call it, "kind": "person" or "program", "timed": false if its time
// is not measured}
static bool read_outsider(const agon_cursor *at, int player, opening *o) {
    static const char *const words[] = {"person", "program", NULL};
    agon_cursor name = agon_cursor_child(at, "name");
    agon_cursor kind = agon_cursor_child(at, "kind");
    agon_cursor timed = agon_cursor_child(at, "timed");
    bool is_timed = true;
    int word = 0;
    if (!agon_cursor_read_object(at) || !agon_cursor_read_string(&name, &o->names[player]) ||
        !agon_cursor_read_word(&kind, words, &word) ||
        (agon_cursor_is_given(&timed) && !agon_cursor_read_bool(&timed, &is_timed))) {
        return false;
    }
    o->match->kinds[player] = word == 0 ? AGON_SESSION_PERSON : AGON_SESSION_PROGRAM;
    if (!is_timed) {
        o->def.timed &= (agon_viewers)~agon_viewer_bit(player);
    }
    return true;
}

static agon_status read_seat(const agon_cursor *at, int player, opening *o, agon_error *error) {
    agon_session_match *match = o->match;
    if (!agon_value_text(at->value)) {
        return read_outsider(at, player, o) ? AGON_OK : AGON_BAD_CONFIG;
    }
    o->names[player] = agon_value_text(at->value);
    if (strcmp(o->names[player], PERSON) == 0) {
        match->kinds[player] = AGON_SESSION_PERSON;
        return AGON_OK;
    }
    return make_bot(at, o->names[player], player, match, o->def.seed, error);
}

// Who sits where. Everybody is a person where no seats are given.
static agon_status read_seats(agon_rpc_call *call, opening *o) {
    const agon_reader reader = {.status = AGON_BAD_CONFIG, .error = &call->error};
    agon_cursor list = agon_cursor_child(&call->params, "seats");
    agon_status status = AGON_OK;
    size_t count = 0;
    const size_t players = o->match->table.game->players;
    list.reader = &reader;
    if (!agon_cursor_is_given(&list)) {
        return AGON_OK;
    }
    if (!agon_cursor_read_list(&list, 0, AGON_MAX_PLAYERS, &count)) {
        return AGON_BAD_CONFIG;
    }
    if (count != players) {
        (void)agon_cursor_refuse(&list, "this match has %zu players, but %zu seats are given",
                                 players, count);
        return AGON_BAD_CONFIG;
    }
    for (size_t p = 0; p < players && status == AGON_OK; p++) {
        agon_cursor item = agon_cursor_item(&list, p);
        status = read_seat(&item, (int)p, o, &call->error);
    }
    return status;
}

// Who sat where in a replay: built-in bots play on, and for all others somebody outside does.
static void take_seats(opening *o) {
    const agon_value *seats = agon_value_member(o->replay.head, "seats");
    agon_session_match *match = o->match;
    for (int p = 0; p < match->table.game->players; p++) {
        const agon_reader reader = {.status = AGON_BAD_CONFIG};
        const char *word = agon_value_text(agon_value_item(seats, (size_t)p));
        agon_cursor at = agon_cursor_root(&reader, NULL);
        o->names[p] = word ? word : PERSON;
        if (make_bot(&at, o->names[p], p, match, o->def.seed, NULL)) {
            match->kinds[p] = AGON_SESSION_PERSON;
        }
    }
}

// ---------------------------------------------------------------------------------------------
// What the match is made from

static agon_rpc_verdict read_seed(agon_rpc_call *call, agon_seed *seed) {
    agon_cursor at = agon_cursor_child(&call->params, "seed");
    agon_cursor config = agon_cursor_child(&call->params, "config");
    if (!agon_cursor_is_given(&at) && agon_seed_of_config(config.value, seed)) {
        return 0;
    }
    return agon_cursor_read_seed(&at, seed) ? 0 : AGON_RPC_BAD_PARAMS;
}

// A word such as a clock or a policy, in the parameters or in a replay's first line.
static agon_status read_term(const agon_cursor *parent, const char *key,
                             bool (*read)(const char *text, agon_terms *terms), agon_terms *terms,
                             agon_error *error) {
    const agon_reader reader = {.status = AGON_BAD_CONFIG, .error = error};
    agon_cursor at = agon_cursor_child(parent, key);
    const char *text;
    at.reader = &reader;
    if (!agon_cursor_is_given(&at)) {
        return AGON_OK;
    }
    if (!agon_cursor_read_string(&at, &text)) {
        return AGON_BAD_CONFIG;
    }
    if (!read(text, terms)) {
        (void)agon_cursor_refuse(&at, "'%.60s' cannot be read", text);
        return AGON_BAD_CONFIG;
    }
    return AGON_OK;
}

static agon_status read_terms(const agon_cursor *parent, agon_terms *terms, agon_error *error) {
    *terms = agon_terms_default();
    agon_status status = read_term(parent, "clock", agon_terms_read_clock, terms, error);
    return status ? status : read_term(parent, "fault", agon_terms_read_policy, terms, error);
}

static void set_people(const agon_session_match *match, agon_match_def *def) {
    def->patient = AGON_NONE;
    for (int p = 0; p < match->table.game->players; p++) {
        const bool is_person = match->kinds[p] == AGON_SESSION_PERSON;
        def->patient |= is_person ? agon_viewer_bit(p) : AGON_NONE;
    }
    def->listening = AGON_NONE; // sessions have a log of their own
}

static agon_status make_table(agon_rpc_call *call, const agon_codec *codec, agon_seed seed,
                              agon_table *table) {
    agon_cursor config = agon_cursor_child(&call->params, "config");
    agon_cursor seats = agon_cursor_child(&call->params, "seats");
    agon_cursor state = agon_cursor_child(&call->params, "state");
    if (agon_cursor_is_given(&state)) {
        agon_status status = agon_table_load(codec, state.value, table, &call->error);
        return status == AGON_OK && table->state->viewer != AGON_NOBODY
                   ? agon_error_set(&call->error, AGON_BAD_STATE, "viewer",
                                    "a match begins with a state, this is a view")
                   : status;
    }
    if (agon_cursor_is_given(&config) && agon_value_kind_of(config.value) != AGON_VALUE_OBJECT) {
        return agon_error_set(&call->error, AGON_BAD_CONFIG, "config", "must be an object");
    }
    return agon_table_seat(codec, (int)agon_value_count(seats.value),
                           agon_cursor_is_given(&config) ? config.value : NULL, seed, table,
                           &call->error);
}

// The config as the replay shall have it, in call->scratch.
static agon_status write_config(agon_rpc_call *call, const char **text) {
    agon_cursor config = agon_cursor_child(&call->params, "config");
    agon_json json = {.text = &call->scratch};
    *text = NULL;
    if (agon_cursor_is_given(&config)) {
        agon_json_value(&json, config.value);
        *text = call->scratch.data;
    }
    return call->scratch.failed ? AGON_NO_MEMORY : AGON_OK;
}

static agon_rpc_verdict read_options(agon_rpc_call *call, agon_match_def *def) {
    agon_cursor live = agon_cursor_child(&call->params, "live");
    agon_cursor commitment = agon_cursor_child(&call->params, "commitment");
    agon_cursor state = agon_cursor_child(&call->params, "state");
    def->is_given = agon_cursor_is_given(&state);
    return (agon_cursor_is_given(&live) && !agon_cursor_read_bool(&live, &def->is_live)) ||
                   (agon_cursor_is_given(&commitment) &&
                    !agon_cursor_read_string(&commitment, &def->commitment))
               ? AGON_RPC_BAD_PARAMS
               : 0;
}

// ---------------------------------------------------------------------------------------------
// Opening

static agon_status open_match(agon_rpc_call *call, opening *o) {
    agon_session_match *match = o->match;
    set_people(match, &o->def);
    o->def.game = match->table.game;
    o->def.first = match->table.state;
    o->def.seats = o->names;
    match->view = malloc(match->table.game->state_max);
    agon_status status = agon_match_open(&match->match, &o->def, &match->lines, &call->error);
    if (status == AGON_OK) {
        agon_match_start(&match->match, o->now);
    }
    return match->view ? status : AGON_NO_MEMORY;
}

static agon_rpc_verdict open_new(agon_rpc_call *call, opening *o) {
    agon_rpc_verdict verdict = agon_rpc_read_game(call);
    if (!verdict) {
        verdict = read_seed(call, &o->def.seed);
    }
    if (!verdict) {
        verdict = read_options(call, &o->def);
    }
    if (verdict) {
        return verdict;
    }
    o->def.codec = call->codec;
    agon_status status = make_table(call, call->codec, o->def.seed, &o->match->table);
    if (status == AGON_OK) {
        status = read_seats(call, o);
    }
    if (status == AGON_OK) {
        status = read_terms(&call->params, &o->def.terms, &call->error);
    }
    if (status == AGON_OK) {
        status = write_config(call, &o->def.config);
    }
    return agon_rpc_engine(call, status ? status : open_match(call, o));
}

// ---------------------------------------------------------------------------------------------
// Going on with a replay

// Reads a replay up to so many moves and keeps their lines, not that of a result. The table is the
// match's from now on.
static agon_status read_replay(agon_rpc_call *call, opening *o, const char *text, size_t length,
                               uint32_t moves) {
    agon_session_match *match = o->match;
    agon_replay *replay = &o->replay;
    agon_replay_part part = AGON_REPLAY_MOVE;
    agon_sink sink = agon_event_list_sink(&match->log);
    agon_status status = agon_replay_open(text, length, NULL, replay, &call->error);
    size_t end = replay->at;
    replay->sink = &sink;
    while (status == AGON_OK && part == AGON_REPLAY_MOVE && replay->moves < moves) {
        status = agon_replay_next(replay, &part, &call->error);
        end = part == AGON_REPLAY_MOVE ? replay->at : end;
    }
    replay->sink = NULL;
    match->table = replay->table;
    agon_text_add(&match->lines, text, end);
    return status ? status : match->lines.failed || match->log.failed ? AGON_NO_MEMORY : AGON_OK;
}

// Generators of bots go by the number of moves: what they drew before is not in a replay.
static void seek_bots(agon_session_match *match, uint32_t moves) {
    for (int p = 0; p < match->table.game->players; p++) {
        agon_rng_seek(&match->seats[p].rng, (uint64_t)moves << 24);
    }
}

// Plays on where the replay has been read to.
static agon_status go_on(agon_rpc_call *call, opening *o) {
    agon_session_match *match = o->match;
    set_people(match, &o->def);
    o->def.codec = match->table.codec;
    o->def.game = match->table.game;
    match->view = malloc(match->table.game->state_max);
    seek_bots(match, o->replay.moves);
    // What happened before is in the log, but no news.
    for (int v = 0; v < AGON_VIEWERS; v++) {
        match->shown[v].events = match->log.count;
    }
    agon_status status = agon_match_resume(&match->match, &o->def, &o->replay, &call->error);
    if (status == AGON_OK) {
        status = agon_match_settle(&match->match, o->now, &match->change, &call->error);
    }
    if (status == AGON_OK && (!match->view || agon_session_accept(call, match))) {
        status = AGON_NO_MEMORY;
    }
    if (status == AGON_OK) {
        agon_match_start(&match->match, o->now);
    }
    return status;
}

static agon_rpc_verdict resume(agon_rpc_call *call, opening *o) {
    agon_cursor at = agon_cursor_child(&call->params, "replay");
    agon_cursor seats = agon_cursor_child(&call->params, "seats");
    uint32_t moves = UINT32_MAX;
    const char *text;
    if (!agon_cursor_read_string(&at, &text)) {
        return AGON_RPC_BAD_PARAMS;
    }
    agon_rpc_verdict verdict = agon_rpc_read_number(call, "moves", UINT32_MAX, &moves);
    if (!verdict) {
        verdict = read_options(call, &o->def);
    }
    if (verdict) {
        return verdict;
    }
    agon_status status =
        read_replay(call, o, text, json_string_length(agon_json_of(at.value)), moves);
    if (status) {
        return agon_rpc_engine(call, status);
    }
    const agon_reader reader = {.status = AGON_BAD_REPLAY, .error = &call->error};
    agon_cursor head = agon_cursor_root(&reader, o->replay.head);
    if (!agon_seed_of_config(o->replay.head, &o->def.seed)) {
        o->def.seed = agon_seed_number(0); // it began with a given state
    }
    take_seats(o);
    status = agon_cursor_is_given(&seats) ? read_seats(call, o) : AGON_OK;
    if (status == AGON_OK) {
        status = read_terms(&head, &o->def.terms, &call->error);
    }
    return agon_rpc_engine(call, status ? status : go_on(call, o));
}

// ---------------------------------------------------------------------------------------------
// Methods

static agon_rpc_verdict start(agon_rpc_call *call, opening *o) {
    *o = (opening){.match = calloc(1, sizeof *o->match), .def = agon_match_def_default()};
    for (int p = 0; p < AGON_MAX_PLAYERS; p++) {
        o->names[p] = PERSON;
    }
    return o->match ? agon_session_read_now(call, &o->now) : agon_rpc_engine(call, AGON_NO_MEMORY);
}

// What was not handed on is freed.
static void end(opening *o) {
    o->replay.table = (agon_table){0}; // the match's
    agon_replay_close(&o->replay);
    agon_session_match_close(o->match);
}

static void write_seats(const opening *o, agon_json *out) {
    static const char *const kinds[] = {"person", "program", "bot"};
    const agon_table *table = &o->match->table;
    agon_json_key(out, "seats");
    agon_json_open(out, '[');
    for (int p = 0; p < table->game->players; p++) {
        agon_json_open(out, '{');
        agon_json_key(out, "player");
        table->codec->player_write(table->game, p, out);
        agon_json_put_string(out, "name", o->names[p]);
        agon_json_put_string(out, "kind", kinds[o->match->kinds[p]]);
        agon_json_close(out, '}');
    }
    agon_json_close(out, ']');
}

agon_rpc_verdict agon_session_open(agon_rpc_call *call, agon_json *out) {
    agon_cursor replay = agon_cursor_child(&call->params, "replay");
    opening o;
    agon_rpc_verdict verdict = start(call, &o);
    if (!verdict) {
        verdict = agon_sessions_reserve(call);
    }
    if (!verdict) {
        verdict = agon_cursor_is_given(&replay) ? resume(call, &o) : open_new(call, &o);
    }
    if (!verdict) {
        verdict = agon_session_check_look(call, &o.match->table);
    }
    if (!verdict) {
        agon_json_open(out, '{');
        agon_json_put_int(out, "session", agon_sessions_next_id(call->sessions));
        agon_json_put_string(out, "game", o.match->table.codec->rules->id);
        write_seats(&o, out);
        verdict = agon_session_write_progress(call, o.match, out);
        agon_json_close(out, '}');
    }
    if (!verdict && !out->text->failed) { // whoever does not hear of a session cannot close it
        agon_sessions_add(call->sessions, (agon_session){.match = o.match});
        o.match = NULL;
    }
    end(&o);
    return verdict;
}

// Takes moves back: the match goes on after so many of them.
agon_rpc_verdict agon_session_undo(agon_rpc_call *call, agon_json *out) {
    agon_session_match *old = NULL;
    opening o = {0};
    uint32_t moves = UINT32_MAX;
    agon_rpc_verdict verdict = agon_session_read_match(call, &old);
    if (!verdict) {
        verdict = agon_rpc_read_number(call, "moves", old->match.moves, &moves);
    }
    if (!verdict && moves == UINT32_MAX) {
        moves = old->match.moves > 0 ? old->match.moves - 1 : 0;
    }
    if (!verdict) {
        verdict = start(call, &o);
    }
    if (!verdict) {
        memcpy(o.match->kinds, old->kinds, sizeof old->kinds);
        memcpy(o.match->seats, old->seats, sizeof old->seats);
        o.def.seed = old->match.seed;
        o.def.terms = old->match.terms;
        o.def.is_live = old->match.is_live;
        agon_status status = read_replay(call, &o, old->lines.data, old->lines.length, moves);
        verdict = agon_rpc_engine(call, status ? status : go_on(call, &o));
    }
    if (!verdict) {
        agon_sessions_replace(call->sessions, old, o.match);
        agon_json_open(out, '{');
        verdict = agon_session_write_progress(call, o.match, out);
        agon_json_close(out, '}');
        o.match = NULL;
    }
    end(&o);
    return verdict;
}
