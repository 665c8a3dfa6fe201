package dialect

import (
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/overridekit/overridekit/override/jsontree"
)

// CopyEach returns a list of deep copies; nil for nil.
func CopyEach[T any](list []T, deep func(T) T) []T {
	out := slices.Clone(list)
	for i := range out {
		out[i] = deep(out[i])
	}
	return out
}

// CopyTo returns a pointer to a deep copy; nil for nil.
func CopyTo[T any](p *T, deep func(T) T) *T {
	if p == nil {
		return nil
	}
	c := deep(*p)
	return &c
}

// CopyAny returns a deep copy of decoded JSON. It does not copy values of other types, nor a value beyond the limits of package
// jsontree, such as a map that contains itself.
func CopyAny(v any) any {
	if !jsontree.Fits(v) {
		return v
	}
	return copyAny(v)
}

// CopyObject is [CopyAny] for an object; nil for nil.
func CopyObject[M ~map[string]any](m M) M {
	if !jsontree.Fits(map[string]any(m)) {
		return m
	}
	return copyObject(m)
}

func copyAny(v any) any {
	switch v := v.(type) {
	case map[string]any:
		return copyObject(v)
	case []any:
		return CopyEach(v, copyAny)
	}
	return v
}

func copyObject[M ~map[string]any](m M) M {
	out := maps.Clone(m)
	for key, v := range out {
		out[key] = copyAny(v)
	}
	return out
}

// Object returns an object as an interface: nil for a nil pointer, as in the deep copies of apimachinery.
func Object[T any, P interface {
	*T
	runtime.Object
}](p P) runtime.Object {
	if p == nil {
		return nil
	}
	return p
}
