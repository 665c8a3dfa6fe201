package propagation

import (
	"cmp"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada"
	"github.com/overridekit/overridekit/propagation/names"
	"github.com/overridekit/overridekit/propagation/work"
)

// planner is a plan in the making.
type planner struct {
	PlanInput
	watch     *Watch
	policies  *Policies
	overrides work.Overrides
	clusters  map[string]*karmada.Cluster
	stored    map[override.Ref]karmada.Binding
	exists    map[types.NamespacedName]bool // override policies
	bindings  map[override.Ref]karmada.Binding
	plan      Plan

	// spaces is the bindings by namespace and name, those of the plan before those that are stored, once dependencies are looked at.
	spaces map[string]map[string]*karmada.ResourceBinding
}

// newPlanner reads what all stages look things up in. The error is about what cannot be read at all.
func newPlanner(in PlanInput) (*planner, error) {
	watch, err := NewWatch(in.Options.Watch)
	if err != nil {
		return nil, err
	}
	overrides, err := work.NewOverrides(in.Overrides...)
	if err != nil {
		return nil, err
	}
	p := &planner{
		PlanInput: in, watch: watch, overrides: overrides, clusters: map[string]*karmada.Cluster{},
		stored: map[override.Ref]karmada.Binding{}, bindings: map[override.Ref]karmada.Binding{}, exists: map[types.NamespacedName]bool{},
	}
	p.policies = NewPolicies(p.withIDs(in.Policies)...)
	if err := p.policies.Faults(); err != nil {
		p.plan.Warnings = append(p.plan.Warnings, err.Error())
	}
	for _, c := range in.Clusters {
		if c != nil {
			p.clusters[c.Name] = c
		}
	}
	for _, b := range in.Bindings {
		if !isNoBinding(b) {
			p.stored[b.Ref()] = b
		}
	}
	for _, o := range in.Overrides {
		switch o := o.(type) {
		case *karmada.OverridePolicy:
			p.exists[types.NamespacedName{Namespace: o.Namespace, Name: o.Name}] = true
		case *karmada.ClusterOverridePolicy:
			p.exists[types.NamespacedName{Name: o.Name}] = true
		}
	}
	return p, nil
}

// template is a template on its way: with its claim, once it has one.
type template struct {
	object  *unstructured.Unstructured
	binding override.Ref
}

// templates is the templates in order, each once: the last of one name counts.
func (p *planner) templates() []*template {
	last := map[override.Ref]*template{}
	for _, object := range p.Templates {
		if object != nil {
			last[refOf(object)] = &template{object: object}
		}
	}
	all := make([]*template, 0, len(last))
	for _, t := range last {
		all = append(all, t)
	}
	slices.SortFunc(all, func(a, b *template) int { return compareRefs(refOf(a.object), refOf(b.object)) })
	return all
}

func compareRefs(a, b override.Ref) int {
	return cmp.Or(cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name), cmp.Compare(a.APIVersion, b.APIVersion))
}

// id is the permanent id of what has none.
func (p *planner) id(of override.Ref) string {
	if p.Options.NewID != nil {
		return p.Options.NewID(of)
	}
	return names.Reference(of.Namespace, of.Kind+"/"+of.Name)
}

// withIDs is the policies, each with an id.
func (p *planner) withIDs(policies []karmada.PropagationSource) []karmada.PropagationSource {
	all := make([]karmada.PropagationSource, 0, len(policies))
	for _, policy := range policies {
		if policySpecOf(policy) == nil {
			continue
		}
		key := names.PropagationPolicyID
		if policy.GetNamespace() == "" {
			key = names.ClusterPropagationPolicyID
		}
		if policy.GetLabels()[key] == "" {
			c, _ := policy.DeepCopyObject().(karmada.PropagationSource)
			c.SetLabels(added(c.GetLabels(), map[string]string{key: p.id(policy.Ref())}))
			policy = c
		}
		all = append(all, policy)
	}
	return all
}

// assumeAPIs gives clusters that report no API those of all templates.
func assumeAPIs(clusters []*karmada.Cluster, templates []*template) []*karmada.Cluster {
	kinds := map[string]map[string]bool{}
	for _, t := range templates {
		version := t.object.GetAPIVersion()
		if kinds[version] == nil {
			kinds[version] = map[string]bool{}
		}
		kinds[version][t.object.GetKind()] = true
	}
	var all []karmada.APIEnablement
	for _, version := range slices.Sorted(maps.Keys(kinds)) {
		enabled := karmada.APIEnablement{GroupVersion: version}
		for _, kind := range slices.Sorted(maps.Keys(kinds[version])) {
			enabled.Resources = append(enabled.Resources, karmada.APIResource{Kind: kind})
		}
		all = append(all, enabled)
	}
	assumed := slices.Clone(clusters)
	for i, c := range assumed {
		if c != nil && len(c.Status.APIEnablements) == 0 {
			copied := *c
			copied.Status.APIEnablements = all
			assumed[i] = &copied
		}
	}
	return assumed
}
