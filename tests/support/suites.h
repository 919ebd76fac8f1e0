// The generic suites over one game and all its sample configs, as assertions.
#ifndef AGON_TESTS_SUITES_H
#define AGON_TESTS_SUITES_H

#include "agon/conformance.h"
#include "agon/leaks.h"

// Conformance over at most so many matches per config, and about so many states looked at, shared
// by the configs. Of games with long matches only one state in `every` is looked at.
void suites_assert_conforms(const agon_codec *codec, uint64_t matches, uint64_t states,
                            uint32_t every);

// The leak check over so many steps, shared by the configs. `oracle` may be NULL.
void suites_assert_no_leaks(const agon_codec *codec, uint64_t steps,
                            const agon_leaks_oracle *oracle);

#endif
