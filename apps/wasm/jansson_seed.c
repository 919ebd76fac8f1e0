// Takes the place of jansson's hashtable_seed.c, which asks the clock, the process id and the file
// system. The module has none of them, and needs none: a hash seed guards a server against chosen
// keys, while here the page that sends the keys is the one that waits.
#include <stddef.h>
#include <stdint.h>

extern volatile uint32_t hashtable_seed;
void json_object_seed(size_t seed);

volatile uint32_t hashtable_seed = 0x61676f6e;

void json_object_seed(size_t seed) {
    hashtable_seed = (uint32_t)seed;
}
