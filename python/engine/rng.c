// agon.Rng: the engine's generator, for what a caller draws itself.
#include "engine.h"

PyTypeObject *engine_rng_type;

static PyObject *rng_new(PyTypeObject *type, PyObject *args, PyObject *names) {
    static char *known[] = {"seed", NULL};
    PyObject *given;
    agon_seed seed;
    if (!PyArg_ParseTupleAndKeywords(args, names, "O:Rng", known, &given) ||
        !engine_read_seed(given, &seed)) {
        return NULL;
    }
    engine_rng *self = (engine_rng *)PyType_GenericAlloc(type, 0);
    if (self) {
        self->rng = agon_rng_make(seed);
    }
    return (PyObject *)self;
}

static void rng_free(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    PyObject_Free(self);
    Py_DECREF(type);
}

static PyObject *rng_uniform(PyObject *self, PyObject *value) {
    int64_t n;
    if (!engine_read_number(value, "the number of outcomes", (int64_t)UINT32_MAX + 1, &n)) {
        return NULL;
    }
    if (n == 0) {
        PyErr_SetString(PyExc_ValueError, "the number of outcomes must be at least 1");
        return NULL;
    }
    return PyLong_FromUnsignedLong(agon_uniform(&((engine_rng *)self)->rng, (uint32_t)n));
}

static PyObject *rng_next(PyObject *self, PyObject *nothing) {
    (void)nothing;
    return PyLong_FromUnsignedLongLong(agon_rng_next(&((engine_rng *)self)->rng));
}

static PyObject *rng_split(PyObject *self, PyObject *nothing) {
    (void)nothing;
    engine_rng *made = (engine_rng *)PyType_GenericAlloc(engine_rng_type, 0);
    if (made) {
        made->rng = agon_rng_split(&((engine_rng *)self)->rng);
    }
    return (PyObject *)made;
}

static PyObject *rng_get_state(PyObject *self, PyObject *nothing) {
    (void)nothing;
    const agon_rng *rng = &((engine_rng *)self)->rng;
    return Py_BuildValue("(KKK)", (unsigned long long)rng->key[0], (unsigned long long)rng->key[1],
                         (unsigned long long)rng->pos);
}

static PyObject *rng_set_state(PyObject *self, PyObject *state) {
    unsigned long long key[2];
    unsigned long long pos;
    if (!PyTuple_Check(state) || !PyArg_ParseTuple(state, "KKK", &key[0], &key[1], &pos)) {
        return NULL;
    }
    agon_rng *rng = &((engine_rng *)self)->rng;
    *rng = (agon_rng){.key = {key[0], key[1]}};
    agon_rng_seek(rng, pos);
    Py_RETURN_NONE;
}

static PyObject *rng_reduce(PyObject *self, PyObject *nothing) {
    PyObject *state = rng_get_state(self, nothing);
    return state ? Py_BuildValue("(O(i)N)", Py_TYPE(self), 0, state) : NULL;
}

static PyObject *rng_repr(PyObject *self) {
    return PyUnicode_FromFormat("<agon.Rng at %llu>",
                                (unsigned long long)((engine_rng *)self)->rng.pos);
}

static PyMethodDef methods[] = {
    {"uniform", rng_uniform, METH_O, "uniform(n)\n--\n\nAn unbiased integer in 0 … n − 1."},
    {"next", rng_next, METH_NOARGS, "next()\n--\n\nA fresh word of 64 bits."},
    {"split", rng_split, METH_NOARGS, "split()\n--\n\nAn independent generator for somebody else."},
    {"__reduce__", rng_reduce, METH_NOARGS, NULL},
    {"__getstate__", rng_get_state, METH_NOARGS, NULL},
    {"__setstate__", rng_set_state, METH_O, NULL},
    {0},
};

static PyType_Slot slots[] = {
    {Py_tp_new, rng_new},
    {Py_tp_dealloc, rng_free},
    {Py_tp_repr, rng_repr},
    {Py_tp_methods, methods},
    {Py_tp_doc, "Rng(seed)\n--\n\nThe engine's generator: the same draws on every platform."},
    {0},
};

static PyType_Spec spec = {"agon._engine.Rng", sizeof(engine_rng), 0, Py_TPFLAGS_DEFAULT, slots};

bool engine_rng_add(PyObject *module) {
    engine_rng_type = engine_type_add(module, &spec);
    return engine_rng_type != NULL;
}
