// What wasi-libc would import from its host, answered here: the module needs no import at all.
// cmake/AgonWasm.cmake links wasi-libc without its own bindings, so that nothing can be forgotten.
//
// printf and abort are linked in because code that is never run mentions them (jansson's dump to a
// file, assert). Output goes nowhere; an exit is a trap, which the caller sees as an exception.
#include <wasi/api.h>

__wasi_errno_t __wasi_fd_write(__wasi_fd_t fd, const __wasi_ciovec_t *iovs, size_t iovs_len,
                               __wasi_size_t *written) {
    (void)fd;
    *written = 0;
    for (size_t i = 0; i < iovs_len; i++) {
        *written += iovs[i].buf_len;
    }
    return __WASI_ERRNO_SUCCESS;
}

__wasi_errno_t __wasi_fd_read(__wasi_fd_t fd, const __wasi_iovec_t *iovs, size_t iovs_len,
                              __wasi_size_t *read) {
    (void)fd;
    (void)iovs;
    (void)iovs_len;
    *read = 0;
    return __WASI_ERRNO_BADF;
}

__wasi_errno_t __wasi_fd_close(__wasi_fd_t fd) {
    (void)fd;
    return __WASI_ERRNO_BADF;
}

__wasi_errno_t __wasi_fd_seek(__wasi_fd_t fd, __wasi_filedelta_t offset, __wasi_whence_t whence,
                              __wasi_filesize_t *position) {
    (void)fd;
    (void)offset;
    (void)whence;
    *position = 0;
    return __WASI_ERRNO_SPIPE;
}

__wasi_errno_t __wasi_fd_fdstat_get(__wasi_fd_t fd, __wasi_fdstat_t *stat) {
    (void)fd;
    (void)stat;
    return __WASI_ERRNO_BADF;
}

_Noreturn void __wasi_proc_exit(__wasi_exitcode_t code) {
    (void)code;
    __builtin_trap();
}
