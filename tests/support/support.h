// What test programs share. Include it first: it brings cmocka with what cmocka needs.
//
// A game may ship games/<id>/tests/samples.json: a JSON list of config documents (null: the default
// config for every number of players). Conformance, leaks and fuzzing run over all of them; without
// the file over the default config alone.
#ifndef AGON_TESTS_SUPPORT_H
#define AGON_TESTS_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "agon/codec.h"

#include "src/codec/json.h"

// The file `path` below the root of the sources, NUL-terminated, the caller's to free. NULL if
// there is none.
char *support_read(const char *path, size_t *length);

// The same, parsed. NULL if there is no such file; fails the test if it is not JSON.
json_t *support_read_json(const char *path);

// Compares a text with the file tests/golden/`name`, and frees it. `make golden`, which sets
// AGON_GOLDEN, writes the file anew.
void support_golden(const char *name, agon_text *text);

// The configs to test a game with: a list, json_decref.
json_t *support_samples(const char *game_id);

// Runs `test` once per game: the registered ones, and toy-cards if `with_toy`. The test finds its
// game's codec in *state. Returns what main should.
int support_run_per_game(const char *name, CMUnitTestFunction test, int with_toy);

// Parses JSON that a test holds as text; ' stands for ". Fails the test if it is wrong.
json_t *support_json(const char *text);

// A player who may act makes any valid move.
void support_play_random(const agon_table *table, int player, agon_rng *rng);

#endif
