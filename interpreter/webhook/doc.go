// Package webhook speaks the protocol of Karmada's resource interpreter webhooks, ResourceInterpreterContext of
// config.karmada.io/v1alpha1, on both ends.
//
// # The protocol
//
// A webhook is an HTTP server. A question is one POST with a [Request]: an id, an operation such as InterpretReplica, an object, and
// what else the operation needs. The answer is a [Response]: the same id, whether the operation was a success, and what came of it;
// an object comes as the JSON patch that makes it of the one in the request. Who is asked what is said by a [Configuration]: each of
// its webhooks has an address and a list of rules, which name operations and kinds. Of all webhooks that have a rule, [Match] finds
// the one that is asked; nobody else is.
//
// # A webhook
//
// [Handler] serves any implementation of the hooks of package interpreter; a Karmada control plane can call it:
//
//	http.Handle("/interpreter", webhook.Handler(interpreters...))
//
// Below it is [Func], for whoever wants to see each request and write each response alone: [Succeeded], [Errored], [PatchFromRaw],
// [Decode].
//
// # A caller
//
// [Client] implements the hooks by calling a webhook. [Interpreters] makes of configurations what a registry takes. A call is one
// attempt. Whoever calls decides about another one, by the [Fault] of the [CallError].
//
// # Limits
//
// A request or a response has at most [MaxBytes], YAML 1 MiB, 500 levels and 10 directives; a patch has at most 10000 operations with paths of
// at most 64 KiB, of which those that copy come to at most MaxBytes, and all of them move at most 2^27 elements of lists; a patch that is made
// has paths of at most 1 MiB together, or it replaces the whole document; a quantity has at most 1000 bytes and an exponent of three
// digits; the rules of a webhook come to at most 100000 kinds for one operation, those of all to at most a million; of a wrong answer, at
// most 100 faults and 1000 bytes of its message are told.
//
// A call may hold an answer of MaxBytes and what is decoded of it, some twenty times as much. How many calls there are at once is for
// the caller to bound, by a semaphore or by the MaxConnsPerHost of an [net/http.Transport].
//
// # Where it differs from Karmada f8fdd02df (1.19), on purpose
//
// The server, of which Karmada's client sees nothing but better messages:
//
//  1. Methods: anything but POST is refused, with HTTP status 405. Karmada's helper does not look.
//  2. Media types: application/json may have parameters, and what is something else, or nothing, is refused with 415. The answer is
//     application/json; that of Karmada's helper is text/plain.
//  3. Length: a body is read as a whole, and refused with 413 if it is too long. Karmada's helper cuts it off after 1 MiB and goes on.
//  4. No request: a body without one, or that is no JSON or YAML, is refused with 400. Karmada's helper asks the webhook about nothing, or
//     answers with HTTP status 200 and no uid; then its client complains about the uid, and nobody is told what was wrong.
//  5. Envelope: one of another kind or version, such as an AdmissionReview, is refused with its uid. Karmada's helper does not look.
//  6. Messages of a patch that cannot be made say which of the two documents is wrong. Integers beyond 2^53 are compared exactly.
//
// The client:
//
//  7. Dependencies come in order, whatever order the webhook sends them in.
//  8. Replicas that int32 does not hold are an error. Karmada wraps them around.
//  9. Redirects are not followed.
//  10. The limits above; and what node affinities and tolerations have in them is not checked.
//  11. The object is not written. Karmada patches the one that it was given.
//  12. Patches are applied as package jsontree does, which says where it differs from json-patch. A copy of the whole document copies it
//     as it is then; that of json-patch, as it was at first.
package webhook
