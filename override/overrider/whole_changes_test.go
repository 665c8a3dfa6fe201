package overrider_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/overridekit/overridekit/override/internal/overridetest"
	"github.com/overridekit/overridekit/override/overrider"

	jsonpatch "github.com/evanphx/json-patch/v5"
	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/selector"
)

// TestWholeChanges shows that an overrider that writes a whole list or map still makes changes of its parts.
func TestWholeChanges(t *testing.T) {
	t.Parallel()
	const before = "{kind: Test, metadata: {labels: {a: x, b: w}}, spec: {pod: {containers: [{name: web, args: [a, b, c], env: [{name: A, value: x}, {name: B}, {name: A}]}]}}}"
	variables := func(text string) (all []map[string]any) {
		for _, v := range overridetest.Value(text).([]any) {
			all = append(all, v.(map[string]any))
		}
		return all
	}
	lane := overridetest.Do("set /metadata/labels/a z", "set /metadata/labels/c z", "set /spec/pod/containers/0/args/1 z",
		"set /spec/pod/containers/0/env/0/value z", "remove /spec/pod/containers/0/env/1")
	for _, c := range []struct {
		name, reason string
		earlier      []override.Overrider // of another lane
		whole        override.Overrider
		want         []string
	}{
		{"keys", "each is a change", nil, overrider.WholeLabels(overrider.MapReplace, map[string]string{"a": "z", "b": "w"}), []string{`/metadata/labels/a: "x" -> "z"`}},
		{"a new map", "all of it is new", nil, overrider.WholeAnnotations(overrider.MapInsert, map[string]string{"a": "z", "b": "z"}), []string{`+ /metadata/annotations: {"a":"z","b":"z"}`}},
		{"appended", "the others stay", nil, overrider.WholeArgs(overridetest.Containers("web"), overrider.ListAppend, []string{"d", "e"}), []string{`+ /spec/pod/containers/0/args/3: "d"`, `+ /spec/pod/containers/0/args/4: "e"`}},
		{"deleted", "from the end, so that indexes stay valid", nil, overrider.WholeArgs(overridetest.Containers("web"), overrider.ListDelete, []string{"a", "c"}), []string{`- /spec/pod/containers/0/args/2: "c"`, `- /spec/pod/containers/0/args/0: "a"`}},
		{"deleted altogether", "the list becomes null", nil, overrider.WholeArgs(overridetest.Containers("web"), overrider.ListDelete, []string{"a", "b", "c"}), []string{`/spec/pod/containers/0/args: ["a","b","c"] -> null`}},
		{"set", "the values do not depend on the old ones", nil, overrider.WholeArgs(overridetest.Containers("web"), overrider.ListSet, []string{"a", "z"}), []string{`/spec/pod/containers/0/args: ["a","b","c"] -> ["a","z"]`}},
		{"variables", "each entry of the name", nil, overrider.WholeEnv(overridetest.Containers("web"), overrider.MapReplace, variables("[{name: A}]")), []string{`/spec/pod/containers/0/env/0: {"name":"A","value":"x"} -> {"name":"A"}`}},
		{"inserted", "after the list", nil, overrider.WholeEnv(overridetest.Containers("web"), overrider.MapInsert, variables("[{name: D}]")), []string{`+ /spec/pod/containers/0/env/3: {"name":"D"}`}},

		{"keys of another lane", "they are undone one by one", lane, overrider.WholeLabels(overrider.MapReplace, map[string]string{"b": "z"}),
			[]string{`- /metadata/labels/c: "z"`, `/metadata/labels/a: "z" -> "x"`, `/metadata/labels/b: "w" -> "z"`}},
		{"arguments of another lane", "the common part stays", lane, overrider.WholeArgs(overridetest.Containers("web"), overrider.ListAppend, []string{"d"}),
			[]string{`/spec/pod/containers/0/args/1: "z" -> "b"`, `+ /spec/pod/containers/0/args/3: "d"`}},
		{"variables of another lane", "the removed one is restored", lane, overrider.WholeEnv(overridetest.Containers("web"), overrider.MapDelete, nil),
			[]string{`/spec/pod/containers/0/env/0: {"name":"A","value":"z"} -> {"name":"A","value":"x"}`, `+ /spec/pod/containers/0/env/1: {"name":"B"}`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			result, err := overridetest.Apply(t, overridetest.Object(before), overridetest.Member1,
				overridetest.Policy{Name: "p", Rules: []overridetest.Rule{{Lanes: [][]override.Overrider{c.earlier, {c.whole}}}}})
			require.NoError(t, err)
			var got []string
			for _, change := range result.Changes()[len(c.earlier):] {
				got = append(got, change.String())
			}
			require.Equal(t, c.want, got, c.reason)
		})
	}
}

// randomSteps returns patches and overriders by name for an object with long lists.
func randomSteps(random *rand.Rand, n int) []override.Overrider {
	name := func() string { return fmt.Sprint("n", random.IntN(60)) }
	variables := func() []map[string]any { return []map[string]any{{"name": name(), "value": name()}} }
	steps := make([]override.Overrider, n)
	for i := range steps {
		where := overridetest.Containers(name())
		where.Init, where.First = random.IntN(2) == 0, random.IntN(2) == 0
		at := fmt.Sprintf("/spec/pod/containers/%d", random.IntN(20))
		steps[i] = []override.Overrider{
			overrider.WholeArgs(where, overrider.ListAppend, []string{name(), name()}), overrider.WholeArgs(where, overrider.ListDelete, []string{name(), name()}),
			overrider.WholeEnv(where, overrider.MapReplace, variables()), overrider.WholeEnv(where, overrider.MapDelete,
				variables()), overrider.WholeEnv(where, overrider.MapInsert, variables()),
			overrider.WholeLabels(overrider.MapDelete, map[string]string{name(): ""}), overrider.WholeLabels(overrider.MapReplace, map[string]string{name(): name()}),
			overrider.AppendArgs(where, name()), overrider.DeleteArgs(where, name(), name()),
			overrider.SetLabels(map[string]string{name(): name()}), overrider.ReplaceLabels(map[string]string{name(): name()}),
			overridetest.Do("set " + at + "/name " + name())[0], overridetest.Do("remove " + at)[0], overridetest.Do("add " + at + " {name: " + name() + ", args: [n1]}")[0], overridetest.Do("add /spec/pod/containers/- {name: " + name() + "}")[0],
			overridetest.Do("add " + at + "/env/0 {name: " + name() + "}")[0], overridetest.Do("remove " + at + "/env/2")[0], overridetest.Do("set " + at + "/env/1/name " + name())[0], overridetest.Do("add " + at + "/args/- " + name())[0],
			overridetest.Do("set /metadata/labels/" + name() + " 5")[0], overridetest.Do("remove /metadata/labels/" + name())[0], overridetest.Do("set /metadata/labels/" + name() + " x")[0],
			overridetest.Do("set " + at + "/args/1 5")[0], overridetest.Do("remove " + at + "/args/1")[0], overridetest.Do("set " + at + "/env/3 x")[0], overridetest.Do("remove " + at + "/env/3")[0],
		}[random.IntN(26)]
	}
	return steps
}

// crowded returns an object with long lists and many labels that have few names.
func crowded(random *rand.Rand) *unstructured.Unstructured {
	name := func() any { return fmt.Sprint("n", random.IntN(60)) }
	labels, lists := map[string]any{}, map[string]any{}
	for range 40 {
		labels[name().(string)] = "x"
	}
	for _, key := range []string{"containers", "initContainers"} {
		list := make([]any, 20)
		for i := range list {
			args, env := make([]any, 25), make([]any, 25)
			for j := range args {
				args[j], env[j] = name(), map[string]any{"name": name()}
			}
			list[i] = map[string]any{"name": name(), "args": args, "env": env}
		}
		lists[key] = list
	}
	return &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "Test", "metadata": map[string]any{"labels": labels}, "spec": map[string]any{"pod": lists}}}
}

// quickly is apply without its checks, which are slow for many changes.
func quickly(t *testing.T, obj *unstructured.Unstructured, p overridetest.Policy) (*override.Result, error) {
	t.Helper()
	return override.Apply(obj, overridetest.Member1, p.Compile(t))
}

// TestStepsShareIndexes applies steps that use indexes built by earlier ones, and compares the result with that of the steps applied one
// by one, to objects without an index.
func TestStepsShareIndexes(t *testing.T) {
	t.Parallel()
	seeds := uint64(60)
	if testing.Short() {
		seeds /= 15
	}
	applied := 0
	for seed := range seeds {
		random := rand.New(rand.NewPCG(seed, 2))
		before := crowded(random)
		var steps []override.Overrider
		want := before
		for _, step := range randomSteps(random, 60) { // without those that fail
			if result, err := quickly(t, want, overridetest.Policy{Name: "p", Steps: []override.Overrider{step}}); err == nil {
				want, err = result.Object()
				require.NoError(t, err)
				steps = append(steps, step)
			}
		}
		result, err := quickly(t, before, overridetest.Policy{Name: "p", Steps: steps})
		require.NoError(t, err, "seed %d", seed)
		require.Equal(t, want.Object, result.SharedContent(), "seed %d", seed)
		require.Equal(t, want.Object, patched(t, before, result), "seed %d", seed)
		applied += len(steps)
	}
	require.Greater(t, applied, 20*int(seeds), "most of the steps do not fail")
}

// patched returns an object with the JSON patch of a result applied.
func patched(t *testing.T, before *unstructured.Unstructured, result *override.Result) any {
	t.Helper()
	text, err := result.JSONPatch()
	require.NoError(t, err)
	patch, err := jsonpatch.DecodePatch(text)
	require.NoError(t, err)
	document, err := json.Marshal(before.Object)
	require.NoError(t, err)
	document, err = patch.Apply(document)
	require.NoError(t, err)
	return overridetest.Value(string(document))
}

// TestWholeInRandomLanes shows that a place that a lane writes as a whole is, after the stage, what this lane alone makes of it,
// whatever the previous lane did there.
func TestWholeInRandomLanes(t *testing.T) {
	t.Parallel()
	seeds := uint64(100)
	if testing.Short() {
		seeds /= 10
	}
	compared := 0
	for seed := range seeds {
		random := rand.New(rand.NewPCG(seed, 3))
		before := crowded(random)
		where := overrider.Containers{PodSpecs: overrider.PodSpecsFunc(func(selector.Object) (jsontree.Pointer,
			bool) {
			return overridetest.At("/spec/pod"), true
		}), First: true, Names: []string{fmt.Sprint("n", random.IntN(60))}}
		first := randomSteps(random, 6)
		second := []override.Overrider{
			overrider.WholeEnv(where, overrider.MapDelete, []map[string]any{{"name": "n1"}, {"name": "n2"}}),
			overrider.WholeEnv(where, overrider.MapReplace, []map[string]any{{"name": "n3", "value": "z"}}),
			overrider.WholeLabels(overrider.MapDelete, map[string]string{"n1": ""}),
		}
		alone, err := quickly(t, before, overridetest.Policy{Name: "p", Steps: second})
		require.NoError(t, err)
		both, err := quickly(t, before, overridetest.Policy{Name: "p", Rules: []overridetest.Rule{{Lanes: [][]override.Overrider{first, second}}}})
		if err != nil {
			continue // of the first lane
		}
		require.Equal(t, alone.SharedContent()["metadata"], both.SharedContent()["metadata"], "seed %d", seed)
		require.Equal(t, both.SharedContent(), patched(t, before, both), "seed %d", seed)
		list := before.Object["spec"].(map[string]any)["pod"].(map[string]any)["containers"].([]any)
		for i, container := range list {
			if container.(map[string]any)["name"] == where.Names[0] {
				place := overridetest.At(fmt.Sprintf("/spec/pod/containers/%d/env", i))
				want, _ := jsontree.Get(alone.SharedContent(), place)
				got, _ := jsontree.Get(both.SharedContent(), place)
				require.Equal(t, want, got, "seed %d", seed)
				compared++
				break
			}
		}
	}
	require.Greater(t, compared, int(seeds)/20)
}
