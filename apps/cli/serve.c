// agon serve: the server. Settings from flags, environment and file; the web page; then the loop.
#define _POSIX_C_SOURCE 200809L
#include "apps/cli/cli.h"

#include "apps/server/net/net.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_SETTINGS 100
#define MAX_PATH 4096

extern char **environ;

// What flags say, before it is known whether it makes sense.
typedef struct serve_flags {
    const char *config;
    bool shows_settings;
    char names[MAX_SETTINGS][40];
    const char *values[MAX_SETTINGS];
    agon_cli_option options[MAX_SETTINGS + 3];
} serve_flags;

static void flags_make(serve_flags *flags) {
    size_t count = 0;
    const agon_setting *setting;
    for (; (setting = agon_setting_at(count)) != NULL && count < MAX_SETTINGS; count++) {
        snprintf(flags->names[count], sizeof flags->names[count], "--%s", setting->name);
        flags->options[count] =
            (agon_cli_option){flags->names[count], AGON_CLI_TEXT, &flags->values[count]};
    }
    flags->options[count++] = (agon_cli_option){"--config", AGON_CLI_TEXT, &flags->config};
    flags->options[count] =
        (agon_cli_option){"--show-settings", AGON_CLI_FLAG, &flags->shows_settings};
}

// The later ones count: file, environment, flags.
static agon_status settings_collect(agon_net_settings *settings, const serve_flags *flags,
                                    agon_error *error) {
    const char *file = flags->config ? flags->config : getenv("AGON_SERVE_CONFIG");
    agon_status status = file ? agon_net_settings_read(settings, file, error) : AGON_OK;
    status = status ? status : agon_net_settings_environment(settings, environ, error);
    const agon_setting *setting;
    for (size_t i = 0; !status && (setting = agon_setting_at(i)) != NULL; i++) {
        if (flags->values[i]) {
            status = agon_net_settings_set(settings, setting->name, flags->values[i], error);
        }
    }
    return status;
}

static void settings_print(const agon_net_settings *settings) {
    const agon_setting *setting;
    for (size_t i = 0; (setting = agon_setting_at(i)) != NULL; i++) {
        const char *field = (const char *)settings + setting->offset;
        if (setting->kind == AGON_SETTING_TEXT) {
            printf("%s = %s\n", setting->name, *(const char *const *)(const void *)field);
        } else {
            printf("%s = %llu\n", setting->name,
                   (unsigned long long)*(const uint64_t *)(const void *)field);
        }
    }
}

// ---------------------------------------------------------------------------------------------
// Where things are

static bool directories_make(char *path) {
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        const bool is_made = mkdir(path, 0700) == 0 || errno == EEXIST;
        *slash = '/';
        if (!is_made) {
            return false;
        }
    }
    return true;
}

// Without a setting the database is where the system wants state to be.
static agon_status database_place(agon_net_settings *settings, agon_error *error) {
    if (settings->database[0] != '\0') {
        return AGON_OK;
    }
    const char *state = getenv("XDG_STATE_HOME");
    const char *home = getenv("HOME");
    char path[MAX_PATH];
    if (state && state[0] == '/') {
        snprintf(path, sizeof path, "%s/agon/agon.db", state);
    } else if (home && home[0] == '/') {
        snprintf(path, sizeof path, "%s/.local/state/agon/agon.db", home);
    } else {
        return agon_error_set(error, AGON_BAD_CONFIG, "database",
                              "there is no home directory: say where the database shall be");
    }
    if (!directories_make(path)) {
        return agon_error_set(error, AGON_BAD_CONFIG, "database", "%s: %s", path, strerror(errno));
    }
    return agon_net_settings_set(settings, "database", path, error);
}

// A directory given relative to the one the program is in, if there is a page.
static bool files_beside(agon_files *files, const char *place) {
    char path[MAX_PATH];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length <= 0) {
        return false;
    }
    path[length] = '\0';
    char *slash = strrchr(path, '/');
    const size_t room = sizeof path - (size_t)(slash + 1 - path);
    return snprintf(slash + 1, room, "%s", place) < (int)room &&
           agon_files_read(files, path, NULL) == AGON_OK;
}

// The page that was asked for; the one built in; one that lies beside the program; or none.
static agon_status files_find(agon_files *files, const char *directory, agon_error *error) {
    if (directory[0] != '\0') {
        return agon_files_read(files, directory, error);
    }
    const size_t size = (size_t)((uintptr_t)agon_web_pack_end - (uintptr_t)agon_web_pack);
    agon_status status = agon_files_unpack(files, agon_web_pack, size, error);
    if (status == AGON_OK && files->count == 0 && !files_beside(files, "web") &&
        !files_beside(files, "../share/agon/web")) {
        agon_cli_complain("there is no web page here; 'make web' builds it. The API works.");
    }
    return status;
}

// ---------------------------------------------------------------------------------------------
// Serving

static int failed(const agon_error *error) {
    agon_cli_complain("%s", error->message);
    return error->status == AGON_NO_MEMORY ? EX_OSERR : EX_CONFIG;
}

// Where this program is, so that it can be called from anywhere.
static void program_print(void) {
    char path[MAX_PATH];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length > 0) {
        path[length] = '\0';
    }
    printf("  to play right here, in another terminal: %s play\n", length > 0 ? path : "agon");
}

static void greet(const agon_net *net, const agon_net_settings *settings, const agon_files *files) {
    printf("serving %s/\n", agon_net_url(net));
    if (isatty(STDOUT_FILENO)) {
        printf("  %s\n"
               "  matches are kept in %s\n",
               files->count > 0 ? "open this address in a browser, and invite somebody"
                                : "no web page was built ('make web'); the API is under /api/",
               settings->database);
        program_print();
        printf("  Ctrl-C ends it; nothing is lost\n");
    }
    fflush(stdout);
}

static int serve(agon_net_settings *settings) {
    agon_error error = {0};
    agon_files files = {0};
    agon_status status = files_find(&files, settings->web, &error);
    status = status ? status : database_place(settings, &error);
    if (status) {
        agon_files_free(&files);
        return failed(&error);
    }
    agon_net *net = agon_net_open(settings, &files, &error);
    if (net) {
        greet(net, settings, &files);
        agon_net_run(net);
        agon_net_close(net);
    }
    agon_files_free(&files);
    return net ? EX_OK : failed(&error);
}

static int run(int count, char **arguments) {
    serve_flags flags = {0};
    flags_make(&flags);
    int code = agon_cli_parse(&agon_cli_serve, flags.options, 0, &count, arguments);
    if (code) {
        return code;
    }
    agon_error error = {0};
    agon_net_settings settings;
    agon_status status = agon_net_settings_init(&settings, &error);
    if (status) {
        return failed(&error);
    }
    status = settings_collect(&settings, &flags, &error);
    if (status) {
        code = failed(&error);
    } else if (flags.shows_settings) {
        settings_print(&settings);
    } else {
        code = serve(&settings);
    }
    agon_net_settings_free(&settings);
    return code;
}

const agon_cli_command agon_cli_serve = {
    .name = "serve",
    .summary = "serve matches and the web page over HTTP and WebSocket",
    .usage = "[--listen ADDR[:PORT]] [--port PORT] [--database FILE] [--config FILE] [OPTION...]",
    .help =
        "People play each other, or bots, in a browser or through the API. Every action is on disk\n"
        "before it is acknowledged. SIGTERM or Ctrl-C ends the server: no match is lost, and clients\n"
        "come back by themselves. SIGHUP has it read its TLS certificate again. The address is printed\n"
        "first; events are logged to stderr.\n"
        "\n"
        "Every option is also a line 'name = value' of a configuration file and a variable of the\n"
        "environment (--max-body: AGON_SERVE_MAX_BODY). Flags count before the environment, the\n"
        "environment before the file.\n"
        "\n"
        "  --listen ADDR[:PORT]        where to listen; default 127.0.0.1, this machine only\n"
        "  --port PORT                 default 2466; 0 picks a free one\n"
        "  --database FILE             default $XDG_STATE_HOME/agon/agon.db\n"
        "  --config FILE               lines 'name = value'; '#' begins a comment\n"
        "  --web DIR                   the web page, instead of the one built in\n"
        "  --tls-certificate FILE      serve HTTPS: the chain of certificates (PEM)\n"
        "  --tls-key FILE              its private key (PEM)\n"
        "  --metrics-token-file FILE   its first line is the token for /metrics; without it, none\n"
        "  --proxy ADDR,...            proxies whose X-Forwarded-For and -Proto count\n"
        "  --origin URL,...            further origins that pages may come from\n"
        "  --log text|json|none        default text\n"
        "  --workers N                 threads on which bots think; default 2\n"
        "  --bot-time MS               a built-in bot may think about a move; default 500\n"
        "  --program NAME=COMMAND;...  programs that may take seats as program:NAME, sandboxed\n"
        "  --match-idle SECONDS        then an unused match leaves memory, not disk; default 300\n"
        "  --match-waiting SECONDS     then a match nobody joins is given up; default 86400\n"
        "  --show-settings             print what all sources together say, and end\n"
        "\n"
        "limits:\n"
        "  --max-connections N         at once; default 16000\n"
        "  --max-matches N             in memory at once; default 100000\n"
        "  --address-connections N     at once, of one address; default 100\n"
        "  --address-requests N        HTTP requests a second, of one address; default 50\n"
        "  --address-matches N         matches made in a minute, of one address; default 30\n"
        "  --address-joins N           seats taken in a minute, of one address; default 60\n"
        "  --messages N                WebSocket messages a second, of one connection; default 30\n"
        "  --max-message BYTES         of a WebSocket message; default 64k\n"
        "  --max-body BYTES            of a request; default 1M\n"
        "  --max-queue BYTES           waiting for a slow reader; default 1M\n"
        "  --header-timeout SECONDS    for a request's headers to come; default 10\n"
        "  --body-timeout SECONDS      for its body to come, or its answer to be read; default 20\n"
        "  --idle-timeout SECONDS      between two requests; default 30\n"
        "  --ping SECONDS              of silence, then a WebSocket is asked; default 30\n"
        "\n"
        "shares of what costs more than a moment:\n"
        "  --address-bot-time SECONDS  processor time a minute, bots of one address; default 30\n"
        "  --max-bot-matches N         matches of bots alone that run at once; default 64\n"
        "  --address-bot-matches N     the same, of one address; default 8\n"
        "  --max-programs N            seats that programs have at once; default 32\n"
        "  --program-seats N           the same, of one program; default 16\n"
        "  --address-programs N        the same, of one address; default 8\n"
        "  --no-pondering 1            programs are stopped while they are not asked\n"
        "  --rpc-workers N             threads on which /rpc is answered; default 2\n"
        "  --max-calls N               requests to /rpc under way; default 64\n"
        "  --address-calls N           the same, of one address; default 8\n"
        "  --address-rpc-time SECONDS  processor time a minute, /rpc of one address; default 10\n"
        "  --rpc-time MS               processor time of one request to /rpc; default 5000\n"
        "  --rpc-batch N               requests in one batch to /rpc; default 1000\n"
        "  --rpc-answer BYTES          of one answer of /rpc; default 1M\n"
        "  --rpc-simulations N         of all bots in one request to /rpc; default 100000\n"
        "  --max-unread BYTES          of answers that wait to be read; default 256M\n"
        "  --address-unread BYTES      the same, of one address; default 8M\n",
    .run = run,
};
