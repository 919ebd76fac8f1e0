// Errors, arguments and texts.
#include "engine.h"

#include <string.h>

PyTypeObject *engine_type_add(PyObject *module, PyType_Spec *spec) {
    PyObject *type = PyType_FromModuleAndSpec(module, spec, NULL);
    if (!type || PyModule_AddType(module, (PyTypeObject *)type) < 0) {
        Py_XDECREF(type);
        return NULL;
    }
    return (PyTypeObject *)type;
}

PyObject *engine_call(const char *module, const char *function, const char *format, ...) {
    PyObject *imported = PyImport_ImportModule(module);
    PyObject *callable = imported ? PyObject_GetAttrString(imported, function) : NULL;
    Py_XDECREF(imported);
    if (!callable) {
        return NULL;
    }
    va_list list;
    va_start(list, format);
    PyObject *arguments = Py_VaBuildValue(format, list);
    va_end(list);
    PyObject *result = arguments ? PyObject_CallObject(callable, arguments) : NULL;
    Py_XDECREF(arguments);
    Py_DECREF(callable);
    return result;
}

// ---------------------------------------------------------------------------------------------
// Errors

PyObject *engine_raise(agon_status status, const agon_error *error) {
    if (status == AGON_NO_MEMORY) {
        return PyErr_NoMemory();
    }
    const char *path = error ? error->path : "";
    const char *message = error && error->message[0] ? error->message : agon_status_text(status);
    PyObject *made =
        engine_call("agon.errors", "make", "(sss)", agon_status_slug(status), path, message);
    if (made) {
        PyErr_SetObject((PyObject *)Py_TYPE(made), made);
        ENGINE_DROP(made);
    }
    return NULL;
}

PyObject *engine_raise_status(agon_status status) {
    return engine_raise(status, NULL);
}

// ---------------------------------------------------------------------------------------------
// Arguments

static int find_name(PyObject *name, const char *const *known) {
    for (int i = 0; known[i]; i++) {
        if (PyUnicode_CompareWithASCIIString(name, known[i]) == 0) {
            return i;
        }
    }
    return -1;
}

bool engine_arguments(PyObject *const *args, Py_ssize_t count, PyObject *names,
                      const char *const *known, int needed, PyObject **values) {
    int most = 0;
    for (; known[most]; most++) {
        values[most] = most < count ? args[most] : NULL;
    }
    if (count > most) {
        PyErr_Format(PyExc_TypeError, "at most %d arguments, not %zd", most, count);
        return false;
    }
    for (Py_ssize_t i = 0; names && i < PyTuple_Size(names); i++) {
        PyObject *name = PyTuple_GetItem(names, i);
        const int at = find_name(name, known);
        if (at < 0 || values[at]) {
            PyErr_Format(PyExc_TypeError, at < 0 ? "unknown argument %R" : "%R is given twice",
                         name);
            return false;
        }
        values[at] = args[count + i];
    }
    for (int i = 0; i < needed; i++) {
        if (!values[i]) {
            PyErr_Format(PyExc_TypeError, "the argument '%s' is missing", known[i]);
            return false;
        }
    }
    return true;
}

bool engine_read_number(PyObject *value, const char *what, int64_t limit, int64_t *number) {
    PyObject *index = PyNumber_Index(value); // numpy's integers too
    if (!index) {
        PyErr_Format(PyExc_TypeError, "%s must be an int, not %R", what, value);
        return false;
    }
    int overflow = 0;
    const long long read = PyLong_AsLongLongAndOverflow(index, &overflow);
    Py_DECREF(index);
    if (overflow || read < 0 || read >= limit) {
        PyErr_Format(PyExc_ValueError, "%s must be in 0 … %lld, not %R", what,
                     (long long)(limit - 1), value);
        return false;
    }
    *number = read;
    return true;
}

bool engine_read_seed(PyObject *value, agon_seed *seed) {
    if (PyUnicode_Check(value)) {
        Py_ssize_t length;
        const char *text = PyUnicode_AsUTF8AndSize(value, &length);
        if (text && strlen(text) == (size_t)length && agon_seed_parse(text, seed)) {
            return true;
        }
        PyErr_Format(PyExc_ValueError, "a seed of 128 bits is 32 hex digits, not %R", value);
        return false;
    }
    PyObject *index = PyNumber_Index(value);
    if (!index) {
        PyErr_Format(PyExc_TypeError, "a seed is an int or a str of 32 hex digits, not %R", value);
        return false;
    }
    int overflow = 0;
    const long long number = PyLong_AsLongLongAndOverflow(index, &overflow);
    Py_DECREF(index);
    if (overflow) {
        PyErr_Format(PyExc_ValueError, "a seed as an int has 64 bits, sign included: not %R",
                     value);
        return false;
    }
    *seed = agon_seed_number(number);
    return true;
}

// A fresh number of one of Python's generators, as a seed; NULL: it is none, or it failed.
static PyObject *draw_word(PyObject *source) {
    if (PyObject_HasAttrString(source, "getrandbits")) {
        return PyObject_CallMethod(source, "getrandbits", "i", 63);
    }
    if (PyObject_HasAttrString(source, "integers")) {
        return PyObject_CallMethod(source, "integers", "L", (long long)INT64_MAX);
    }
    PyErr_Format(
        PyExc_TypeError,
        "chance comes from an agon.Rng, an int, a random.Random or a numpy Generator, not %R",
        source);
    return NULL;
}

bool engine_read_rng(PyObject *value, agon_rng **rng, agon_rng *own) {
    if (Py_TYPE(value) == engine_rng_type) {
        *rng = &((engine_rng *)value)->rng;
        return true;
    }
    agon_seed seed;
    PyObject *word = PyIndex_Check(value) ? Py_NewRef(value) : draw_word(value);
    const bool is_read = word && engine_read_seed(word, &seed);
    Py_XDECREF(word);
    if (is_read) {
        *own = agon_rng_make(seed);
        *rng = own;
    }
    return is_read;
}

bool engine_get_buffer(PyObject *object, const char *name, size_t size, Py_buffer *buffer) {
    if (PyObject_GetBuffer(object, buffer, PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS) < 0) {
        return false;
    }
    if ((size_t)buffer->len != size) {
        PyErr_Format(PyExc_ValueError, "%s must have %zu bytes, not %zd", name, size, buffer->len);
        PyBuffer_Release(buffer);
        return false;
    }
    return true;
}

// numpy.empty is looked up once: an observation a step is made with it.
PyObject *engine_new_array(const char *kind, uint32_t count) {
    static PyObject *empty;
    if (!empty) {
        PyObject *numpy = PyImport_ImportModule("numpy");
        empty = numpy ? PyObject_GetAttrString(numpy, "empty") : NULL;
        Py_XDECREF(numpy);
    }
    return empty ? PyObject_CallFunction(empty, "Is", count, kind) : NULL;
}

// ---------------------------------------------------------------------------------------------
// Texts

PyObject *engine_to_text(PyObject *value) {
    if (PyUnicode_Check(value)) {
        return Py_NewRef(value);
    }
    return engine_call("agon._json", "dumps", "(O)", value);
}

PyObject *engine_from_text(const agon_text *text) {
    if (text->failed) {
        return PyErr_NoMemory();
    }
    return engine_call("json", "loads", "(s#)", text->data, (Py_ssize_t)text->length);
}

PyObject *engine_take_text(agon_text *text) {
    PyObject *result = text->failed ? PyErr_NoMemory()
                                    : PyUnicode_FromStringAndSize(text->length ? text->data : "",
                                                                  (Py_ssize_t)text->length);
    agon_text_free(text);
    return result;
}

agon_value *engine_parse(PyObject *value) {
    agon_error error = {0};
    Py_ssize_t length = 0;
    PyObject *text = engine_to_text(value);
    const char *bytes = text ? PyUnicode_AsUTF8AndSize(text, &length) : NULL;
    agon_value *parsed = bytes ? agon_value_parse(bytes, (size_t)length, &error) : NULL;
    if (bytes && !parsed) {
        engine_raise(error.status, &error);
    }
    Py_XDECREF(text);
    return parsed;
}
