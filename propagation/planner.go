package propagation

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/schedule"
	"github.com/overridekit/overridekit/propagation/work"
)

// planner makes one plan.
type planner struct {
	PlanInput
	filter    *claim.ResourceFilter
	policies  *claim.Policies
	sources   map[override.Ref]api.PropagationSource // the same policies
	overrides work.Overrides
	clusters  map[string]*api.Cluster
	stored    map[override.Ref]api.Binding
	faulty    map[override.Ref]error        // stored bindings with values that cannot be copied
	exists    map[types.NamespacedName]bool // override policies
	bindings  map[override.Ref]api.Binding  // of templates and dependencies
	left      map[override.Ref]api.Binding  // stored bindings that no template of the plan has
	detached  map[override.Ref]bool         // those of them that other bindings required
	plan      Plan

	peers   *schedule.Peers // nil if the feature gate is off
	members []*member       // in the order of the rows
	changes int             // the number of changes of peers
}

// newPlanner checks the options and makes the indexes of all stages.
func newPlanner(in PlanInput) (*planner, error) {
	if err := in.Options.FeatureGates.Check(); err != nil {
		return nil, err
	}
	filter, err := claim.NewResourceFilter(in.Options.ResourceFilter)
	if err != nil {
		return nil, err
	}
	in.Overrides = slices.DeleteFunc(slices.Clone(in.Overrides), isNil)
	overrides, err := work.NewOverrides(in.Overrides...)
	if err != nil {
		return nil, err
	}
	overrides.Set = overrides.Set.Hiding(in.Options.Hide)
	in.Registry = in.Registry.Hiding(in.Options.Hide)
	p := &planner{
		PlanInput: in, filter: filter, overrides: overrides, clusters: map[string]*api.Cluster{}, sources: map[override.Ref]api.PropagationSource{},
		stored: map[override.Ref]api.Binding{}, bindings: map[override.Ref]api.Binding{}, exists: map[types.NamespacedName]bool{},
		faulty: map[override.Ref]error{}, left: map[override.Ref]api.Binding{}, detached: map[override.Ref]bool{},
	}
	p.peers = newPeers(in)
	p.plan.Hide = in.Options.Hide
	for _, c := range in.Clusters {
		if c != nil {
			p.clusters[c.Name] = c
		}
	}
	p.Clusters = slices.SortedFunc(maps.Values(p.clusters), func(a, b *api.Cluster) int { return cmp.Compare(a.Name, b.Name) })
	for _, b := range in.Bindings {
		if content.NoBinding(b) {
			continue
		}
		ref := b.Ref()
		delete(p.stored, ref)
		delete(p.faulty, ref)
		if err := content.CheckBinding(b); err != nil {
			p.faulty[ref] = err
		} else {
			p.stored[ref] = b
		}
	}
	sources := p.withIDs(in.Policies)
	p.policies = claim.NewPolicies(sources...)
	for _, policy := range sources {
		p.sources[policy.Ref()] = policy
	}
	if err := p.policies.Faults(); err != nil {
		p.plan.Warnings = append(p.plan.Warnings, err.Error())
	}
	for _, o := range in.Overrides {
		switch o := o.(type) {
		case *api.OverridePolicy:
			p.exists[content.NameOf(o)] = true
		case *api.ClusterOverridePolicy:
			p.exists[types.NamespacedName{Name: o.Name}] = true
		}
	}
	return p, nil
}

// isNil reports whether an interface has no override policy in it.
func isNil(o api.OverrideSource) bool {
	switch o := o.(type) {
	case nil:
		return true
	case *api.OverridePolicy:
		return o == nil
	case *api.ClusterOverridePolicy:
		return o == nil
	}
	return false
}

// template is a template of the plan. It has its claim after it was decided.
type template struct {
	ref     override.Ref
	object  *unstructured.Unstructured
	fault   error        // why the object is invalid
	binding override.Ref // its own, or that of a dependency

	preempted string // why another policy has taken it
	released  string // why it has lost its claim
	untouched bool   // its binding is stored, and the scheduler does not look at it
}

// templates returns the templates sorted. Of two with one name the last counts.
func (p *planner) templates() []*template {
	last := map[override.Ref]*template{}
	for _, object := range p.Templates {
		if object != nil {
			ref := override.RefOf(object)
			if last[ref] != nil {
				p.plan.Warnings = append(p.plan.Warnings, fmt.Sprintf("template %s is given twice, the last one counts", ref))
			}
			last[ref] = &template{ref: ref, object: object}
		}
	}
	all := slices.SortedFunc(maps.Values(last), func(a, b *template) int { return content.CompareRefs(a.ref, b.ref) })
	for _, t := range all {
		if err := content.Check(t.object.Object); err != nil {
			t.fault = fmt.Errorf("%s: %w", t.ref, err)
		}
	}
	return all
}

// id returns a new permanent id. Without NewID it has 128 bits: two Works with one id would be taken for each other.
func (p *planner) id(of override.Ref) string {
	if p.Options.NewID != nil {
		return p.Options.NewID(of)
	}
	sum := sha256.Sum256([]byte(of.Kind + "\x00" + of.Namespace + "\x00" + of.Name))
	return hex.EncodeToString(sum[:16])
}

// withIDs returns the policies. Those without an id are copied and get that of the bindings that they have claimed, or a new one.
func (p *planner) withIDs(policies []api.PropagationSource) []api.PropagationSource {
	known := map[override.Ref]string{}
	for _, ref := range slices.SortedFunc(maps.Keys(p.stored), content.CompareRefs) {
		b := p.stored[ref]
		if had, claimed := claim.ClaimOf(b.GetLabels(), b.GetAnnotations()); claimed && known[had.Policy] == "" {
			known[had.Policy] = had.ID
		}
	}
	all := make([]api.PropagationSource, 0, len(policies))
	for _, policy := range policies {
		if claim.PolicySpec(policy) == nil {
			continue
		}
		key := api.PropagationPolicyIDLabel
		if policy.GetNamespace() == "" {
			key = api.ClusterPropagationPolicyIDLabel
		}
		if policy.GetLabels()[key] == "" {
			c, _ := policy.DeepCopyObject().(api.PropagationSource)
			id := known[policy.Ref()]
			if id == "" {
				id = p.id(policy.Ref())
			}
			c.SetLabels(content.MergeMap(c.GetLabels(), map[string]string{key: id}))
			policy = c
		}
		all = append(all, policy)
	}
	return all
}

// warnNoAPIs warns of clusters that get nothing because they report no APIs.
func (p *planner) warnNoAPIs() {
	var names []string
	for _, c := range p.Clusters {
		if len(c.Status.APIEnablements) == 0 {
			names = append(names, c.Name)
		}
	}
	if len(names) > 0 {
		const shown = 5
		list := strings.Join(names[:min(shown, len(names))], ", ")
		if len(names) > shown {
			list += fmt.Sprintf(" and %d more", len(names)-shown)
		}
		p.plan.Warnings = append(p.plan.Warnings, "clusters that report no APIs get no new objects: "+list+" (PlanOptions.AssumeAPIs is for clusters that were never joined)")
	}
}

// assumeAPIs returns the clusters. Those that report no API are copied and get those of all templates.
func assumeAPIs(clusters []*api.Cluster, templates []*template) []*api.Cluster {
	kinds := map[string]map[string]bool{}
	for _, t := range templates {
		if kinds[t.ref.APIVersion] == nil {
			kinds[t.ref.APIVersion] = map[string]bool{}
		}
		kinds[t.ref.APIVersion][t.ref.Kind] = true
	}
	var all []api.APIEnablement
	for _, version := range slices.Sorted(maps.Keys(kinds)) {
		enabled := api.APIEnablement{GroupVersion: version}
		for _, kind := range slices.Sorted(maps.Keys(kinds[version])) {
			enabled.Resources = append(enabled.Resources, api.APIResource{Kind: kind})
		}
		all = append(all, enabled)
	}
	assumed := slices.Clone(clusters)
	for i, c := range assumed {
		if len(c.Status.APIEnablements) == 0 {
			copied := *c
			copied.Status.APIEnablements = all
			assumed[i] = &copied
		}
	}
	return assumed
}
