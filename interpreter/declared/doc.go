// Package declared understands a custom resource of which a few JSON pointers say where its replicas, its pods, its status and
// its health are. A [Declaration] is plain data that can be read from YAML ([Decode]); [Interpreters] makes interpreters of it, one for
// each hook that it describes.
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
// What needs more than places and comparisons is Go code: implement the hooks of package interpreter, or serve them.
//
// # What values mean
//
// These rules hold for every hook; each hook has more of its own.
//
//  1. A pointer is that of RFC 6901, from the root of the object. It may go through lists, by indexes from 0.
//  2. Null is the same as absent, and so is an element behind the end of a list. There is nothing inside what is absent.
//  3. A pointer that goes through anything but objects and lists is an error, and so is one that goes through a list without an
//     index. So is a value of another type than the hook needs.
//  4. An integer is a JSON number without a fraction that int64 holds: 3 and 3.0 are the same. Integers stay int64.
//  5. Where something is written, missing parents become objects. An element of a list is written only if it is there.
//
// An error is an [interpreter.Error] with the place, and nothing else comes with it.
package declared
