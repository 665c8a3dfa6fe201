package override_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/internal/overridetest"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/selector"
)

// by returns a policy that writes its name into the annotation "by" and appends it to the list "order".
func by(name string, objects []selector.ObjectSelector) overridetest.Policy {
	return overridetest.Policy{Name: name, Objects: objects, Steps: overridetest.Do("set /by "+name, "add /order/- "+name)}
}

// orderCases are the cases of [TestOrder].
var orderCases = []struct {
	name, reason string
	policies     []overridetest.Policy
	want         string
}{
	{
		"by name", "names compare byte by byte, so capitals and digits come before small letters and 10 before 9",
		[]overridetest.Policy{by("b", nil), by("a-9", nil), by("a-10", nil), by("B", nil), by("a", nil)},
		"[B, a, a-10, a-9, b]",
	}, {
		"the order given", "it does not count",
		[]overridetest.Policy{by("c", nil), by("b", nil), by("a", nil)},
		"[a, b, c]",
	}, {
		"by rank", "the more precise selector acts later, whatever the names are",
		[]overridetest.Policy{by("a", overridetest.Named("web")), by("b", overridetest.Labelled("web")), by("c", overridetest.Kind("Deployment")), by("d", nil)},
		"[c, d, b, a]",
	}, {
		"highest rank of several selectors", "a policy acts once, with the rank of its most precise selector",
		[]overridetest.Policy{by("a", append(overridetest.Kind("Deployment"), overridetest.Named("web")...)), by("b", overridetest.Labelled("web"))},
		"[b, a]",
	}, {
		"name before labels", "an empty label selector ranks above none",
		[]overridetest.Policy{
			by("a", []selector.ObjectSelector{{APIVersion: "apps/v1", Kind: "Deployment", LabelSelector: &metav1.LabelSelector{}}}),
			by("b", overridetest.Kind("Deployment")),
		},
		"[b, a]",
	}, {
		"tiers before ranks", "a cluster-wide policy that names the object acts before a namespaced one that selects every object",
		[]overridetest.Policy{by("shop/a", nil), by("b", overridetest.Named("web"))},
		"[b, shop/a]",
	}, {
		"namespaces", "a namespaced policy covers only the objects of its namespace",
		[]overridetest.Policy{by("shop/a", nil), by("shopping/b", nil), by("sho/c", overridetest.Named("web"))},
		"[shop/a]",
	}, {
		"not covered", "a policy whose selectors do not match does not act",
		[]overridetest.Policy{by("a", overridetest.Named("api")), by("b", overridetest.Labelled("api")),
			by("c", overridetest.Kind("StatefulSet")), by("shop/d", overridetest.Named("web"))},
		"[shop/d]",
	},
}

// TestOrder shows the order of policies. Every policy appends its name to a list, and "by" has the last one.
func TestOrder(t *testing.T) {
	t.Parallel()
	for _, c := range orderCases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			result, err := overridetest.Apply(t, overridetest.Object(`
				apiVersion: apps/v1
				kind: Deployment
				metadata: {name: web, namespace: shop, labels: {app: web}}
				order: []
			`), overridetest.Member1, c.policies...)
			require.NoError(t, err, c.reason)
			got, err := result.Object()
			require.NoError(t, err)
			want := overridetest.Value(c.want).([]any)
			require.Equal(t, want, got.Object["order"], c.reason)
			require.Equal(t, want[len(want)-1], got.Object["by"], "the last one wins: %s", c.reason)
			var took []any
			for _, a := range result.Applied() {
				took = append(took, map[bool]string{true: a.Policy.Namespace + "/"}[a.Policy.Namespace != ""]+a.Policy.Name)
			}
			require.Equal(t, want, took, "Applied is in the order in which policies act: %s", c.reason)
		})
	}
}
