package impact_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/impact"
	"github.com/overridekit/overridekit/override/internal/overridetest"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/selector"
)

// TestNothing has changes without objects, and with nil objects, which are left out.
func TestNothing(t *testing.T) {
	t.Parallel()
	require.Equal(t, &impact.Impact{}, impact.Change{}.Impact(impact.Limits{Groups: -1, Members: -1}))
	require.Zero(t, impact.Change{}.Reversed())
	require.Empty(t, slices.Collect(impact.Same(nil, nil)))
	require.Empty(t, slices.Collect(impact.Objects([]*unstructured.Unstructured{nil}, nil)))
	require.Zero(t, impact.NewIndex(nil).Len())
	require.True(t, impact.SamePolicy(nil, nil))
	require.Empty(t, impact.ByLabel(nil, ""))
	require.Equal(t, impact.OldPolicies, impact.Wave{}.Generation(""))
	require.Equal(t, "one of each region: ", groupText(new(impact.Impact).OneOfEachRegion(make([]selector.Cluster, 2))))
}

// hostile returns documents that no JSON decoder makes, or that exceed the limits.
func hostile() map[string]any {
	cyclic := map[string]any{}
	cyclic["a"] = cyclic
	var deep any = "x"
	for range 100_000 {
		deep = []any{deep}
	}
	var wide any = "x"
	for range 40 {
		wide = []any{wide, wide}
	}
	return map[string]any{"cyclic": cyclic, "deep": deep, "wide": wide, "int": 5, "function": func() {}, "channel": make(chan int),
		"nil map": map[string]any(nil), "bytes": []byte("x"), "invalid": "\xff"}
}

// TestHostileObjects has objects with such values, unchanged and changed, in a place that a policy writes and in another one.
func TestHostileObjects(t *testing.T) {
	t.Parallel()
	p := overridetest.Policy{Name: "p", Steps: overridetest.Do("set /data {x: 1}")}.Compile(t)
	clusters := []selector.Cluster{{Name: "m1"}, {Name: "m1"}, {}}
	for name, v := range hostile() {
		for _, key := range []string{"data", "spec", "kind", "metadata"} {
			object := func() *unstructured.Unstructured {
				o := map[string]any{"apiVersion": "v1", "kind": "Test", "metadata": map[string]any{"name": "x"}, "data": map[string]any{}}
				o[key] = v
				return &unstructured.Unstructured{Object: o}
			}
			same, other := object(), object()
			other.Object["other"] = "new"
			for _, objects := range [][2]*unstructured.Unstructured{{same, same}, {same, object()}, {same, other}, {nil, same}, {same, nil}, {&unstructured.Unstructured{}, same}} {
				for _, set := range []*override.Set{nil, override.NewSet(p)} {
					c := impact.Change{
						Before: impact.State{Clusters: clusters}, After: impact.State{Policies: set, Clusters: clusters},
						Objects: func(yield func(impact.Object) bool) { yield(impact.Object{Before: objects[0], After: objects[1]}) },
					}
					i := c.Impact(impact.Limits{})
					require.Equal(t, 2, i.Counts.Pairs, "%s in %s", name, key)
					require.Contains(t, i.String(), "of 2 pairs differ")
					if objects[0] == objects[1] && set == nil {
						require.True(t, i.Counts.Empty())
					}
					if objects[1] == other && key == "spec" {
						require.Equal(t, 2, i.Counts.Changed)
					}
				}
			}
			if o := object(); override.RefOf(o).Name != "" {
				index := impact.NewIndex(o, o)
				require.Equal(t, 1, index.Len())
				require.Zero(t, index.Without(override.RefOf(o)).Len())
			}
		}
	}
}

// TestUncomparable has an object that is too deep to be compared: the pair counts as changed, with an error and without a patch.
func TestUncomparable(t *testing.T) {
	t.Parallel()
	object := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "Test", "metadata": map[string]any{"name": "x"}, "spec": hostile()["deep"]}}
	p := overridetest.Policy{Name: "p", Steps: overridetest.Do("set /a 1")}.Compile(t)
	clusters := []selector.Cluster{{Name: "m1"}}
	c := impact.Change{Before: impact.State{Clusters: clusters}, After: impact.State{Policies: override.NewSet(p), Clusters: clusters}, Objects: impact.Same(object)}
	for row := range c.Rows() {
		require.Len(t, row.Differences, 1)
		require.ErrorContains(t, row.Differences[0].Err, "exceeds the depth or size limit of a document")
		require.Empty(t, row.Differences[0].Patch)
	}
	require.Equal(t, `1 of 1 pair differs: 1 changed

changed, 1 pair
  error: the object exceeds the depth or size limit of a document
  Test x in m1
`, c.Impact(impact.Limits{}).String())
}

// TestOperationsOfCallers has operations that a caller has made of values that are not JSON.
func TestOperationsOfCallers(t *testing.T) {
	t.Parallel()
	for name, v := range hostile() {
		for _, op := range []jsontree.Verb{"", jsontree.Add, jsontree.Remove, jsontree.Replace} {
			o := impact.Operation{Op: op, Old: v, New: v}
			require.NotEmpty(t, o.String(), name)
			_, _ = o.MarshalJSON()
			_, _ = impact.Patch{o}.JSONPatch()
		}
	}
	d := impact.Difference{Before: impact.Outcome{Err: errors.New("a\nb")}, After: impact.Outcome{Err: &override.Error{}}, Err: errors.New("c")}
	require.Equal(t, "bject without kind and name in m: \n  resolved error: a; b\n  error: \n  error: c\n",
		fmt.Sprint(&impact.Difference{Before: d.Before, After: d.After, Err: d.Err, Clusters: []string{"m"}})[1:])
}

// TestObjectWithoutIdentity has an object that the engine refuses, because it has nothing.
func TestObjectWithoutIdentity(t *testing.T) {
	t.Parallel()
	state := impact.State{Clusters: []selector.Cluster{{Name: "m"}}}
	c := impact.Change{Before: state, After: state, Objects: func(yield func(impact.Object) bool) { yield(impact.Object{After: &unstructured.Unstructured{}}) }}
	require.Equal(t, `1 of 1 pair differs (1 failing): 1 added

added, 1 pair
  error: /apiVersion is missing, expected the object's apiVersion (see override.Unstructured for typed objects)
  object without kind and name in m
`, c.Impact(impact.Limits{}).String())
}
