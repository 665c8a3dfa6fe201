package override_test

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/overridekit/overridekit/imageparser"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/internal/overridetest"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/overrider"
	"github.com/overridekit/overridekit/selector"
)

// wild returns values that a JSON decoder never or rarely makes.
func wild() []any {
	cyclic, list := map[string]any{"apiVersion": "v1", "kind": "Test"}, make([]any, 2)
	cyclic["a"], cyclic["l"] = cyclic, list
	list[0], list[1] = list, cyclic
	var deep any = "x"
	for range jsontree.MaxDepth + 10 {
		deep = []any{deep}
	}
	return []any{
		nil, 5, uint8(5), float32(1), errors.New("x"), func() {}, map[string]string{"a": "b"}, []string{"a"}, []map[string]any{{}}, map[string]any(nil), []any(nil),
		(*int)(nil), struct{ A any }{}, make(chan int), cyclic, list, deep, map[any]any{1: 2}, []byte("{}"), "\xff", map[string]any{"\xff": "\xff"},
	}
}

// wildObjects returns objects with such values.
func wildObjects() []*unstructured.Unstructured {
	objects := []*unstructured.Unstructured{nil, {}, {Object: map[string]any{}}}
	for _, v := range wild() {
		if m, ok := v.(map[string]any); ok {
			objects = append(objects, &unstructured.Unstructured{Object: m})
		}
		objects = append(objects,
			&unstructured.Unstructured{Object: map[string]any{"kind": v, "apiVersion": v, "metadata": v}},
			&unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "Test", "metadata": map[string]any{"name": v, "namespace": v, "labels": v, "annotations": v}}},
			&unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "Test", "a": v, "b": []any{v},
				"metadata": map[string]any{"labels": map[string]any{"app": v}}}},
		)
	}
	return objects
}

// none returns steps that do nothing, or do something with a nil or zero value.
func none() map[string]override.Overrider {
	steps := map[string]override.Overrider{
		"Patch": overrider.Patch{}, "Image": overrider.Image{}, "Image without a place": overrider.Image{Where: overrider.ImageAt(nil)},
		"Image without components": overrider.Image{Where: overrider.ImageAt{"a"}, Operations: []overrider.ImageOperation{{}, {Component: -1, Verb: -1}, {Component: imageparser.Tag, Verb: 99, SkipInvalid: true}}},
		"Ignore":                   override.Ignore(""), "Fail": override.Fail(nil),
		"function": override.OverriderFunc(func(override.Input, *override.Edits) error { return nil }),
	}
	for name, step := range map[string]override.Overrider{
		"SetLabels": overrider.SetLabels(nil), "ReplaceLabels": overrider.ReplaceLabels(nil), "DeleteLabels": overrider.DeleteLabels(),
		"SetAnnotations": overrider.SetAnnotations(nil), "AppendArgs": overrider.AppendArgs(overrider.Containers{}), "DeleteCommand": overrider.DeleteCommand(overrider.Containers{}),
		"SetEnv": overrider.SetEnv(overrider.Containers{}, nil, map[string]any{}, map[string]any{"name": 5}),
	} {
		steps[name] = step
	}
	for _, verb := range []int{-1, 0, 1, 2, 99} {
		for name, step := range map[string]override.Overrider{
			"WholeLabels": overrider.WholeLabels(overrider.MapVerb(verb), nil), "WholeAnnotations": overrider.WholeAnnotations(overrider.MapVerb(verb), nil), "WholeArgs": overrider.WholeArgs(overrider.Containers{}, overrider.ListVerb(verb), nil),
			"WholeCommand": overrider.WholeCommand(overrider.Containers{}, overrider.ListVerb(verb), nil), "WholeEnv": overrider.WholeEnv(overrider.Containers{}, overrider.MapVerb(verb), []map[string]any{nil, {}, {"name": 5}}),
		} {
			steps[fmt.Sprint(verb, " ", name)] = step
		}
	}
	for i, v := range wild() {
		for _, op := range []jsontree.Verb{jsontree.Add, jsontree.Remove, jsontree.Replace, jsontree.Set, jsontree.Test, "", "move"} {
			for _, p := range []jsontree.Pointer{nil, {""}, {"a"}, {"b", "0"}, {"metadata", "labels"}} {
				steps[string(op)+" "+p.String()+" "+string(rune('A'+i))] = overrider.Patch{Op: op, Pointer: p, Value: v}
			}
		}
	}
	for name, step := range steps {
		steps[name] = override.OverriderFunc(step.Override) // which NewPolicy cannot refuse
	}
	return steps
}

// TestWildObjects applies steps to objects that are not JSON. Apply and Explain must agree, and every method of the result must
// return.
func TestWildObjects(t *testing.T) {
	t.Parallel()
	steps := none()
	names := slices.Sorted(maps.Keys(steps))
	every := 11
	if testing.Short() {
		every = 41
	}
	for i, obj := range wildObjects() {
		for j := i % every; j < len(names); j += every { // every step is used for many objects, and every object for many steps
			name := names[j]
			p, err := override.NewPolicy(override.PolicySpec{Ref: override.Ref{Name: "p"}, Rules: []override.Rule{
				{At: "rules[0]", Stages: override.Steps(override.Step{At: "rules[0].steps[0]", Overrider: steps[name]})},
				{At: "rules[1]", Stages: override.Steps(override.Step{At: "rules[1].steps[0]", Overrider: overrider.Patch{Op: jsontree.Replace, Value: map[string]any{"kind": "Other", "a": map[string]any{"x": "y"}}}})},
			}})
			require.NoError(t, err)
			requireAnswers(t, override.NewSet(p).Select(obj), name)
		}
	}
}

// requireAnswers calls every method for one application.
func requireAnswers(t *testing.T, s override.Selection, name string) {
	t.Helper()
	result, err := s.Apply(overridetest.Member1)
	e := s.Explain(overridetest.Member1)
	require.NotEmpty(t, e.String(), name)
	if err != nil {
		require.Nil(t, result, name)
		require.NotNil(t, e.Err, name)
		require.Equal(t, err.Error(), e.Err.Error(), name)
		return
	}
	require.Nil(t, e.Err, name)
	changes := 0
	for _, p := range e.Policies {
		for _, rule := range p.Rules {
			for _, step := range rule.Steps {
				changes += len(step.Changes)
			}
		}
	}
	require.Len(t, result.Changes(), changes, name)
	require.Len(t, result.Conflicts(), len(e.Conflicts), name)
	for _, c := range result.Changes() {
		_, _ = result.Blame(c.Pointer)
		require.NotEmpty(t, c.String(), name)
	}
	for _, c := range e.Conflicts {
		require.NotEmpty(t, c.String(), name)
	}
	_, wanted := result.Object()
	_, err = result.Object()
	require.Equal(t, wanted, err, name)
	text, err := result.AnnotatedYAML()
	require.Equal(t, wanted == nil, err == nil, "%s: %s: %v", name, text, err)
	_ = result.SharedContent()
	_, err = result.JSONPatch()
	require.NoError(t, err, name)
	overridetest.RequireBytes(t, s, overridetest.Member1)
	_ = result.Divergences()
	require.NotEmpty(t, s.Variants([]selector.Cluster{overridetest.Member1, {}}), name)
}

// TestWildValues makes strings and JSON of changes with such values, and reads lists and maps that contain them.
func TestWildValues(t *testing.T) {
	t.Parallel()
	var in override.Input
	for _, v := range wild() {
		for _, op := range []jsontree.Verb{"", jsontree.Add, jsontree.Remove, jsontree.Replace} {
			require.NotEmpty(t, override.Change{Op: op, Old: v, New: v}.String())
		}
		_, _ = override.Change{New: v}.MarshalJSON()
		require.NotEmpty(t, override.Write{Value: v}.String())
		_, _ = override.Write{Value: v}.MarshalJSON()
		m, err := in.StringMap(nil, v, true)
		require.True(t, err == nil || m == nil)
	}
	require.Equal(t, 0, in.Objects(wild(), nil).Odd())
	require.Equal(t, 0, in.Strings(wild(), nil).Odd())
	for _, obj := range wildObjects() {
		override.RefOf(obj)
	}
}

// TestZeroValues has the values that callers write without a field, and nil in lists.
func TestZeroValues(t *testing.T) {
	t.Parallel()
	requireAnswers(t, override.NewSet(nil, &override.Policy{}).Select(nil), "")
	var set *override.Set // of an input without policies
	requireAnswers(t, set.Select(nil), "")
	set.With(nil).With(&override.Policy{}).Without(override.Ref{}).Select(nil)
	require.Zero(t, set.Len())
	require.Empty(t, slices.Collect(set.All()))
	require.Empty(t, set.Covering(selector.Object{}))
	require.Zero(t, set.Guard())
	_, found := set.Get(override.Ref{})
	require.False(t, found)
	require.Empty(t, override.Selection{}.Missing())
	require.NotEmpty(t, override.Selection{}.Explain(selector.Cluster{}).String())
	_, err := override.Selection{}.Apply(selector.Cluster{})
	require.Error(t, err)
	for _, spec := range []override.PolicySpec{{}, {Ref: override.Ref{Name: "p"}, Tier: math.MaxInt}} {
		_, err := override.NewPolicy(spec)
		require.Error(t, err)
	}
	for _, o := range []override.Overrider{nil, (*overrider.Patch)(nil), override.OverriderFunc(nil), (*overrider.Image)(nil)} {
		_, err := override.NewPolicy(override.PolicySpec{Ref: override.Ref{Name: "p"}, Rules: []override.Rule{{}, {Stages: []override.Stage{nil, {nil, {{Overrider: o}}}}}}})
		require.Error(t, err)
		require.Zero(t, override.ScopeOf(o))
	}
	_, err = override.Unstructured((*unstructured.Unstructured)(nil), runtime.NewScheme())
	require.Error(t, err)
	require.NotEmpty(t, (&override.Error{}).Error())
	require.NotEmpty(t, (&override.Explanation{Err: &override.Error{}, Conflicts: []override.Conflict{{}},
		Policies: []override.PolicyOutcome{{Rules: []override.RuleOutcome{{Steps: []override.StepOutcome{{Changes: []override.Change{{}}}}}}}}}).String())
}
