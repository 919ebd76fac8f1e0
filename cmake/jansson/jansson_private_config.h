/* jansson's private configuration for wasm32-wasi: types, and nothing that needs a system. */
#define HAVE_STDINT_H 1
#define HAVE_SYS_TYPES_H 1
#define HAVE_INT32_T 1
#define HAVE_UINT32_T 1
#define HAVE_UINT16_T 1
#define HAVE_UINT8_T 1
#define HAVE_SSIZE_T 1
#define INITIAL_HASHTABLE_ORDER 3
