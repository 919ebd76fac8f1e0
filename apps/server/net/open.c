// Opening a server: the address, the database, the limits.
#define _GNU_SOURCE
#include "apps/server/net/internal.h"

#include <arpa/inet.h>
#include <errno.h>
#include <inttypes.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_PROGRAMS 64
#define TOKEN_LEAST 22 // characters: 128 bits
#define TOKEN_MOST 200

// ---------------------------------------------------------------------------------------------
// The listening socket

static socklen_t endpoint_make(const char *host, uint64_t port, struct sockaddr_storage *endpoint) {
    memset(endpoint, 0, sizeof *endpoint);
    if (strchr(host, ':')) {
        struct sockaddr_in6 *in = (void *)endpoint;
        in->sin6_family = AF_INET6;
        in->sin6_port = htons((uint16_t)port);
        inet_pton(AF_INET6, host, &in->sin6_addr);
        return sizeof *in;
    }
    struct sockaddr_in *in = (void *)endpoint;
    in->sin_family = AF_INET;
    in->sin_port = htons((uint16_t)port);
    inet_pton(AF_INET, host, &in->sin_addr);
    return sizeof *in;
}

static uint16_t port_of(int fd) {
    union {
        struct sockaddr any;
        struct sockaddr_in v4;
        struct sockaddr_in6 v6;
    } endpoint = {0};
    socklen_t size = sizeof endpoint;
    if (getsockname(fd, &endpoint.any, &size) != 0) {
        return 0;
    }
    return ntohs(endpoint.any.sa_family == AF_INET6 ? endpoint.v6.sin6_port : endpoint.v4.sin_port);
}

// Connections inherit from the listener that small messages are sent at once, and that the system
// looks after peers that are gone.
static void listener_tune(int fd) {
    const int on = 1;
    const int idle = 60;
    const int buffer = 128 << 10; // what the system keeps for one slow reader
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
    setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &buffer, sizeof buffer);
}

static agon_status listen_open(agon_net *net, agon_error *error) {
    char host[AGON_ADDRESS_TEXT];
    uint64_t port = net->settings->port;
    agon_status status = agon_listen_parse(net->settings->listen, host, &port, error);
    if (status) {
        return status;
    }
    struct sockaddr_storage endpoint;
    const socklen_t size = endpoint_make(host, port, &endpoint);
    net->listen_fd =
        socket(endpoint.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, IPPROTO_TCP);
    if (net->listen_fd < 0) {
        return agon_error_set(error, AGON_BAD_CONFIG, NULL, "no socket: %s", strerror(errno));
    }
    listener_tune(net->listen_fd);
    if (bind(net->listen_fd, (struct sockaddr *)&endpoint, size) != 0 ||
        listen(net->listen_fd, 4096) != 0) {
        return agon_error_set(error, AGON_BAD_CONFIG, "listen",
                              "cannot listen on %s port %" PRIu64 ": %s", host, port,
                              strerror(errno));
    }
    agon_address address;
    net->is_local = agon_address_parse(host, &address) && agon_address_is_loopback(&address);
    const bool is_v6 = strchr(host, ':') != NULL;
    snprintf(net->url, sizeof net->url, "%s://%s%s%s:%u", net->is_secure ? "https" : "http",
             is_v6 ? "[" : "", host, is_v6 ? "]" : "", port_of(net->listen_fd));
    return AGON_OK;
}

// ---------------------------------------------------------------------------------------------
// Checks

static agon_status settings_check(const agon_net_settings *settings, agon_error *error) {
    if ((settings->certificate[0] == '\0') != (settings->key[0] == '\0')) {
        return agon_error_set(error, AGON_BAD_CONFIG, NULL,
                              "tls-certificate and tls-key belong together");
    }
    const char *const files[] = {settings->certificate, settings->key};
    for (int i = 0; i < 2; i++) {
        if (files[i][0] != '\0' && access(files[i], R_OK) != 0) {
            return agon_error_set(error, AGON_BAD_CONFIG, NULL, "%s: %s", files[i],
                                  strerror(errno));
        }
    }
    const char *log = settings->log;
    if (strcmp(log, "text") != 0 && strcmp(log, "json") != 0 && strcmp(log, "none") != 0) {
        return agon_error_set(error, AGON_BAD_CONFIG, "log", "log is text, json or none, not '%s'",
                              log);
    }
    return AGON_OK;
}

// The first line of the file is the token.
static agon_status metrics_token_read(agon_net *net, agon_error *error) {
    const char *path = net->settings->metrics_token_file;
    char line[256] = "";
    if (path[0] == '\0') {
        return AGON_OK;
    }
    FILE *file = fopen(path, "r");
    if (!file) {
        return agon_error_set(error, AGON_BAD_CONFIG, NULL, "%s: %s", path, strerror(errno));
    }
    const bool is_read = fgets(line, sizeof line, file) != NULL;
    fclose(file);
    line[strcspn(line, "\r\n")] = '\0';
    if (!is_read || strlen(line) < TOKEN_LEAST || strlen(line) > TOKEN_MOST) {
        return agon_error_set(error, AGON_BAD_CONFIG, "metrics-token-file",
                              "%s: its first line must be a token of %d to %d characters", path,
                              TOKEN_LEAST, TOKEN_MOST);
    }
    agon_secrets_hash(line, strlen(line), net->metrics_token);
    net->has_metrics = true;
    return AGON_OK;
}

// Every connection is a descriptor, and the service needs a few.
static agon_status descriptors_raise(uint64_t connections, agon_error *error) {
    struct rlimit limit;
    const rlim_t wanted = (rlim_t)connections + 128;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted) {
        return AGON_OK;
    }
    limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
    if (limit.rlim_cur < wanted || setrlimit(RLIMIT_NOFILE, &limit) != 0) {
        return agon_error_set(
            error, AGON_BAD_CONFIG, "max-connections",
            "the system allows this process %llu files; set max-connections to %lld "
            "or less, or raise the limit",
            (unsigned long long)limit.rlim_max, (long long)limit.rlim_max - 128);
    }
    return AGON_OK;
}

// ---------------------------------------------------------------------------------------------
// Metrics

static void metrics_write(void *user, void (*add)(void *text, const char *line), void *text) {
    const agon_net *net = user;
    char lines[300];
#define COUNTER(field, name, help)                                                                 \
    snprintf(lines, sizeof lines,                                                                  \
             "# HELP agon_net_" name " " help "\n# TYPE agon_net_" name " counter\nagon_net_" name \
             " %" PRIu64 "\n",                                                                     \
             net->counters.field);                                                                 \
    add(text, lines);
    AGON_NET_COUNTERS(COUNTER)
#undef COUNTER
    size_t queued = 0;
    for (const agon_connection *connection = net->connections; connection;
         connection = connection->next) {
        queued += connection->queued;
    }
    snprintf(lines, sizeof lines,
             "# HELP agon_net_queued_bytes waiting for slow readers\n"
             "# TYPE agon_net_queued_bytes gauge\nagon_net_queued_bytes %zu\n",
             queued);
    add(text, lines);
    snprintf(lines, sizeof lines,
             "# HELP agon_net_connections open now\n# TYPE agon_net_connections gauge\n"
             "agon_net_connections %zu\n"
             "# HELP agon_net_addresses remembered by limits\n# TYPE agon_net_addresses gauge\n"
             "agon_net_addresses %zu\n",
             net->count, agon_visits_count(net->visits));
    add(text, lines);
    snprintf(lines, sizeof lines,
             "# HELP agon_net_log_lost_total lines of the log that nobody read in time\n"
             "# TYPE agon_net_log_lost_total counter\nagon_net_log_lost_total %" PRIu64 "\n",
             agon_log_queue_lost(net->log));
    add(text, lines);
}

// ---------------------------------------------------------------------------------------------
// Opening

// Cuts "NAME=COMMAND;NAME=COMMAND" into programs, in place. False: not of that form, or too many.
static bool programs_cut(char *text, agon_service_program *programs, size_t *count) {
    char *rest = NULL;
    for (char *item = strtok_r(text, ";", &rest); item; item = strtok_r(NULL, ";", &rest)) {
        item += strspn(item, " ");
        char *equals = strchr(item, '=');
        if (!equals || equals == item || equals[1] == '\0' || *count == MAX_PROGRAMS) {
            return false;
        }
        *equals = '\0';
        programs[(*count)++] = (agon_service_program){.name = item, .command = equals + 1};
    }
    return true;
}

static void shares_take(agon_service_def *def, const agon_net_settings *settings) {
    def->rpc_workers = (uint32_t)settings->rpc_workers;
    def->address_bot_time = (uint32_t)settings->address_bot_time;
    def->bot_matches = (uint32_t)settings->max_bot_matches;
    def->address_bot_matches = (uint32_t)settings->address_bot_matches;
    def->max_programs = (uint32_t)settings->max_programs;
    def->program_seats = (uint32_t)settings->program_seats;
    def->address_programs = (uint32_t)settings->address_programs;
    def->no_pondering = settings->no_pondering != 0;
    def->max_calls = (uint32_t)settings->max_calls;
    def->address_calls = (uint32_t)settings->address_calls;
    def->address_rpc_time = (uint32_t)settings->address_rpc_time;
    def->rpc_time = (int64_t)settings->rpc_time * 1000;
    def->rpc_batch = (uint32_t)settings->rpc_batch;
    def->rpc_answer = (size_t)settings->rpc_answer;
    def->rpc_simulations = settings->rpc_simulations;
}

static void report(void *user, const char *event, const char *message) {
    agon_net_log(user, event, "%s", message);
}

static agon_status service_open(agon_net *net, agon_error *error) {
    const agon_net_settings *settings = net->settings;
    agon_service_program programs[MAX_PROGRAMS];
    agon_service_def def = agon_service_def_default();
    char *text = strdup(settings->program);
    if (!text || !programs_cut(text, programs, &def.program_count)) {
        free(text);
        return agon_error_set(error, AGON_BAD_CONFIG, "program",
                              "program is NAME=COMMAND;NAME=COMMAND, not '%s'", settings->program);
    }
    def.path = settings->database;
    def.notify = agon_net_loop_notify;
    def.notify_user = net;
    def.report = report;
    def.report_user = net;
    def.workers = (uint32_t)settings->workers;
    def.bot_time = (int64_t)settings->bot_time * 1000;
    def.idle_time = (int64_t)settings->match_idle * 1000000;
    def.waiting_time = (int64_t)settings->match_waiting * 1000000;
    def.match_limit = (uint32_t)settings->max_matches;
    shares_take(&def, settings);
    def.programs = programs;
    net->service = agon_service_open(&def, error); // which copies the programs
    free(text);
    if (!net->service) {
        return error && error->status ? error->status : AGON_BAD_CONFIG;
    }
    agon_service_set_metrics(net->service, metrics_write, net);
    return AGON_OK;
}

static agon_status parts_open(agon_net *net, agon_error *error) {
    const agon_net_settings *settings = net->settings;
    const agon_visits_def def = {.address_connections = settings->address_connections,
                                 .address_requests = settings->address_requests,
                                 .address_matches = settings->address_matches,
                                 .address_joins = settings->address_joins};
    net->visits = agon_visits_open(&def);
    if (!net->visits || !agon_net_log_open(net)) {
        return agon_error_set(error, AGON_NO_MEMORY, NULL, "no memory for the limits or the log");
    }
    if (!agon_net_loop_open(net)) {
        return agon_error_set(error, AGON_BAD_CONFIG, NULL,
                              net->is_secure ? "certificate and key cannot be used"
                                             : "libwebsockets cannot work on libuv here (is "
                                               "libwebsockets-evlib-uv installed?)");
    }
    agon_status status = service_open(net, error);
    if (status) {
        return status;
    }
    net->signal_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    net->listener = agon_net_loop_watch(net, net->listen_fd, &net->listen_fd);
    net->is_watching = net->listener && net->signal_fd >= 0 &&
                       agon_net_loop_watch(net, net->signal_fd, &net->signal_fd);
    if (!net->is_watching) {
        return agon_error_set(error, AGON_BAD_CONFIG, NULL, "the event loop cannot be made");
    }
    agon_net_signals_take(net); // before anybody is told that it serves
    return AGON_OK;
}

agon_net *agon_net_open(const agon_net_settings *settings, const agon_files *files,
                        agon_error *error) {
    agon_net *net = calloc(1, sizeof *net);
    if (!net) {
        agon_error_set(error, AGON_NO_MEMORY, NULL, "no memory for the server");
        return NULL;
    }
    net->settings = settings;
    net->files = files;
    net->listen_fd = net->signal_fd = -1;
    net->is_secure = settings->certificate[0] != '\0';
    lws_set_log_level(0, NULL);
    agon_status status = settings_check(settings, error);
    status = status ? status : metrics_token_read(net, error);
    status = status ? status : descriptors_raise(settings->max_connections, error);
    status = status ? status : listen_open(net, error);
    status = status ? status : parts_open(net, error);
    if (status) {
        agon_net_close(net);
        return NULL;
    }
    return net;
}

const char *agon_net_url(const agon_net *net) {
    return net->url;
}

void agon_net_close(agon_net *net) {
    if (!net) {
        return;
    }
    if (net->service) {
        agon_service_close(net->service); // its last words go nowhere: the loop has ended
        net->service = NULL;
    }
    if (!net->listener && net->listen_fd >= 0) {
        close(net->listen_fd);
    }
    if (!net->is_watching && net->signal_fd >= 0) {
        close(net->signal_fd);
    }
    agon_net_loop_close(net);
    agon_visits_close(net->visits);
    agon_net_log_close(net);
    free(net);
}
