package propagation

import (
	"slices"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// withOwn returns the templates whose own bindings have a name. The list is sorted by these.
func withOwn(list []*template, name override.Ref) []*template {
	from, _ := slices.BinarySearchFunc(list, name, func(t *template, name override.Ref) int { return content.CompareRefs(t.own, name) })
	length, _ := slices.BinarySearchFunc(list[from:], name, func(t *template, name override.Ref) int {
		if t.own == name {
			return -1
		}
		return 1
	})
	return list[from : from+length]
}

// compareOwn orders templates by the names of their bindings.
func compareOwn(a, b *template) int {
	if c := content.CompareRefs(a.own, b.own); c != 0 {
		return c
	}
	return content.CompareRefs(a.ref, b.ref)
}
