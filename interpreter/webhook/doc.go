// Package webhook implements both sides of the protocol of Karmada's resource interpreter webhooks, ResourceInterpreterContext of
// config.karmada.io/v1alpha1.
//
// # The protocol
//
// A webhook is an HTTP server. A call is one POST with a [Request]: an id, an operation such as InterpretReplica, an object, and
// the other inputs of the operation. The answer is a [Response]: the same id, whether the operation succeeded, and its result;
// an object is returned as a JSON patch of the object in the request. A [Configuration] defines which webhook is called: each of its
// webhooks has an address and a list of rules, which name operations and kinds. [Match] selects one of all webhooks that have a rule; no
// other webhook is called.
//
// # A webhook
//
// [Handler] serves any implementation of the hooks of package interpreter to a Karmada control plane:
//
//	http.Handle("/interpreter", webhook.Handler(interpreters...))
//
// [Func] is one level below, for handling each request and writing each response yourself: [Succeeded], [Errored], [PatchFromRaw],
// [Decode].
//
// # A caller
//
// [Client] implements the hooks by calling a webhook. [Interpreters] turns configurations into interpreters for a registry. A call is one
// attempt. Use the [Fault] of a [CallError] to decide about another one.
//
// # Limits
//
// A request or a response has at most [MaxBytes], YAML 1 MiB, 500 levels and 10 directives. An applied patch has at most 10000 operations
// with paths of at most 64 KiB; its copies have at most MaxBytes in total, and it moves at most 2^27 elements of lists. A created patch has
// paths of at most 1 MiB in total, or it replaces the whole document. A quantity has at most 1000 bytes and an exponent of three digits.
// The rules of a webhook expand to at most 100000 kinds for one operation, those of all webhooks to at most a million. The error about a
// wrong answer has at most 100 faults, 8 KiB of an error and 1000 bytes of a message, with characters that are not printable escaped.
//
// A call may hold an answer of MaxBytes and its decoded form, which may be eighty times as large. A [Budget] limits the bytes of all calls
// together. Without one, the caller must limit the number of concurrent calls, by a semaphore or by the MaxConnsPerHost of an
// [net/http.Transport].
//
// # Deliberate differences from Karmada f8fdd02df (1.19)
//
// The server; Karmada's client sees only better messages:
//
//  1. Methods: anything but POST is refused, with HTTP status 405. Karmada's helper does not check the method.
//  2. Media types: application/json may have parameters; any other type, or none, is refused with 415. The answer is
//     application/json; that of Karmada's helper is text/plain.
//  3. Length: a body is read as a whole, and refused with 413 if it is too long. Karmada's helper cuts it off after 1 MiB and continues.
//  4. No request: a body without one, or that is neither JSON nor YAML, is refused with 400. Karmada's helper calls the webhook with an
//     empty request, or answers with HTTP status 200 and no uid; then its client reports the uid instead of the cause.
//  5. Envelope: one of another kind or version, such as an AdmissionReview, is refused with its uid. Karmada's helper does not check it.
//  6. Messages about a patch that cannot be made name the wrong document. Integers beyond 2^53 are compared exactly.
//
// The client:
//
//  7. Dependencies are sorted, whatever the order of the answer.
//  8. Replicas beyond int32 are an error. Karmada wraps them around.
//  9. Redirects are not followed.
//  10. The limits above. The content of node affinities and tolerations is not checked.
//  11. The object is not written. Karmada patches its argument.
//  12. Patches are applied as package jsontree does, which documents how it differs from json-patch. A copy of the whole document copies
//     its present state; that of json-patch, its original state.
package webhook
