// Package schema checks whether objects fit the types of their kinds: the Go types of the kinds of Kubernetes, and the schemas of custom
// resources.
//
//	schemas, errs := schema.New(definitions...) // CustomResourceDefinitions, other objects are ignored
//	for _, m := range schemas.Misfits(object) {
//		fmt.Println(m) // /spec/replicas is the string "two", expected an integer
//	}
//
// A [Misfit] is a value that an API server refuses, or a field that it drops because the type does not have it. [Added] compares what does
// not fit before and after a change, so that only what the change broke is reported.
//
// # What is checked
//
//  1. An object of a kind that a given definition describes: the schema of its version, spec.versions[].schema.openAPIV3Schema.
//  2. An object of a kind of Kubernetes that package interpreter/native knows (native.HasType): whether it can be decoded, and its unknown
//     fields.
//  3. Any other object: nothing.
//
// The keywords of a schema are those of CustomResourceDefinitions of apiextensions.k8s.io/v1, and mean what they mean in
// k8s.io/kube-openapi/pkg/validation, which API servers use:
//
//	type, nullable, x-kubernetes-int-or-string   the type of a value; 1.0 is an integer
//	enum                                         its values
//	minimum, maximum, exclusive…, multipleOf     numbers
//	minLength, maxLength, pattern, format        strings; a length counts characters, an unknown format has no effect
//	items, minItems, maxItems, uniqueItems       lists
//	properties, additionalProperties             the fields of objects
//	required, minProperties, maxProperties       fields with a default are not required, because an API server sets them first
//	allOf, anyOf, oneOf, not                     other schemas for the same value
//	x-kubernetes-preserve-unknown-fields,        unknown fields stay
//	x-kubernetes-embedded-resource
//
// All other keywords are ignored. The rules of x-kubernetes-validations are not evaluated.
//
// These schemas are errors of [New], as they are for an API server: one with a value of the wrong type for a keyword, with an unknown type, a
// multipleOf that is not greater than 0, a pattern that package regexp does not compile, or with $ref, patternProperties, dependencies,
// definitions, additionalItems, $schema or id. Nothing else is checked. For example, a default that does not fit its own schema, a list
// without items, and properties beside additionalProperties are accepted, although an API server refuses them.
//
// # What messages show
//
// A [Misfit] has the path, what the schema demands, and what was found if that has another type or format. It does not have values of Secrets,
// see [Schemas.Hiding].
//
// # Cost
//
// Each schema is compiled once. A check takes time in proportion to the values of the object times the schemas for each of them. A schema has
// at most 100,000 parts, and the patterns of all definitions together have at most 4,000,000 instructions (package regexp/syntax). A check that
// needs more than 10,000,000 comparisons ends with one misfit, which reports the limit. An object has at most 100 misfits of each sort. Patterns
// take linear time (package regexp).
package schema
