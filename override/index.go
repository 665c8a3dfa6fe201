package override

import (
	"slices"

	"github.com/overridekit/overridekit/selector"
)

// index finds the policies of a tier that may cover an object without asking each. A policy is named by its place in the
// tier's list.
type index struct {
	all   []int                  // policies that cover every object
	kinds map[kind]bool          // the kinds that some key asks for
	byKey map[selector.Key][]int // the others, by each of their keys

	labels map[string]bool // the labels that some key asks for
}

type kind struct{ apiVersion, kind string }

func newIndex(policies []*Policy) index {
	ix := index{kinds: map[kind]bool{}, byKey: map[selector.Key][]int{}, labels: map[string]bool{}}
	for i, p := range policies {
		keys, all := p.spec.Objects.Keys()
		if all {
			ix.all = append(ix.all, i)
		}
		for _, key := range keys {
			ix.kinds[kind{key.APIVersion, key.Kind}] = true
			ix.byKey[key] = append(ix.byKey[key], i)
			if key.Label != "" {
				ix.labels[key.Label] = true
			}
		}
	}
	return ix
}

// candidates are the policies that may cover an object, as it came in or as it is now (nil: the same), each once, in the order
// of the list.
func (ix *index) candidates(given, now *selector.Object) []int {
	found := slices.Clone(ix.all)
	for _, obj := range [...]*selector.Object{given, now} {
		if obj == nil || !ix.kinds[kind{obj.APIVersion, obj.Kind}] && !ix.kinds[kind{}] {
			continue
		}
		obj.Keys(ix.labels, func(key selector.Key) { found = append(found, ix.byKey[key]...) })
	}
	slices.Sort(found)
	return slices.Compact(found)
}
