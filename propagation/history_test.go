package propagation_test

import (
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
)

// history makes random events in a control plane. It replaces what it changes, so that earlier inputs keep their values.
type history struct {
	estates
	in      propagation.PlanInput
	version int // the last resource version of a template
}

// newHistory returns a control plane without bindings and Works.
func newHistory(seed, number uint64, options func(*propagation.PlanOptions)) *history {
	h := &history{estates: newEstates(seed, number)}
	h.in = h.input(widgets)
	options(&h.in.Options)
	h.in.Options.FeatureGates[api.GatePropagationPolicyPreemption] = h.one(2)
	for _, name := range some(h.estates, "shop", "bank") {
		h.in.Templates = append(h.in.Templates, &unstructured.Unstructured{Object: map[string]any{
			"apiVersion": "v1", "kind": "Namespace", "metadata": map[string]any{"name": name, "uid": name, "labels": map[string]any{"app": "x"}},
		}})
	}
	for i := range h.in.Templates {
		h.in.Templates[i] = h.revised(h.in.Templates[i])
	}
	return h
}

// revised returns a copy of a template with a new resource version.
func (h *history) revised(t *unstructured.Unstructured) *unstructured.Unstructured {
	t = t.DeepCopy()
	h.version++
	t.SetResourceVersion(fmt.Sprint(h.version))
	return t
}

// event changes one thing and returns what it was.
func (h *history) event() string {
	switch h.IntN(14) {
	case 0:
		return h.addTemplate()
	case 1, 2:
		return replaceOne(h, &h.in.Templates, "change a template", h.changedTemplate)
	case 3:
		return removeOne(h, &h.in.Templates, "remove a template")
	case 4:
		p := h.policies()[0].DeepCopyObject().(api.PropagationSource)
		p.SetName(fmt.Sprint("q", len(h.in.Policies)))
		h.in.Policies = append(slices.Clone(h.in.Policies), p)
		return "add " + p.Ref().String()
	case 5, 6:
		return replaceOne(h, &h.in.Policies, "edit a policy", h.editedPolicy)
	case 7:
		return removeOne(h, &h.in.Policies, "delete a policy")
	case 8:
		return h.addCluster()
	case 9:
		return removeOne(h, &h.in.Clusters, "remove a cluster")
	case 10:
		return replaceOne(h, &h.in.Clusters, "change a cluster", h.changedCluster)
	case 11, 12:
		return h.evict()
	default:
		if h.one(2) {
			return removeOne(h, &h.in.Overrides, "remove an override")
		}
		for _, o := range h.overrides() {
			o.SetName(fmt.Sprint("n", len(h.in.Overrides)))
			h.in.Overrides = append(slices.Clone(h.in.Overrides), o)
		}
		return "add overrides"
	}
}

// replaceOne replaces a random element. An empty list stays as it is.
func replaceOne[T any](h *history, list *[]T, event string, change func(T) T) string {
	if len(*list) == 0 {
		return "nothing"
	}
	*list = slices.Clone(*list)
	i := h.IntN(len(*list))
	(*list)[i] = change((*list)[i])
	return fmt.Sprint(event, " ", i)
}

// removeOne removes a random element. An empty list stays as it is.
func removeOne[T any](h *history, list *[]T, event string) string {
	if len(*list) == 0 {
		return "nothing"
	}
	i := h.IntN(len(*list))
	*list = slices.Delete(slices.Clone(*list), i, i+1)
	return fmt.Sprint(event, " ", i)
}

func (h *history) addTemplate() string {
	t := h.revised(h.template())
	if slices.ContainsFunc(h.in.Templates, func(other *unstructured.Unstructured) bool {
		return other.GetAPIVersion() == t.GetAPIVersion() && other.GetKind() == t.GetKind() && other.GetNamespace() == t.GetNamespace() && other.GetName() == t.GetName()
	}) {
		return "nothing"
	}
	h.in.Templates = append(slices.Clone(h.in.Templates), t)
	return "add " + t.GetKind() + " " + t.GetName()
}

// changedTemplate returns a template with another label, or with the content of another one of its kind.
func (h *history) changedTemplate(t *unstructured.Unstructured) *unstructured.Unstructured {
	t = h.revised(t)
	for range 20 {
		other := h.template()
		if other.GetKind() == t.GetKind() && other.Object["spec"] != nil {
			t.Object["spec"] = other.Object["spec"]
			return t
		}
	}
	labels := t.GetLabels()
	labels["app"] = pick(h.estates, "x", "y")
	t.SetLabels(labels)
	return t
}

// editedPolicy returns a policy with the spec of another one, which may be lazy or preempt others.
func (h *history) editedPolicy(p api.PropagationSource) api.PropagationSource {
	p = p.DeepCopyObject().(api.PropagationSource)
	other := h.policies()[0].PropagationSpec()
	switch h.IntN(4) {
	case 0:
		*p.PropagationSpec() = *other
	case 1:
		p.PropagationSpec().ResourceSelectors = slices.Clone(other.ResourceSelectors)
	case 2:
		p.PropagationSpec().Placement = other.Placement
	case 3:
		p.PropagationSpec().PropagateDeps = other.PropagateDeps
	}
	switch h.IntN(4) {
	case 0:
		p.PropagationSpec().ActivationPreference = api.LazyActivation
	case 1:
		h.preempt(p)
	}
	return p
}

// preempt lets a policy preempt others from one object.
func (h *history) preempt(p api.PropagationSource) {
	spec, priority := p.PropagationSpec(), int32(h.IntN(4))
	spec.Preemption, spec.Priority = api.PreemptAlways, &priority
	selector := &spec.ResourceSelectors[0]
	selector.Name, selector.LabelSelector = pick(h.estates, "a", "b", "c"), nil
	if selector.Namespace = p.GetNamespace(); selector.Namespace == "" && selector.Kind != "ClusterRole" {
		selector.Namespace = pick(h.estates, "shop", "bank")
	}
}

// addCluster adds a cluster that does not exist.
func (h *history) addCluster() string {
	all := h.clusters()
	if len(all) == 0 {
		return "nothing"
	}
	c := all[len(all)-1]
	if slices.ContainsFunc(h.in.Clusters, func(other *api.Cluster) bool { return other.Name == c.Name }) {
		return "nothing"
	}
	h.in.Clusters = append(slices.Clone(h.in.Clusters), c)
	return "add Cluster " + c.Name
}

// changedCluster returns a cluster with another label, or with the capacity or the taints of another one.
func (h *history) changedCluster(c *api.Cluster) *api.Cluster {
	changed := c.DeepCopy()
	all := h.clusters()
	switch {
	case len(all) == 0 || h.one(3):
		changed.Labels = map[string]string{"ring": pick(h.estates, "0", "1")}
	case h.one(2):
		changed.Status.ResourceSummary = all[0].Status.ResourceSummary
	default:
		changed.Spec.Taints = all[0].Spec.Taints
	}
	return changed
}
