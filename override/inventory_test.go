package override_test

import (
	"fmt"
	"iter"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/internal/overridetest"
	"github.com/overridekit/overridekit/selector"
	"github.com/overridekit/overridekit/testdata/goroutines"
)

// numbered returns objects without end. It counts the consumed ones.
func numbered(asked *atomic.Int64) iter.Seq[*unstructured.Unstructured] {
	return func(yield func(*unstructured.Unstructured) bool) {
		for {
			name := fmt.Sprint("web", asked.Add(1)-1)
			if !yield(&unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "Test", "metadata": map[string]any{"name": name}}}) {
				return
			}
		}
	}
}

// stocked returns a set with different outcomes for the quarters. It fails for one of them and reads another one.
func stocked(t testing.TB) *override.Set {
	t.Helper()
	return override.NewSet(loosely(t, []overridetest.Policy{{Name: "p", Rules: []overridetest.Rule{
		{Clusters: prod, Steps: overridetest.Do("set /prod true")},
		{Clusters: byName("east"), Steps: overridetest.Do("remove /nowhere")},
		{Clusters: byName("west"), Steps: reading()},
	}}})...)
}

// TestInventory shows the results for lists of objects.
func TestInventory(t *testing.T) {
	t.Parallel()
	a, b := overridetest.Object("{kind: Test, metadata: {name: a}}"), overridetest.Object("{kind: Test, prod: true}")
	for _, c := range []struct {
		name, reason string
		objects      []*unstructured.Unstructured
	}{
		{"none", "there is nothing to do", nil},
		{"one", "it is computed alone", []*unstructured.Unstructured{a}},
		{"nil", "it is an empty object, and stays nil", []*unstructured.Unstructured{nil}},
		{"empty", "there may be nothing in it", []*unstructured.Unstructured{{}}},
		{"the same again", "it is computed each time", []*unstructured.Unstructured{a, nil, b, a, a}},
		{"many", "the order is that of the objects", slices.Repeat([]*unstructured.Unstructured{a, b, nil}, 100)},
	} {
		for _, set := range []*override.Set{stocked(t), override.NewSet(), nil} {
			t.Run(c.name, func(t *testing.T) {
				t.Parallel()
				at := 0
				for obj, variants := range set.Inventory(slices.Values(c.objects), quarters) {
					require.Same(t, c.objects[at], obj, c.reason)
					requireSameVariants(t, set.Select(obj).Variants(quarters), variants)
					at++
				}
				require.Equal(t, len(c.objects), at, c.reason)
			})
		}
	}
	t.Run("no clusters", func(t *testing.T) {
		t.Parallel()
		all := stocked(t).Inventory(slices.Values([]*unstructured.Unstructured{a, b}), nil)
		for range 2 { // the sequence may be used again
			var got []*unstructured.Unstructured
			for obj, variants := range all {
				require.Empty(t, variants)
				got = append(got, obj)
			}
			require.Equal(t, []*unstructured.Unstructured{a, b}, got, "each object is returned, even without clusters")
		}
	})
}

// TestInventoryIsInOrder shows that slow objects delay the following ones and keep their position.
func TestInventoryIsInOrder(t *testing.T) {
	t.Parallel()
	slow := override.OverriderFunc(func(in override.Input, out *override.Edits) error {
		if strings.HasSuffix(in.Object().Name, "0") {
			time.Sleep(2 * time.Millisecond)
		}
		return out.Set(overridetest.At("/name"), in.Object().Name)
	})
	set := override.NewSet(overridetest.Compile(t, []overridetest.Policy{{Name: "p", Steps: overridetest.One(slow)}})...)
	var asked atomic.Int64
	done := 0
	for obj, variants := range set.Inventory(numbered(&asked), quarters) {
		require.Equal(t, fmt.Sprint("web", done), obj.GetName())
		require.Len(t, variants, 1)
		require.Equal(t, obj.GetName(), variants[0].Result.SharedContent()["name"])
		if done++; done == 200 {
			break
		}
	}
}

// TestInventoryStops shows that a loop that ends leaves no goroutine running, and that few objects were read ahead. It counts
// goroutines, so it is not parallel.
func TestInventoryStops(t *testing.T) {
	set := stocked(t)
	for _, most := range []int{1, 2, 3, 50, 200} {
		before := runtime.NumGoroutine()
		var asked atomic.Int64
		done := 0
		for obj := range set.Inventory(numbered(&asked), quarters) {
			require.Equal(t, fmt.Sprint("web", done), obj.GetName())
			done++
			require.LessOrEqual(t, int(asked.Load()), done+4*runtime.GOMAXPROCS(0)+1, "too many objects were read ahead")
			if done == most {
				break
			}
		}
		pulled := asked.Load()
		goroutines.RequireAtMost(t, before)
		require.Equal(t, pulled, asked.Load(), "an object was read after the end")
	}
}

// TestInventoryPanics shows that every panic reaches the caller's goroutine and leaves no goroutine running.
func TestInventoryPanics(t *testing.T) {
	panics := override.OverriderFunc(func(in override.Input, _ *override.Edits) error {
		if in.Object().Name == "web20" {
			panic("the overrider")
		}
		return nil
	})
	set := override.NewSet(overridetest.Compile(t, []overridetest.Policy{{Name: "p", Steps: overridetest.One(panics)}})...)
	breaking := func(yield func(*unstructured.Unstructured) bool) {
		for i := range 20 {
			if !yield(&unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "Test", "n": int64(i)}}) {
				return
			}
		}
		panic("the sequence")
	}
	for _, c := range []struct {
		name, reason string
		use          func(done *int)
		least, most  int // results before the panic
	}{
		{"the overrider", "earlier objects come first", func(done *int) {
			var asked atomic.Int64
			for range set.Inventory(numbered(&asked), quarters) {
				*done++
			}
		}, 20, 20},
		{"the sequence", "some results may be pending", func(done *int) {
			for range set.Inventory(breaking, quarters) {
				*done++
			}
		}, 0, 20},
		{"the caller", "the loop ends", func(done *int) {
			var asked atomic.Int64
			for range set.Inventory(numbered(&asked), quarters) {
				if *done++; *done == 3 {
					panic("the caller")
				}
			}
		}, 3, 3},
		{"the overrider, given up", "the result that would panic is not consumed", func(done *int) {
			var asked atomic.Int64
			for range set.Inventory(numbered(&asked), quarters) {
				if *done++; *done == 19 {
					break
				}
			}
			panic("the overrider, given up")
		}, 19, 19},
	} {
		t.Run(c.name, func(t *testing.T) {
			before, done := runtime.NumGoroutine(), 0
			require.PanicsWithValue(t, c.name, func() { c.use(&done) }, c.reason)
			require.LessOrEqual(t, c.least, done, c.reason)
			require.LessOrEqual(t, done, c.most, c.reason)
			goroutines.RequireAtMost(t, before)
		})
	}
}

// TestInventoryInInventory shows that one Inventory may be used inside another, in the loop and for its objects.
func TestInventoryInInventory(t *testing.T) {
	t.Parallel()
	set := stocked(t)
	var asked, askedInside atomic.Int64
	twice := func(yield func(*unstructured.Unstructured) bool) {
		for _, variants := range set.Inventory(numbered(&asked), quarters) {
			obj, err := variants[0].Result.Object()
			if err != nil || !yield(obj) {
				return
			}
		}
	}
	outer := 0
	for obj, variants := range set.Inventory(twice, quarters) {
		require.Equal(t, fmt.Sprint("web", outer), obj.GetName())
		require.Equal(t, true, obj.Object["prod"])
		require.Len(t, variants, 3)
		askedInside.Store(0)
		inner := 0
		for within := range set.Inventory(numbered(&askedInside), quarters) {
			require.Equal(t, fmt.Sprint("web", inner), within.GetName())
			if inner++; inner == 10 {
				break
			}
		}
		if outer++; outer == 30 {
			break
		}
	}
}

// TestInventoryGoexit has an overrider that ends its goroutine, like a failing test.
func TestInventoryGoexit(t *testing.T) {
	t.Parallel()
	p := overridetest.Policy{Name: "p", Steps: overridetest.One(override.OverriderFunc(func(override.Input, *override.Edits) error {
		runtime.Goexit()
		return nil
	}))}
	objects := []*unstructured.Unstructured{overridetest.Object("kind: Test"), overridetest.Object("kind: Test")}
	require.PanicsWithValue(t, "a function called runtime.Goexit", func() {
		for range override.NewSet(p.Compile(t)).Inventory(slices.Values(objects), []selector.Cluster{{}}) {
			t.Error("there is no variant")
		}
	})
}
