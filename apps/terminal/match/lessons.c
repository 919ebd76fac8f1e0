// Going through the lessons of a tutorial.
#include "apps/terminal/match/sitting.h"

static const agon_lesson *lesson_of(const agon_course *course) {
    const agon_tutorial *tutorial = course->tutorial;
    return tutorial && course->lesson < tutorial->lesson_count ? &tutorial->lessons[course->lesson]
                                                               : NULL;
}

const char *agon_course_text(const agon_course *course) {
    const agon_lesson *lesson = lesson_of(course);
    return lesson ? lesson->text : NULL;
}

bool agon_course_waits(const agon_course *course) {
    const agon_lesson *lesson = lesson_of(course);
    return lesson && !lesson->is_done;
}

void agon_course_next(agon_course *course) {
    if (lesson_of(course)) {
        course->lesson++;
        course->progress = (agon_lesson_progress){.line = ""};
    }
}

void agon_course_look(agon_course *course, const agon_scene *scene, const char *line) {
    const agon_lesson *lesson = lesson_of(course);
    if (!lesson || !lesson->is_done) {
        return;
    }
    course->progress.line = line ? line : "";
    course->progress.actions = course->actions;
    course->progress.asks += line == NULL;
    if (lesson->is_done(scene, &course->progress)) {
        agon_course_next(course);
    }
    course->progress.line = "";
}

void agon_course_note(agon_course *course, const agon_answer *answer) {
    const size_t most = sizeof course->actions / sizeof course->actions[0];
    for (size_t i = 0; i < answer->count && course->progress.count < most; i++) {
        course->actions[course->progress.count++] = answer->actions[i];
    }
}
