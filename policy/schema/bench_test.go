package schema_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/schema"
)

// BenchmarkMisfits checks a custom resource with a thousand elements.
func BenchmarkMisfits(b *testing.B) {
	s, errs := schema.New(definition(decode(b, "{properties: {l: {items: {required: [a], properties: {a: {type: string, pattern: '^[a-z]+$'}, b: {type: integer, minimum: 0}}}}}}")))
	require.Empty(b, errs)
	o := object(b, "{apiVersion: example.com/v1, kind: A}")
	list := make([]any, 1000)
	for i := range list {
		list[i] = map[string]any{"a": "web", "b": int64(i)}
	}
	o.Object["l"] = list
	for b.Loop() {
		if len(s.Misfits(o)) > 0 {
			b.Fatal("the object has misfits")
		}
	}
}

// BenchmarkNative checks a Deployment.
func BenchmarkNative(b *testing.B) {
	o := object(b, "{apiVersion: apps/v1, kind: Deployment, metadata: {name: a}, spec: {replicas: 1, template: {spec: {containers: [{name: a, image: b}]}}}}")
	var s schema.Schemas
	for b.Loop() {
		if len(s.Misfits(o)) > 0 {
			b.Fatal("the object has misfits")
		}
	}
}
