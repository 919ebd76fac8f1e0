// Which functions leave the shared library, the attributes used on them, and the frame around every
// header's declarations for C++.
#ifndef AGON_EXPORT_H
#define AGON_EXPORT_H

#ifdef __cplusplus
#define AGON_C_BEGIN extern "C" {
#define AGON_C_END }
#else
#define AGON_C_BEGIN
#define AGON_C_END
#endif

#if defined(__GNUC__)
#define AGON_API __attribute__((visibility("default")))
#define AGON_MUST_USE __attribute__((warn_unused_result))
#define AGON_PRINTF(text, first) __attribute__((format(printf, text, first)))
#define AGON_NOINLINE __attribute__((noinline))
#define AGON_NORETURN __attribute__((noreturn))
#define AGON_LIKELY(x) __builtin_expect(!!(x), 1)
#define AGON_UNLIKELY(x) __builtin_expect(!!(x), 0)
#else
#define AGON_API
#define AGON_MUST_USE
#define AGON_PRINTF(text, first)
#define AGON_NOINLINE
#define AGON_NORETURN
#define AGON_LIKELY(x) (x)
#define AGON_UNLIKELY(x) (x)
#endif

#endif
