// Starting a program.
#define _GNU_SOURCE
#include "apps/host/programs/cores.h"
#include "apps/host/programs/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define FILES_MAX 65536

// The pipes between us and the child; [0] is read from.
typedef struct pipes {
    int input[2], output[2], errors[2];
    int info[2];    // of bubblewrap
    int trouble[2]; // errno, if exec fails
    int filter;     // of system calls
    agon_user_namespace userns;
} pipes;

static void shut(int *file) {
    if (*file >= 0) {
        close(*file);
    }
    *file = -1;
}

static void shut_pair(int pair[2]) {
    shut(&pair[0]);
    shut(&pair[1]);
}

static void close_pipes(pipes *p) {
    shut_pair(p->input);
    shut_pair(p->output);
    shut_pair(p->errors);
    shut_pair(p->info);
    shut_pair(p->trouble);
    shut(&p->filter);
    agon_user_namespace_close(&p->userns);
}

static bool open_pipes(pipes *p, bool is_sandboxed, bool is_pinned) {
    *p = (pipes){
        {-1, -1}, {-1, -1}, {-1, -1}, {-1, -1}, {-1, -1}, -1, {{{-1, -1}, {-1, -1}}, false}};
    return pipe2(p->input, O_CLOEXEC) == 0 && pipe2(p->output, O_CLOEXEC) == 0 &&
           pipe2(p->errors, O_CLOEXEC) == 0 && pipe2(p->trouble, O_CLOEXEC) == 0 &&
           (!is_sandboxed ||
            (pipe2(p->info, O_CLOEXEC) == 0 && (p->filter = agon_sandbox_filter(is_pinned)) >= 0 &&
             agon_user_namespace_open(&p->userns)));
}

// ---------------------------------------------------------------------------------------------
// In the child, between fork and exec: only calls that are safe there.

static void reset_signals(void) {
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    for (int number = 1; number < 32; number++) {
        signal(number, SIG_DFL); // fails for those that cannot be changed
    }
}

// When memory runs out, the system should take the bot, not us.
static void volunteer_to_die(void) {
    int file = open("/proc/self/oom_score_adj", O_WRONLY);
    if (file >= 0) {
        ssize_t written = write(file, "1000", 4);
        (void)written;
        close(file);
    }
}

// Whatever else this program has open (a replay being written, other bots' pipes) is not for bots.
static void keep_files_to_ourselves(void) {
    if (close_range(3, ~0u, CLOSE_RANGE_CLOEXEC) == 0) {
        return;
    }
    for (int file = 3; file < FILES_MAX; file++) { // an old kernel
        fcntl(file, F_SETFD, FD_CLOEXEC);
    }
}

static bool connect_files(const pipes *p) {
    keep_files_to_ourselves();
    return dup2(p->input[0], STDIN_FILENO) >= 0 && dup2(p->output[1], STDOUT_FILENO) >= 0 &&
           dup2(p->errors[1], STDERR_FILENO) >= 0 &&
           (p->info[1] < 0 || fcntl(p->info[1], F_SETFD, 0) == 0) &&
           (p->filter < 0 || fcntl(p->filter, F_SETFD, 0) == 0);
}

// bubblewrap itself is visible inside the sandbox: it must not carry our environment there.
static char *const no_environment[] = {NULL};

// How a program is run.
typedef struct running {
    char *const *words;
    int core; // 0: any
    bool is_sandboxed;
} running;

static _Noreturn void become(const agon_process *process, const pipes *p, const running *run,
                             pid_t parent) {
    reset_signals();
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (run->is_sandboxed) {
        volunteer_to_die();
        (void)agon_group_enter(&process->shares); // refused to a process with a priority of its own
    }
    if (getppid() == parent && (run->core == 0 || agon_cores_bind(run->core)) &&
        agon_group_enter(&process->group) &&
        (!run->is_sandboxed || agon_user_namespace_enter(&p->userns)) && connect_files(p)) {
        prctl(PR_SET_PDEATHSIG, SIGKILL); // entering a name space has undone it
        execvpe(run->words[0], run->words, run->is_sandboxed ? no_environment : environ);
    }
    int trouble = errno;
    ssize_t written = write(p->trouble[1], &trouble, sizeof trouble);
    (void)written;
    _exit(127);
}

// ---------------------------------------------------------------------------------------------

// Waits for exec. 0, or the errno that it failed with.
static int await_exec(pipes *p) {
    int trouble = 0;
    ssize_t length;
    shut(&p->trouble[1]);
    do {
        length = read(p->trouble[0], &trouble, sizeof trouble);
    } while (length < 0 && errno == EINTR);
    return length == sizeof trouble ? trouble : 0;
}

static int take_end(int *file) {
    int taken = *file;
    *file = -1;
    return taken;
}

static void keep_ends(agon_process *process, pipes *p) {
    process->input = take_end(&p->input[1]);
    process->output = take_end(&p->output[0]);
    process->errors = take_end(&p->errors[0]);
    process->info = take_end(&p->info[0]);
    fcntl(process->input, F_SETFL, O_NONBLOCK);
    fcntl(process->output, F_SETFL, O_NONBLOCK);
    fcntl(process->errors, F_SETFL, O_NONBLOCK);
}

// bubblewrap writes {"child-pid": 123, …} before the sandbox is up.
static void read_inner(agon_process *process) {
    char text[512];
    size_t length = 0;
    ssize_t got;
    while (length < sizeof text - 1 &&
           ((got = read(process->info, text + length, sizeof text - 1 - length)) > 0 ||
            (got < 0 && errno == EINTR))) {
        length += got > 0 ? (size_t)got : 0;
    }
    text[length] = '\0';
    const char *number = strchr(text, ':');
    int pid = 0;
    if (number && sscanf(number + 1, "%d", &pid) == 1 && pid > 1) {
        process->inner = pid;
    }
    shut(&process->info);
}

static bool start(agon_process *process, pipes *p, const running *run) {
    pid_t parent = getpid();
    process->pid = fork();
    if (process->pid == 0) {
        become(process, p, run, parent);
    }
    if (process->pid < 0) {
        return false;
    }
    shut(&p->info[1]);
    if (run->is_sandboxed && !agon_user_namespace_admit(&p->userns, process->pid)) {
        kill(process->pid, SIGKILL);
    }
    int trouble = await_exec(p);
    if (trouble) {
        waitpid(process->pid, NULL, 0);
        errno = trouble;
        return false;
    }
    keep_ends(process, p);
    if (run->is_sandboxed) {
        read_inner(process);
    }
    return true;
}

// Without a control group, the watcher; without either, nothing is run.
static bool watch_memory(agon_process *process, uint64_t memory) {
    if (process->group.processes >= 0 || process->inner <= 0) {
        return true; // the group counts; or bubblewrap has given up, as will soon be seen
    }
    process->watcher = agon_watcher_open(process->inner, memory);
    if (!process->watcher) {
        kill(process->inner, SIGKILL);
        waitpid(process->pid, NULL, 0);
        errno = EAGAIN;
    }
    return process->watcher != NULL;
}

bool agon_process_spawn(agon_process *process, const agon_arguments *command,
                        const agon_limits *sandbox, int core, agon_error *error) {
    pipes p;
    agon_arguments words = {0};
    const agon_arguments *run = command;
    bool is_started = false;
    errno = ENOMEM;
    if (open_pipes(&p, sandbox != NULL, core != 0)) {
        if (sandbox) {
            agon_group_open(&process->group, &process->shares, sandbox->whole);
            const agon_sandbox_files files = {.info = p.info[1], .filter = p.filter};
            agon_sandbox_wrap(&words, command, sandbox, &files);
            run = &words;
        }
        const running how = {run->items, core, sandbox != NULL};
        is_started = !run->failed && start(process, &p, &how);
    }
    if (is_started && sandbox && !watch_memory(process, sandbox->whole)) {
        is_started = false;
    }
    if (!is_started) {
        (void)agon_error_set(error, AGON_BAD_CONFIG, NULL, "cannot run %.100s: %s", run->items[0],
                             strerror(errno));
    }
    close_pipes(&p);
    agon_arguments_free(&words);
    return is_started;
}
