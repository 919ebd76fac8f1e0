// What an embedder writes first: ask the engine which games there are. Uses the installed library.
#include <agon/agon.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    const char *request = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"games\"}";
    char *answer = agon_rpc_handle(request, strlen(request));
    if (!answer) {
        return EXIT_FAILURE;
    }
    puts(answer);
    int found = strstr(answer, "rock-paper-scissors") != NULL;
    free(answer);
    return found ? EXIT_SUCCESS : EXIT_FAILURE;
}
