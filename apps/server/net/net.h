// The server's network: HTTP and WebSocket around the service, one event loop.
//
// libwebsockets owns sockets, TLS and the loop; what goes over them is read by http.h and
// frames.h, strictly. Everything runs on the thread that calls agon_net_run.
#ifndef AGON_APPS_SERVER_NET_NET_H
#define AGON_APPS_SERVER_NET_NET_H

#include "apps/server/net/files.h"
#include "apps/server/settings.h"

#include "agon/status.h"

typedef struct agon_net agon_net;

// Binds the address and opens the database. `files` must stay. NULL, with the reason.
agon_net *agon_net_open(const agon_net_settings *settings, const agon_files *files,
                        agon_error *error);

// Where it can be reached: "http://127.0.0.1:2466". Good until it is closed.
const char *agon_net_url(const agon_net *net);

// Serves until SIGTERM or SIGINT; then makes no more matches, sends clients away with the advice to
// come back, waits for what is being stored, and returns. SIGHUP has it read its certificate again.
void agon_net_run(agon_net *net);

void agon_net_close(agon_net *net);

#endif
