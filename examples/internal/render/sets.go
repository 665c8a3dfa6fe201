package render

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"

	"github.com/overridekit/overridekit/override"
)

// origins is a set of rules and steps, and refs one of policies. Their JSON is a sorted list.
type (
	origins map[override.Origin]bool
	refs    map[override.Ref]bool
)

func (s origins) MarshalJSON() ([]byte, error) {
	return json.Marshal(slices.SortedFunc(maps.Keys(s), func(a, b override.Origin) int {
		return cmp.Or(compareRefs(a.Policy, b.Policy), cmp.Compare(a.At, b.At))
	}))
}

func (s *origins) UnmarshalJSON(text []byte) error {
	return unmarshalSet((*map[override.Origin]bool)(s), text)
}

// with returns a set with the members of another one.
func (s origins) with(other origins) origins { return union(s, other) }

func (s refs) MarshalJSON() ([]byte, error) {
	return json.Marshal(slices.SortedFunc(maps.Keys(s), compareRefs))
}

func (s *refs) UnmarshalJSON(text []byte) error {
	return unmarshalSet((*map[override.Ref]bool)(s), text)
}

// with returns a set with the members of another one.
func (s refs) with(other refs) refs { return union(s, other) }

func unmarshalSet[T comparable](set *map[T]bool, text []byte) error {
	var members []T
	if err := json.Unmarshal(text, &members); err != nil {
		return err
	}
	*set = make(map[T]bool, len(members))
	for _, m := range members {
		(*set)[m] = true
	}
	return nil
}

// union returns a set with the members of both. It may write the first one.
func union[S ~map[T]bool, T comparable](s, other S) S {
	if s == nil {
		s = S{}
	}
	maps.Copy(s, other)
	return s
}

func compareRefs(a, b override.Ref) int {
	return cmp.Or(cmp.Compare(a.APIVersion, b.APIVersion), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.Name, b.Name))
}
