package kubeadmiral_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/internal/dialect/dialecttest"
	"github.com/overridekit/overridekit/policy/karmada"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/policy/kubeadmiral"
)

// named are policies of which each has one rule, which does nothing. "name" is a ClusterOverridePolicy, "namespace/name" an
// OverridePolicy.
func named(t testing.TB, names ...string) []*override.Policy {
	t.Helper()
	var all []*override.Policy
	for _, name := range names {
		meta := "kind: ClusterOverridePolicy\nmetadata: {name: " + name + "}\n"
		if namespace, name, ok := strings.Cut(name, "/"); ok {
			meta = "kind: OverridePolicy\nmetadata: {namespace: " + namespace + ", name: " + name + "}\n"
		}
		all = append(all, compiled(t, meta+"spec: {overrideRules: [{}]}\n"))
	}
	return all
}

// labelled is an object with the labels of a flow mapping in YAML, in which cop and op stand for the long keys. Without a
// namespace it is a ClusterRole.
func labelled(t testing.TB, namespace, labels string) *unstructured.Unstructured {
	t.Helper()
	labels = strings.NewReplacer("cop:", kubeadmiral.ClusterOverridePolicyNameLabel+":", "op:", kubeadmiral.OverridePolicyNameLabel+":").Replace(labels)
	if namespace == "" {
		return dialecttest.Object(t, "{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: {name: reader, labels: "+labels+"}}")
	}
	return dialecttest.Object(t, "{apiVersion: v1, kind: ConfigMap, metadata: {name: settings, namespace: "+namespace+", labels: "+labels+"}}")
}

// TestResolve is about the policies that an object names in its labels, and about what a set of policies makes of the same
// labels.
func TestResolve(t *testing.T) {
	t.Parallel()
	policies := named(t, "base", "extra", "team/web", "team/base", "other/web", "other/far")
	for _, c := range []struct {
		name, reason      string
		namespace, labels string
		want              []string // in the order in which they act; what a set selects, too
		err               string
	}{
		{"both", "the ClusterOverridePolicy acts first", "team", "{op: web, cop: base}", []string{"ClusterOverridePolicy base", "OverridePolicy team/web"}, ""},
		{"both of one name", "their kinds tell them apart", "team", "{op: base, cop: base}", []string{"ClusterOverridePolicy base", "OverridePolicy team/base"}, ""},
		{"cluster-wide alone", "one label is enough", "team", "{cop: extra}", []string{"ClusterOverridePolicy extra"}, ""},
		{"namespaced alone", "one label is enough", "team", "{op: web}", []string{"OverridePolicy team/web"}, ""},
		{"of another namespace", "a policy of the same name is in each", "other", "{op: web}", []string{"OverridePolicy other/web"}, ""},
		{"none", "an object without the labels has no policies, however few there are", "team", "{app: base}", nil, ""},
		{"no labels", "nor has one without any label", "team", "{}", nil, ""},
		{"null for labels", "nor one of which nothing is known", "team", "null", nil, ""},

		{"unknown, cluster-wide", "what the label names must exist", "team", "{cop: web}", nil,
			"ConfigMap settings: label kubeadmiral.io/cluster-override-policy-name names ClusterOverridePolicy web, which does not exist"},
		{"unknown, namespaced", "a policy of another namespace is another policy", "team", "{op: far}", nil,
			"ConfigMap settings: label kubeadmiral.io/override-policy-name names OverridePolicy team/far, which does not exist"},
		{"unknown beside a known one", "half of the policies is not what was asked for; a set cannot know that", "team", "{cop: base, op: far}", []string{"ClusterOverridePolicy base"},
			"ConfigMap settings: label kubeadmiral.io/override-policy-name names OverridePolicy team/far, which does not exist"},
		{"known beside an unknown one", "the other way round", "team", "{cop: far, op: web}", []string{"OverridePolicy team/web"},
			"ConfigMap settings: label kubeadmiral.io/cluster-override-policy-name names ClusterOverridePolicy far, which does not exist"},
		{"both unknown", "everything that is wrong is told", "team", "{cop: far, op: base2}", nil,
			"ConfigMap settings: label kubeadmiral.io/cluster-override-policy-name names ClusterOverridePolicy far, which does not exist\n" +
				"ConfigMap settings: label kubeadmiral.io/override-policy-name names OverridePolicy team/base2, which does not exist"},
		{"part of a name", "names are whole", "team", "{cop: bas}", nil,
			"ConfigMap settings: label kubeadmiral.io/cluster-override-policy-name names ClusterOverridePolicy bas, which does not exist"},
		{"empty name", "a label without a value names nothing", "team", `{cop: "", op: web}`, []string{"OverridePolicy team/web"},
			"ConfigMap settings: label kubeadmiral.io/cluster-override-policy-name is empty, expected the name of a policy"},
		{"null for a name", "it reads as empty", "team", "{op: null}", nil,
			"ConfigMap settings: label kubeadmiral.io/override-policy-name is empty, expected the name of a policy"},
		{"labels of another type", "they read as none, as everywhere in Kubernetes", "team", "{cop: base, n: 5}", nil, ""},

		{"cluster-scoped", "only a ClusterOverridePolicy acts on it", "", "{cop: base, op: web}", []string{"ClusterOverridePolicy base"}, ""},
		{"cluster-scoped, unknown", "its other label is not even looked at", "", "{op: nowhere}", nil, ""},
		{"cluster-scoped, empty", "nor is it when it is empty", "", `{cop: base, op: ""}`, []string{"ClusterOverridePolicy base"}, ""},
		{"cluster-scoped, missing", "but this one is", "", `{cop: web}`, nil,
			"ClusterRole reader: label kubeadmiral.io/cluster-override-policy-name names ClusterOverridePolicy web, which does not exist"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			obj := labelled(t, c.namespace, c.labels)
			found, err := kubeadmiral.Resolve(obj, policies...)
			if c.err != "" {
				require.EqualError(t, err, c.err, c.reason)
				require.Nil(t, found, "no policies beside an error")
			} else {
				require.NoError(t, err, c.reason)
				require.Equal(t, c.want, refs(found), c.reason)
			}
			require.Equal(t, c.want, actingOn(t, obj, policies...), "%s: what a set selects", c.reason)
		})
	}
}

func refs(policies []*override.Policy) []string {
	var names []string
	for _, p := range policies {
		names = append(names, p.Ref().String())
	}
	return names
}

// actingOn are the policies of a set that act on an object.
func actingOn(t testing.TB, obj *unstructured.Unstructured, policies ...*override.Policy) []string {
	t.Helper()
	result, err := override.NewSet(policies...).Select(obj).Apply(member1)
	require.NoError(t, err)
	var names []string
	for _, a := range result.Applied() {
		names = append(names, a.Policy.String())
	}
	return names
}

// TestResolveAmong is about the policies to choose from.
func TestResolveAmong(t *testing.T) {
	t.Parallel()
	obj := labelled(t, "team", "{cop: base}")
	t.Run("none", func(t *testing.T) {
		t.Parallel()
		_, err := kubeadmiral.Resolve(obj)
		require.Error(t, err, "there is none of that name")
	})
	t.Run("nil", func(t *testing.T) {
		t.Parallel()
		found, err := kubeadmiral.Resolve(obj, append(named(t, "base"), nil)...)
		require.NoError(t, err)
		require.Len(t, found, 1, "nil policies are passed over")
	})
	t.Run("no object", func(t *testing.T) {
		t.Parallel()
		found, err := kubeadmiral.Resolve(nil, named(t, "base")...)
		require.NoError(t, err)
		require.Empty(t, found, "no object names no policies")
	})
	t.Run("two of one name", func(t *testing.T) {
		t.Parallel()
		older, newer := named(t, "base")[0], named(t, "base")[0]
		found, err := kubeadmiral.Resolve(obj, older, newer)
		require.NoError(t, err)
		require.Len(t, found, 1, "they are one policy")
		require.Same(t, newer, found[0], "of which the later counts, as in a set")
	})
	t.Run("another dialect", func(t *testing.T) {
		t.Parallel()
		other := &api.ClusterOverridePolicy{}
		other.Name = "base"
		foreign, err := karmada.Compile(other)
		require.NoError(t, err)
		_, err = kubeadmiral.Resolve(obj, foreign)
		require.Error(t, err, "Karmada's policies have the same kinds and may have the same names; a label does not mean them")
	})
}

// TestLabelsAsTheyCameIn has a ClusterOverridePolicy that rewrites the labels by which an object names its policies.
func TestLabelsAsTheyCameIn(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason   string
		labels, change string // of the object, and what base does to them
		want           []string
	}{
		{"another name", "the object still means the policy that it named", "{cop: base, op: web}", `{operator: replace, path: /metadata/labels/kubeadmiral.io~1override-policy-name, value: late}`,
			[]string{"ClusterOverridePolicy base", "OverridePolicy team/web"}},
		{"no name", "also when the label is gone", "{cop: base, op: web}", `{operator: remove, path: /metadata/labels/kubeadmiral.io~1override-policy-name}`,
			[]string{"ClusterOverridePolicy base", "OverridePolicy team/web"}},
		{"no labels", "or all of them", "{cop: base, op: web}", `{operator: remove, path: /metadata/labels}`,
			[]string{"ClusterOverridePolicy base", "OverridePolicy team/web"}},
		{"a name where there was none", "a policy cannot call another one", "{cop: base}", `{operator: add, path: /metadata/labels/kubeadmiral.io~1override-policy-name, value: late}`,
			[]string{"ClusterOverridePolicy base"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			base := compiled(t, "kind: ClusterOverridePolicy\nmetadata: {name: base}\nspec: {overrideRules: [{overriders: {jsonpatch: ["+c.change+"]}}]}\n")
			policies := append(named(t, "team/web", "team/late"), base)
			require.Equal(t, c.want, actingOn(t, labelled(t, "team", c.labels), policies...), c.reason)
		})
	}
}

// TestBesideKarmada has the policies of both systems in one set.
func TestBesideKarmada(t *testing.T) {
	t.Parallel()
	source, err := karmada.From([]byte(`{"apiVersion": "policy.karmada.io/v1alpha1", "kind": "OverridePolicy", "metadata": {"namespace": "team", "name": "all"},
		"spec": {"overrideRules": [{"overriders": {"labelsOverrider": [{"operator": "add", "value": {"kubeadmiral.io/override-policy-name": "web"}}]}}]}}`))
	require.NoError(t, err)
	all, err := karmada.Compile(source)
	require.NoError(t, err)
	policies := append(named(t, "base", "team/web"), all)

	require.Equal(t, []string{"OverridePolicy team/all"}, actingOn(t, labelled(t, "team", "{}"), policies...),
		"an object without labels is Karmada's alone, even if a policy of Karmada puts a label there")
	require.Equal(t, []string{"ClusterOverridePolicy base", "OverridePolicy team/all", "OverridePolicy team/web"}, actingOn(t, labelled(t, "team", "{cop: base, op: web}"), policies...),
		"an object may have policies of both; in a tier the more precise comes later, and a name is precise")
	require.Empty(t, actingOn(t, labelled(t, "other", "{}"), policies...), "both keep to their namespaces")
}
