// The sandbox's filter of system calls.
//
// Everything is allowed but three kinds of calls: those that only serve to attack the kernel or to
// get at other processes; those that would make the sandbox's walls anew (name spaces, mounts); and
// those by which two bots that share nothing but read-only files could still talk to each other.
// A call that is refused fails with an error: a bot that asks politely lives on.
#define _GNU_SOURCE
#include "apps/host/programs/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#define LOW_HALF 0xffffffffu // the kernel looks at the low half of an int only

// What a bot has no use for. A kernel that does not know a call needs no rule about it.
static const char *const attacks[] = {"io_uring_setup",
                                      "io_uring_enter",
                                      "io_uring_register",
                                      "userfaultfd",
                                      "bpf",
                                      "perf_event_open",
                                      "ptrace",
                                      "process_vm_readv",
                                      "process_vm_writev",
                                      "process_madvise",
                                      "pidfd_getfd",
                                      "kcmp",
                                      "keyctl",
                                      "add_key",
                                      "request_key",
                                      "kexec_load",
                                      "kexec_file_load",
                                      "init_module",
                                      "finit_module",
                                      "delete_module",
                                      "open_by_handle_at",
                                      "name_to_handle_at",
                                      "lookup_dcookie",
                                      "memfd_secret",
                                      "modify_ldt",
                                      "iopl",
                                      "ioperm",
                                      "acct",
                                      "quotactl",
                                      "quotactl_fd",
                                      "swapon",
                                      "swapoff",
                                      "reboot",
                                      "syslog",
                                      "vhangup",
                                      "settimeofday",
                                      "clock_settime",
                                      "clock_adjtime",
                                      "adjtimex",
                                      NULL};

static const char *const walls[] = {
    "unshare",        "setns",      "mount",         "umount2",     "pivot_root",
    "chroot",         "move_mount", "open_tree",     "fsopen",      "fsconfig",
    "fsmount",        "fspick",     "mount_setattr", "sethostname", "setdomainname",
    "open_tree_attr", "listmount",  "statmount",     NULL};

// Who reads a shared file, and whether it is in memory, would be heard by the other bot.
static const char *const whispers[] = {"inotify_init",  "inotify_init1", "inotify_add_watch",
                                       "fanotify_init", "fanotify_mark", "mincore",
                                       "cachestat",     "move_pages",    NULL};

// Locks on files that both can open would be a wire between them.
static const char *const locks[] = {"flock", NULL};
static const int lock_commands[] = {F_GETLK,      F_SETLK,    F_SETLKW,   F_OFD_GETLK, F_OFD_SETLK,
                                    F_OFD_SETLKW, F_SETLEASE, F_GETLEASE, F_NOTIFY};

// Callers of these know what to do without them: clone3 hides its flags in memory, where a filter
// cannot look; preadv2 can ask whether a file is in memory.
static const char *const newcomers[] = {"clone3", "preadv2", NULL};

static const uint64_t name_spaces[] = {CLONE_NEWNS,   CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC,
                                       CLONE_NEWUSER, CLONE_NEWPID,    CLONE_NEWNET};

// By which a bot would leave the core that it was given.
static const char *const cores[] = {"sched_setaffinity", NULL};

static bool refuse(scmp_filter_ctx filter, int error, const char *const *calls) {
    bool is_well = true;
    for (; is_well && *calls; calls++) {
        const int number = seccomp_syscall_resolve_name(*calls);
        is_well = number == __NR_SCMP_ERROR ||
                  seccomp_rule_add(filter, SCMP_ACT_ERRNO((uint32_t)error), number, 0) == 0;
    }
    return is_well;
}

// Refuses a call if one of its arguments, seen through a mask, is a value.
static bool refuse_with(scmp_filter_ctx filter, int error, int call, unsigned argument,
                        uint64_t mask, uint64_t value) {
    const struct scmp_arg_cmp rule = {argument, SCMP_CMP_MASKED_EQ, mask, value};
    return seccomp_rule_add_array(filter, SCMP_ACT_ERRNO((uint32_t)error), call, 1, &rule) == 0;
}

static bool refuse_name_spaces(scmp_filter_ctx filter) {
    bool is_well = true;
    for (size_t i = 0; i < sizeof name_spaces / sizeof *name_spaces; i++) {
        const uint64_t flag = name_spaces[i];
        is_well = is_well && refuse_with(filter, EPERM, SCMP_SYS(clone), 0, flag, flag);
    }
    return is_well;
}

static bool refuse_locks(scmp_filter_ctx filter) {
    bool is_well = refuse(filter, ENOLCK, locks);
    for (size_t i = 0; i < sizeof lock_commands / sizeof *lock_commands; i++) {
        const uint64_t command = (uint32_t)lock_commands[i];
        is_well = is_well && refuse_with(filter, ENOLCK, SCMP_SYS(fcntl), 1, LOW_HALF, command);
    }
    return is_well;
}

// Sockets of the families that a network name space does not fence in (AF_VSOCK), or that are
// known for their faults. Local ones and the empty network of the sandbox stay.
static bool refuse_families(scmp_filter_ctx filter) {
    const struct scmp_arg_cmp rule = {0, SCMP_CMP_GT, AF_INET6, 0};
    bool is_well = seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(EAFNOSUPPORT), SCMP_SYS(socket), 1,
                                          &rule) == 0;
    for (uint64_t family = AF_INET + 1; family < AF_INET6; family++) {
        is_well =
            is_well && refuse_with(filter, EAFNOSUPPORT, SCMP_SYS(socket), 0, LOW_HALF, family);
    }
    return is_well;
}

// A memory file with the filter as bubblewrap takes it; −1 if it cannot be made.
static int export_filter(scmp_filter_ctx filter) {
    int file = memfd_create("agon-filter", MFD_CLOEXEC);
    if (file >= 0 && (seccomp_export_bpf(filter, file) != 0 || lseek(file, 0, SEEK_SET) != 0)) {
        close(file);
        file = -1;
    }
    return file;
}

int agon_sandbox_filter(bool is_pinned) {
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    int file = -1;
    if (filter && refuse(filter, EPERM, attacks) && refuse(filter, EPERM, walls) &&
        refuse(filter, EPERM, whispers) && refuse(filter, ENOSYS, newcomers) &&
        refuse_name_spaces(filter) && refuse_locks(filter) && refuse_families(filter) &&
        (!is_pinned || refuse(filter, EPERM, cores))) {
        file = export_filter(filter);
    }
    seccomp_release(filter);
    errno = file < 0 ? ENOSYS : 0;
    return file;
}
