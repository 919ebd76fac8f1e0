// Planted leaks: copies of honest games that tell too much in one place.
#ifndef AGON_TESTS_PLANTS_H
#define AGON_TESTS_PLANTS_H

#include "agon/leaks.h"

typedef struct plant {
    const char *name;
    const agon_codec *honest;
    const char *expected;                              // how the rule of some finding must begin
    void (*sow)(agon_rules *rules, agon_codec *codec); // replaces functions by leaking ones
    const agon_leaks_oracle *oracle;                   // may be NULL
} plant;

// One test per plant: the leak check must find it. Returns what main should.
int plants_run(const char *name, const plant *plants, size_t count);

// A step of `honest` that shows every event to everybody.
agon_status plant_step_showing_all(const agon_rules *honest, const agon_game *game,
                                   agon_state *state, int player, agon_action action,
                                   const agon_context *context);

#endif
