package estate

import (
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
)

// Begin returns the control plane of Input with some Namespaces, and with the resource versions and generations of an API server.
func (e *Estate) Begin() propagation.PlanInput {
	in := e.Input(Widgets)
	in.Templates = append(in.Templates, e.Namespaces("shop", "bank")...)
	for _, t := range in.Templates {
		e.revise(t)
	}
	for _, p := range in.Policies {
		p.SetGeneration(1)
	}
	return in
}

// Namespaces returns some of the Namespaces with these names.
func (e *Estate) Namespaces(names ...string) (all []*unstructured.Unstructured) {
	for _, name := range Some(e, names...) {
		all = append(all, namespace(name))
	}
	return all
}

// revise sets a new resource version.
func (e *Estate) revise(t *unstructured.Unstructured) {
	e.version++
	t.SetResourceVersion(fmt.Sprint(e.version))
}

// Event returns something that a user does: to a template, a policy, an override policy or a cluster.
func (e *Estate) Event(in propagation.PlanInput) Change {
	switch e.IntN(14) {
	case 0:
		t := e.template()
		if e.One(4) {
			t = e.oddTemplate()
		}
		e.revise(t)
		return put(in.Templates, t)
	case 1, 2, 3:
		return edit(e, in.Templates, e.editTemplate)
	case 4:
		return remove(e, in.Templates)
	case 5:
		p := e.policies()[0]
		p.SetName(fmt.Sprint("q", len(in.Policies)))
		p.SetGeneration(1)
		return put(in.Policies, p)
	case 6, 7:
		return edit(e, in.Policies, e.editPolicy)
	case 8:
		return remove(e, in.Policies)
	case 9:
		all := e.clusters()
		if len(all) == 0 || indexOf(in.Clusters, all[len(all)-1]) >= 0 {
			return Change{}
		}
		return Change{After: all[len(all)-1]}
	case 10:
		return remove(e, in.Clusters)
	case 11, 12:
		return edit(e, in.Clusters, e.editCluster)
	default:
		all := e.Overrides()
		if len(all) == 0 {
			return remove(e, in.Overrides)
		}
		if e.One(2) {
			all[0].SetName(fmt.Sprint("n", len(in.Overrides)))
		}
		e.version++ // another spec has another generation
		all[0].SetGeneration(int64(e.version))
		return put(in.Overrides, all[0])
	}
}

// StoredEvent returns something that another controller or a careless user does to what the control plane has written: the claim of a template, a
// binding or a Work.
func (e *Estate) StoredEvent(in propagation.PlanInput) Change {
	switch e.IntN(6) {
	case 0:
		return edit(e, in.Templates, func(t *unstructured.Unstructured) {
			e.revise(t)
			e.Claim(t)
		})
	case 1:
		return edit(e, in.Bindings, e.Unsettle)
	case 2:
		return remove(e, in.Bindings)
	case 3:
		return remove(e, in.Works)
	case 4:
		return edit(e, in.Works, func(w *api.Work) {
			for i := range w.Spec.Workload.Manifests {
				w.Spec.Workload.Manifests[i]["edited"] = "yes"
			}
		})
	}
	return edit(e, in.Bindings, e.Evict)
}

// editTemplate sets other labels, or the content of another template of its kind.
func (e *Estate) editTemplate(t *unstructured.Unstructured) {
	e.revise(t)
	if e.One(2) {
		for range 20 {
			if other := e.template(); other.GetKind() == t.GetKind() && other.Object["spec"] != nil {
				t.Object["spec"] = other.Object["spec"]
				return
			}
		}
	}
	labels := t.GetLabels()
	if labels == nil {
		labels = map[string]string{}
	}
	labels["app"], labels["change"] = Pick(e, "x", "y"), Pick(e, "1", "2")
	t.SetLabels(labels)
}

// editPolicy takes over a part of another policy. A policy may become lazy or preempt others.
func (e *Estate) editPolicy(p api.PropagationSource) {
	spec, other := p.PropagationSpec(), e.policies()[0].PropagationSpec()
	switch e.IntN(4) {
	case 0:
		*spec = *other
	case 1:
		spec.ResourceSelectors = slices.Clone(other.ResourceSelectors)
	case 2:
		spec.Placement = other.Placement
	case 3:
		spec.PropagateDeps = other.PropagateDeps
	}
	switch e.IntN(4) {
	case 0:
		spec.ActivationPreference = api.LazyActivation
	case 1:
		e.preempt(p)
	}
	p.SetGeneration(p.GetGeneration() + 1)
}

// preempt lets a policy preempt others from one object.
func (e *Estate) preempt(p api.PropagationSource) {
	spec, priority := p.PropagationSpec(), int32(e.IntN(4))
	spec.Preemption, spec.Priority = api.PreemptAlways, &priority
	selector := &spec.ResourceSelectors[0]
	selector.Name, selector.LabelSelector = Pick(e, "a", "b", "c"), nil
	if selector.Namespace = p.GetNamespace(); selector.Namespace == "" && selector.Kind != "ClusterRole" {
		selector.Namespace = Pick(e, "shop", "bank")
	}
}

// editCluster sets other labels, another region, or the capacity or the taints of another cluster.
func (e *Estate) editCluster(c *api.Cluster) {
	all := e.clusters()
	switch e.IntN(6) {
	case 0:
		c.Spec.Region = Pick(e, "", "east", "west")
	case 1:
		c.Labels = map[string]string{"ring": c.Labels["ring"], "other": Pick(e, "0", "1", "2")}
	case 2, 3:
		if len(all) > 0 {
			c.Spec.Taints = all[0].Spec.Taints
		}
	case 4:
		if len(all) > 0 {
			c.Status.ResourceSummary = all[0].Status.ResourceSummary
		}
	default:
		c.Labels = map[string]string{"ring": Pick(e, "0", "1")}
	}
}
