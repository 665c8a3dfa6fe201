package kubeadmiral_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/internal/dialect/dialecttest"
	"github.com/overridekit/overridekit/policy/kubeadmiral/api"
)

// anyArea is an overrider whose area is unknown.
type anyArea struct{ override.Overrider }

// Validate accepts everything, as the overriders of this package do.
func (anyArea) Validate() error { return nil }

// divergingAnyArea is the same for an overrider that reports divergences.
type divergingAnyArea struct {
	anyArea
	override.Diverger
}

type imitatingAnyArea struct {
	divergingAnyArea
	override.Imitator
}

// imageAnyArea is the same for one that edits components of images.
type imageAnyArea struct {
	divergingAnyArea
	override.ComponentWriter
}

// withoutAreas returns the policy with lanes whose areas are unknown.
func withoutAreas(t testing.TB, p *override.Policy) *override.Policy {
	t.Helper()
	spec := p.Spec()
	rules := spec.Rules
	spec.Rules = nil
	for _, rule := range rules {
		stages := rule.Stages
		rule.Stages = nil
		for _, stage := range stages {
			var lanes override.Stage
			for _, lane := range stage {
				var steps override.Lane
				for _, step := range lane {
					hidden := anyArea{step.Overrider}
					require.Zero(t, override.AreaOf(hidden))
					diverger, diverges := step.Overrider.(override.Diverger)
					writer, writes := step.Overrider.(override.ComponentWriter)
					imitator, imitates := step.Overrider.(override.Imitator)
					switch {
					case imitates:
						step.Overrider = imitatingAnyArea{divergingAnyArea{hidden, diverger}, imitator}
					case writes:
						step.Overrider = imageAnyArea{divergingAnyArea{hidden, diverger}, writer}
					case diverges:
						step.Overrider = divergingAnyArea{hidden, diverger}
					default:
						step.Overrider = hidden
					}
					steps = append(steps, step)
				}
				lanes = append(lanes, steps)
			}
			rule.Stages = append(rule.Stages, lanes)
		}
		spec.Rules = append(spec.Rules, rule)
	}
	p, err := override.NewPolicy(spec)
	require.NoError(t, err)
	return p
}

// laneEntries are entries for a rule, by field: valid ones, such as fail for some objects, and such as always fail.
var laneEntries = map[string][]string{
	"image": {
		`{operations: [{imageComponent: Registry, operator: overwrite, value: mirror.example.com}]}`,
		`{containerNames: [web], operations: [{imageComponent: Tag, operator: delete}]}`,
		`{operations: [{imageComponent: Repository, operator: overwrite, value: "not valid"}]}`,
		`{imagePath: /spec/template/spec/containers/0/image, operations: [{imageComponent: Tag, operator: overwrite, value: v2}]}`,
		`{imagePath: /metadata/labels/app, operations: [{imageComponent: Tag, operator: overwrite, value: v2}]}`,
	},
	"command": {
		`{containerName: web, operator: append, value: [--a, --b]}`, `{containerName: web, operator: delete, value: [sh, -c]}`,
		`{containerName: init, operator: overwrite, value: [x]}`, `{containerName: absent, operator: append, value: [x]}`, `{containerName: web, operator: odd}`,
	},
	"args": {
		`{containerName: web, operator: delete, value: [a]}`, `{containerName: web, operator: append, value: [c]}`, `{containerName: app, operator: overwrite, value: [b]}`,
	},
	"envs": {
		`{containerName: web, operator: overwrite, value: [{name: A, value: "1"}]}`, `{containerName: web, operator: addIfAbsent, value: [{name: B, value: b}]}`,
		`{containerName: web, operator: delete, value: [{name: A}]}`, `{containerName: app, operator: addIfAbsent, value: [{name: A, value: a}]}`,
	},
	"labels": {
		`{operator: addIfAbsent, value: {region: eu}}`, `{operator: overwrite, value: {app: shop, absent: x}}`, `{operator: delete, value: {app: ""}}`, `{operator: odd, value: {a: b}}`,
	},
	"annotations": {
		`{operator: addIfAbsent, value: {region: eu}}`, `{operator: overwrite, value: {a: b}}`, `{operator: delete, value: {a: ""}}`,
	},
	"jsonpatch": {
		`{path: /spec/replicas, operator: replace, value: 5}`, `{path: /metadata/labels/app, operator: remove}`, `{path: /spec/template/spec/containers/0/args/0, operator: replace, value: z}`,
	},
}

// TestLanesApart compares policies with the same ones whose lanes have no known areas: everything that a user can read is equal.
func TestLanesApart(t *testing.T) {
	t.Parallel()
	cases := 3000
	if testing.Short() {
		cases = 300
	}
	objects := dialecttest.Decode(t, fuzzedObjects).([]any)
	for seed := range cases {
		random := rand.New(rand.NewPCG(uint64(seed), 1))
		var rules []string
		for range 1 + random.IntN(2) {
			var fields []string
			for _, name := range []string{"image", "command", "args", "envs", "labels", "annotations", "jsonpatch"} {
				var entries []string
				for range random.IntN(3) {
					entries = append(entries, laneEntries[name][random.IntN(min(len(laneEntries[name]), 1+random.IntN(6)))])
				}
				fields = append(fields, fmt.Sprintf("%s: [%s]", name, strings.Join(entries, ", ")))
			}
			rules = append(rules, fmt.Sprintf("{overriders: {%s}}", strings.Join(fields, ", ")))
		}
		given := &api.ClusterOverridePolicy{Spec: *specOf(policyOf(t, "overrideRules: ["+strings.Join(rules, ", ")+"]"))}
		given.Name = "p"
		p := anywhere(t, given)
		object := &unstructured.Unstructured{Object: objects[max(0, random.IntN(3*len(objects))-2*len(objects))].(map[string]any)}
		require.Equal(t, outcomeOf(t, withoutAreas(t, p), object), outcomeOf(t, p, object), "seed %d: %v", seed, rules)
	}
}

// TestLanesApartLongList removes many items of a long list, which is one change: a change for each of them would take quadratic time.
func TestLanesApartLongList(t *testing.T) {
	t.Parallel()
	object := objectWithArgs(300)
	given := &api.ClusterOverridePolicy{Spec: *specOf(policyOf(t, `overrideRules: [{overriders: {
		args: [{containerName: web, operator: delete, value: [even]}], labels: [{operator: addIfAbsent, value: {region: eu}}]}}]`))}
	given.Name = "p"
	var objects []map[string]any
	var changes []int
	for _, p := range []*override.Policy{anywhere(t, given), withoutAreas(t, anywhere(t, given))} {
		result, err := override.Apply(object, fuzzedClusters[0], p)
		require.NoError(t, err)
		objects, changes = append(objects, objectOf(t, result).Object), append(changes, len(result.Changes()))
	}
	require.Equal(t, objects[1], objects[0])
	require.Equal(t, []int{2, 151}, changes, "the list and the labels")
}

// objectWithArgs returns a Pod whose container has many arguments. Every second one is "even".
func objectWithArgs(count int) *unstructured.Unstructured {
	args := make([]any, count)
	for i := range args {
		args[i] = "even"
		if i%2 == 1 {
			args[i] = fmt.Sprint(i)
		}
	}
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "v1", "kind": "Pod", "metadata": map[string]any{"name": "p"},
		"spec": map[string]any{"containers": []any{map[string]any{"name": "web", "args": args}}},
	}}
}

// outcomeOf returns everything that a user can read of a result, or the error.
func outcomeOf(t testing.TB, p *override.Policy, object *unstructured.Unstructured) string {
	t.Helper()
	selection := override.NewSet(p).Select(object)
	explained := dialecttest.AsJSON(t, selection.Explain(fuzzedClusters[0]))
	result, err := selection.Apply(fuzzedClusters[0])
	if err != nil {
		return dialecttest.AsJSON(t, err) + err.Error() + explained
	}
	text, err := result.AnnotatedYAML()
	require.NoError(t, err)
	all := []string{explained, string(text)}
	for _, part := range []any{
		objectOf(t, result).Object, result.Changes(), result.Skips(), result.Divergences(), result.Warnings(), result.Applied(), result.Conflicts(),
	} {
		all = append(all, dialecttest.AsJSON(t, part))
	}
	return strings.Join(all, "\n")
}
