package dialect

import "slices"

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
