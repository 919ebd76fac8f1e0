// Who asks, and from where.
#define _POSIX_C_SOURCE 200809L
#include "apps/server/net/internal.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

bool agon_trust_metrics(const agon_net *net, const agon_connection *connection) {
    const char *token = agon_http_bearer(connection->head.authorization);
    uint8_t hash[AGON_HASH_SIZE];
    if (!net->has_metrics || !token) {
        return false;
    }
    agon_secrets_hash(token, strlen(token), hash);
    return agon_secrets_equal(hash, net->metrics_token);
}

static bool is_proxy(const agon_net *net, const agon_connection *connection) {
    return net->settings->proxy[0] != '\0' &&
           agon_address_in_list(net->settings->proxy, &connection->peer);
}

agon_address agon_trust_address(const agon_net *net, const agon_connection *connection) {
    agon_address address;
    if (is_proxy(net, connection) && connection->head.forwarded_for &&
        agon_address_forwarded(connection->head.forwarded_for, net->settings->proxy, &address)) {
        return address;
    }
    return connection->peer;
}

static bool is_https(const agon_net *net, const agon_connection *connection) {
    const char *proto = connection->head.forwarded_proto;
    return net->is_secure ||
           (is_proxy(net, connection) && proto && strcasecmp(proto, "https") == 0);
}

// Whether a host of Host, or of an origin in the settings, is this name. Ports are let go.
static bool is_named(const char *authority, const char *name) {
    const size_t length = strlen(name);
    return strncasecmp(authority, name, length) == 0 &&
           (authority[length] == '\0' || authority[length] == ':');
}

// Whether one of the origins in the settings has this authority (host and port).
static bool is_listed(const agon_net *net, const char *host) {
    const char *at = net->settings->origin;
    const size_t length = strlen(host);
    while ((at = strstr(at, "://")) != NULL) {
        at += 3;
        const size_t here = strcspn(at, ", /");
        if (here == length && strncasecmp(at, host, length) == 0) {
            return true;
        }
    }
    return false;
}

bool agon_trust_host(const agon_net *net, const char *host) {
    agon_address address;
    if (!host) {
        return true; // HTTP/1.0
    }
    return agon_address_parse(host, &address) || is_named(host, "localhost") ||
           is_listed(net, host) || (!net->is_local && net->settings->origin[0] == '\0');
}

bool agon_trust_origin(const agon_net *net, const agon_connection *connection) {
    const char *origin = connection->head.origin;
    const char *host = connection->head.host;
    if (!origin) {
        return true; // not a page
    }
    if (agon_http_has_word(net->settings->origin, origin)) {
        return true;
    }
    const char *scheme = is_https(net, connection) ? "https://" : "http://";
    return host && strncasecmp(origin, scheme, strlen(scheme)) == 0 &&
           strcasecmp(origin + strlen(scheme), host) == 0;
}
