package declared_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
)

// rest returns an object without its head and its metadata.
func rest(t *testing.T, o *unstructured.Unstructured) any {
	t.Helper()
	if o == nil {
		return nil
	}
	for _, key := range []string{"apiVersion", "kind", "metadata"} {
		require.Contains(t, o.Object, key)
		delete(o.Object, key)
	}
	return o.Object
}

func TestRetain(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, retain, desired, observed string
		want                            string
	}{
		{"the member decides", `[/spec/paused]`, `spec: {paused: false, size: 1}`, `spec: {paused: true, size: 2}`, `{"spec":{"paused":true,"size":1}}`},
		{"a value that is not desired", `[/spec/paused]`, `spec: {}`, `spec: {paused: true}`, `{"spec":{"paused":true}}`},
		{"false is a value", `[/spec/paused]`, `spec: {paused: true}`, `spec: {paused: false}`, `{"spec":{"paused":false}}`},
		{"an empty list is a value", `[/spec/hosts]`, `spec: {hosts: [a]}`, `spec: {hosts: []}`, `{"spec":{"hosts":[]}}`},
		{"the member has no value", `[/spec/paused]`, `spec: {paused: true}`, `spec: {}`, `{"spec":{"paused":true}}`},
		{"null is not a value", `[/spec/paused]`, `spec: {paused: true}`, `spec: {paused: null}`, `{"spec":{"paused":true}}`},
		{"nowhere", `[/spec/a/b]`, `spec: {}`, `spec: {}`, `{"spec":{}}`},
		{"missing parents are created", `[/spec/a/b]`, ``, `spec: {a: {b: {c: 1}}}`, `{"spec":{"a":{"b":{"c":1}}}}`},
		{"nothing is merged", `[/spec/a]`, `spec: {a: {x: 1}}`, `spec: {a: {z: 2}}`, `{"spec":{"a":{"z":2}}}`},
		{"another type", `[/spec/a]`, `spec: {a: {x: 1}}`, `spec: {a: [1]}`, `{"spec":{"a":[1]}}`},
		{"several", `[/spec/b, /spec/a]`, `spec: {a: 1, b: 1}`, `spec: {a: 2, b: 3}`, `{"spec":{"a":2,"b":3}}`},
		{"one pointer inside another", `[/spec/a, /spec/a/b]`, `spec: {a: {b: 1}}`, `spec: {a: {b: 2, c: 3}}`, `{"spec":{"a":{"b":2,"c":3}}}`},
		{"in a list", `[/spec/list/1/x]`, `spec: {list: [{x: 1}, {x: 2}]}`, `spec: {list: [{x: 3}, {x: 4}]}`, `{"spec":{"list":[{"x":1},{"x":4}]}}`},
		{"elements are not created", `[/spec/list/1]`, `spec: {list: [1]}`, `spec: {list: [1, 2]}`, `error: /spec/list has 1 elements, so index 1 does not exist`},
		{"a string in the desired object", `[/spec/a/b]`, `spec: {a: x}`, `spec: {a: {b: 1}}`, `error: /spec/a is the string "x", expected an object`},
		{"a string in the observed object", `[/spec/a/b]`, `spec: {}`, `spec: {a: x}`, `error: /spec/a of the observed object is the string "x", expected an object`},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			hook := hookOf(t, (*interpreter.Registry).Retainer, `retain: `+test.retain)
			desired, observed := objectOf(t, test.desired), objectOf(t, test.observed)
			kept, err := unwritten(t, func() (any, error) {
				o, err := hook.Retain(context.Background(), desired, observed)
				return rest(t, o), err
			}, desired, observed)
			require.Equal(t, test.want, outcome(t, kept, err))
		})
	}
}
