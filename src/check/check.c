// Findings of the checks.
#include "agon/check.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define KEPT_PER_RULE 2 // a common finding must not crowd out the others

static uint64_t kept_count(const agon_findings *findings) {
    uint64_t kept = 0;
    while (kept < AGON_FINDINGS_KEPT && findings->first[kept].rule[0]) {
        kept++;
    }
    return kept;
}

static bool is_worth_keeping(const agon_findings *findings, uint64_t kept, const char *rule) {
    int same = 0;
    for (uint64_t i = 0; i < kept; i++) {
        same += strcmp(findings->first[i].rule, rule) == 0;
    }
    return kept < AGON_FINDINGS_KEPT && same < KEPT_PER_RULE;
}

void agon_findings_add(agon_findings *findings, const agon_finding *place, const char *format,
                       ...) {
    uint64_t kept = kept_count(findings);
    if (is_worth_keeping(findings, kept, place->rule)) {
        agon_finding *finding = &findings->first[kept];
        *finding = *place;
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(finding->text, sizeof finding->text, format, arguments);
        va_end(arguments);
    }
    findings->count++;
}

static void write_viewer(int viewer, agon_text *text) {
    if (viewer == AGON_SPECTATOR) {
        agon_text_puts(text, ", spectator");
    } else if (viewer != AGON_NOBODY) {
        agon_text_printf(text, ", player index %d", viewer);
    }
}

void agon_findings_write(const agon_findings *findings, agon_text *text) {
    uint64_t kept = kept_count(findings);
    for (uint64_t i = 0; i < kept; i++) {
        const agon_finding *finding = &findings->first[i];
        agon_text_printf(text, "  %s (match %llu, step %u", finding->rule,
                         (unsigned long long)finding->match, finding->step);
        write_viewer(finding->viewer, text);
        agon_text_printf(text, "): %s\n", finding->text);
    }
    if (findings->count > kept) {
        agon_text_printf(text, "  and %llu more\n", (unsigned long long)(findings->count - kept));
    }
}
