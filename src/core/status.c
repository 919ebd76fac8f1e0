// Slugs and texts of the status codes; error reporting; the assertion hook.
#include "agon/status.h"

#include <stdarg.h>
#include <stdio.h>

static const char *const slugs[] = {
#define SLUG(name, slug, text) slug,
    AGON_STATUS_LIST(SLUG)
#undef SLUG
};

static const char *const texts[] = {
#define TEXT(name, slug, text) text,
    AGON_STATUS_LIST(TEXT)
#undef TEXT
};

const char *agon_status_slug(agon_status status) {
    return (unsigned)status < AGON_STATUS_COUNT ? slugs[status] : "unknown_status";
}

const char *agon_status_text(agon_status status) {
    return (unsigned)status < AGON_STATUS_COUNT ? texts[status] : "unknown status";
}

agon_status agon_error_set(agon_error *error, agon_status status, const char *path,
                           const char *format, ...) {
    if (!error) {
        return status;
    }
    error->status = status;
    snprintf(error->path, sizeof error->path, "%s", path ? path : "");
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    return status;
}

agon_status agon_error_place(agon_error *error, agon_status status, const char *format, ...) {
    if (!error) {
        return status;
    }
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->path, sizeof error->path, format, arguments);
    va_end(arguments);
    return status;
}

__attribute__((weak)) void agon_assert_failed(const char *function, const char *condition,
                                              const char *file, int line) {
    (void)function;
    (void)condition;
    (void)file;
    (void)line;
    __builtin_trap();
}
