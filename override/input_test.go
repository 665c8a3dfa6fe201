package override_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/internal/overridetest"
	"github.com/overridekit/overridekit/override/overrider"
)

// inputCases are the cases of [TestInput].
var inputCases = []struct {
	name, reason string
	read         func(in override.Input, out *override.Edits) any
	want         string
}{
	{
		"a value", "a place that exists",
		func(in override.Input, _ *override.Edits) any {
			v, exists := in.Get(overridetest.At("/metadata/labels/app"))
			return []any{v, exists}
		}, "[web, true]",
	}, {
		"an earlier edit", "a step sees the steps before it",
		func(in override.Input, _ *override.Edits) any { v, _ := in.Get(overridetest.At("/before")); return v },
		"[1]",
	}, {
		"nothing", "a place that does not exist: below a string, after the end or before the start of a list",
		func(in override.Input, _ *override.Edits) any {
			var found []any
			for _, p := range []string{"/metadata/labels/app/x", "/list/1", "/list/-1", "/list/-", "/absent", "/"} {
				_, exists := in.Get(overridetest.At(p))
				found = append(found, exists)
			}
			return found
		}, "[false, false, false, false, false, false]",
	}, {
		"the identity", "the fields that selectors match",
		func(in override.Input, _ *override.Edits) any {
			o := in.Object()
			return []any{o.APIVersion, o.Kind, o.Namespace, o.Name, o.Labels["app"]}
		}, "[apps/v1, Deployment, shop, web, web]",
	}, {
		"an edit of its own", "edits are applied immediately",
		func(in override.Input, out *override.Edits) any {
			err := out.Set(overridetest.At("/metadata/name"), "api")
			return []any{in.Object().Name, err == nil}
		}, "[api, true]",
	}, {
		"a removed identity", "a document that is not an object has none; the same step can restore it",
		func(in override.Input, out *override.Edits) any {
			whole, _ := in.Get(nil)
			gone := out.Replace(nil, []any{})
			name := in.Object().Name
			back := out.Replace(nil, whole)
			return []any{name, in.Object().Name, gone == nil, back == nil}
		}, `["", web, true, true]`,
	}, {
		"the cluster", "all its fields",
		func(in override.Input, _ *override.Edits) any {
			c := in.Cluster()
			return []any{c.Name, c.Labels["env"], c.Provider, c.Region, c.Zones[0]}
		}, "[member1, prod, aws, eu-west-1, eu-west-1a]",
	},
}

// TestInput shows what an overrider can read: the object before the step, and its own edits.
func TestInput(t *testing.T) {
	t.Parallel()
	const obj = "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: shop, labels: {app: web}}, list: [x]}"
	for _, c := range inputCases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			result, err := overridetest.Apply(t, overridetest.Object(obj), overridetest.Member1, overridetest.Policy{Name: "p", Steps: append(overridetest.Do("set /before [1]"),
				override.OverriderFunc(func(in override.Input, out *override.Edits) error {
					return out.Set(overridetest.At("/read"), c.read(in, out))
				}))})
			require.NoError(t, err, c.reason)
			got, err := result.Object()
			require.NoError(t, err)
			require.Equal(t, overridetest.Value(c.want), got.Object["read"], c.reason)
		})
	}
}

// TestValuesAreCopied shows that an overrider may write a value after it has proposed it.
func TestValuesAreCopied(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		lanes [][]override.Overrider
	}{{"at once", nil}, {"in a lane", [][]override.Overrider{{}}}} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			reuse := override.OverriderFunc(func(_ override.Input, out *override.Edits) error {
				v := map[string]any{"list": []any{"first"}}
				if err := out.Set(overridetest.At("/a"), v); err != nil {
					return err
				}
				v["list"].([]any)[0] = "second"
				v["more"] = true
				return out.Set(overridetest.At("/b"), v)
			})
			result, err := overridetest.Apply(t, overridetest.Object("{kind: Test}"), overridetest.Member1,
				overridetest.Policy{Name: "p", Rules: []overridetest.Rule{{Lanes: append(c.lanes, overridetest.One(reuse))}}})
			require.NoError(t, err)
			got, err := result.Object()
			require.NoError(t, err)
			require.Equal(t, overridetest.Object("{kind: Test, a: {list: [first]}, b: {list: [second], more: true}}").Object, got.Object)
		})
	}
}

// TestForeignList gives lists and maps that are not those of the object to the functions that remember long ones. What they find out about
// them does not reach later steps.
func TestForeignList(t *testing.T) {
	t.Parallel()
	env := []any{}
	labels := map[string]any{}
	for i := range 60 {
		env = append(env, map[string]any{"name": fmt.Sprint("V", i), "value": "x"})
		labels[fmt.Sprint("l", i)] = "x"
	}
	obj := overridetest.Object("{}")
	obj.Object["spec"] = map[string]any{"pod": map[string]any{"containers": []any{map[string]any{"name": "a", "env": env}}}}
	obj.Object["metadata"] = map[string]any{"name": "web", "labels": labels}
	at := overridetest.At("/spec/pod/containers/0/env")
	foreign := override.OverriderFunc(func(in override.Input, out *override.Edits) error {
		v, _ := in.Get(at)
		list, _ := v.([]any)
		reversed := slices.Clone(list)
		slices.Reverse(reversed)
		require.Equal(t, 59, in.Objects(reversed, at).First("V0"))
		require.Equal(t, -1, in.Objects(list[:20], at).First("V50"))
		_, err := in.StringMap(overridetest.At("/metadata/labels"), map[string]any{"a": 5}, true)
		require.Error(t, err)
		require.Error(t, out.RemoveItems(at, make([]int, 200)))
		return out.Remove(at.Index(59))
	})
	result, err := override.Apply(obj, overridetest.Member1, overridetest.Policy{Name: "p", Steps: []override.Overrider{
		foreign, overrider.SetEnv(overridetest.Containers("a"), map[string]any{"name": "V3", "value": "z"}), overrider.SetLabels(map[string]string{"l1": "z"}),
	}}.Compile(t))
	require.NoError(t, err)
	var places []string
	for _, c := range result.Changes() {
		places = append(places, c.Pointer.String())
	}
	require.Equal(t, []string{"/spec/pod/containers/0/env/59", "/spec/pod/containers/0/env/3", "/metadata/labels/l1"}, places)
}

// TestKeptEdits uses Edits after the step has returned.
func TestKeptEdits(t *testing.T) {
	t.Parallel()
	var kept *override.Edits
	result, err := override.Apply(overridetest.Object("{}"), overridetest.Member1,
		overridetest.Policy{Name: "p", Steps: overridetest.One(override.OverriderFunc(func(_ override.Input, out *override.Edits) error {
			kept = out
			return nil
		}))}.Compile(t))
	require.NoError(t, err)
	require.Error(t, kept.Set(overridetest.At("/a"), "b"))
	require.Empty(t, result.Changes())
}

// TestWholeKeepsRejections rejects a value inside Whole, in a stage in which another lane has written the map.
func TestWholeKeepsRejections(t *testing.T) {
	t.Parallel()
	rejecting := override.OverriderFunc(func(_ override.Input, out *override.Edits) error {
		return out.Whole(overridetest.At("/m"), func() error {
			out.Reject(overridetest.At("/m/a"), errors.New("it must not stay"))
			return errors.Join(out.Set(overridetest.At("/m/a"), "bad"), out.Set(overridetest.At("/other"), "written"))
		})
	})
	rule := overridetest.Rule{Lanes: [][]override.Overrider{overridetest.Do("set /m/b x"), {rejecting}}}
	_, err := override.Apply(overridetest.Object("{m: {a: x}}"), overridetest.Member1, overridetest.Policy{Name: "p", Rules: []overridetest.Rule{rule}}.Compile(t))
	require.ErrorContains(t, err, "it must not stay")
}
