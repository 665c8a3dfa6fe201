package propagation_test

import (
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
)

// steadyInput returns a control plane, most often without the options for which With plans everything again.
func (r estates) steadyInput(t testing.TB) propagation.PlanInput {
	in := r.input(widgets)
	if !r.one(8) {
		delete(in.Options.FeatureGates, api.GateWorkloadAffinity)
		delete(in.Options.FeatureGates, api.GatePropagationPolicyPreemption)
	}
	in.Options.StreamWorks, in.Options.Workers = r.one(4), 1+r.IntN(2)
	in.Options.NewID = func(of override.Ref) string { return "id-" + of.Kind + "-" + of.Namespace + "-" + of.Name }
	if r.one(8) {
		in.Options.Now = estateTime
	}
	if r.one(3) {
		in = r.past(t, in)
	}
	for range r.IntN(2) {
		in.Templates = append(in.Templates, r.oddTemplate())
	}
	if r.one(8) {
		in.Templates = append(in.Templates, r.template(), r.template()) // one may be given twice
	}
	if r.one(4) {
		r.repeat(&in)
	}
	if r.one(3) {
		in.Options.Touched = r.half()
		if r.one(2) {
			in.Options.Overridden = r.half()
		}
	}
	for range r.IntN(4) * r.IntN(2) {
		r.claimOddly(in.Templates)
	}
	return in
}

// half returns a function that is true for about half of the references.
func (r estates) half() func(override.Ref) bool {
	seed := r.Uint64()
	return func(ref override.Ref) bool {
		h := fnv.New64a()
		fmt.Fprint(h, seed, ref)
		return h.Sum64()>>32&1 == 0
	}
}

// claimOddly gives a template the claim of a policy, which may have no id, with an id that other templates need not have, or none.
func (r estates) claimOddly(templates []*unstructured.Unstructured) {
	t := templates[r.IntN(len(templates))]
	name := fmt.Sprint("p", r.IntN(4))
	labels, annotations := maps.Clone(t.GetLabels()), maps.Clone(t.GetAnnotations())
	if labels == nil {
		labels = map[string]string{}
	}
	if annotations == nil {
		annotations = map[string]string{}
	}
	if r.one(4) {
		labels[api.ClusterPropagationPolicyIDLabel], annotations[api.ClusterPropagationPolicyNameAnnotation] = pick(r, "", "id-1", "id-2", "id-3"), name
	} else {
		labels[api.PropagationPolicyIDLabel] = pick(r, "", "id-1", "id-2", "id-3")
		annotations[api.PropagationPolicyNamespaceAnnotation], annotations[api.PropagationPolicyNameAnnotation] = pick(r, "shop", "bank"), name
	}
	t.SetLabels(labels)
	t.SetAnnotations(annotations)
}

// repeat gives one object of each list twice, or three times.
func (r estates) repeat(in *propagation.PlanInput) {
	in.Templates, in.Policies, in.Overrides = again(r, in.Templates), again(r, in.Policies), again(r, in.Overrides)
	in.Clusters, in.Bindings, in.Works = again(r, in.Clusters), again(r, in.Bindings), again(r, in.Works)
}

func again[T any](r estates, list []T) []T {
	if len(list) == 0 || r.one(2) {
		return list
	}
	list = append(list, list[r.IntN(len(list))])
	return append(list, list[r.IntN(len(list))])
}

// oddTemplate returns a template that matters to others, or that is invalid.
func (r estates) oddTemplate() *unstructured.Unstructured {
	switch r.IntN(6) {
	case 0:
		return &unstructured.Unstructured{Object: map[string]any{
			"apiVersion": "v1", "kind": "Namespace", "metadata": map[string]any{"name": pick(r, "shop", "bank")},
		}}
	case 1:
		return &unstructured.Unstructured{Object: map[string]any{
			"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": map[string]any{"name": "widgets.example.com"},
			"spec": map[string]any{"group": "example.com", "names": map[string]any{"kind": "Widget"}, "scope": pick(r, "Cluster", "Namespaced")},
		}}
	case 2:
		return &unstructured.Unstructured{Object: map[string]any{
			"apiVersion": "scheduling.k8s.io/v1", "kind": "PriorityClass", "metadata": map[string]any{"name": "high"}, "value": int64(r.IntN(3)),
		}}
	case 3:
		bad := r.template()
		bad.Object["spec"] = map[string]any{"size": 3} // an int
		return bad
	case 4:
		claimed := r.template()
		claimed.SetLabels(map[string]string{api.PropagationPolicyIDLabel: pick(r, "id-1", "id-2")})
		claimed.SetAnnotations(map[string]string{api.PropagationPolicyNamespaceAnnotation: "shop", api.PropagationPolicyNameAnnotation: pick(r, "p0", "p1")})
		return claimed
	}
	misplaced := r.template()
	misplaced.SetNamespace("")
	return misplaced
}

// changes returns random changes of a control plane whose plan is given.
func (r estates) changes(in propagation.PlanInput, plan *propagation.Plan) (c propagation.Changes) {
	for range 1 + r.IntN(2)*r.IntN(3) {
		switch r.IntN(9) {
		case 0, 1, 2:
			r.changeTemplate(in, &c)
		case 3:
			r.changePolicy(in, &c)
		case 4:
			r.changeOverride(in, &c)
		case 5, 6:
			r.changeCluster(in, &c)
		case 7:
			r.changeStored(in, plan, &c)
		default:
			r.removeAny(in, &c)
		}
	}
	return r.once(c)
}

// edited returns a copy of a random object, or false if the list is empty.
func edited[T interface{ DeepCopy() T }](r estates, list []T) (copied T, found bool) {
	if len(list) == 0 {
		return copied, false
	}
	return list[r.IntN(len(list))].DeepCopy(), true
}

func (r estates) changeTemplate(in propagation.PlanInput, c *propagation.Changes) {
	if r.one(3) {
		c.Templates = append(c.Templates, r.template())
		return
	}
	if r.one(8) {
		c.Templates = append(c.Templates, r.oddTemplate())
		return
	}
	if len(in.Templates) == 0 {
		return
	}
	t := in.Templates[r.IntN(len(in.Templates))]
	o := &unstructured.Unstructured{Object: maps.Clone(t.Object)} // not DeepCopy: it may be invalid
	metadata := maps.Clone(t.Object["metadata"].(map[string]any))
	o.Object["metadata"] = metadata
	if spec, ok := o.Object["spec"].(map[string]any); ok && r.one(2) {
		spec := maps.Clone(spec)
		o.Object["spec"] = spec
		switch r.IntN(3) {
		case 0:
			spec["replicas"] = int64(r.IntN(9))
		case 1:
			spec["settings"] = pick(r, "a", "b", "c")
		case 2:
			spec["template"] = map[string]any{"spec": r.pod()}
		}
	} else {
		metadata["labels"] = map[string]any{"app": pick(r, "x", "y"), "change": pick(r, "1", "2")}
	}
	c.Templates = append(c.Templates, o)
}

func (r estates) changePolicy(in propagation.PlanInput, c *propagation.Changes) {
	p := r.policies()[0]
	if old := len(in.Policies); old > 0 && r.one(2) {
		p = in.Policies[r.IntN(old)].DeepCopyObject().(api.PropagationSource)
		switch r.IntN(4) {
		case 0:
			p.PropagationSpec().ResourceSelectors = append(p.PropagationSpec().ResourceSelectors, r.resourceSelector())
		case 1:
			p.PropagationSpec().Placement = r.placement()
		case 2:
			p.SetLabels(map[string]string{api.PropagationPolicyIDLabel: pick(r, "id-1", "id-2"), api.ClusterPropagationPolicyIDLabel: "id-3"})
		case 3:
			p.SetGeneration(int64(r.IntN(3)))
		}
	}
	c.Policies = append(c.Policies, p)
}

func (r estates) changeOverride(in propagation.PlanInput, c *propagation.Changes) {
	if all := r.overrides(); len(all) > 0 {
		c.Overrides = append(c.Overrides, all[0])
	}
}

func (r estates) changeCluster(in propagation.PlanInput, c *propagation.Changes) {
	cluster, found := edited(r, in.Clusters)
	if !found || r.one(8) {
		if all := r.clusters(); len(all) > 0 {
			c.Clusters = append(c.Clusters, all[0])
		}
		return
	}
	switch r.IntN(6) {
	case 0:
		cluster.Spec.Region = pick(r, "", "east", "west")
	case 1:
		cluster.Spec.Taints = []api.Taint{{Key: "old", Effect: pick(r, api.TaintNoSchedule, api.TaintNoExecute)}}
	case 2:
		cluster.Labels = map[string]string{"ring": pick(r, "0", "1")}
	default:
		cluster.Labels = map[string]string{"ring": cluster.Labels["ring"], "other": pick(r, "0", "1", "2")}
	}
	c.Clusters = append(c.Clusters, cluster)
}

// changeStored stores a binding or a Work as the plan has it, or as it was changed since.
func (r estates) changeStored(in propagation.PlanInput, plan *propagation.Plan, c *propagation.Changes) {
	if len(plan.Bindings) > 0 && r.one(2) {
		b := plan.Bindings[r.IntN(len(plan.Bindings))].DeepCopyObject().(api.Binding)
		r.unsettle(b)
		c.Bindings = append(c.Bindings, b)
	}
	if w, found := edited(r, slices.Concat(plan.Works, in.Works)); found {
		c.Works = append(c.Works, w)
	}
}

func (r estates) removeAny(in propagation.PlanInput, c *propagation.Changes) {
	var all []override.Ref
	switch r.IntN(6) {
	case 0, 1:
		for _, o := range in.Templates {
			all = append(all, override.RefOf(o))
		}
	case 2:
		all = refsOf(in.Policies)
	case 3:
		all = refsOf(in.Overrides)
	case 4:
		all = refsOf(in.Clusters)
	default:
		all = append(refsOf(in.Bindings), refsOf(in.Works)...)
	}
	if len(all) > 0 {
		c.Remove = append(c.Remove, all[r.IntN(len(all))])
	}
}

func refsOf[T interface{ Ref() override.Ref }](objects []T) (refs []override.Ref) {
	for _, o := range objects {
		refs = append(refs, o.Ref())
	}
	return refs
}

// once drops all but the first change of each object.
func (r estates) once(c propagation.Changes) propagation.Changes {
	known := map[override.Ref]bool{}
	again := func(ref override.Ref) bool {
		was := known[ref]
		known[ref] = true
		return was
	}
	c.Templates = slices.DeleteFunc(c.Templates, func(o *unstructured.Unstructured) bool { return again(override.RefOf(o)) })
	c.Policies = slices.DeleteFunc(c.Policies, func(o api.PropagationSource) bool { return again(o.Ref()) })
	c.Overrides = slices.DeleteFunc(c.Overrides, func(o api.OverrideSource) bool { return again(o.Ref()) })
	c.Clusters = slices.DeleteFunc(c.Clusters, func(o *api.Cluster) bool { return again(o.Ref()) })
	c.Bindings = slices.DeleteFunc(c.Bindings, func(o api.Binding) bool { return again(o.Ref()) })
	c.Works = slices.DeleteFunc(c.Works, func(o *api.Work) bool { return again(o.Ref()) })
	c.Remove = slices.DeleteFunc(c.Remove, again)
	return c
}
