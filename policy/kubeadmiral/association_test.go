package kubeadmiral_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/internal/dialect/dialecttest"
	"github.com/overridekit/overridekit/policy/karmada"
	karmadaapi "github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/policy/kubeadmiral"
)

// named returns policies with one rule that does nothing. "name" is a ClusterOverridePolicy, "namespace/name" an
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

// labelled returns an object with labels in YAML, where cop and op are short for the long keys. Without a
// namespace it is a ClusterRole.
func labelled(t testing.TB, namespace, labels string) *unstructured.Unstructured {
	t.Helper()
	labels = strings.NewReplacer("cop:", kubeadmiral.ClusterOverridePolicyNameLabel+":", "op:", kubeadmiral.OverridePolicyNameLabel+":").Replace(labels)
	if namespace == "" {
		return dialecttest.Object(t, "{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: {name: reader, labels: "+labels+"}}")
	}
	return dialecttest.Object(t, "{apiVersion: v1, kind: ConfigMap, metadata: {name: settings, namespace: "+namespace+", labels: "+labels+"}}")
}

// TestMissing is about the policies that an object names in its labels: those that act, and those that the set does not have.
func TestMissing(t *testing.T) {
	t.Parallel()
	policies := named(t, "base", "extra", "team/web", "team/base", "other/web", "other/far")
	for _, c := range []struct {
		name, reason      string
		namespace, labels string
		acting            []string // in the order in which they act
		missing           []string
	}{
		{"both", "the ClusterOverridePolicy acts first", "team", "{op: web, cop: base}", []string{"ClusterOverridePolicy base", "OverridePolicy team/web"}, nil},
		{"both of one name", "their kinds tell them apart", "team", "{op: base, cop: base}", []string{"ClusterOverridePolicy base", "OverridePolicy team/base"}, nil},
		{"cluster-wide alone", "one label is enough", "team", "{cop: extra}", []string{"ClusterOverridePolicy extra"}, nil},
		{"namespaced alone", "one label is enough", "team", "{op: web}", []string{"OverridePolicy team/web"}, nil},
		{"of another namespace", "a policy of the same name is in each", "other", "{op: web}", []string{"OverridePolicy other/web"}, nil},
		{"no such labels", "an object without the labels has no policies", "team", "{app: base}", nil, nil},
		{"empty labels", "the object names nothing", "team", "{}", nil, nil},
		{"null for labels", "the object names nothing", "team", "null", nil, nil},

		{"missing, cluster-wide", "the set has an OverridePolicy of this name", "team", "{cop: web}", nil, []string{"ClusterOverridePolicy web"}},
		{"missing, namespaced", "a policy of another namespace is another policy", "team", "{op: far}", nil, []string{"OverridePolicy team/far"}},
		{"one of two missing", "the other one acts", "team", "{cop: base, op: far}", []string{"ClusterOverridePolicy base"}, []string{"OverridePolicy team/far"}},
		{"the other of two missing", "the other one acts", "team", "{cop: far, op: web}", []string{"OverridePolicy team/web"}, []string{"ClusterOverridePolicy far"}},
		{"both missing", "each is reported", "team", "{cop: far, op: base2}", nil, []string{"ClusterOverridePolicy far", "OverridePolicy team/base2"}},
		{"part of a name", "names are compared as a whole", "team", "{cop: bas}", nil, []string{"ClusterOverridePolicy bas"}},
		{"empty name", "KubeAdmiral fails on it", "team", `{cop: "", op: web}`, []string{"OverridePolicy team/web"}, []string{"ClusterOverridePolicy"}},
		{"null for a name", "it reads as empty", "team", "{op: null}", nil, []string{"OverridePolicy team/"}},
		{"labels of another type", "they read as empty, as everywhere in Kubernetes", "team", "{cop: base, n: 5}", nil, nil},

		{"cluster-scoped", "only a ClusterOverridePolicy acts on it", "", "{cop: base, op: web}", []string{"ClusterOverridePolicy base"}, nil},
		{"cluster-scoped, namespaced label", "the label is ignored", "", "{op: nowhere}", nil, nil},
		{"cluster-scoped, empty", "the label is ignored when it is empty, too", "", `{cop: base, op: ""}`, []string{"ClusterOverridePolicy base"}, nil},
		{"cluster-scoped, missing", "this label counts", "", `{cop: web}`, nil, []string{"ClusterOverridePolicy web"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			obj := labelled(t, c.namespace, c.labels)
			require.Equal(t, c.acting, actingOn(t, obj, policies...), c.reason)
			selection := override.NewSet(policies...).Select(obj)
			require.Equal(t, c.missing, texts(selection.Missing()), c.reason)
			result, err := selection.Apply(member1)
			require.NoError(t, err)
			require.Equal(t, c.missing, texts(result.Missing()), c.reason)
			require.Equal(t, c.missing, texts(selection.Explain(member1).Missing), c.reason)
		})
	}
}

// TestMissingFrom has other sets than one with KubeAdmiral policies.
func TestMissingFrom(t *testing.T) {
	t.Parallel()
	obj := labelled(t, "team", "{cop: base}")
	want := []string{"ClusterOverridePolicy base"}
	require.Empty(t, override.NewSet().Select(obj).Missing(), "a set without such policies does not know the labels")
	require.Equal(t, want, texts(override.NewSet().Referring(kubeadmiral.References).Select(obj).Missing()), "unless it is told")
	require.Equal(t, want, texts(override.NewSet(named(t, "extra")...).Referring(kubeadmiral.References).Select(obj).Missing()), "it is reported once")
	base := named(t, "base")[0]
	require.Empty(t, override.NewSet(base).Select(obj).Missing())
	require.Equal(t, want, texts(override.NewSet(base).Without(base.Ref()).Select(obj).Missing()), "a policy that is removed is missing")
	require.Empty(t, override.NewSet().With(named(t, "extra")[0]).With(base).Select(obj).Missing(), "one that is added is not")

	other := &karmadaapi.ClusterOverridePolicy{}
	other.Name = "base"
	foreign, err := karmada.Compile(other)
	require.NoError(t, err)
	require.Equal(t, want, texts(override.NewSet(foreign).Referring(kubeadmiral.References).Select(obj).Missing()), "a Karmada policy of that kind and name is another policy")
}

func texts(refs []override.Ref) []string {
	var all []string
	for _, ref := range refs {
		all = append(all, ref.String())
	}
	return all
}

// actingOn lists the policies of a set that act on an object.
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

// TestLabelsAsTheyCameIn has a ClusterOverridePolicy that rewrites the labels by which an object names its policies.
func TestLabelsAsTheyCameIn(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason   string
		labels, change string // of the object, and what base does to them
		want           []string
	}{
		{"another name", "the policy that the object named still acts", "{cop: base, op: web}", `{operator: replace, path: /metadata/labels/kubeadmiral.io~1override-policy-name, value: late}`,
			[]string{"ClusterOverridePolicy base", "OverridePolicy team/web"}},
		{"no name", "also when the label is removed", "{cop: base, op: web}", `{operator: remove, path: /metadata/labels/kubeadmiral.io~1override-policy-name}`,
			[]string{"ClusterOverridePolicy base", "OverridePolicy team/web"}},
		{"no labels", "or all of them", "{cop: base, op: web}", `{operator: remove, path: /metadata/labels}`,
			[]string{"ClusterOverridePolicy base", "OverridePolicy team/web"}},
		{"a name where there was none", "a policy cannot add another one", "{cop: base}", `{operator: add, path: /metadata/labels/kubeadmiral.io~1override-policy-name, value: late}`,
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
