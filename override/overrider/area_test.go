package overrider_test

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/imageparser"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/overrider"
	"github.com/overridekit/overridekit/selector"
)

// anyArea is an overrider whose area is unknown.
type anyArea struct{ override.Overrider }

// Validate accepts everything: the overrider is validated without the wrapper.
func (anyArea) Validate() error { return nil }

// TestAreas runs random lanes of one overrider each, with known and with unknown areas: the results are equal.
func TestAreas(t *testing.T) {
	t.Parallel()
	app, all := overrider.Containers{Names: []string{"app"}, First: true}, overrider.Containers{Init: true}
	value, words := map[string]string{"app": "x", "new": "y"}, []string{"a", "new"}
	overriders := []override.Overrider{
		overrider.Image{Where: all, Operations: []overrider.ImageOperation{{Component: imageparser.Registry, Value: "mirror.example.com"}}},
		overrider.Image{Where: overrider.ImageAt{"spec", "containers", "0", "args", "0"}, Operations: []overrider.ImageOperation{{Component: imageparser.Registry, Value: "m.io"}}},
		overrider.AppendCommand(all, words...), overrider.DeleteCommand(app, words...), overrider.WholeCommand(app, overrider.ListAppend, words),
		overrider.AppendArgs(app, words...), overrider.DeleteArgs(all, words...), overrider.WholeArgs(all, overrider.ListSet, words),
		overrider.SetEnv(all, map[string]any{"name": "a", "value": "b"}), overrider.WholeEnv(app, overrider.MapDelete, []map[string]any{{"name": "a"}}),
		overrider.SetLabels(value), overrider.ReplaceLabels(value), overrider.DeleteLabels("app"), overrider.WholeLabels(overrider.MapInsert, map[string]string{"new": "y"}),
		overrider.SetAnnotations(value), overrider.ReplaceAnnotations(value), overrider.DeleteAnnotations("app"), overrider.WholeAnnotations(overrider.MapReplace, value),
	}
	var objects []*unstructured.Unstructured
	for _, text := range []string{
		"{}", "{metadata: null}", "{metadata: {}}", "{metadata: {labels: null, annotations: {app: a}}}", "{metadata: {labels: {app: 1}, annotations: []}}", "{metadata: x}",
		"{metadata: {labels: {app: a}, annotations: {app: a}}, spec: {containers: [{name: app, image: x, args: [a, b]}, {name: app, command: [a]}]}}",
		"{metadata: {labels: {a: a}}, spec: {initContainers: [{name: app, env: [{name: a}]}], containers: [{image: 'x:1', args: [a, 1]}]}}",
		"{spec: {containers: [{name: app, command: null, env: null, args: {}}]}}", "{spec: {containers: [null]}}", "{spec: {containers: {}}}",
	} {
		object := &unstructured.Unstructured{}
		require.NoError(t, yaml.Unmarshal([]byte(text), &object.Object))
		object.Object["apiVersion"], object.Object["kind"] = "v1", "Pod"
		objects = append(objects, object)
	}
	cases, apart := 20_000, 0
	if testing.Short() {
		cases = 2000
	}
	for seed := range cases {
		random := rand.New(rand.NewPCG(uint64(seed), 1))
		var known, unknown override.Stage
		seen := map[override.Area]bool{}
		for range 2 + random.IntN(3) {
			o := overriders[random.IntN(len(overriders))]
			if area := override.AreaOf(o); area != 0 {
				seen[area] = true
			}
			known, unknown = append(known, override.Lane{{Overrider: o}}), append(unknown, override.Lane{{Overrider: anyArea{o}}})
		}
		if len(seen) == len(known) {
			apart++
		}
		object := objects[random.IntN(len(objects))]
		require.Equal(t, read(t, unknown, object), read(t, known, object), "seed %d: %#v of %v", seed, known, object)
	}
	require.Greater(t, apart, cases/20, "in many cases, the lanes have different areas")
}

// read returns everything about the result of a stage, or the error.
func read(t *testing.T, stage override.Stage, object *unstructured.Unstructured) string {
	t.Helper()
	p, err := override.NewPolicy(override.PolicySpec{Ref: override.Ref{Kind: "Policy", Name: "p"}, Rules: []override.Rule{{Stages: []override.Stage{stage}}}})
	require.NoError(t, err)
	selection := override.NewSet(p).Select(object)
	result, err := selection.Apply(selector.Cluster{})
	if err != nil {
		return err.Error()
	}
	content, err := result.Object()
	require.NoError(t, err)
	text, err := json.Marshal([]any{content.Object, result.Changes(), result.Skips(), result.Warnings(), selection.Explain(selector.Cluster{})})
	require.NoError(t, err)
	return string(text)
}
