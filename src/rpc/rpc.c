// JSON-RPC 2.0: from request text to response text. What the methods do is not known here.
#include "agon/rpc.h"

#include "src/rpc/call.h"

#include "src/codec/json.h"

#include <stdlib.h>
#include <string.h>

// The last resort, when there is no memory for an answer that names the request.
static const char no_memory_text[] =
    "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":1,\"message\":\"out of memory\","
    "\"data\":{\"slug\":\"no_memory\",\"path\":null}}}";

// ---------------------------------------------------------------------------------------------
// Responses

static void response_open(agon_json *out, const agon_value *id) {
    agon_json_open(out, '{');
    agon_json_put_string(out, "jsonrpc", "2.0");
    agon_json_key(out, "id");
    if (id) {
        agon_json_value(out, id);
    } else {
        agon_json_null(out);
    }
}

// Only an engine error has a slug; only it and wrong parameters have a place in a document.
static void error_data_write(agon_json *out, int code, const agon_error *error) {
    agon_json_key(out, "data");
    agon_json_open(out, '{');
    const bool has_slug = code == AGON_RPC_ENGINE_ERROR;
    agon_json_put_string(out, "slug", has_slug ? agon_status_slug(error->status) : NULL);
    agon_json_put_string(out, "path", error->path[0] ? error->path : NULL);
    agon_json_close(out, '}');
}

static void error_write(agon_json *out, const agon_value *id, int code, const agon_error *error) {
    response_open(out, id);
    agon_json_key(out, "error");
    agon_json_open(out, '{');
    agon_json_put_int(out, "code", code);
    agon_rpc_message_put(out, error);
    if (code == AGON_RPC_ENGINE_ERROR || code == AGON_RPC_BAD_PARAMS) {
        error_data_write(out, code, error);
    }
    agon_json_close(out, '}');
    agon_json_close(out, '}');
}

static void refusal_write(agon_json *out, const agon_value *id, int code, const char *message) {
    agon_error error;
    agon_error_set(&error, AGON_OK, NULL, "%s", message);
    error_write(out, id, code, &error);
}

// Takes back what was written beyond `length`.
static void text_cut(agon_text *text, size_t length) {
    if (length < text->length) {
        text->length = length;
        text->data[length] = '\0';
    }
}

// ---------------------------------------------------------------------------------------------
// One request

typedef struct rpc_request {
    const agon_value *id; // NULL: none, or none that can be repeated in an answer
    bool is_notification;
    const char *method;
    const agon_value *params;
} rpc_request;

// A number that the parser had to bend to fit cannot be repeated, so it is no id.
static bool is_id(const agon_value *value) {
    const agon_value_kind kind = agon_value_kind_of(value);
    const double real = json_real_value(agon_json_of(value));
    const bool is_bent = kind == AGON_VALUE_REAL && (real >= 1e308 || real <= -1e308);
    return kind == AGON_VALUE_TEXT || kind == AGON_VALUE_NULL || kind == AGON_VALUE_INT ||
           (kind == AGON_VALUE_REAL && !is_bent);
}

// NULL if `json` is a request, else the reason why not. Finds the id even then, if there is one.
static const char *request_read(const agon_value *json, rpc_request *out) {
    *out = (rpc_request){0};
    if (agon_value_kind_of(json) != AGON_VALUE_OBJECT) {
        return "a request is an object";
    }
    const agon_value *id = agon_value_member(json, "id");
    if (id && !is_id(id)) {
        return "id must be a string, a number or null";
    }
    out->id = id;
    out->is_notification = !id;
    const char *version = agon_value_text(agon_value_member(json, "jsonrpc"));
    if (!version || strcmp(version, "2.0") != 0) {
        return "jsonrpc must be \"2.0\"";
    }
    out->method = agon_value_text(agon_value_member(json, "method"));
    out->params = agon_value_member(json, "params");
    return out->method ? NULL : "method must be a string";
}

// A text that is being answered.
typedef struct rpc_text {
    const agon_rpc_service *service;
    agon_rpc_budget *budget;
} rpc_text;

// Whether anything may still be done for this text, of whose answer there are `length` bytes.
static agon_rpc_verdict limits_check(agon_rpc_call *call, size_t length) {
    if (agon_rpc_is_given_up(call->budget)) {
        return agon_rpc_over_limit(call, AGON_RPC_GIVEN_UP);
    }
    return length > call->budget->answer
               ? agon_rpc_over_limit(call, "the answer is as long as it may be here")
               : 0;
}

// Writes the result, or takes back what was written of it and writes the error.
static void method_run(const rpc_text *of, const rpc_request *request, agon_rpc_method method,
                       agon_json *out) {
    const agon_json before = *out;
    const size_t length = out->text->length;
    agon_rpc_call call;
    response_open(out, request->id);
    agon_json_key(out, "result");
    agon_rpc_verdict code = agon_rpc_call_start(&call, request->params);
    call.games = of->service->games;
    call.sessions = of->service->sessions;
    call.budget = of->budget;
    if (code == 0) {
        code = limits_check(&call, length);
    }
    if (code == 0) {
        code = method(&call, out);
    }
    if (code == 0 && out->text->length > of->budget->answer) {
        code = agon_rpc_over_limit(&call, "the answer is longer than it may be here");
    }
    if (code == 0) {
        agon_json_close(out, '}');
    } else {
        *out = before;
        text_cut(out->text, length);
        error_write(out, request->id, code, &call.error);
    }
    agon_rpc_call_end(&call);
}

static agon_rpc_method method_find(const agon_rpc_service *service, const char *name) {
    for (const agon_rpc_entry *entry = service->methods; entry->name; entry++) {
        if (strcmp(entry->name, name) == 0) {
            return entry->run;
        }
    }
    return NULL;
}

// A notification is carried out, but not answered.
static void notification_run(const rpc_text *of, const rpc_request *request) {
    agon_text unread = {0};
    agon_json nowhere = {.text = &unread};
    agon_rpc_method method = method_find(of->service, request->method);
    if (method && of->service->sessions) { // without sessions no method has an effect
        method_run(of, request, method, &nowhere);
    }
    agon_text_free(&unread);
}

static void request_answer(const rpc_text *of, const agon_value *json, agon_json *out) {
    rpc_request request;
    const char *fault = request_read(json, &request);
    if (fault) {
        refusal_write(out, request.id, AGON_RPC_NOT_A_REQUEST, fault);
        return;
    }
    if (request.is_notification) {
        notification_run(of, &request);
        return;
    }
    agon_rpc_method method = method_find(of->service, request.method);
    if (!method) {
        refusal_write(out, request.id, AGON_RPC_NO_METHOD, "there is no such method");
        return;
    }
    method_run(of, &request, method, out);
}

// ---------------------------------------------------------------------------------------------
// A whole text

static void batch_answer(const rpc_text *of, const agon_value *batch, agon_json *out) {
    const size_t count = agon_value_count(batch);
    if (count == 0 || count > of->budget->batch) {
        refusal_write(out, NULL, AGON_RPC_NOT_A_REQUEST,
                      count == 0 ? "a batch holds at least one request" : "the batch is too large");
        return;
    }
    agon_json_open(out, '[');
    const size_t empty = out->text->length;
    for (size_t i = 0; i < count; i++) {
        request_answer(of, agon_value_item(batch, i), out);
    }
    if (out->text->length == empty) {
        text_cut(out->text, 0); // notifications only
    } else {
        agon_json_close(out, ']');
    }
}

static void parse_error_write(const agon_error *error, agon_json *out) {
    const bool no_memory = error->status == AGON_NO_MEMORY;
    error_write(out, NULL, no_memory ? AGON_RPC_ENGINE_ERROR : AGON_RPC_BAD_JSON, error);
}

static agon_value *text_answer(const rpc_text *of, const char *text, size_t length,
                               agon_json *out) {
    if (length > AGON_RPC_MAX_REQUEST) {
        refusal_write(out, NULL, AGON_RPC_NOT_A_REQUEST, "the request is longer than 1 MiB");
        return NULL;
    }
    agon_error error = {0};
    agon_value *json = agon_value_parse(text, length, &error);
    if (!json) {
        parse_error_write(&error, out);
    } else if (agon_value_kind_of(json) == AGON_VALUE_LIST) {
        batch_answer(of, json, out);
    } else {
        request_answer(of, json, out);
    }
    return json;
}

// The answer when the real one did not fit into memory: with the request's id if that still fits.
static char *no_memory_answer(const agon_value *json) {
    agon_text text = {0};
    agon_json out = {.text = &text};
    agon_error error;
    agon_error_set(&error, AGON_NO_MEMORY, NULL, "out of memory");
    error_write(&out, json ? agon_value_member(json, "id") : NULL, AGON_RPC_ENGINE_ERROR, &error);
    if (!text.failed) {
        return text.data;
    }
    agon_text_free(&text);
    char *answer = malloc(sizeof no_memory_text);
    if (answer) {
        memcpy(answer, no_memory_text, sizeof no_memory_text);
    }
    return answer;
}

static agon_rpc_budget budget_of(const agon_rpc_limits *limits) {
    agon_rpc_budget budget = {
        .batch = AGON_RPC_MAX_BATCH, .answer = SIZE_MAX, .simulations = UINT64_MAX};
    if (limits) {
        budget.batch = limits->batch ? limits->batch : budget.batch;
        budget.answer = limits->answer ? limits->answer : budget.answer;
        budget.simulations = limits->simulations ? limits->simulations : budget.simulations;
        budget.is_given_up = limits->is_given_up;
        budget.user = limits->user;
    }
    return budget;
}

char *agon_rpc_answer(const agon_rpc_service *service, const char *text, size_t length) {
    AGON_ASSERT(text || length == 0);
    agon_text answer = {0};
    agon_json out = {.text = &answer};
    agon_rpc_budget budget = budget_of(service->limits);
    const rpc_text of = {service, &budget};
    agon_value *json = text_answer(&of, text, length, &out);
    if (answer.failed || answer.length == 0) {
        const bool failed = answer.failed;
        agon_text_free(&answer);
        answer.data = failed ? no_memory_answer(json) : NULL;
    }
    agon_value_free(json);
    return answer.data;
}

char *agon_rpc_handle(const char *text, size_t length) {
    AGON_ASSERT(text || length == 0);
    return agon_rpc_handle_games(NULL, text, length);
}

char *agon_rpc_handle_games(const agon_codec *const *games, const char *text, size_t length) {
    AGON_ASSERT(text || length == 0);
    return agon_rpc_handle_within(NULL, games, text, length);
}

char *agon_rpc_handle_within(const agon_rpc_limits *limits, const agon_codec *const *games,
                             const char *text, size_t length) {
    AGON_ASSERT(text || length == 0);
    const agon_rpc_service service = {
        .methods = agon_rpc_methods, .games = games, .limits = limits};
    return agon_rpc_answer(&service, text, length);
}
