// Transcripts.
#include "apps/host/programs/transcript.h"

static agon_channel_status send_line(void *user, const char *line, size_t length, int64_t limit) {
    agon_transcript *transcript = user;
    fputs("> ", transcript->file);
    fwrite(line, 1, length, transcript->file);
    return transcript->behind->send(transcript->behind->user, line, length, limit);
}

// A program may send anything; what a terminal might act on is not passed on.
static void write_safely(FILE *file, const char *line, size_t length) {
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)line[i];
        fputc(c < ' ' || c == 0x7f ? '?' : c, file);
    }
}

static agon_channel_status receive_line(void *user, int64_t limit, const char **line,
                                        size_t *length) {
    agon_transcript *transcript = user;
    agon_channel_status heard =
        transcript->behind->receive(transcript->behind->user, limit, line, length);
    if (heard == AGON_CHANNEL_LINE) {
        fputs("< ", transcript->file);
        write_safely(transcript->file, *line, *length);
        fputc('\n', transcript->file);
    }
    return heard;
}

static int64_t now(void *user) {
    agon_transcript *transcript = user;
    return transcript->behind->now(transcript->behind->user);
}

static const char *last_words(void *user) {
    agon_transcript *transcript = user;
    return transcript->behind->last_words(transcript->behind->user);
}

const agon_channel *agon_transcript_open(agon_transcript *transcript, const agon_channel *behind,
                                         FILE *file) {
    *transcript =
        (agon_transcript){.channel = {send_line, receive_line, now, last_words, transcript},
                          .behind = behind,
                          .file = file};
    return &transcript->channel;
}
