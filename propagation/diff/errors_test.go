package diff_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/diff"
	"github.com/overridekit/overridekit/testdata/plantest"
)

// failing returns the difference to a plan in which an override of a Deployment, and of the ConfigMap that it needs, fails in all of n clusters.
func failing(t *testing.T, n int) *diff.Difference {
	t.Helper()
	in := plantest.Shop(t)
	in.Clusters = nil
	for i := range n {
		in.Clusters = append(in.Clusters, &api.Cluster{ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprintf("eu%03d", i)}})
	}
	in.Options.AssumeAPIs = true
	for _, p := range in.Policies {
		p.PropagationSpec().Placement = api.Placement{}
	}
	before := plantest.PlanOf(t, in)
	require.NotEmpty(t, before.Works)
	p := &api.OverridePolicy{}
	require.NoError(t, yaml.UnmarshalStrict([]byte(`
metadata: {name: o, namespace: shop}
spec: {overrideRules: [{overriders: {plaintext: [{path: /foo/bar, operator: add, value: 1}]}}]}
`), p))
	in.Overrides = []api.OverrideSource{p}
	return diff.Plans(before, plantest.PlanOf(t, in))
}

// TestDiffOfFailuresIsLinear checks that the reason of a Work does not repeat the errors of all clusters.
func TestDiffOfFailuresIsLinear(t *testing.T) {
	t.Parallel()
	sizes := func(n int) [3]int {
		d := failing(t, n)
		text, err := json.Marshal(d)
		require.NoError(t, err)
		return [3]int{len(d.String()), len(d.Markdown()), len(text)}
	}
	small, large := sizes(20), sizes(80)
	for i, format := range []string{"text", "Markdown", "JSON"} {
		require.Less(t, large[i], 5*small[i], "%s: four times the clusters", format)
	}
	text := failing(t, 2).String()
	for _, cluster := range []string{"eu000", "eu001"} {
		want := "Deployment shop/web in " + cluster + " left: OverridePolicy shop/o: spec.overrideRules[0].overriders.plaintext[0]: " +
			"Deployment shop/web in cluster " + cluster + ": add /foo/bar: "
		require.Equal(t, 1, strings.Count(text, want), "the error of its own cluster: %s", text)
	}
}

// TestDiffOfManyErrors checks the reasons of what is left because of errors that are not about the cluster of a Work.
func TestDiffOfManyErrors(t *testing.T) {
	t.Parallel()
	in := plantest.Shop(t)
	before := plantest.PlanOf(t, in)
	after := plantest.PlanOf(t, in)
	after.Works = nil
	for i := range after.Rows {
		after.Rows[i].Err = errors.Join(errors.New("first"), errors.New("second"), errors.New("third"))
	}
	text := diff.Plans(before, after).String()
	require.Contains(t, text, "Deployment shop/web in member1 left: first (and 2 more)\n")
	require.Contains(t, text, "Deployment shop/web\n  error: first\n  error: second\n  error: third\n")
}
