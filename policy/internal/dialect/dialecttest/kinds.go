package dialecttest

import (
	"encoding/json"
	"reflect"
	"testing"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// Kinds has a function for each kind of a dialect that returns an empty value, by the name of the kind.
type Kinds map[string]func() runtime.Object

// CopyDeeply checks DeepCopyObject of every kind: a copy is equal, shares no memory through which it could be changed, and has nil where
// the original has nil.
func (k Kinds) CopyDeeply(t *testing.T) {
	for name, empty := range k {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			original := Filled(t, empty(), 0)
			c := original.DeepCopyObject()
			same(t, original, c, "a copy is equal to its original")
			mine := Memory(original)
			if len(mine) < 10 {
				t.Fatalf("the original has only %d lists, maps and pointers", len(mine))
			}
			for place, at := range Memory(c) {
				if _, shared := mine[place]; shared {
					t.Errorf("the copy shares %s with its original", at)
				}
			}
			Filled(t, c, 1000) // writes other values through every pointer, map and list
			same(t, Filled(t, empty(), 0), original, "the original has not been written through its copy")
			same(t, empty(), empty().DeepCopyObject(), "what is nil stays nil")
		})
	}
}

// RoundTrip encodes every kind as JSON and decodes it again.
func (k Kinds) RoundTrip(t *testing.T) {
	for name, empty := range k {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, original := range []runtime.Object{Filled(t, empty(), 0), empty()} {
				again := empty()
				if err := json.Unmarshal([]byte(AsJSON(t, original)), again); err != nil {
					t.Fatal(err)
				}
				same(t, original, again, "every field has a name of its own, and is read by it")
			}
		})
	}
}

// AreIn checks that a scheme knows each kind by the name of its Go type, in the given group and version.
func (k Kinds) AreIn(t *testing.T, scheme *runtime.Scheme, group func(kind string) schema.GroupVersion) {
	for name, empty := range k {
		gvks, unversioned, err := scheme.ObjectKinds(empty())
		if err != nil || unversioned || len(gvks) != 1 || gvks[0] != group(name).WithKind(name) {
			t.Errorf("%s is known as %v (%v), expected %v", name, gvks, err, group(name).WithKind(name))
		}
	}
}

func same(t *testing.T, want, got runtime.Object, reason string) {
	t.Helper()
	if !reflect.DeepEqual(want, got) {
		t.Fatalf("%s:\n%s\n%s", reason, AsJSON(t, want), AsJSON(t, got))
	}
}
