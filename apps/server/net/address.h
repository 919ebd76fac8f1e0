// Addresses of peers, as limits see them: an IPv4 address, or the /64 network of an IPv6 address,
// since whoever has one address of such a network usually has all of them.
#ifndef AGON_APPS_SERVER_NET_ADDRESS_H
#define AGON_APPS_SERVER_NET_ADDRESS_H

#include "agon/status.h"

#include <stdbool.h>
#include <stdint.h>

#define AGON_ADDRESS_TEXT 48 // bytes of the longest text, with its NUL

struct sockaddr;

// IPv4 as ::ffff:a.b.c.d.
typedef struct agon_address {
    uint8_t bytes[16];
} agon_address;

// False if the text is not an address. Ports ("1.2.3.4:5", "[::1]:5") are let go.
bool agon_address_parse(const char *text, agon_address *address);
bool agon_address_from(const struct sockaddr *from, agon_address *address);
void agon_address_write(const agon_address *address, char text[AGON_ADDRESS_TEXT]);

// What limits count by.
agon_address agon_address_group(agon_address address);

bool agon_address_is_equal(const agon_address *a, const agon_address *b);
bool agon_address_is_loopback(const agon_address *address);

// Whether a list with commas names this address.
bool agon_address_in_list(const char *list, const agon_address *address);

// The client that a proxy speaks for: the last address of X-Forwarded-For that is not a proxy of the
// list. False if there is none that can be read.
bool agon_address_forwarded(const char *forwarded_for, const char *proxies, agon_address *address);

// Takes "ADDR", "ADDR:PORT", "[ADDR]:PORT" or ":PORT" apart. The port stays as it is if none is given.
agon_status agon_listen_parse(const char *text, char host[AGON_ADDRESS_TEXT], uint64_t *port,
                              agon_error *error);

#endif
