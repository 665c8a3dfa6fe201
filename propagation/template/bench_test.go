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
func large(b *testing.B) (in propagation.PlanInput, index *affected.Index) {
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
	return in, index
}

// BenchmarkPlace changes the replicas of one template of 10,000 in 200 clusters, finds the templates that this concerns, places them and renders their Works.
// DC is the time of a deep copy of the fixture, as in the other benchmarks.
func BenchmarkPlace(b *testing.B) {
	_, index := large(b)
	ref := override.Ref{APIVersion: "apps/v1", Kind: "Deployment", Namespace: "ns-1", Name: "web-1"}
	o := index.Template(ref)
	require.NotNil(b, o)
	works := 0
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		changed := o.DeepCopy()
		require.NoError(b, unstructured.SetNestedField(changed.Object, int64(10+i%2), "spec", "replicas"))
		for _, ref := range index.PutTemplate(changed) {
			control := template.NewControl(index)
			placed, err := template.Place(context.Background(), control, template.Input{
				Template: index.Template(ref), Binding: index.Binding(ref), Bindings: index.Bindings(), Find: index.Find,
			})
			require.NoError(b, err)
			require.NoError(b, placed.Row.Err)
			rendered := template.Render(context.Background(), control, template.RenderInput{
				Template: index.Template(ref), Binding: placed.Binding, Works: index.Works(placed.Binding.Ref()),
			})
			require.NoError(b, rendered.Err)
			for _, w := range rendered.Works {
				if w.Work() != nil {
					works++
				}
			}
		}
	}
	require.NotZero(b, works)
}
