package jsontree_test

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/jsontree"
)

type (
	pair  struct{ A, B *pair }
	slice []slice
	plain struct{ Value any }
	inner struct{ Value any }
)

// TestFitsGo has Go values that are infinite, or that package json would write without a limit.
func TestFitsGo(t *testing.T) {
	t.Parallel()
	pairs, cycle, self, long := &pair{}, &pair{}, slice{nil}, make([]int, 100_000)
	for range 22 {
		pairs = &pair{pairs, pairs}
	}
	cycle.A, self[0] = cycle, self
	var pointer any
	pointer = &pointer
	for i, c := range []struct {
		name, reason string
		v            any
		want         bool
	}{
		{"nil", "it is null", nil, true},
		{"a struct", "its fields are few", plain{pair{A: &pair{}}}, true},
		{"a map in a struct", "it would be four million maps", plain{doubled(22)}, false},
		{"a struct in a map", "the same", map[string]any{"a": plain{doubled(22)}}, false},
		{"a map in a map of Go", "the same", map[int]map[string]any{1: {"a": doubled(22)}}, false},
		{"a map in a list of structs", "the same", []plain{{doubled(22)}}, false},
		{"a map in an array", "the same", [1]any{doubled(22)}, false},
		{"an embedded struct", "package json promotes its fields", struct{ inner }{inner{doubled(22)}}, false},
		{"shared pointers", "it would be four million structs", pairs, false},
		{"a shared list of numbers", "each element counts", []any{[][]int{long, long}, make([]*[]int, 1)}, true},
		{"a list of numbers that is shared often", "the same", sharedOften(long), false},
		{"bytes", "they are one string", make([]byte, jsontree.MaxSize), true},
		{"a field that is not exported", "it has no JSON", struct{ a any }{doubled(22)}, true},
		{"a field that is left out", "it has no JSON", struct {
			A any `json:"-"`
		}{doubled(22)}, true},
		{"a field named -", "its tag has a comma", dashed(doubled(22)), false},
		{"a pointer that contains itself", "it is infinite", cycle, false},
		{"a slice that contains itself", "it is infinite", self, false},
		{"an interface that contains itself", "it is infinite", pointer, false},
		{"a map that contains itself", "it is infinite", plain{endless()}, false},
	} {
		if testing.Short() && i%3 != 0 {
			continue // most of them count to MaxSize
		}
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, jsontree.FitsGo(c.v), c.reason)
		})
	}
}

// dashed returns a struct with a field that has the name "-" in JSON. Linters take such a tag in a declaration for a mistake.
func dashed(v any) any {
	s := reflect.New(reflect.StructOf([]reflect.StructField{{Name: "A", Type: reflect.TypeFor[any](), Tag: `json:"-,"`}})).Elem()
	s.Field(0).Set(reflect.ValueOf(v))
	return s.Interface()
}

func sharedOften(list []int) (all [][]int) {
	for range 1000 {
		all = append(all, list)
	}
	return all
}

// TestFitsGoAsFits shows that the limits for decoded JSON are exactly those of Fits.
func TestFitsGoAsFits(t *testing.T) {
	t.Parallel()
	values := map[string]any{
		"few levels": doubled(10), "many levels of lists": lists(30), "infinite": endless(),
		"as deep as allowed": nested(jsontree.MaxDepth), "one level too deep": nested(jsontree.MaxDepth + 1),
		"one element too long": make([]any, jsontree.MaxSize-9), "one element too long in a list": []any{make([]any, jsontree.MaxSize-20)},
	}
	if !testing.Short() { // they are slow
		values["many levels"] = doubled(30)
		values["as long as allowed"] = make([]any, jsontree.MaxSize-10)
		values["as long as allowed in a list"] = []any{make([]any, jsontree.MaxSize-21)}
	}
	for name, v := range values {
		require.Equal(t, jsontree.Fits(v), jsontree.FitsGo(v), name)
	}
}
