// The event loop: libwebsockets on libuv, the listener, signals, timers, and the way out.
#define _GNU_SOURCE
#include "apps/server/net/internal.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define SECOND INT64_C(1000000)
#define SWEEP_TIME (SECOND / 2)
#define STOP_TIME (10 * SECOND) // until those who will not leave are left behind
#define ACCEPT_AT_ONCE 64

int64_t agon_net_now(void) {
    return (int64_t)lws_now_usecs();
}

// ---------------------------------------------------------------------------------------------
// Signals: the handler only notes which one it was, and writes to a file that the loop watches.

static volatile sig_atomic_t signal_target = -1;
static volatile sig_atomic_t is_told_to_stop, is_told_to_renew;

static void on_signal(int number) {
    const uint64_t one = 1;
    const int before = errno;
    if (number == SIGHUP) {
        is_told_to_renew = 1;
    } else {
        is_told_to_stop = 1;
    }
    if (write(signal_target, &one, sizeof one) < 0) {
        _exit(128 + number);
    }
    errno = before;
}

void agon_net_signals_take(agon_net *net) {
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    signal_target = net->signal_fd;
    net->has_terminal = isatty(STDIN_FILENO);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
}

static void signals_give_back(void) {
    signal(SIGTERM, SIG_DFL);
    signal(SIGINT, SIG_DFL);
    signal(SIGHUP, SIG_IGN); // what is left to do is to close files
}

static void stop_begin(agon_net *net) {
    if (net->is_stopping) {
        agon_net_log(net, "stop", "told again: leaving at once");
        net->stop_at = 0;
        return;
    }
    agon_net_log(net, "stop", "no more matches; %zu connections are sent away", net->count);
    net->is_stopping = true;
    net->stop_at = agon_net_now() + STOP_TIME;
    lws_set_timeout(net->listener, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
    lws_cancel_service(net->context); // lws looks at its timers after events only
    agon_service_drain(net->service);
}

// SIGHUP has two senders: who has renewed the certificate, and a terminal that is closed.
static void renew_or_stop(agon_net *net) {
    if (!net->has_terminal || isatty(STDIN_FILENO)) {
        agon_net_tls_renew(net);
    } else if (!net->is_stopping) {
        stop_begin(net);
    }
}

static void signal_read(agon_net *net) {
    uint64_t count;
    if (read(net->signal_fd, &count, sizeof count) != sizeof count) {
        return;
    }
    if (is_told_to_renew) {
        is_told_to_renew = 0;
        renew_or_stop(net);
    }
    if (is_told_to_stop) {
        is_told_to_stop = 0;
        stop_begin(net);
    }
}

// ---------------------------------------------------------------------------------------------
// Callbacks of lws

static void listener_read(agon_net *net) {
    for (int i = 0; i < ACCEPT_AT_ONCE; i++) {
        struct sockaddr_storage from;
        socklen_t size = sizeof from;
        agon_address peer;
        const int fd =
            accept4(net->listen_fd, (struct sockaddr *)&from, &size, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (fd < 0) {
            break; // none is waiting; or no descriptor is left, and the next one who leaves helps
        }
        if (agon_address_from((const struct sockaddr *)&from, &peer)) {
            agon_connection_open(net, fd, &peer);
        } else {
            close(fd);
        }
    }
}

static int on_file(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                   size_t length) {
    (void)user;
    (void)in;
    (void)length;
    agon_net *net = lws_context_user(lws_get_context(wsi));
    if (reason == LWS_CALLBACK_RAW_RX_FILE) {
        if (lws_get_opaque_user_data(wsi) == &net->listen_fd) {
            listener_read(net);
        } else {
            signal_read(net);
        }
    }
    return 0;
}

static void connection_end(agon_net *net, struct lws *wsi) {
    void *opaque = lws_get_opaque_user_data(wsi);
    if (opaque && opaque != &net->listen_fd && opaque != &net->signal_fd) {
        agon_connection *connection = opaque;
        connection->wsi = NULL;
        lws_set_opaque_user_data(wsi, NULL);
        agon_connection_free(connection);
    }
}

static int on_connection(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                         size_t length) {
    agon_net *net = lws_context_user(lws_get_context(wsi));
    agon_connection *connection = lws_get_opaque_user_data(wsi);
    switch (reason) {
    case LWS_CALLBACK_OPENSSL_LOAD_EXTRA_SERVER_VERIFY_CERTS: // the vhost is being made
        agon_net_tls_watch(net, user);
        return 0;
    case LWS_CALLBACK_WSI_CREATE:
        net->has_adopted = true;
        return 0;
    case LWS_CALLBACK_RAW_ADOPT:
        connection->wsi = wsi;
        return 0;
    case LWS_CALLBACK_RAW_RX:
        return agon_connection_read(connection, in, length);
    case LWS_CALLBACK_RAW_WRITEABLE:
        return agon_connection_write(connection);
    case LWS_CALLBACK_RAW_CLOSE:
    case LWS_CALLBACK_WSI_DESTROY: // comes alone where TLS was not established
        connection_end(net, wsi);
        return 0;
    default:
        return 0;
    }
}

static const struct lws_protocols protocols[] = {
    {.name = "agon", .callback = on_connection, .rx_buffer_size = AGON_NET_CHUNK},
    {.name = "file", .callback = on_file},
    {0},
};

// Called by threads of the service.
void agon_net_loop_notify(void *user) {
    agon_net *net = user;
    if (!atomic_exchange(&net->is_woken, true)) {
        lws_cancel_service(net->context);
    }
}

static void on_timer(uv_timer_t *timer) {
    (void)timer; // it has done its work by waking the loop
}

// ---------------------------------------------------------------------------------------------
// The loop

static void timer_set(agon_net *net, int64_t now) {
    int64_t next = agon_service_next(net->service);
    next = next < net->next_sweep ? next : net->next_sweep;
    if (next != net->due) {
        net->due = next;
        const uint64_t wait = next > now ? (uint64_t)(next - now + 999) / 1000 : 0;
        uv_timer_start(&net->timer, on_timer, wait, 0);
    }
}

static void turn(agon_net *net) {
    uv_run(&net->loop, UV_RUN_ONCE);
    const int64_t now = agon_net_now();
    atomic_store(&net->is_woken, false);
    agon_service_wake(net->service);
    if (now >= agon_service_next(net->service)) {
        agon_service_tick(net->service);
    }
    if (now >= net->next_sweep) {
        agon_connections_sweep(net, now);
        net->next_sweep = now + SWEEP_TIME;
    }
    timer_set(net, now);
}

// Whether somebody is still to be told something. For the good-byes of clients it waits a moment only.
static bool is_awaited(const agon_net *net, const agon_connection *connection, int64_t now) {
    return connection->ticket || connection->chunks ||
           (connection->phase == AGON_PHASE_PARTING && now < net->stop_at - STOP_TIME + SECOND);
}

// Nothing is left to do, or nobody waits for it any more.
static bool is_finished(const agon_net *net) {
    if (!net->is_stopping) {
        return false;
    }
    const int64_t now = agon_net_now();
    bool is_busy = !agon_service_is_quiet(net->service);
    for (const agon_connection *connection = net->connections; connection && !is_busy;
         connection = connection->next) {
        is_busy = is_awaited(net, connection, now);
    }
    return !is_busy || now >= net->stop_at;
}

void agon_net_run(agon_net *net) {
    net->next_sweep = agon_net_now() + SWEEP_TIME;
    timer_set(net, agon_net_now());
    while (!is_finished(net)) {
        turn(net);
    }
    signals_give_back();
    agon_net_log(net, "stop", "everything is stored; %zu connections are left", net->count);
}

// ---------------------------------------------------------------------------------------------
// Opening and closing: used by open.c

bool agon_net_loop_open(agon_net *net) {
    void *loops[] = {&net->loop};
    const agon_net_settings *settings = net->settings;
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN_SERVER,
        .protocols = protocols,
        .options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_LIBUV,
        .foreign_loops = loops,
        .user = net,
        .pcontext = &net->context,
        .timeout_secs = (unsigned)settings->header_timeout,
        .alpn = "http/1.1",
        .gid = -1,
        .uid = -1,
        .vhost_name = "agon",
        .pt_serv_buf_size = AGON_NET_CHUNK,
        // No fd_limit_per_thread: with one, lws looks for its connections one by one.
    };
    if (net->is_secure) {
        info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
        info.ssl_cert_filepath = settings->certificate;
        info.ssl_private_key_filepath = settings->key;
        // TLS 1.2 at least; 1.3 has no other ciphers than good ones.
        info.ssl_options_set = (long)(SSL_OP_NO_SSLv3 | SSL_OP_NO_TLSv1 | SSL_OP_NO_TLSv1_1);
        info.ssl_cipher_list = "ECDHE+AESGCM:ECDHE+CHACHA20";
    }
    if (uv_loop_init(&net->loop) != 0) {
        return false;
    }
    net->has_loop = true;
    uv_timer_init(&net->loop, &net->timer);
    net->context = lws_create_context(&info);
    net->vhost = net->context ? lws_create_vhost(net->context, &info) : NULL;
    return net->vhost != NULL;
}

struct lws *agon_net_loop_watch(agon_net *net, int fd, void *mark) {
    const lws_adopt_desc_t how = {.vh = net->vhost,
                                  .type = LWS_ADOPT_RAW_FILE_DESC,
                                  .fd.filefd = fd,
                                  .vh_prot_name = "file",
                                  .opaque = mark};
    return lws_adopt_descriptor_vhost_via_info(&how);
}

void agon_net_loop_close(agon_net *net) {
    if (!net->has_loop) {
        return;
    }
    uv_close((uv_handle_t *)&net->timer, NULL);
    if (net->context) {
        lws_context_destroy(net->context);
    }
    // libuv closes in later turns of its loop; lws clears the pointer when it is done.
    for (int i = 0; i < 1000 && uv_run(&net->loop, UV_RUN_NOWAIT) != 0; i++) {}
    if (net->context) {
        lws_context_destroy(net->context);
    }
    uv_loop_close(&net->loop);
    agon_net_tls_close(net);
}
