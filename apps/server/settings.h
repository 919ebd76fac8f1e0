// The settings of `agon serve`: one table (settings.def) behind flags, environment and file.
//
// A later source overrides an earlier one: defaults, configuration file, environment, flags.
#ifndef AGON_APPS_SERVER_SETTINGS_H
#define AGON_APPS_SERVER_SETTINGS_H

#include "agon/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum agon_setting_kind {
    AGON_SETTING_TEXT,
    AGON_SETTING_NUMBER,
    AGON_SETTING_SIZE // bytes; "64k" and "1M" are understood
} agon_setting_kind;

typedef struct agon_setting {
    const char *name; // "max-body"
    agon_setting_kind kind;
    size_t offset; // of the field in agon_net_settings
    const char *text;
    uint64_t number, least, most;
    const char *help;
} agon_setting;

#define AGON_SETTING_TYPE_TEXT const char *
#define AGON_SETTING_TYPE_NUMBER uint64_t
#define AGON_SETTING_TYPE_SIZE uint64_t

// Texts are owned (agon_net_settings_free) and never NULL.
typedef struct agon_net_settings {
#define AGON_SERVER_SETTING(field, kind, ...) AGON_SETTING_TYPE_##kind field;
#include "apps/server/settings.def"
#undef AGON_SERVER_SETTING
} agon_net_settings;

// The i-th setting, or NULL beyond the last.
const agon_setting *agon_setting_at(size_t i);

// The defaults. AGON_NO_MEMORY leaves nothing to free.
agon_status agon_net_settings_init(agon_net_settings *settings, agon_error *error);
void agon_net_settings_free(agon_net_settings *settings);

// Sets one by its name. AGON_BAD_CONFIG, with the reason, if there is no such setting or it cannot
// have this value; then nothing changed.
agon_status agon_net_settings_set(agon_net_settings *settings, const char *name, const char *value,
                                  agon_error *error);

// Reads lines "name = value"; "#" begins a comment. The error says which line.
agon_status agon_net_settings_read(agon_net_settings *settings, const char *path,
                                   agon_error *error);

// Takes what AGON_SERVE_… variables say. An unknown one is an error, so that none is misspelt.
agon_status agon_net_settings_environment(agon_net_settings *settings, char *const *environment,
                                          agon_error *error);

#endif
