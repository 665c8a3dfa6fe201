// Package declared interprets a custom resource by JSON pointers to its replicas, its pods, its status and its health. A [Declaration] is
// plain data that can be read from YAML ([Decode]); [Interpreters] returns interpreters for it, one for each hook that it declares.
//
//	apiVersion: workload.example.io/v1alpha1
//	kind: Workload
//	replicas: {pointer: /spec/replicas, default: 1}
//	template: /spec/template
//	retain: [/spec/paused]
//	status:
//	- {pointer: /status/readyReplicas, aggregate: sum, report: true}
//	health:
//	- {pointer: /status/readyReplicas, equalsPointer: /spec/replicas}
//
// Anything beyond pointers and comparisons needs Go code: implement the hooks of package interpreter, or serve them as a webhook.
//
// # What values mean
//
// These rules apply to every hook; each hook has further rules.
//
//  1. A pointer follows RFC 6901, from the root of the object. It may go through lists, by indexes from 0.
//  2. Null is the same as absent, and so is an element after the end of a list. There is nothing inside an absent value.
//  3. A pointer that goes through anything but objects and lists is an error, and so is one that goes through a list without an
//     index. A value of a type that the hook does not expect is an error too.
//  4. An integer is a JSON number without a fraction that int64 holds: 3 and 3.0 are the same. Integers stay int64.
//  5. A write creates missing parents as objects. It replaces an element of a list only if the element exists.
//
// An error is an [interpreter.Error] with the place. It comes without a result.
package declared
