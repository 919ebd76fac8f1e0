// Files that commands read.
#include "apps/cli/files.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static int read_all(FILE *file, const char *path, agon_text *text) {
    char block[65536];
    size_t size;
    while (text->length <= AGON_CLI_FILE_MAX && (size = fread(block, 1, sizeof block, file)) > 0) {
        agon_text_add(text, block, size);
    }
    if (ferror(file)) {
        agon_cli_complain("cannot read %s: %s", path, strerror(errno));
        return EX_IOERR;
    }
    if (text->failed || text->length > AGON_CLI_FILE_MAX) {
        agon_cli_complain("%s: the file is too large", path);
        return EX_DATAERR;
    }
    agon_text_add(text, "", 0); // also an empty file has a text
    return text->failed ? EX_OSERR : EX_OK;
}

int agon_cli_read_file(const char *path, agon_text *text) {
    const bool is_stdin = strcmp(path, "-") == 0;
    FILE *file = is_stdin ? stdin : fopen(path, "rb");
    if (!file) {
        agon_cli_complain("cannot open %s: %s", path, strerror(errno));
        return EX_NOINPUT;
    }
    int code = read_all(file, path, text);
    if (!is_stdin) {
        fclose(file);
    }
    return code;
}

json_t *agon_cli_read_json(const char *path, int *code) {
    agon_text text = {0};
    agon_error error = {0};
    json_t *document = NULL;
    *code = agon_cli_read_file(path, &text);
    if (*code == EX_OK) {
        document = agon_json_parse(text.data, text.length, &error);
        if (!document) {
            agon_cli_complain("%s: %s", path, error.message);
            *code = EX_DATAERR;
        }
    }
    agon_text_free(&text);
    return document;
}

bool agon_cli_print_safely(agon_text *text) {
    bool is_complete = !text->failed;
    for (size_t i = 0; i < text->length; i++) {
        unsigned char c = (unsigned char)text->data[i];
        bool is_second = i > 0 && (unsigned char)text->data[i - 1] == 0xc2; // U+0080 … U+009F
        putchar((c < ' ' && c != '\n') || c == 0x7f || (is_second && c < 0xa0) ? '?' : c);
    }
    if (!is_complete) {
        agon_cli_complain("out of memory");
    }
    agon_text_free(text);
    return is_complete;
}
