package affected_test

import (
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/affected"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/testdata/casetest"
	"github.com/overridekit/overridekit/testdata/plantest"
)

// compiled compiles an override policy.
func compiled(tb testing.TB, source api.OverrideSource) affected.Override {
	tb.Helper()
	p, err := karmada.Compile(source)
	require.NoError(tb, err)
	return affected.Override{Policy: p}
}

// stored returns an index of 10,000 templates in 200 clusters with their plan, more than 160,000 Works.
func stored(b *testing.B) *affected.Index {
	b.Helper()
	in := plantest.Estate(10_000, 200, 500)
	for _, p := range in.Policies {
		p.SetLabels(map[string]string{claim.IDLabel(p.Ref()): p.GetName()})
	}
	plan := plantest.PlanOf(b, in)
	x := &affected.Index{Options: affected.Options{Registry: in.Registry}}
	for _, row := range plan.Rows {
		for _, o := range in.Templates {
			if override.RefOf(o) == row.Template {
				o.SetLabels(row.ClaimEdit.Labels(o.GetLabels()))
				o.SetAnnotations(row.ClaimEdit.Annotations(o.GetAnnotations()))
				break
			}
		}
	}
	began := time.Now()
	for _, o := range in.Templates {
		x.PutTemplate(o)
	}
	for _, p := range in.Policies {
		x.PutPolicy(p)
	}
	for _, c := range in.Clusters {
		x.PutCluster(c)
	}
	for _, p := range plan.Bindings {
		x.PutBinding(p)
	}
	for _, w := range plan.Works {
		x.PutWork(w)
	}
	for i := range 20 {
		x.PutOverride(compiled(b, rackPolicy(i, "7")))
	}
	b.Logf("%d bindings and %d Works were put in %s", len(plan.Bindings), len(plan.Works), time.Since(began).Round(time.Millisecond))
	return x
}

// rackPolicy returns an override policy for one of 25 Deployments of a namespace, in the clusters of a rack.
func rackPolicy(i int, value string) *api.OverridePolicy {
	o := &api.OverridePolicy{ObjectMeta: metav1.ObjectMeta{Namespace: fmt.Sprint("ns-", i), Name: "labels"}}
	o.Spec.ResourceSelectors = []api.ResourceSelector{{APIVersion: "apps/v1", Kind: "Deployment", LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"app": "app-3"}}}}
	o.Spec.OverrideRules = []api.RuleWithCluster{{TargetCluster: &api.ClusterAffinity{LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"rack": "7"}}}}}
	o.Spec.OverrideRules[0].Overriders.LabelsOverrider = []api.LabelAnnotationOverrider{{Operator: api.OverriderOpAdd, Value: map[string]string{"rack": value}}}
	return o
}

// BenchmarkIndex makes one event of 10,000 templates in 200 clusters. The metric DC is the time in copies of an object of 6 kB (DeepCopy).
func BenchmarkIndex(b *testing.B) {
	if testing.Short() {
		b.Skip("160,000 Works")
	}
	content, err := os.ReadFile("../../testdata/bench/deployment.json")
	require.NoError(b, err)
	fixture := casetest.Object(b, string(content))
	began, copies := time.Now(), 20_000
	for range copies {
		fixture.DeepCopy()
	}
	unit := time.Since(began) / time.Duration(copies)
	b.Logf("DC: %s", unit)
	x := stored(b)
	web := override.Ref{APIVersion: "apps/v1", Kind: "Deployment", Namespace: "ns-1", Name: "web-1"}
	template, own := x.Template(web), x.Binding(web)
	policy := x.Sources()[7]
	byMatch := func(key string) func(bool) []override.Ref {
		before := x.Fleet().Get("member4")
		after := before.DeepCopy()
		after.Labels[key] = "7"
		return func(odd bool) []override.Ref {
			if odd {
				return x.PutCluster(after)
			}
			return x.PutCluster(before)
		}
	}
	// Each event puts one of two versions in turn.
	for _, c := range []struct {
		name  string
		event func(odd bool) []override.Ref
	}{
		{"template", swap(x.PutTemplate, template, func() any {
			o := template.DeepCopy()
			o.Object["spec"].(map[string]any)["replicas"] = int64(77)
			return o
		}())},
		{"template, its labels", swap(x.PutTemplate, template, func() any { o := template.DeepCopy(); l := o.GetLabels(); l["x"] = "y"; o.SetLabels(l); return o }())},
		{"ConfigMap", func() func(bool) []override.Ref {
			ref := override.Ref{APIVersion: "v1", Kind: "ConfigMap", Namespace: "ns-0", Name: "settings-0"}
			o := x.Template(ref)
			return func(odd bool) []override.Ref {
				if odd {
					return x.DeleteTemplate(ref)
				}
				return x.PutTemplate(o)
			}
		}()},
		{"binding", swap(x.PutBinding, own, func() any {
			b := own.DeepCopyObject().(api.Binding)
			b.BindingSpec().Clusters = b.BindingSpec().Clusters[1:]
			return b
		}())},
		{"Work", func() func(bool) []override.Ref {
			w := x.Works(own.Ref())[0]
			changed := w.DeepCopy()
			changed.Labels["x"] = "y"
			return swap(x.PutWork, w, changed)
		}()},
		{"override", swap(x.PutOverride, compiled(b, rackPolicy(5, "7")), compiled(b, rackPolicy(5, "8")))},
		{"policy", swap(x.PutPolicy, policy, func() any {
			p := policy.DeepCopyObject().(api.PropagationSource)
			p.PropagationSpec().Placement.ClusterAffinity = &api.ClusterAffinity{LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"ring": "2"}}}
			return p
		}())},
		{"cluster, a label that rules read", byMatch("rack")},
		{"cluster, a label that nothing reads", byMatch("other")},
		{"cluster, its labels, by match", func() func(bool) []override.Ref {
			event := byMatch("ring")
			return func(odd bool) []override.Ref {
				x.Options.ByMatch = true
				defer func() { x.Options.ByMatch = false }()
				return event(odd)
			}
		}()},
		{"read all for one template", func(bool) []override.Ref {
			x.Fleet()
			x.Policies()
			x.Overrides()
			if x.Template(web) == nil || len(x.Works(x.Binding(web).Ref())) == 0 {
				b.Fatal("it has no Works")
			}
			return nil
		}},
		{"read the policies after a change", func(odd bool) []override.Ref {
			p := policy.DeepCopyObject().(api.PropagationSource)
			if odd {
				p.PropagationSpec().Placement = api.Placement{}
			}
			x.PutPolicy(p)
			x.Policies()
			return nil
		}},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			odd, found := true, 0
			for b.Loop() {
				found = len(c.event(odd))
				odd = !odd
			}
			b.ReportMetric(float64(found), "templates")
			b.ReportMetric(float64(b.Elapsed())/float64(b.N)/float64(unit), "DC")
			c.event(false)
		})
	}
}

// swap puts one of two versions.
func swap[T any](put func(T) []override.Ref, one any, other any) func(odd bool) []override.Ref {
	return func(odd bool) []override.Ref {
		if odd {
			return put(other.(T))
		}
		return put(one.(T))
	}
}

// BenchmarkLongLists puts versions of objects whose lists name everything in another order. Ten times the length must take about ten times as long.
func BenchmarkLongLists(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			x := newIndex(false)
			p, own := policy(b, "p", everyConfigMap), binding(object("v1", "ConfigMap", "a"))
			for i := range n {
				p.Spec.DependentOverrides = append(p.Spec.DependentOverrides, fmt.Sprint("o", i))
				own.Spec.RequiredBy = append(own.Spec.RequiredBy, api.BindingSnapshot{Namespace: "shop", Name: fmt.Sprint("web-", i)})
			}
			reversed := change(p, func(p *api.PropagationPolicy) { slices.Reverse(p.Spec.DependentOverrides) })
			moved := change(own, func(b *api.ResourceBinding) { slices.Reverse(b.Spec.RequiredBy) })
			put(b, x, p, own)
			for odd := true; b.Loop(); odd = !odd {
				if odd {
					put(b, x, reversed, moved)
				} else {
					put(b, x, p, own)
				}
			}
		})
	}
}

// BenchmarkFill fills an index with bindings of one group and Deployments of the same name, one by one as events bring them. Ten times as many must take
// about ten times as long.
func BenchmarkFill(b *testing.B) {
	for _, n := range []int{1_000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				x := newIndex(true)
				for i := range n {
					own := binding(object("apps/v1", "Deployment", fmt.Sprint("web-", i*7919%n)), "m1")
					own.Spec.WorkloadAffinityGroups = &api.WorkloadAffinityGroups{AffinityGroup: "all"}
					x.Fill(affected.Stored{Bindings: []api.Binding{own}})
					x.Fill(affected.Stored{Templates: []*unstructured.Unstructured{object(fmt.Sprint("group-", i, "/v1"), "Deployment", "web")}})
				}
			}
		})
	}
}
