package override_test

import (
	"slices"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/internal/overridetest"
)

// TestSharedContent shows that the shared content equals the object, whatever the caller did with the object before.
func TestSharedContent(t *testing.T) {
	t.Parallel()
	own := func(t *testing.T, r *override.Result) {
		obj, err := r.Object()
		require.NoError(t, err)
		overridetest.Scribble(obj.Object)
	}
	shared := func(_ *testing.T, r *override.Result) { r.SharedContent() }
	changes := func(_ *testing.T, r *override.Result) {
		for _, c := range r.Changes() {
			overridetest.Scribble(c.Old)
			overridetest.Scribble(c.New)
		}
	}
	edits := overridetest.Do("set /spec {a: [1, {b: 2}]}", "add /spec/a/- {c: []}", "set /spec/a/1/b 3", "remove /list/0")
	for _, c := range []struct {
		name, reason string
		steps        []override.Overrider
		before       []func(*testing.T, *override.Result)
		want         string
	}{
		{"at once", "Object was not called", edits, nil, "{apiVersion: v1, kind: Test, list: [{x: 1}], spec: {a: [1, {b: 3}, {c: []}]}}"},
		{"again", "it is the same content", edits, []func(*testing.T, *override.Result){shared, shared}, "{apiVersion: v1, kind: Test, list: [{x: 1}], spec: {a: [1, {b: 3}, {c: []}]}}"},
		{"after the object", "the caller has written into the copy", edits, []func(*testing.T, *override.Result){own}, "{apiVersion: v1, kind: Test, list: [{x: 1}], spec: {a: [1, {b: 3}, {c: []}]}}"},
		{"after many objects", "each of them was a separate copy", edits, []func(*testing.T, *override.Result){own, own, shared, own}, "{apiVersion: v1, kind: Test, list: [{x: 1}], spec: {a: [1, {b: 3}, {c: []}]}}"},
		{"before the object", "Object then returns a copy", edits, []func(*testing.T, *override.Result){shared, own, own}, "{apiVersion: v1, kind: Test, list: [{x: 1}], spec: {a: [1, {b: 3}, {c: []}]}}"},
		{"after the changes", "their values are copies, too", edits, []func(*testing.T, *override.Result){changes, own, changes}, "{apiVersion: v1, kind: Test, list: [{x: 1}], spec: {a: [1, {b: 3}, {c: []}]}}"},
		{"no changes", "it is the input object", nil, []func(*testing.T, *override.Result){own}, "{apiVersion: v1, kind: Test, list: [[0], {x: 1}]}"},
		{"another object", "all of it was replaced", overridetest.Do("replace  {kind: Other, deep: {er: [1]}}"), []func(*testing.T, *override.Result){own, changes}, "{kind: Other, deep: {er: [1]}}"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			require.NotEmpty(t, c.reason)
			obj := overridetest.Object("{apiVersion: v1, kind: Test, list: [[0], {x: 1}]}")
			result, err := override.NewSet(overridetest.Compile(t, []overridetest.Policy{{Name: "p", Steps: c.steps}})...).Select(obj).Apply(overridetest.Member1)
			require.NoError(t, err)
			for _, use := range c.before {
				use(t, result)
			}
			require.Equal(t, overridetest.Value(c.want), any(result.SharedContent()), c.reason)
			got, err := result.Object()
			require.NoError(t, err)
			require.Equal(t, got.Object, result.SharedContent(), c.reason)
			require.Equal(t, overridetest.Value("{apiVersion: v1, kind: Test, list: [[0], {x: 1}]}"), any(obj.Object), "the object was written")
		})
	}
}

// TestSharedContentOfUnusualObjects has a result with an unusual object.
func TestSharedContentOfUnusualObjects(t *testing.T) {
	t.Parallel()
	unusual := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "Test", "n": 5}}
	result, err := override.NewSet().Select(unusual).Apply(overridetest.Member1)
	require.NoError(t, err)
	require.Equal(t, unusual.Object, result.SharedContent(), "a value that is not JSON is shared unchanged")
	_, err = result.Object()
	require.Error(t, err, "it cannot be copied")
	require.Equal(t, unusual.Object, result.SharedContent(), "and is still shared afterwards")
}

// TestSharedResultsAreIndependent writes into the objects of results of one outcome, one after the other. The other results, the changes,
// the shared content and the input must not change.
func TestSharedResultsAreIndependent(t *testing.T) {
	t.Parallel()
	written, shares := 0, 0
	for seed := range uint64(60) {
		s := random(1000+seed, 8000)
		var read atomic.Bool
		obj, fleet := s.newObject(), s.fleet()[:8]
		set := override.NewSet(loosely(t, s.estate(&read))...)
		sc := scene{object: obj, set: set, fleet: fleet, read: &read}
		before := overridetest.CopyOf(obj.Object)
		want := applyEach(t, sc)
		var results []*override.Result
		one := set.Select(obj)
		for i, cluster := range fleet { // half of them of Apply
			result, _ := one.Apply(cluster)
			results = append(results, result)
			if i >= len(fleet)/2 {
				break
			}
		}
		for result := range set.Select(obj).Each(slices.Values(fleet[len(results):])) {
			results = append(results, result)
		}
		contents := make([]map[string]any, len(results))
		for i, result := range results {
			if result != nil && s.below(2) == 0 {
				contents[i] = result.SharedContent()
			}
		}
		for i, result := range results {
			if result == nil {
				continue
			}
			got, err := result.Object()
			require.NoError(t, err)
			require.Equal(t, want[i].outcome.Object, got.Object, "seed %d", seed)
			overridetest.Scribble(got.Object)
			written++
		}
		for i, result := range results {
			requireFor(t, want[i], result, want[i].err)
			if result == nil {
				continue
			}
			require.Equal(t, want[i].outcome.Object, result.SharedContent(), "seed %d", seed)
			if contents[i] != nil {
				shares++
				require.Equal(t, want[i].outcome.Object, contents[i], "seed %d: content that was shared before the object was written", seed)
			}
		}
		require.Equal(t, before, any(obj.Object), "seed %d: the object was written", seed)
		again := applyEach(t, sc)
		require.Equal(t, want, again, "seed %d: the policies were written", seed)
	}
	require.Greater(t, written, 100)
	require.Greater(t, shares, 50)
}
