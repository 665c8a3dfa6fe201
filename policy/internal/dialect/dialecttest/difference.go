package dialecttest

import (
	"fmt"
	"maps"
	"slices"

	"github.com/overridekit/overridekit/override/jsontree"
)

// Difference is a place where two documents differ.
type Difference struct {
	At        jsontree.Pointer
	Want, Got any // Nothing if absent
}

// Nothing is the value of an absent place.
var Nothing any = struct{ absent bool }{true}

// String is, for example: /spec/replicas: 3, here 4.
func (d Difference) String() string {
	word := func(v any) any {
		if v == Nothing {
			return "nothing"
		}
		return v
	}
	return fmt.Sprintf("%s: %v, here %v", d.At, word(d.Want), word(d.Got))
}

// Differences lists the places, as deep as possible, in which two documents differ.
func Differences(want, got any) []Difference { return differences(nil, want, got) }

func differences(at jsontree.Pointer, want, got any) []Difference {
	var all []Difference
	switch want := want.(type) {
	case map[string]any:
		if got, ok := got.(map[string]any); ok {
			both := maps.Clone(want)
			maps.Copy(both, got)
			for _, key := range slices.Sorted(maps.Keys(both)) {
				all = append(all, differences(at.Child(key), valueOr(want, key), valueOr(got, key))...)
			}
			return all
		}
	case []any:
		if got, ok := got.([]any); ok && len(got) == len(want) {
			for i := range want {
				all = append(all, differences(at.Index(i), want[i], got[i])...)
			}
			return all
		}
	}
	if want == Nothing || got == Nothing || !jsontree.Equal(want, got) {
		all = append(all, Difference{at, want, got})
	}
	return all
}

func valueOr(m map[string]any, key string) any {
	if v, ok := m[key]; ok {
		return v
	}
	return Nothing
}
