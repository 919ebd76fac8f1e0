// Reads the head of an HTTP/1.1 request.
#define _POSIX_C_SOURCE 200809L
#include "apps/server/net/http.h"

#include <string.h>
#include <strings.h>

enum {
    BAD_REQUEST = 400,
    EXPECTATION_FAILED = 417,
    HEADERS_TOO_LARGE = 431,
    NOT_IMPLEMENTED = 501
};

size_t agon_http_head_length(const char *bytes, size_t length, size_t seen) {
    const size_t start = seen > 3 ? seen - 3 : 0;
    for (size_t i = start; i + 4 <= length; i++) {
        if (memcmp(bytes + i, "\r\n\r\n", 4) == 0) {
            return i + 4;
        }
    }
    return 0;
}

// Letters, digits and the marks that RFC 9110 allows in names and methods.
static bool is_token(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++) {
        const unsigned char c = (unsigned char)text[i];
        const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (!is_letter && !(c >= '0' && c <= '9') && (c == 0 || !strchr("!#$%&'*+-.^_`|~", c))) {
            return false;
        }
    }
    return length > 0;
}

static bool is_visible(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (text[i] <= ' ' || text[i] > '~') {
            return false;
        }
    }
    return true;
}

bool agon_http_has_word(const char *list, const char *word) {
    const size_t length = strlen(word);
    while (*list) {
        list += strspn(list, " \t,");
        const size_t item = strcspn(list, ",");
        size_t end = item;
        while (end > 0 && (list[end - 1] == ' ' || list[end - 1] == '\t')) {
            end--;
        }
        if (end == length && strncasecmp(list, word, length) == 0) {
            return true;
        }
        list += item;
    }
    return false;
}

// ---------------------------------------------------------------------------------------------
// The request line

static int hex_value(char c) {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    const char lower = (char)(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

// Decodes %xx in place. Encoded slashes and control characters have no honest use here.
static bool path_decode(char *path) {
    char *out = path;
    for (const char *in = path; *in; in++, out++) {
        if (*in != '%') {
            *out = *in;
            continue;
        }
        const int high = hex_value(in[1]);
        const int low = high < 0 ? -1 : hex_value(in[2]);
        const int c = low < 0 ? 0 : high * 16 + low;
        if (c <= ' ' || c > '~' || c == '/' || c == '\\' || c == '%') {
            return false;
        }
        *out = (char)c;
        in += 2;
    }
    *out = '\0';
    return true;
}

// No empty segments but the last, none that point elsewhere, no other system's separators.
static bool path_is_clean(const char *path) {
    if (path[0] != '/' || strchr(path, '\\')) {
        return false;
    }
    while (*path == '/') {
        const size_t length = strcspn(path + 1, "/");
        const char *segment = path + 1;
        if ((length == 0 && segment[0] != '\0') || (length == 1 && segment[0] == '.') ||
            (length == 2 && segment[0] == '.' && segment[1] == '.')) {
            return false;
        }
        path = segment + length;
    }
    return true;
}

static int target_parse(char *target, agon_http_head *head) {
    char *question = strchr(target, '?');
    if (question) {
        *question = '\0';
        head->query = question + 1;
    }
    if (target[0] != '/' || strchr(target, '#') || !path_decode(target) || !path_is_clean(target)) {
        return BAD_REQUEST;
    }
    head->path = target;
    return 0;
}

// `line` without its end.
static int request_line_parse(char *line, agon_http_head *head) {
    char *target = strchr(line, ' ');
    char *version = target ? strchr(target + 1, ' ') : NULL;
    if (!version || strncmp(version + 1, "HTTP/", 5) != 0) {
        return BAD_REQUEST;
    }
    *target++ = '\0';
    *version++ = '\0';
    if (!is_token(line, strlen(line)) || !is_visible(target, strlen(target))) {
        return BAD_REQUEST;
    }
    head->is_old = strcmp(version, "HTTP/1.0") == 0;
    if (!head->is_old && strcmp(version, "HTTP/1.1") != 0) {
        return 505;
    }
    head->method = line;
    return target_parse(target, head);
}

// ---------------------------------------------------------------------------------------------
// Headers

// What was said so far in headers of which the rest depends on each other.
typedef struct head_facts {
    const char *length;
    const char *upgrade;
    bool says_close, says_keep_alive, says_upgrade;
} head_facts;

static int take_once(const char **field, const char *value) {
    if (*field) {
        return BAD_REQUEST; // given twice
    }
    *field = value;
    return 0;
}

static void connection_take(head_facts *facts, const char *value) {
    facts->says_close |= agon_http_has_word(value, "close");
    facts->says_keep_alive |= agon_http_has_word(value, "keep-alive");
    facts->says_upgrade |= agon_http_has_word(value, "upgrade");
}

static int expect_take(agon_http_head *head, const char *value) {
    head->expects_continue = strcasecmp(value, "100-continue") == 0;
    return head->expects_continue ? 0 : EXPECTATION_FAILED;
}

// Headers that may be there once.
static int single_take(agon_http_head *head, head_facts *facts, const char *name,
                       const char *value) {
    const struct {
        const char *name;
        const char **field;
    } singles[] = {
        {"host", &head->host},
        {"content-length", &facts->length},
        {"origin", &head->origin},
        {"authorization", &head->authorization},
        {"if-none-match", &head->if_none_match},
        {"upgrade", &facts->upgrade},
        {"sec-websocket-key", &head->socket_key},
        {"sec-websocket-version", &head->socket_version},
    };
    for (size_t i = 0; i < sizeof singles / sizeof singles[0]; i++) {
        if (strcasecmp(name, singles[i].name) == 0) {
            return take_once(singles[i].field, value);
        }
    }
    return 0;
}

static int header_take(agon_http_head *head, head_facts *facts, const char *name,
                       const char *value) {
    if (strcasecmp(name, "transfer-encoding") == 0) {
        return NOT_IMPLEMENTED; // bodies have a length here
    }
    if (strcasecmp(name, "connection") == 0) {
        connection_take(facts, value);
    } else if (strcasecmp(name, "accept-encoding") == 0) {
        head->accepts_gzip |= agon_http_has_word(value, "gzip");
    } else if (strcasecmp(name, "x-forwarded-for") == 0) {
        head->forwarded_for = value;
    } else if (strcasecmp(name, "x-forwarded-proto") == 0) {
        head->forwarded_proto = value;
    } else if (strcasecmp(name, "expect") == 0) {
        return expect_take(head, value);
    }
    return single_take(head, facts, name, value);
}

static bool value_is_clean(const char *value) {
    for (; *value; value++) {
        if (((unsigned char)*value < ' ' && *value != '\t') || *value == 0x7f) {
            return false;
        }
    }
    return true;
}

// `line` without its end, and not empty.
static int header_parse(agon_http_head *head, head_facts *facts, char *line) {
    char *colon = strchr(line, ':');
    if (!colon || !is_token(line, (size_t)(colon - line))) {
        return BAD_REQUEST; // also a folded line, which begins with a space
    }
    *colon = '\0';
    char *value = colon + 1;
    value += strspn(value, " \t");
    size_t length = strlen(value);
    while (length > 0 && (value[length - 1] == ' ' || value[length - 1] == '\t')) {
        value[--length] = '\0';
    }
    return value_is_clean(value) ? header_take(head, facts, line, value) : BAD_REQUEST;
}

static int length_parse(const char *text, uint64_t *length) {
    const size_t digits = strlen(text);
    if (digits == 0 || digits > 18 || strspn(text, "0123456789") != digits) {
        return BAD_REQUEST;
    }
    for (*length = 0; *text; text++) {
        *length = *length * 10 + (uint64_t)(*text - '0');
    }
    return 0;
}

static int facts_settle(agon_http_head *head, const head_facts *facts) {
    if (!head->host && !head->is_old) {
        return BAD_REQUEST;
    }
    head->keeps_alive = !facts->says_close && (!head->is_old || facts->says_keep_alive);
    head->wants_upgrade =
        facts->says_upgrade && facts->upgrade && agon_http_has_word(facts->upgrade, "websocket");
    return facts->length ? length_parse(facts->length, &head->content_length) : 0;
}

// Cuts the line that begins at *at out of the text and moves on. NULL if it has no proper end.
static char *line_cut(char **at, char *end) {
    char *line = *at;
    char *feed = memchr(line, '\n', (size_t)(end - line));
    if (!feed || feed == line || feed[-1] != '\r') {
        return NULL;
    }
    feed[-1] = '\0';
    *at = feed + 1;
    // A NUL or a carriage return inside would hide the rest of the line.
    return strlen(line) == (size_t)(feed - 1 - line) && !strchr(line, '\r') ? line : NULL;
}

int agon_http_head_parse(char *bytes, size_t length, agon_http_head *head) {
    memset(head, 0, sizeof *head);
    head_facts facts = {0};
    char *at = bytes;
    char *line = line_cut(&at, bytes + length);
    int status = line ? request_line_parse(line, head) : BAD_REQUEST;
    for (int count = 0; status == 0; count++) {
        line = line_cut(&at, bytes + length);
        if (line && *line == '\0') {
            return facts_settle(head, &facts);
        }
        status = count == AGON_HTTP_MAX_HEADERS ? HEADERS_TOO_LARGE
                 : line                         ? header_parse(head, &facts, line)
                                                : BAD_REQUEST;
    }
    return status;
}

const char *agon_http_bearer(const char *authorization) {
    static const char scheme[] = "Bearer ";
    if (!authorization || strncasecmp(authorization, scheme, strlen(scheme)) != 0) {
        return NULL;
    }
    return authorization + strlen(scheme) + strspn(authorization + strlen(scheme), " ");
}

const char *agon_http_reason(int status) {
    static const struct {
        int status;
        const char *reason;
    } reasons[] = {
        {200, "OK"},
        {201, "Created"},
        {202, "Accepted"},
        {204, "No Content"},
        {304, "Not Modified"},
        {308, "Permanent Redirect"},
        {400, "Bad Request"},
        {401, "Unauthorized"},
        {403, "Forbidden"},
        {404, "Not Found"},
        {405, "Method Not Allowed"},
        {408, "Request Timeout"},
        {409, "Conflict"},
        {410, "Gone"},
        {411, "Length Required"},
        {413, "Content Too Large"},
        {415, "Unsupported Media Type"},
        {417, "Expectation Failed"},
        {421, "Misdirected Request"},
        {422, "Unprocessable Content"},
        {426, "Upgrade Required"},
        {429, "Too Many Requests"},
        {431, "Request Header Fields Too Large"},
        {500, "Internal Server Error"},
        {501, "Not Implemented"},
        {503, "Service Unavailable"},
        {505, "HTTP Version Not Supported"},
        {507, "Insufficient Storage"},
    };
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++) {
        if (reasons[i].status == status) {
            return reasons[i].reason;
        }
    }
    return "Status";
}
