// A bot in C without any library: plays every game of Agon, and Space Conquest in whole turns.
//
//     cc -o own_bot examples/bots/own_bot.c
//     agon match space-conquest --seat cmd:./own_bot --seat random
//
// In the runner's lines numbers and words come before lists and objects, so the first occurrence of
// a key is the right one.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char line[1 << 20];
static unsigned long chance = 1;

// The number behind the first occurrence of a key.
static unsigned long number(const char *key) {
    const char *at = strstr(line, key);
    return at ? strtoul(at + strlen(key), NULL, 10) : 0;
}

static unsigned long below(unsigned long n) {
    chance = (chance * 1103515245 + 12345) & 0x7fffffff;
    return n ? (chance >> 8) % n : 0;
}

static int is(const char *type) {
    return strncmp(line + strlen("{\"type\":\""), type, strlen(type)) == 0;
}

static void think(int orders) {
    unsigned long id = number("\"id\":");
    unsigned long count = number("\"count\":");
    // The last action of Space Conquest is commit: three orders a turn are enough.
    int is_done = strstr(line, "\"type\":\"order\"") && orders % 4 == 3;
    printf("{\"type\":\"action\",\"id\":%lu,\"index\":%lu}\n", id,
           is_done ? count - 1 : below(count));
}

int main(void) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    for (int questions = 0; fgets(line, sizeof line, stdin);) {
        if (is("hello")) {
            puts("{\"type\":\"ready\",\"protocol\":1,\"name\":\"own_bot.c\",\"page\":2}");
        } else if (is("match")) {
            chance = number("\"seed\":");
        } else if (is("think")) {
            think(questions++);
        } else if (is("quit")) {
            return 0;
        }
    }
    return 0;
}
