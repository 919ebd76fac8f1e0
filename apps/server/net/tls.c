// Certificates that are read again while the server runs.
//
// libwebsockets reads chain and key once, into the SSL_CTX of its vhost. A newer pair has an SSL_CTX of its own, and
// each handshake is pointed at it: so a pair is used as a whole, with another kind of key as well, and connections
// that are there keep what they began with.
#define _GNU_SOURCE
#include "apps/server/net/internal.h"

#include <openssl/err.h>
#include <openssl/ssl.h>

static int on_handshake(SSL *ssl, void *user) {
    const agon_net *net = user;
    return !net->renewed || SSL_set_SSL_CTX(ssl, net->renewed) != NULL;
}

void agon_net_tls_watch(agon_net *net, SSL_CTX *first) {
    SSL_CTX_set_cert_cb(first, on_handshake, net);
}

// Nobody is there to be asked for the passphrase of a key.
static int on_passphrase(char *bytes, int size, int is_writing, void *user) {
    (void)bytes;
    (void)size;
    (void)is_writing;
    (void)user;
    return 0;
}

// The pair as it is on disk; NULL: it cannot be used, and the file that says so.
static SSL_CTX *pair_read(const agon_net_settings *settings, const char **culprit) {
    SSL_CTX *pair = SSL_CTX_new(TLS_server_method());
    *culprit = settings->certificate;
    if (!pair) {
        return NULL;
    }
    SSL_CTX_set_default_passwd_cb(pair, on_passphrase);
    if (SSL_CTX_use_certificate_chain_file(pair, settings->certificate) == 1) {
        *culprit = settings->key;
        if (SSL_CTX_use_PrivateKey_file(pair, settings->key, SSL_FILETYPE_PEM) == 1 &&
            SSL_CTX_check_private_key(pair) == 1) {
            return pair;
        }
    }
    SSL_CTX_free(pair);
    return NULL;
}

void agon_net_tls_renew(agon_net *net) {
    if (!net->is_secure) {
        agon_net_log(net, "tls", "told to read the certificate again: there is none");
        return;
    }
    const char *culprit;
    ERR_clear_error();
    SSL_CTX *pair = pair_read(net->settings, &culprit);
    if (!pair) {
        const char *reason = ERR_reason_error_string(ERR_peek_last_error());
        agon_net_log(net, "tls", "the old certificate stays: %s: %s", culprit,
                     reason ? reason : "cannot be used");
        ERR_clear_error(); // others look at this queue, too
        return;
    }
    SSL_CTX_free(net->renewed); // handshakes and connections that use it hold it themselves
    net->renewed = pair;
    agon_net_log(net, "tls", "the certificate was read again: %s", net->settings->certificate);
}

void agon_net_tls_close(agon_net *net) {
    SSL_CTX_free(net->renewed);
    net->renewed = NULL;
}
