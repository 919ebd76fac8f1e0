// agon._engine: the extension module. What people import is the package around it.
#include "engine.h"

static PyObject *games(PyObject *module, PyObject *nothing) {
    (void)module;
    (void)nothing;
    agon_text text = {0};
    agon_json json = {.text = &text};
    const agon_codec *codec;
    agon_json_open(&json, '[');
    for (size_t i = 0; (codec = agon_codec_at(i)); i++) {
        agon_json_open(&json, '{');
        agon_rules_write(codec->rules, &json);
        agon_json_close(&json, '}');
    }
    agon_json_close(&json, ']');
    PyObject *list = engine_from_text(&text);
    agon_text_free(&text);
    return list;
}

// A game's own kinds are known to its codec by what they are in TypeScript.
static const char *kind_name(const agon_codec *codec, uint8_t kind) {
    static const char *const common[] = {"int", "bool", "player", "players"};
    if (kind < AGON_KIND_CUSTOM) {
        return common[kind];
    }
    return codec->kind_types ? codec->kind_types[kind - AGON_KIND_CUSTOM] : "any";
}

static PyObject *write_event_type(const agon_codec *codec, const agon_event_type *type) {
    PyObject *fields = PyList_New(0);
    for (uint8_t i = 0; fields && i < type->field_count; i++) {
        const agon_event_field *field = &type->fields[i];
        PyObject *made =
            Py_BuildValue("(ssi)", field->key, kind_name(codec, field->kind), (int)field->flags);
        if (!made || PyList_Append(fields, made) < 0) {
            Py_CLEAR(fields);
        }
        ENGINE_DROP(made);
    }
    return fields ? Py_BuildValue("(sN)", type->name, fields) : NULL;
}

// [(name, [(key, kind, flags), …]), …]
static PyObject *event_types(PyObject *module, PyObject *id) {
    (void)module;
    const char *name = PyUnicode_AsUTF8AndSize(id, NULL);
    const agon_codec *codec = name ? agon_codec_find(name) : NULL;
    if (!codec) {
        return name ? engine_raise_status(AGON_UNKNOWN_GAME) : NULL;
    }
    PyObject *list = PyList_New(0);
    for (uint8_t i = 0; list && i < codec->rules->event_types; i++) {
        PyObject *type = write_event_type(codec, &codec->rules->events[i]);
        if (!type || PyList_Append(list, type) < 0) {
            Py_CLEAR(list);
        }
        Py_XDECREF(type);
    }
    return list;
}

static PyObject *signature(PyObject *module, PyObject *value) {
    (void)module;
    int64_t count;
    if (!engine_read_number(value, "games", 1000001, &count)) {
        return NULL;
    }
    uint64_t number;
    Py_BEGIN_ALLOW_THREADS;
    number = agon_signature((uint32_t)count);
    Py_END_ALLOW_THREADS;
    return number ? PyLong_FromUnsignedLongLong(number) : PyErr_NoMemory();
}

// (ok, slug, is_cut, line, reason, result or None)
static PyObject *verify(PyObject *module, PyObject *value) {
    (void)module;
    Py_ssize_t length;
    const char *text = PyUnicode_Check(value) ? PyUnicode_AsUTF8AndSize(value, &length) : NULL;
    if (!text) {
        return PyErr_Occurred() ? NULL : PyErr_Format(PyExc_TypeError, "a replay is a str");
    }
    agon_replay_verdict verdict;
    Py_BEGIN_ALLOW_THREADS;
    verdict = agon_replay_verify(text, (size_t)length, NULL);
    Py_END_ALLOW_THREADS;
    if (verdict.status == AGON_NO_MEMORY) {
        return PyErr_NoMemory();
    }
    PyObject *result = verdict.result ? engine_call("json", "loads", "(s#)", verdict.result,
                                                    (Py_ssize_t)verdict.result_length)
                                      : Py_NewRef(Py_None);
    return result ? Py_BuildValue("(OsOIsN)", verdict.ok ? Py_True : Py_False,
                                  agon_status_slug(verdict.status),
                                  verdict.is_cut ? Py_True : Py_False, verdict.line, verdict.reason,
                                  result)
                  : NULL;
}

static PyMethodDef functions[] = {
    {"games", games, METH_NOARGS, NULL},
    {"event_types", event_types, METH_O, NULL},
    {"signature", signature, METH_O, NULL},
    {"verify", verify, METH_O, NULL},
    {0},
};

static PyModuleDef definition = {PyModuleDef_HEAD_INIT,
                                 "agon._engine",
                                 "The engine. Import agon instead.",
                                 -1,
                                 functions,
                                 NULL,
                                 NULL,
                                 NULL,
                                 NULL};

static bool fill(PyObject *module) {
    return PyModule_AddStringConstant(module, "engine_version", AGON_VERSION) == 0 &&
           PyModule_AddIntConstant(module, "SPECTATOR", AGON_SPECTATOR) == 0 &&
           engine_rng_add(module) && engine_game_add(module) && engine_state_add(module) &&
           engine_bot_add(module) && engine_batch_add(module) && engine_match_add(module) &&
           engine_tourney_add(module);
}

PyMODINIT_FUNC PyInit__engine(void);
PyMODINIT_FUNC PyInit__engine(void) {
    PyObject *module = PyModule_Create(&definition);
    if (module && !fill(module)) {
        Py_CLEAR(module);
    }
    return module;
}
