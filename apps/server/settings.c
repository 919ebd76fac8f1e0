// Settings from a table: defaults, file, environment, flags.
#define _POSIX_C_SOURCE 200809L
#include "apps/server/settings.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PREFIX "AGON_SERVE_"
#define LONGEST_NAME 40
#define LONGEST_LINE 1000

static const agon_setting table[] = {
#define AGON_SERVER_SETTING(field, kind, name, text, number, least, most, help)                    \
    {name, AGON_SETTING_##kind, offsetof(agon_net_settings, field), text, number, least, most,     \
     help},
#include "apps/server/settings.def"
#undef AGON_SERVER_SETTING
};

const agon_setting *agon_setting_at(size_t i) {
    return i < sizeof table / sizeof table[0] ? &table[i] : NULL;
}

static const agon_setting *setting_find(const char *name) {
    const agon_setting *setting;
    for (size_t i = 0; (setting = agon_setting_at(i)) != NULL; i++) {
        if (strcmp(setting->name, name) == 0) {
            return setting;
        }
    }
    return NULL;
}

static char **text_of(agon_net_settings *settings, const agon_setting *setting) {
    return (char **)(void *)((char *)settings + setting->offset);
}

static uint64_t *number_of(agon_net_settings *settings, const agon_setting *setting) {
    return (uint64_t *)(void *)((char *)settings + setting->offset);
}

agon_status agon_net_settings_init(agon_net_settings *settings, agon_error *error) {
    memset(settings, 0, sizeof *settings);
    const agon_setting *setting;
    for (size_t i = 0; (setting = agon_setting_at(i)) != NULL; i++) {
        if (setting->kind != AGON_SETTING_TEXT) {
            *number_of(settings, setting) = setting->number;
        } else if ((*text_of(settings, setting) = strdup(setting->text)) == NULL) {
            agon_net_settings_free(settings);
            return agon_error_set(error, AGON_NO_MEMORY, NULL, "no memory for the settings");
        }
    }
    return AGON_OK;
}

void agon_net_settings_free(agon_net_settings *settings) {
    const agon_setting *setting;
    for (size_t i = 0; (setting = agon_setting_at(i)) != NULL; i++) {
        if (setting->kind == AGON_SETTING_TEXT) {
            free(*text_of(settings, setting));
            *text_of(settings, setting) = NULL;
        }
    }
}

// ---------------------------------------------------------------------------------------------
// One value

static unsigned shift_of(char suffix) {
    return suffix == 'k' || suffix == 'K' ? 10 : suffix == 'M' ? 20 : 0;
}

static bool number_read(const char *text, bool is_size, uint64_t *value) {
    char *end;
    if (!isdigit((unsigned char)*text)) {
        return false;
    }
    errno = 0;
    const unsigned long long number = strtoull(text, &end, 10);
    const unsigned shift = is_size ? shift_of(*end) : 0;
    end += shift > 0;
    *value = (uint64_t)number << shift;
    return errno == 0 && *end == '\0' && number <= UINT64_MAX >> shift;
}

static agon_status text_set(char **field, const char *value, agon_error *error) {
    char *copy = strdup(value);
    if (!copy) {
        return agon_error_set(error, AGON_NO_MEMORY, NULL, "no memory for the settings");
    }
    free(*field);
    *field = copy;
    return AGON_OK;
}

agon_status agon_net_settings_set(agon_net_settings *settings, const char *name, const char *value,
                                  agon_error *error) {
    const agon_setting *setting = setting_find(name);
    if (!setting) {
        return agon_error_set(error, AGON_BAD_CONFIG, name, "there is no setting '%s'", name);
    }
    if (setting->kind == AGON_SETTING_TEXT) {
        return text_set(text_of(settings, setting), value, error);
    }
    uint64_t number;
    if (!number_read(value, setting->kind == AGON_SETTING_SIZE, &number) ||
        number < setting->least || number > setting->most) {
        return agon_error_set(
            error, AGON_BAD_CONFIG, name, "%s must be a whole number from %llu to %llu, not '%s'",
            name, (unsigned long long)setting->least, (unsigned long long)setting->most, value);
    }
    *number_of(settings, setting) = number;
    return AGON_OK;
}

// ---------------------------------------------------------------------------------------------
// A file

static char *trimmed(char *text) {
    while (isspace((unsigned char)*text)) {
        text++;
    }
    char *end = text + strlen(text);
    while (end > text && isspace((unsigned char)end[-1])) {
        end--;
    }
    *end = '\0';
    return text;
}

static agon_status line_take(agon_net_settings *settings, char *line, agon_error *error) {
    char *name = trimmed(line);
    if (*name == '\0' || *name == '#') {
        return AGON_OK;
    }
    char *equals = strchr(name, '=');
    if (!equals) {
        return agon_error_set(error, AGON_BAD_CONFIG, NULL, "'%s' is not of the form name = value",
                              name);
    }
    *equals = '\0';
    return agon_net_settings_set(settings, trimmed(name), trimmed(equals + 1), error);
}

static agon_status lines_take(agon_net_settings *settings, FILE *file, const char *path,
                              agon_error *error) {
    char line[LONGEST_LINE + 2];
    for (unsigned number = 1; fgets(line, sizeof line, file); number++) {
        agon_error reason = {0};
        agon_status status = strlen(line) > LONGEST_LINE
                                 ? agon_error_set(&reason, AGON_BAD_CONFIG, NULL,
                                                  "longer than %d bytes", LONGEST_LINE)
                                 : line_take(settings, line, &reason);
        if (status) {
            return agon_error_set(error, status, NULL, "%s:%u: %s", path, number, reason.message);
        }
    }
    return ferror(file) ? agon_error_set(error, AGON_BAD_CONFIG, NULL, "%s: cannot be read", path)
                        : AGON_OK;
}

agon_status agon_net_settings_read(agon_net_settings *settings, const char *path,
                                   agon_error *error) {
    FILE *file = fopen(path, "r");
    if (!file) {
        return agon_error_set(error, AGON_BAD_CONFIG, NULL, "%s: %s", path, strerror(errno));
    }
    agon_status status = lines_take(settings, file, path, error);
    fclose(file);
    return status;
}

// ---------------------------------------------------------------------------------------------
// The environment

// "MAX_BODY" becomes "max-body". False if it is too long for any name.
static bool name_from_variable(char *name, const char *variable, size_t length) {
    if (length >= LONGEST_NAME) {
        return false;
    }
    for (size_t i = 0; i < length; i++) {
        name[i] = variable[i] == '_' ? '-' : (char)tolower((unsigned char)variable[i]);
    }
    name[length] = '\0';
    return true;
}

agon_status agon_net_settings_environment(agon_net_settings *settings, char *const *environment,
                                          agon_error *error) {
    for (; *environment; environment++) {
        const char *variable = *environment;
        if (strncmp(variable, PREFIX, strlen(PREFIX)) != 0) {
            continue;
        }
        const size_t length = strcspn(variable + strlen(PREFIX), "=");
        const char *value = variable + strlen(PREFIX) + length;
        char name[LONGEST_NAME];
        if (!name_from_variable(name, variable + strlen(PREFIX), length) || *value != '=') {
            return agon_error_set(error, AGON_BAD_CONFIG, NULL, "there is no setting for %.60s",
                                  variable);
        }
        if (strcmp(name, "config") == 0) {
            continue; // names the file, which was read before
        }
        agon_error reason = {0};
        agon_status status = agon_net_settings_set(settings, name, value + 1, &reason);
        if (status) {
            return agon_error_set(error, status, NULL, "in the environment: %s", reason.message);
        }
    }
    return AGON_OK;
}
