// What a program is told and answers, written down.
#ifndef AGON_APPS_HOST_PROGRAMS_TRANSCRIPT_H
#define AGON_APPS_HOST_PROGRAMS_TRANSCRIPT_H

#include "agon/protocol.h"

#include <stdio.h>

// A channel in front of another one. Lines to the program are written with "> ", its own with "< ".
typedef struct agon_transcript {
    agon_channel channel;
    const agon_channel *behind;
    FILE *file;
} agon_transcript;

const agon_channel *agon_transcript_open(agon_transcript *transcript, const agon_channel *behind,
                                         FILE *file);

#endif
