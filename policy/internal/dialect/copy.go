package dialect

import (
	"maps"
	"slices"
)

// CopyEach is a list of deep copies; nil stays nil.
func CopyEach[T any](list []T, deep func(T) T) []T {
	out := slices.Clone(list)
	for i := range out {
		out[i] = deep(out[i])
	}
	return out
}

// CopyTo is a pointer to a deep copy; nil stays nil.
func CopyTo[T any](p *T, deep func(T) T) *T {
	if p == nil {
		return nil
	}
	c := deep(*p)
	return &c
}

// CopyAny is a deep copy of decoded JSON. Whatever else a value holds stays as it is.
func CopyAny(v any) any {
	switch v := v.(type) {
	case map[string]any:
		return CopyObject(v)
	case []any:
		return CopyEach(v, CopyAny)
	}
	return v
}

// CopyObject is a deep copy of an object of decoded JSON; nil stays nil.
func CopyObject[M ~map[string]any](m M) M {
	out := maps.Clone(m)
	for key, v := range out {
		out[key] = CopyAny(v)
	}
	return out
}
