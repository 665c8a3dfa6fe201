package overridetest

import (
	"slices"
	"testing"

	jsonpatch "github.com/evanphx/json-patch/v5"
	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/selector"
	"github.com/overridekit/overridekit/testdata/guardtest"
)

// Apply applies policies for tests and checks the promises of package override:
//
//  1. The object and the cluster are not written, not even when the caller writes into the values of a result.
//  2. An error is an *Error with policy, object, cluster and field path, and comes without a result.
//  3. The same input gives the same output.
//  4. The changes, applied in order, turn the object into the result. So does the JSON patch, applied by json-patch.
//  5. The values of a result are copies.
//  6. A step that changes nothing has a reason.
//  7. An explanation agrees with the result on each step, or names the failed one, and has an outcome for every policy of the set.
//  8. Blame agrees with a replay of the changes. The annotated YAML is that of the object, with a comment on each line that differs.
//  9. The JSON of AppendJSON is that of the object, and the JSON of AppendJSONPatch is the patch.
//
// 10. With a guard, a tier that leaves another identity fails, and otherwise the result is the same, see package guardtest.
func Apply(t testing.TB, obj *unstructured.Unstructured, cluster selector.Cluster, policies ...Policy) (*override.Result, error) {
	t.Helper()
	before := CopyOf(ContentOf(obj))
	facts := CopyOfCluster(cluster)
	unwritten := func(when string) {
		t.Helper()
		require.Equal(t, before, any(ContentOf(obj)), "promise 1: the object was written %s", when)
		require.Equal(t, facts, cluster, "promise 1: the cluster was written %s", when)
	}

	set := override.NewSet(Compile(t, policies)...)
	result, err := set.Select(obj).Apply(cluster)
	unwritten("by Apply")
	requireExplained(t, set.Select(obj), obj, cluster, policies, result, err)
	unwritten("by Explain")
	guardtest.Require(t, set, obj, cluster, result, err)
	unwritten("with a guard")
	again, errAgain := set.Select(obj).Apply(cluster)
	unwritten("by a second Apply")
	if err != nil {
		require.Nil(t, result, "promise 2: a result with an error")
		requireComplete(t, obj, cluster, err)
		require.Equal(t, err, errAgain, "promise 3: another error")
		ScribbleOn(errAgain.(*override.Error).Pointer)
		_, errAgain = set.Select(obj).Apply(cluster)
		require.Equal(t, err, errAgain, "promise 5: the error shares its pointer with the policy")
		return nil, err
	}
	require.NoError(t, errAgain, "promise 3: an error the second time")
	require.Equal(t, OutcomeOf(t, result), OutcomeOf(t, again), "promise 3: another result")
	unwritten("by reading the result")

	got, err := result.Object()
	require.NoError(t, err)
	requireReplay(t, before, result, got)
	requireOwn(t, result, OutcomeOf(t, result))
	unwritten("by writing into the values of the result")
	requireReasons(t, result, policies)
	fresh, err := set.Select(obj).Apply(cluster)
	require.NoError(t, err)
	requireBlame(t, before, fresh)
	unwritten("by Blame")
	RequireBytes(t, set.Select(obj), cluster)
	unwritten("by AppendJSON")
	return result, nil
}

// Outcome has all values of a result.
type Outcome struct {
	Object      map[string]any
	Changes     []override.Change
	Applied     []override.Applied
	Skips       []override.Skip
	Divergences []override.Divergence
	Warnings    []override.Warning
	Patch       string
}

func OutcomeOf(t testing.TB, r *override.Result) Outcome {
	t.Helper()
	obj, err := r.Object()
	require.NoError(t, err)
	patch, err := r.JSONPatch()
	require.NoError(t, err)
	return Outcome{obj.Object, r.Changes(), r.Applied(), r.Skips(), r.Divergences(), r.Warnings(), string(patch)}
}

// requireComplete checks promise 2 for an error.
func requireComplete(t testing.TB, obj *unstructured.Unstructured, cluster selector.Cluster, err error) {
	t.Helper()
	var e *override.Error
	require.ErrorAs(t, err, &e, "promise 2")
	require.NotEmpty(t, e.Policy.Name, "promise 2: %v", err)
	require.NotEmpty(t, e.At, "promise 2: %v", err)
	require.NotEmpty(t, e.Code, "promise 2: %v", err)
	require.Error(t, e.Err, "promise 2")
	require.Equal(t, cluster.Name, e.Cluster, "promise 2: %v", err)
	facts := selector.ObjectOf(ContentOf(obj))
	require.Equal(t, override.Ref{APIVersion: facts.APIVersion, Kind: facts.Kind, Namespace: facts.Namespace, Name: facts.Name}, e.Object, "promise 2")
}

// requireReplay checks promise 4.
func requireReplay(t testing.TB, before any, result *override.Result, got *unstructured.Unstructured) {
	t.Helper()
	tree, patchable := jsontree.New(before), true
	for _, c := range result.Changes() {
		RequireChange(t, tree, c)
		if len(c.Pointer) == 0 && c.New == nil {
			patchable = false // json-patch panics on later operations
		}
	}
	require.True(t, jsontree.Equal(got.Object, tree.Root()), "promise 4: the changes give %s, expected %s", AsJSON(t, tree.Root()), AsJSON(t, got.Object))
	if !patchable {
		return
	}
	input := "{}" // for no object
	if m, _ := before.(map[string]any); m != nil {
		input = AsJSON(t, m)
	}
	text, err := result.JSONPatch()
	require.NoError(t, err)
	patch, err := jsonpatch.DecodePatch(text)
	require.NoError(t, err, "promise 4: %s", text)
	patched, err := patch.Apply([]byte(input))
	require.NoError(t, err, "promise 4: %s on %s", text, input)
	output := "{}"
	if got.Object != nil {
		output = AsJSON(t, got.Object)
	}
	require.JSONEq(t, output, string(patched), "promise 4: %s", text)
}

// RequireChange applies a change, and checks its old and new value.
func RequireChange(t testing.TB, tree *jsontree.Tree, c override.Change) {
	t.Helper()
	var done jsontree.Change
	var changed bool
	var err error
	switch c.Op {
	case jsontree.Add:
		done, changed, err = tree.Add(c.Pointer, CopyOf(c.New))
	case jsontree.Remove:
		done, changed, err = tree.Remove(c.Pointer)
	case jsontree.Replace:
		done, changed, err = tree.Replace(c.Pointer, CopyOf(c.New))
	}
	require.NoError(t, err, "promise 4: %+v", c)
	require.True(t, changed, "promise 4: a change that changes nothing: %+v", c)
	require.Equal(t, c.Op, done.Op, "promise 4: %+v", c)
	require.True(t, c.Pointer.Equal(done.Pointer), "promise 4: %+v", c)
	require.True(t, jsontree.Equal(c.Old, done.Old), "promise 4: %+v is not what was there: %s", c, AsJSON(t, done.Old))
	require.NotEmpty(t, c.Origin.At, "promise 4: %+v has no origin", c)
}

// requireOwn checks promise 5: it writes into the values of the result, and requires the same values afterwards.
func requireOwn(t testing.TB, result *override.Result, want Outcome) {
	t.Helper()
	o := OutcomeOf(t, result)
	Scribble(o.Object)
	for i := range o.Changes {
		Scribble(o.Changes[i].Old)
		Scribble(o.Changes[i].New)
		ScribbleOn(o.Changes[i].Pointer)
		o.Changes[i] = override.Change{}
	}
	for i := range o.Divergences {
		ScribbleOn(o.Divergences[i].Pointer)
		o.Divergences[i] = override.Divergence{}
	}
	for i := range o.Warnings {
		ScribbleOn(o.Warnings[i].Pointer)
		o.Warnings[i] = override.Warning{}
	}
	clear(o.Applied)
	clear(o.Skips)
	require.Equal(t, want, OutcomeOf(t, result), "promise 5: the result shares data with its values")
}

// requireReasons checks promise 6.
func requireReasons(t testing.TB, result *override.Result, policies []Policy) {
	t.Helper()
	reported := map[override.Origin]bool{}
	for _, c := range result.Changes() {
		reported[c.Origin] = true
	}
	for _, s := range result.Skips() {
		require.NotEmpty(t, s.Reason, "promise 6: %v", s.Origin)
		reported[s.Origin] = true
	}
	acted := map[override.Origin]bool{}
	for _, a := range result.Applied() {
		acted[override.Origin{Policy: a.Policy, At: a.At}] = true
	}
	for _, p := range policies {
		spec := p.Spec(t)
		for _, rule := range spec.Rules {
			for _, lane := range slices.Concat(rule.Stages...) {
				for _, step := range lane {
					origin := override.Origin{Policy: spec.Ref, At: step.At}
					require.True(t, reported[origin] || !acted[override.Origin{Policy: spec.Ref, At: rule.At}], "promise 6: %v changed nothing and has no reason", origin)
				}
			}
		}
	}
}
