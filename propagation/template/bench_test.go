package template_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/affected"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/propagation/template"
	"github.com/overridekit/overridekit/testdata/plantest"
)

// large returns 10,000 templates in 200 clusters with everything that a plan stores, in an index.
func large(b *testing.B) (in propagation.PlanInput, index *affected.Index, control *template.Control) {
	in = plantest.Estate(10_000, 200, 500)
	for _, p := range in.Policies {
		p.SetLabels(map[string]string{claim.IDLabel(p.Ref()): p.GetName()})
	}
	for _, c := range in.Clusters {
		c.Status.APIEnablements = []api.APIEnablement{
			{GroupVersion: "apps/v1", Resources: []api.APIResource{{Kind: "Deployment"}}}, {GroupVersion: "v1", Resources: []api.APIResource{{Kind: "ConfigMap"}}},
		}
	}
	plan := plantest.PlanOf(b, in)
	index = &affected.Index{Options: affected.Options{Registry: in.Registry}}
	for _, o := range in.Templates {
		index.PutTemplate(o)
	}
	for _, row := range plan.Rows {
		index.PutTemplate(row.ClaimEdit.Apply(index.Template(row.Template)))
	}
	for _, p := range in.Policies {
		index.PutPolicy(p)
	}
	for _, c := range in.Clusters {
		index.PutCluster(c)
	}
	for _, binding := range plan.Bindings {
		index.PutBinding(binding)
	}
	for _, w := range plan.Works {
		index.PutWork(w)
	}
	return in, index, &template.Control{Policies: index.Policies(), Clusters: index.Fleet(), Registry: in.Registry}
}

// BenchmarkPlace changes the replicas of one template of 10,000, and places all templates that this concerns. The unit DC is that of the fixtures.
func BenchmarkPlace(b *testing.B) {
	_, index, control := large(b)
	ref := override.Ref{APIVersion: "apps/v1", Kind: "Deployment", Namespace: "ns-1", Name: "web-1"}
	o := index.Template(ref)
	require.NotNil(b, o)
	var bindings []api.Binding
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		changed := o.DeepCopy()
		require.NoError(b, unstructured.SetNestedField(changed.Object, int64(10+i%2), "spec", "replicas"))
		for _, ref := range index.PutTemplate(changed) {
			placed, err := template.Place(context.Background(), control, template.Input{
				Template: index.Template(ref), Binding: index.Binding(ref), Bindings: index.Bindings(), Find: index.Find,
			})
			require.NoError(b, err)
			require.NoError(b, placed.Row.Err)
			require.NotEmpty(b, placed.Row.Clusters)
			bindings = append(bindings[:0], placed.Binding)
		}
	}
	require.NotEmpty(b, bindings)
}
