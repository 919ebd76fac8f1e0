// agon load: plays matches against a server over WebSocket, many at once, and measures.
#define _DEFAULT_SOURCE
#include "apps/cli/load/load.h"

#include "apps/cli/load/server.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define SECOND INT64_C(1000000)
#define MAX_GAMES 64
#define WATCHERS_PER_MATCH 500
#define CONNECT_AT_ONCE 400 // connections being opened at a time
#define PATIENCE (120 * SECOND)
#define TURN_TIME 20 // milliseconds that the loop sleeps at most

typedef struct load_options {
    const char *url;
    uint64_t matches, idle, makers, pid;
    double seconds, pause, every;
    bool json;
    const char *games[MAX_GAMES + 1];
    agon_cli_list game_list;
} load_options;

// What was measured at the ends of phases.
typedef struct load_marks {
    uint64_t memory_start, memory_idle, memory_full, memory_end;
    double idle_seconds, make_seconds, play_seconds;
    double make_time, play_time; // of the server's processor
    uint64_t moves, messages;
} load_marks;

typedef struct load_run {
    agon_load load;
    load_options options;
    load_marks marks;
    agon_load_server server;
    agon_load_match *watched; // matches that only have spectators
    uint64_t watchers;        // of them: asked to connect so far
    int64_t start;
} load_run;

static const struct lws_protocols protocols[] = {
    {.name = "load", .callback = agon_load_callback, .rx_buffer_size = 16384},
    {0},
};

static int64_t now(void) {
    return (int64_t)lws_now_usecs();
}

static double seconds_since(int64_t time) {
    return (double)(now() - time) / (double)SECOND;
}

// ---------------------------------------------------------------------------------------------
// The loop

static void on_made(void *user) {
    agon_load *load = user;
    lws_cancel_service(load->context);
}

static void on_timer(uv_timer_t *timer) {
    agon_load *load = timer->data;
    lws_cancel_service(load->context); // lws looks at its own timers after events only
}

static bool loop_open(agon_load *load, uint64_t connections) {
    void *loops[] = {&load->loop};
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN,
        .protocols = protocols,
        .options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_LIBUV,
        .foreign_loops = loops,
        .pcontext = &load->context,
        .gid = -1,
        .uid = -1,
        .vhost_name = "load",
    };
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < connections + 256) {
        limit.rlim_cur = limit.rlim_max < connections + 256 ? limit.rlim_max : connections + 256;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
    lws_set_log_level(0, NULL);
    if (uv_loop_init(&load->loop) != 0) {
        return false;
    }
    uv_timer_init(&load->loop, &load->timer);
    load->timer.data = load;
    load->context = lws_create_context(&info);
    load->vhost = load->context ? lws_create_vhost(load->context, &info) : NULL;
    return load->vhost && uv_timer_start(&load->timer, on_timer, TURN_TIME, TURN_TIME) == 0;
}

static void loop_close(agon_load *load) {
    uv_close((uv_handle_t *)&load->timer, NULL);
    if (load->context) {
        lws_context_destroy(load->context);
    }
    for (int i = 0; i < 1000 && uv_run(&load->loop, UV_RUN_NOWAIT) != 0; i++) {}
    if (load->context) {
        lws_context_destroy(load->context);
    }
    uv_loop_close(&load->loop);
}

// Players for the matches that have been made, as far as not too many are on their way already.
static void matches_begin(agon_load *load) {
    agon_load_makers *makers = &load->makers;
    while (load->connecting < CONNECT_AT_ONCE) {
        pthread_mutex_lock(&makers->lock);
        agon_load_match *match = makers->made;
        makers->made = match ? match->next : NULL;
        pthread_mutex_unlock(&makers->lock);
        if (!match) {
            break;
        }
        match->playing = match->players;
        load->active++;
        for (int i = 0; i < match->players; i++) {
            if (!agon_load_player_open(load, match, match->tokens[i])) {
                match->playing--;
            }
        }
    }
}

static void watchers_begin(load_run *run) {
    agon_load *load = &run->load;
    agon_load_makers *makers = &load->makers;
    pthread_mutex_lock(&makers->lock);
    while (makers->opened) {
        agon_load_match *match = makers->opened;
        makers->opened = match->next;
        match->next = run->watched;
        run->watched = match;
    }
    pthread_mutex_unlock(&makers->lock);
    while (run->watched && run->watchers < run->options.idle &&
           load->connecting < CONNECT_AT_ONCE) {
        agon_load_match *match = run->watched;
        for (; match->next && match->playing >= WATCHERS_PER_MATCH; match = match->next) {}
        if (match->playing >= WATCHERS_PER_MATCH || !agon_load_player_open(load, match, NULL)) {
            break;
        }
        match->playing++;
        run->watchers++;
    }
}

static void turn(load_run *run) {
    agon_load *load = &run->load;
    uv_run(&load->loop, UV_RUN_ONCE);
    watchers_begin(run);
    if (run->marks.make_seconds > 0) {
        matches_begin(load);
    }
}

// ---------------------------------------------------------------------------------------------
// Phases

static bool give_up(const load_run *run, const char *what) {
    const agon_load_makers *makers = &run->load.makers;
    const char *why = makers->failure[0] != '\0' ? makers->failure : run->load.failure;
    agon_cli_complain("%s: %s", what, why[0] != '\0' ? why : "it takes too long");
    return false;
}

static long server_pid(const load_run *run) {
    return run->server.pid > 0 ? (long)run->server.pid : (long)run->options.pid;
}

static uint64_t memory(const load_run *run) {
    return agon_load_server_memory(server_pid(run));
}

static bool idle_phase(load_run *run) {
    const uint64_t idle = run->options.idle;
    const int64_t start = now();
    run->marks.memory_start = memory(run);
    agon_load_makers_ask(&run->load.makers, 0,
                         (idle + WATCHERS_PER_MATCH - 1) / WATCHERS_PER_MATCH);
    while (run->load.connected < idle) {
        turn(run);
        if (now() - start > PATIENCE) {
            return give_up(run, "idle connections cannot be opened");
        }
    }
    run->marks.idle_seconds = seconds_since(start);
    run->marks.memory_idle = memory(run);
    return true;
}

static uint64_t made_count(agon_load_makers *makers) {
    pthread_mutex_lock(&makers->lock);
    const uint64_t count = makers->made_count;
    pthread_mutex_unlock(&makers->lock);
    return count;
}

static bool make_phase(load_run *run) {
    const int64_t start = now();
    const double time = agon_load_server_time(server_pid(run));
    agon_load_makers_ask(&run->load.makers, run->options.matches, 0);
    while (made_count(&run->load.makers) < run->options.matches) {
        turn(run);
        if (now() - start > PATIENCE) {
            return give_up(run, "matches cannot be made");
        }
    }
    run->marks.make_seconds = seconds_since(start);
    run->marks.make_time = agon_load_server_time(server_pid(run)) - time;
    return true;
}

static void sample_print(const load_run *run, double span, const agon_load_counts *since) {
    const agon_load_counts *counts = &run->load.counts;
    agon_load_times times = {0};
    for (unsigned i = 0; i < AGON_LOAD_SLOTS; i++) {
        times.slots[i] = counts->times.slots[i] - since->times.slots[i];
        times.count += times.slots[i];
    }
    fprintf(stderr,
            "%6.0f s %8.0f moves/s  p50 %7.2f ms  p99 %7.2f ms  %5" PRIu64 " matches  %6" PRIu64
            " connections  server %.1f MB\n",
            seconds_since(run->start), (double)(counts->moves - since->moves) / span,
            (double)agon_load_times_at(&times, 0.5) / 1000,
            (double)agon_load_times_at(&times, 0.99) / 1000, run->load.active, run->load.connected,
            (double)memory(run) / 1e6);
}

static bool play_phase(load_run *run) {
    agon_load_counts *since = calloc(1, sizeof *since);
    if (!since) {
        return give_up(run, "no memory");
    }
    const int64_t end = now() + (int64_t)(run->options.seconds * (double)SECOND);
    const int64_t start = now();
    const double time = agon_load_server_time(server_pid(run));
    int64_t sampled = start;
    run->start = start;
    while (now() < end) {
        const int64_t next = sampled + (int64_t)(run->options.every * (double)SECOND);
        turn(run);
        if (now() >= next) {
            sample_print(run, seconds_since(sampled), since);
            *since = run->load.counts;
            sampled = now();
            if (run->marks.memory_full == 0) {
                run->marks.memory_full = memory(run);
            }
        }
    }
    run->marks.play_seconds = seconds_since(start);
    run->marks.play_time = agon_load_server_time(server_pid(run)) - time;
    run->marks.moves = run->load.counts.moves;
    run->marks.messages = run->load.counts.messages;
    run->marks.memory_end = memory(run);
    free(since);
    return true;
}

// ---------------------------------------------------------------------------------------------
// The report

static double per(uint64_t more, uint64_t less, uint64_t count) {
    return count > 0 && more > less ? (double)(more - less) / (double)count : 0;
}

static void report_print(const load_run *run) {
    const load_marks *marks = &run->marks;
    const load_options *options = &run->options;
    const agon_load_counts *counts = &run->load.counts;
    const agon_load_times *times = &counts->times;
    printf("matches made       %8.0f /s  (%" PRIu64 " by %" PRIu64
           " clients; p50 %.2f ms, p99 %.2f ms)\n",
           (double)options->matches / marks->make_seconds, options->matches, options->makers,
           (double)agon_load_times_at(&run->load.makers.times, 0.5) / 1000,
           (double)agon_load_times_at(&run->load.makers.times, 0.99) / 1000);
    printf("moves acknowledged %8.0f /s  (%" PRIu64
           " in %.1f s; p50 %.2f ms, p99 %.2f ms, longest %.1f ms)\n",
           (double)marks->moves / marks->play_seconds, marks->moves, marks->play_seconds,
           (double)agon_load_times_at(times, 0.5) / 1000,
           (double)agon_load_times_at(times, 0.99) / 1000, (double)times->longest / 1000);
    printf("messages received  %8.0f /s\n", (double)marks->messages / marks->play_seconds);
    printf("at once            %8" PRIu64 " matches, %" PRIu64 " idle connections\n",
           options->matches, options->idle);
    printf("matches finished   %8" PRIu64 "; refused %" PRIu64 ", stale %" PRIu64
           ", connections broken %" PRIu64 ", resumed %" PRIu64 "\n",
           counts->finished, counts->refused, counts->stale, counts->broken, counts->resumed);
    if (marks->memory_start > 0) {
        printf(
            "server's memory    %8.1f MB at first, %.1f with idle connections, %.1f in full, %.1f in the end\n",
            (double)marks->memory_start / 1e6, (double)marks->memory_idle / 1e6,
            (double)marks->memory_full / 1e6, (double)marks->memory_end / 1e6);
        printf("                   %8.1f kB per idle connection, %.1f kB per match\n",
               per(marks->memory_idle, marks->memory_start, options->idle) / 1e3,
               per(marks->memory_full, marks->memory_idle, options->matches) / 1e3);
        printf(
            "server's processor %8.3f ms per match made, %.3f ms per move (messages to all who see it "
            "included)\n",
            marks->make_time * 1000 / (double)options->matches,
            marks->moves > 0 ? marks->play_time * 1000 / (double)marks->moves : 0);
    }
}

static void report_json(const load_run *run) {
    const load_marks *marks = &run->marks;
    const agon_load_counts *counts = &run->load.counts;
    printf("{\"matches\":%" PRIu64 ",\"idle\":%" PRIu64 ",\"seconds\":%.3f,\"make_seconds\":%.3f,"
           "\"moves\":%" PRIu64 ",\"p50_us\":%" PRId64 ",\"p99_us\":%" PRId64
           ",\"longest_us\":%" PRId64 ",\"finished\":%" PRIu64 ",\"refused\":%" PRIu64
           ",\"stale\":%" PRIu64 ",\"broken\":%" PRIu64 ",\"resumed\":%" PRIu64
           ",\"memory\":[%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64
           "],\"make_time\":%.3f,\"play_time\":%.3f}\n",
           run->options.matches, run->options.idle, marks->play_seconds, marks->make_seconds,
           marks->moves, agon_load_times_at(&counts->times, 0.5),
           agon_load_times_at(&counts->times, 0.99), counts->times.longest, counts->finished,
           counts->refused, counts->stale, counts->broken, counts->resumed, marks->memory_start,
           marks->memory_idle, marks->memory_full, marks->memory_end, marks->make_time,
           marks->play_time);
}

// ---------------------------------------------------------------------------------------------
// The command

static bool place_parse(const char *url, agon_load_place *place) {
    static const char scheme[] = "http://";
    unsigned port = 0;
    char rest = '/';
    return strncmp(url, scheme, strlen(scheme)) == 0 &&
           sscanf(url + strlen(scheme), "%63[^:/]:%u%c", place->host, &port, &rest) >= 2 &&
           rest == '/' && port > 0 && port < 65536 && (place->port = (uint16_t)port) > 0;
}

static bool server_find(load_run *run, uint64_t connections) {
    char own[AGON_LOAD_MAX_URL];
    const char *url = run->options.url ? run->options.url : own;
    if (url == own && !agon_load_server_start(&run->server, connections + 64, own, sizeof own)) {
        agon_cli_complain("no server can be started");
        return false;
    }
    const bool is_good = place_parse(url, &run->load.place);
    if (!is_good) {
        agon_cli_complain("'%s' is not of the form http://HOST:PORT/", url);
    }
    run->load.makers.place = run->load.place;
    return is_good;
}

static bool seed(agon_load *load) {
    agon_seed random = {.is_wide = true};
    if (getentropy(&random.lo, sizeof random.lo) != 0 ||
        getentropy(&random.hi, sizeof random.hi) != 0) {
        return false;
    }
    load->rng = agon_rng_make(random);
    snprintf(load->client, sizeof load->client, "load-%08x", (unsigned)random.lo);
    return true;
}

static void players_free(load_run *run) {
    agon_load *load = &run->load;
    while (load->players) {
        agon_load_player *player = load->players;
        agon_load_match *match = player->match;
        if (player->wsi) {
            lws_set_opaque_user_data(player->wsi, NULL);
        }
        const bool plays = player->token != NULL;
        agon_load_player_free(player);
        if (plays && --match->playing == 0) {
            agon_load_match_free(match);
        }
    }
    while (run->watched) {
        agon_load_match *next = run->watched->next;
        agon_load_match_free(run->watched);
        run->watched = next;
    }
}

static bool measure(load_run *run) {
    const bool is_done = idle_phase(run) && make_phase(run) && play_phase(run);
    run->load.is_stopping = true;
    if (is_done) {
        (run->options.json ? report_json : report_print)(run);
    }
    return is_done;
}

static int load_run_all(load_run *run) {
    const uint64_t connections =
        run->options.idle + run->options.matches * AGON_MAX_PLAYERS + run->options.makers;
    agon_load *load = &run->load;
    load->makers.games = run->options.games;
    load->makers.notify = on_made;
    load->makers.user = load;
    load->pause = run->options.pause;
    if (!seed(load) || !server_find(run, connections)) {
        agon_load_server_stop(&run->server);
        return EX_UNAVAILABLE;
    }
    bool is_done = loop_open(load, connections) &&
                   agon_load_makers_start(&load->makers, (unsigned)run->options.makers) &&
                   measure(run);
    agon_load_makers_stop(&load->makers);
    players_free(run);
    loop_close(load);
    if (agon_load_server_stop(&run->server) != 0) {
        agon_cli_complain("the server did not end well");
        is_done = false;
    }
    return !is_done ? EX_UNAVAILABLE : load->counts.refused > 0 ? EX_FINDING : EX_OK;
}

// The games named, or all there are.
static int games_find(load_options *options) {
    for (size_t i = 0; i < options->game_list.count; i++) {
        if (!agon_cli_game(options->games[i])) {
            return EX_USAGE;
        }
    }
    const agon_codec *codec;
    for (size_t i = 0; options->game_list.count == 0 && i < MAX_GAMES; i++) {
        codec = agon_codec_at(i);
        options->games[i] = codec ? codec->rules->id : NULL;
        if (!codec) {
            break;
        }
    }
    return EX_OK;
}

static int run_load(int count, char **arguments) {
    load_run *run = calloc(1, sizeof *run);
    if (!run) {
        agon_cli_complain("out of memory");
        return EX_OSERR;
    }
    load_options *o = &run->options;
    *o = (load_options){.matches = 100, .makers = 8, .seconds = 10, .every = 5};
    o->game_list = (agon_cli_list){.items = o->games, .max = MAX_GAMES};
    const agon_cli_option options[] = {
        {"--matches", AGON_CLI_COUNT, &o->matches}, {"--idle", AGON_CLI_NUMBER, &o->idle},
        {"--seconds", AGON_CLI_TIME, &o->seconds},  {"--pause", AGON_CLI_TIME, &o->pause},
        {"--every", AGON_CLI_TIME, &o->every},      {"--makers", AGON_CLI_COUNT, &o->makers},
        {"--game", AGON_CLI_LIST, &o->game_list},   {"--pid", AGON_CLI_NUMBER, &o->pid},
        {"--json", AGON_CLI_FLAG, &o->json},        {0},
    };
    int code = agon_cli_parse(&agon_cli_load, options, 1, &count, arguments);
    if (!code && o->makers > AGON_LOAD_MAX_MAKERS) {
        code = agon_cli_usage_error(&agon_cli_load, "--makers: at most %d", AGON_LOAD_MAX_MAKERS);
    }
    code = code ? code : games_find(o);
    if (!code) {
        o->url = count > 0 ? arguments[0] : NULL;
        code = load_run_all(run);
    }
    free(run);
    return code;
}

const agon_cli_command agon_cli_load = {
    .name = "load",
    .summary = "play many matches against a server at once, and measure",
    .usage = "[URL] [--matches N] [--idle N] [--seconds TIME] [--pause TIME] [--game GAME]...",
    .help =
        "Makes matches over HTTP and plays them over WebSocket, two or more connections a match, with\n"
        "random actions out of those that the views allow; a match that ends is replaced. Without URL\n"
        "(http://HOST:PORT/) a server is started, with a database of its own in $TMPDIR, its limits out\n"
        "of the way and --match-idle 10, and ended. Connections that break are resumed.\n"
        "\n"
        "  --matches N      played at once; default 100\n"
        "  --idle N         further connections that only watch matches nobody has joined; default 0\n"
        "  --seconds TIME   how long; default 10. For a soak: 600, and look at the memory\n"
        "  --pause TIME     seconds that a player waits before acting; default none\n"
        "  --every TIME     between two lines on stderr; default 5\n"
        "  --game GAME      may be repeated; default: all games in turn\n"
        "  --makers N       connections that make matches; default 8\n"
        "  --pid PID        of the server at URL, to tell its memory\n"
        "  --json           one JSON object in the end\n"
        "\n"
        "Ends with 1 if the server refused an action that the view allowed.\n",
    .run = run_load,
};
