// Addresses: reading, writing, grouping.
#define _POSIX_C_SOURCE 200809L
#include "apps/server/net/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

static const uint8_t v4_prefix[12] = {[10] = 0xff, [11] = 0xff};

static bool is_v4(const agon_address *address) {
    return memcmp(address->bytes, v4_prefix, sizeof v4_prefix) == 0;
}

static bool plain_parse(const char *text, agon_address *address) {
    struct in_addr v4;
    if (inet_pton(AF_INET, text, &v4) == 1) {
        memcpy(address->bytes, v4_prefix, sizeof v4_prefix);
        memcpy(address->bytes + 12, &v4, 4);
        return true;
    }
    return inet_pton(AF_INET6, text, address->bytes) == 1;
}

// Copies the address out of "ADDR", "ADDR:PORT" or "[ADDR]:PORT"; *port is what follows the colon.
static bool host_cut(const char *text, char host[AGON_ADDRESS_TEXT], const char **port) {
    const bool has_brackets = text[0] == '[';
    const char *start = text + has_brackets;
    const char *colon = strchr(start, ':');
    const bool is_v6 = has_brackets || (colon && strchr(colon + 1, ':'));
    const size_t length = has_brackets ? strcspn(start, "]")
                          : is_v6      ? strlen(start)
                                       : strcspn(start, ":");
    if (length >= AGON_ADDRESS_TEXT) {
        return false;
    }
    memcpy(host, start, length);
    host[length] = '\0';
    const char *rest = start + length;
    if (has_brackets && *rest++ != ']') {
        return false;
    }
    *port = *rest == ':' ? rest + 1 : NULL;
    return *rest == '\0' || *rest == ':';
}

bool agon_address_parse(const char *text, agon_address *address) {
    char host[AGON_ADDRESS_TEXT];
    const char *port;
    return host_cut(text, host, &port) && plain_parse(host, address);
}

bool agon_address_from(const struct sockaddr *from, agon_address *address) {
    if (from->sa_family == AF_INET) {
        const struct sockaddr_in *in = (const void *)from;
        memcpy(address->bytes, v4_prefix, sizeof v4_prefix);
        memcpy(address->bytes + 12, &in->sin_addr, 4);
        return true;
    }
    if (from->sa_family == AF_INET6) {
        const struct sockaddr_in6 *in = (const void *)from;
        memcpy(address->bytes, &in->sin6_addr, 16);
        return true;
    }
    return false;
}

void agon_address_write(const agon_address *address, char text[AGON_ADDRESS_TEXT]) {
    if (is_v4(address)) {
        inet_ntop(AF_INET, address->bytes + 12, text, AGON_ADDRESS_TEXT);
    } else {
        inet_ntop(AF_INET6, address->bytes, text, AGON_ADDRESS_TEXT);
    }
}

agon_address agon_address_group(agon_address address) {
    if (!is_v4(&address)) {
        memset(address.bytes + 8, 0, 8);
    }
    return address;
}

bool agon_address_is_equal(const agon_address *a, const agon_address *b) {
    return memcmp(a->bytes, b->bytes, sizeof a->bytes) == 0;
}

bool agon_address_is_loopback(const agon_address *address) {
    static const uint8_t v6[16] = {[15] = 1};
    return (is_v4(address) && address->bytes[12] == 127) ||
           memcmp(address->bytes, v6, sizeof v6) == 0;
}

// Copies an item of a list with commas without the spaces around it, and moves on to the next one.
static bool item_cut(const char **list, char item[AGON_ADDRESS_TEXT + 8]) {
    const char *start = *list + strspn(*list, ", \t");
    size_t length = strcspn(start, ",");
    *list = start + length;
    while (length > 0 && (start[length - 1] == ' ' || start[length - 1] == '\t')) {
        length--;
    }
    if (length >= AGON_ADDRESS_TEXT + 8) {
        length = 0; // no address is that long
    }
    memcpy(item, start, length);
    item[length] = '\0';
    return *start != '\0';
}

bool agon_address_in_list(const char *list, const agon_address *address) {
    char item[AGON_ADDRESS_TEXT + 8];
    agon_address other;
    while (item_cut(&list, item)) {
        if (agon_address_parse(item, &other) && agon_address_is_equal(&other, address)) {
            return true;
        }
    }
    return false;
}

bool agon_address_forwarded(const char *forwarded_for, const char *proxies, agon_address *address) {
    char item[AGON_ADDRESS_TEXT + 8];
    agon_address hop;
    bool found = false;
    // Each hop that is no proxy of ours makes everything before it hearsay.
    while (item_cut(&forwarded_for, item)) {
        if (!agon_address_parse(item, &hop)) {
            found = false;
        } else if (!agon_address_in_list(proxies, &hop)) {
            *address = hop;
            found = true;
        }
    }
    return found;
}

agon_status agon_listen_parse(const char *text, char host[AGON_ADDRESS_TEXT], uint64_t *port,
                              agon_error *error) {
    const char *digits;
    agon_address address;
    if (!host_cut(text, host, &digits) ||
        (host[0] != '\0' && strcmp(host, "localhost") != 0 && !plain_parse(host, &address))) {
        return agon_error_set(error, AGON_BAD_CONFIG, "listen", "'%s' is not an address", text);
    }
    if (digits) {
        char *end;
        const unsigned long number = strtoul(digits, &end, 10);
        if (*digits < '0' || *digits > '9' || *end != '\0' || number > 65535) {
            return agon_error_set(error, AGON_BAD_CONFIG, "listen", "'%s' is not a port", digits);
        }
        *port = number;
    }
    if (host[0] == '\0' || strcmp(host, "localhost") == 0) {
        snprintf(host, AGON_ADDRESS_TEXT, "127.0.0.1");
    }
    return AGON_OK;
}
