package override_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/imageparser"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/internal/overridetest"
	"github.com/overridekit/overridekit/override/overrider"
	"github.com/overridekit/overridekit/selector"
)

// settings is an object of a tenant, as an API server stores it.
const settings = `{apiVersion: v1, kind: ConfigMap, data: {a: b}, metadata: {name: settings, namespace: shop, uid: "1", generation: 2,
	labels: {app: web, work.example.com/id: x}, annotations: {example.com/doc: '{}'}, ownerReferences: [{name: o}]}}`

var guard = override.Guard{Policies: override.GuardNamespaced, Domains: []string{"example.com"}}

// TestGuard applies a namespaced policy with a guard. An empty error means that the result is the same as without.
func TestGuard(t *testing.T) {
	t.Parallel()
	document, err := overrider.Embedded(overrider.EmbeddedText{At: overridetest.At("/metadata/annotations/example.com~1doc"),
		Format: overrider.TextJSON}, overridetest.TextOperations("add /a 1"))
	require.NoError(t, err)
	for _, c := range []struct {
		name, reason string
		steps        []override.Overrider
		at, err      string
	}{
		{"another field", "it is not part of the identity", overridetest.Do("replace /data/a c", "add /spec 1", "set /metadata/finalizers [x]"), "", ""},
		{"the same values", "nothing changes", overridetest.Do("replace /kind ConfigMap", "replace /metadata/namespace shop", "add /metadata/uid \"1\""), "", ""},
		{"undone", "the rule leaves the same object", overridetest.Do("replace /kind Role", "replace /data/a c", "replace /kind ConfigMap"), "", ""},
		{"another label", "it has another domain", overridetest.Do("add /metadata/labels/example.com x", "add /metadata/labels/myexample.com~1a x", "remove /metadata/labels/app"), "", ""},
		{"a test", "it writes nothing", overridetest.Do("test /kind ConfigMap"), "", ""},
		{"the same metadata", "only a label differs", overridetest.Do(`replace /metadata {name: settings, namespace: shop, uid: "1", generation: 2,
			labels: {work.example.com/id: x}, annotations: {example.com/doc: '{}'}, ownerReferences: [{name: o}]}`), "", ""},

		{"kind", "a ConfigMap must not become a Role", overridetest.Do("replace /kind Role"), "rules[0].steps[0]", `/kind is "Role", expected "ConfigMap"`},
		{"no kind", "the engine refuses it without a guard, too", overridetest.Do("remove /kind"), "rules[0].steps[0]", `/kind is missing, expected "ConfigMap"`},
		{"kind of another type", "the same", overridetest.Do("replace /kind 5"), "rules[0].steps[0]", `/kind is 5, expected "ConfigMap"`},
		{"apiVersion", "another group may have the same kind", overridetest.Do("replace /apiVersion x/v1"), "rules[0].steps[0]", `/apiVersion is "x/v1", expected "v1"`},
		{"a list", "the document must be the object", overridetest.Do("replace  [1]"), "rules[0].steps[0]", `/apiVersion is missing, expected "v1"`},
		{"the document", "the kind in it counts", overridetest.Do("replace  {apiVersion: v1, kind: Secret, metadata: {name: settings, namespace: shop}}"), "rules[0].steps[0]", `/kind is "Secret", expected "ConfigMap"`},
		{"namespace", "policies of a namespace are for its objects", overridetest.Do("replace /data/a c", "replace /metadata/namespace kube-system"), "rules[0].steps[1]",
			`/metadata/namespace is "kube-system", expected "shop"`},
		{"no namespace", "many kinds without one are powerful", overridetest.Do("remove /metadata/namespace"), "rules[0].steps[0]", `/metadata/namespace is missing, expected "shop"`},
		{"null as namespace", "it is read as none", overridetest.Do("replace /metadata/namespace null"), "rules[0].steps[0]", `/metadata/namespace is null, expected "shop"`},
		{"an empty namespace", "the same", overridetest.Do(`replace /metadata/namespace ""`), "rules[0].steps[0]", `/metadata/namespace is "", expected "shop"`},
		{"the last writer", "its value is in the object", overridetest.Do("replace /metadata/name a", "replace /metadata/name b"), "rules[0].steps[1]", `/metadata/name is "b", expected "settings"`},
		{"the writer around", "it took the name away", overridetest.Do("replace /metadata/name a", "replace /metadata {namespace: shop}"), "rules[0].steps[1]",
			`/metadata/name is missing, expected "settings"`},
		{"generateName", "it is a name, too", overridetest.Do("add /metadata/generateName x"), "rules[0].steps[0]", `/metadata/generateName is "x", expected missing`},
		{"inside the owners", "whoever owns an object decides when it is deleted", overridetest.Do("replace /metadata/ownerReferences/0/name p"), "rules[0].steps[0]",
			`/metadata/ownerReferences is [{"name":"p"}], expected [{"name":"o"}]`},
		{"uid", "annotations of the control plane have a copy", overridetest.Do("remove /metadata/uid"), "rules[0].steps[0]", `/metadata/uid is missing, expected "1"`},
		{"generation", "the same", overridetest.Do("replace /metadata/generation 3"), "rules[0].steps[0]", `/metadata/generation is 3, expected 2`},
		{"items", "kubectl applies each of them", overridetest.Do("add /items [{kind: Role}]"), "rules[0].steps[0]", `/items is [{"kind":"Role"}], expected missing`},
		{"an owned label", "it has the domain", overridetest.Do("replace /metadata/labels/work.example.com~1id z"), "rules[0].steps[0]", `/metadata/labels/work.example.com~1id is "z", expected "x"`},
		{"all labels", "an owned one is lost", overridetest.Do("replace /metadata/labels {}"), "rules[0].steps[0]", `/metadata/labels/work.example.com~1id is missing, expected "x"`},
		{"labels of another type", "the same", overridetest.Do("replace /metadata/labels 5"), "rules[0].steps[0]", `/metadata/labels/work.example.com~1id is missing, expected "x"`},
		{"null as annotation", "the key exists then", overridetest.Do("add /metadata/annotations/example.com~1a null"), "rules[0].steps[0]", `/metadata/annotations/example.com~1a is null, expected missing`},
		{"an overrider of labels", "not only patches", []override.Overrider{overrider.SetLabels(map[string]string{"a": "b", "example.com/a": "b"})}, "rules[0].steps[0]",
			`/metadata/labels/example.com~1a is "b", expected missing`},
		{"an overrider of images", "a name can be read as an image", []override.Overrider{overrider.Image{
			Where: overrider.ImageAt(overridetest.At("/metadata/name")), Operations: []overrider.ImageOperation{{Component: imageparser.Tag, Verb: overrider.ImageSet, Value: "1"}},
		}}, "rules[0].steps[0]", `/metadata/name is "settings:1", expected "settings"`},
		{"an embedded document", "it changes the string", []override.Overrider{document}, "rules[0].steps[0]",
			`/metadata/annotations/example.com~1doc is "{\"a\":1}", expected "{}"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := overridetest.Policy{Name: "shop/p", Rules: []overridetest.Rule{{Steps: c.steps}}}
			plain, err := overridetest.Apply(t, overridetest.Object(settings), overridetest.Member1, p)
			if c.err == "" {
				require.NoError(t, err, c.reason)
				guarded, err := override.NewSet(p.Compile(t)).Guarding(guard).Select(overridetest.Object(settings)).Apply(overridetest.Member1)
				require.NoError(t, err, c.reason)
				require.Equal(t, overridetest.OutcomeOf(t, plain), overridetest.OutcomeOf(t, guarded), c.reason)
				return
			}
			_, err = override.NewSet(p.Compile(t)).Guarding(guard).Select(overridetest.Object(settings)).Apply(overridetest.Member1)
			require.EqualError(t, err, "Policy shop/p: "+c.at+": ConfigMap shop/settings in cluster member1: "+c.err+": a guard protects the object against this policy", c.reason)
			require.Equal(t, override.CodeIdentity, err.(*override.Error).Code, c.reason)
		})
	}
}

// TestGuardTiers applies a cluster-wide policy that moves the object, and a namespaced one.
func TestGuardTiers(t *testing.T) {
	t.Parallel()
	move := overridetest.Policy{Name: "move", Rules: []overridetest.Rule{{Steps: overridetest.Do("replace /metadata/namespace other", "replace /metadata/name moved")}}}
	for _, c := range []struct {
		name, reason, step string
		policies           override.GuardedPolicies
		err                string
	}{
		{"no guard", "everything is allowed", "replace /kind Role", override.GuardNone, ""},
		{"cluster-wide policies are allowed", "the identity is what they left", "replace /data/a c", override.GuardNamespaced, ""},
		{"the namespaced policy changes it", "it is not allowed", "replace /metadata/name p", override.GuardNamespaced, `Policy other/p: rules[0].steps[0]: ConfigMap shop/settings in cluster member1: ` +
			`/metadata/name is "p", expected "moved": a guard protects the object against this policy`},
		{"the namespaced policy moves it back", "that is a change, too", "replace /metadata/name settings", override.GuardNamespaced, `Policy other/p: rules[0].steps[0]: ConfigMap shop/settings in cluster member1: ` +
			`/metadata/name is "settings", expected "moved": a guard protects the object against this policy`},
		{"all policies are guarded", "the first one fails", "replace /data/a c", override.GuardAll, `ClusterPolicy move: rules[0].steps[0]: ConfigMap shop/settings in cluster member1: ` +
			`/metadata/namespace is "other", expected "shop": a guard protects the object against this policy`},
		{"an unknown guard", "it is the strictest", "replace /data/a c", -1, `ClusterPolicy move: rules[0].steps[0]: ConfigMap shop/settings in cluster member1: ` +
			`/metadata/namespace is "other", expected "shop": a guard protects the object against this policy`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := overridetest.Policy{Name: "other/p", Rules: []overridetest.Rule{{Steps: overridetest.Do(c.step)}}}
			set := override.NewSet(overridetest.Compile(t, []overridetest.Policy{move, p})...).Guarding(override.Guard{Policies: c.policies})
			selection := set.With(p.Compile(t)).Select(overridetest.Object(settings))
			_, err := selection.Apply(overridetest.Member1)
			if c.err == "" {
				require.NoError(t, err, c.reason)
			} else {
				require.EqualError(t, err, c.err, c.reason)
			}
			require.Equal(t, err == nil, selection.Explain(overridetest.Member1).Err == nil, "an explanation is guarded")
			require.Equal(t, err == nil, selection.Variants([]selector.Cluster{overridetest.Member1})[0].Err == nil, "variants are guarded")
		})
	}
}

// TestGuardConsequence applies a policy that changes the object so that the next one fails.
func TestGuardConsequence(t *testing.T) {
	t.Parallel()
	policies := []overridetest.Policy{
		{Name: "shop/a", Rules: []overridetest.Rule{{Steps: overridetest.Do("remove /metadata/uid")}}},
		{Name: "shop/b", Rules: []overridetest.Rule{{Steps: overridetest.Do("replace /metadata/uid \"1\"", "replace /metadata/uid \"2\"")}}},
	}
	set := override.NewSet(overridetest.Compile(t, policies)...)
	_, err := set.Select(overridetest.Object(settings)).Apply(overridetest.Member1)
	require.ErrorContains(t, err, "Policy shop/b")
	_, err = set.Guarding(guard).Select(overridetest.Object(settings)).Apply(overridetest.Member1)
	require.EqualError(t, err, `Policy shop/a: rules[0].steps[0]: ConfigMap shop/settings in cluster member1: /metadata/uid is missing, expected "1": a guard protects the object against this policy`)
	require.Equal(t, override.OutcomeFailed, set.Guarding(guard).Select(overridetest.Object(settings)).Explain(overridetest.Member1).Policies[0].Outcome)
}

// TestGuardHidesValues copies a value of a Secret to a guarded place.
func TestGuardHidesValues(t *testing.T) {
	t.Parallel()
	read := override.OverriderFunc(func(in override.Input, out *override.Edits) error {
		v, _ := in.Get(overridetest.At("/data/a"))
		return out.Set(overridetest.At("/metadata/name"), v)
	})
	p := overridetest.Policy{Name: "shop/p", Rules: []overridetest.Rule{{Steps: []override.Overrider{read}}}}
	secret := overridetest.Object(`{apiVersion: v1, kind: Secret, data: {a: hunter2}, metadata: {name: login, namespace: shop}}`)
	_, err := override.NewSet(p.Compile(t)).Guarding(guard).Select(secret).Apply(overridetest.Member1)
	var failed *override.Error
	require.True(t, errors.As(err, &failed))
	require.EqualError(t, failed.Err, `/metadata/name is ***, expected "login": a guard protects the object against this policy`)

	wide := overridetest.Policy{Name: "wide", Rules: p.Rules} // it may copy the value, and the other policy must not learn it
	p.Rules = []overridetest.Rule{{Steps: overridetest.Do("replace /metadata/name other")}}
	_, err = override.NewSet(wide.Compile(t), p.Compile(t)).Guarding(override.Guard{Policies: override.GuardNamespaced}).Select(secret).Apply(overridetest.Member1)
	require.True(t, errors.As(err, &failed))
	require.NotContains(t, err.Error(), "hunter2")
	require.ErrorContains(t, err, "/metadata/name is ***, expected ***: a guard protects the object against this policy")
}

// TestIdentityWarnings applies policies without a guard.
func TestIdentityWarnings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason string
		policies     []overridetest.Policy
		want         []string
	}{
		{"another kind", "the cluster gets another object", []overridetest.Policy{{Name: "shop/p", Rules: []overridetest.Rule{{Steps: overridetest.Do("replace /kind Role", "remove /metadata/namespace")}}}}, []string{
			`Policy shop/p: rules[0].steps[0]: /kind: the policy makes another object of this one: "ConfigMap" became "Role"`,
			`Policy shop/p: rules[0].steps[1]: /metadata/namespace: the policy makes another object of this one: "shop" became missing`,
		}},
		{"undone by another policy", "the object is the same in the end", []overridetest.Policy{
			{Name: "p", Rules: []overridetest.Rule{{Steps: overridetest.Do("replace /kind Role")}}},
			{Name: "q", Rules: []overridetest.Rule{{Steps: overridetest.Do("replace /kind ConfigMap")}}},
		}, []string{}},
		{"before another warning", "losses come first, also when a later step causes them", []overridetest.Policy{{Name: "shop/p", Rules: []overridetest.Rule{{
			Steps: append(overridetest.Do("remove /metadata/namespace"), override.OverriderFunc(func(_ override.Input, out *override.Edits) error {
				out.Warn(overridetest.At("/data"), "comments are lost")
				return nil
			})),
		}}}}, []string{
			"Policy shop/p: rules[0].steps[1]: /data: comments are lost",
			`Policy shop/p: rules[0].steps[0]: /metadata/namespace: the policy makes another object of this one: "shop" became missing`,
		}},
		{"owners", "the object is the same one", []overridetest.Policy{{Name: "shop/p", Rules: []overridetest.Rule{{Steps: overridetest.Do("remove /metadata/ownerReferences", "remove /metadata/uid")}}}}, []string{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			result, err := overridetest.Apply(t, overridetest.Object(settings), overridetest.Member1, c.policies...)
			require.NoError(t, err)
			got := []string{}
			for _, w := range result.Warnings() {
				got = append(got, w.String())
			}
			require.Equal(t, c.want, got, c.reason)
		})
	}
}
