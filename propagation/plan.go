package propagation

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada"
	"github.com/overridekit/overridekit/propagation/names"
	"github.com/overridekit/overridekit/propagation/schedule"
	"github.com/overridekit/overridekit/propagation/work"
)

// PlanInput is all that a control plane holds about what it propagates. None of it is written. The order of the lists does not matter.
type PlanInput struct {
	Templates []*unstructured.Unstructured
	Policies  []karmada.PropagationSource // PropagationPolicies and ClusterPropagationPolicies
	Overrides []karmada.Source            // OverridePolicies and ClusterOverridePolicies
	Clusters  []*karmada.Cluster
	Bindings  []karmada.Binding // as they are stored now
	Works     []karmada.Work    // as they are stored now
	Registry  *interpreter.Registry
	Options   PlanOptions
}

// PlanOptions is how a control plane is set up.
type PlanOptions struct {
	Watch    WatchOptions
	Bind     BindOptions
	Schedule schedule.Options

	// NewID gives a permanent id to a policy, a binding or a Work that has none; Karmada's admission draws one by lot. Nil: an id made
	// of its kind and name, the same each time.
	NewID func(of override.Ref) string

	// AssumeAPIs takes clusters that report no API at all for clusters that have all: those that a person wrote, or that were
	// never connected.
	AssumeAPIs bool

	Progress         func(done, total int) // called for each template that is claimed, bound and scheduled; nil: nobody wants to know
	Reasons          bool                  // keep why each cluster was not chosen, which takes room for templates × clusters
	WithoutManifests bool                  // do not make the Works: for those who only want to know what goes where
}

// Plan is where everything goes.
type Plan struct {
	Rows     []Row             // one for each template, sorted by namespace, kind, name and API version
	Bindings []karmada.Binding // as they are to be stored, sorted by namespace, kind and name
	Works    []karmada.Work    // as they are to be stored, sorted by namespace and name; none WithoutManifests
	Deleted  []work.Orphan     // stored Works that are to be deleted, sorted by namespace and name
	Warnings []string
}

// Row is what becomes of a template.
type Row struct {
	Template override.Ref            `json:"template"`
	Policy   override.Ref            `json:"policy,omitzero"`    // that claims it, if one does
	Binding  override.Ref            `json:"binding,omitzero"`   // if it is bound
	Reason   string                  `json:"reason"`             // why it is claimed, or why it is not
	Replicas int32                   `json:"replicas,omitempty"` // of the template, if it is a workload
	Clusters []karmada.TargetCluster `json:"clusters,omitempty"` // where it goes
	Rejected []schedule.Rejection    `json:"rejected,omitempty"` // where it does not, and why; with Reasons only
	Warnings []string                `json:"warnings,omitempty"`
	Err      error                   `json:"-"` // at which it ended
}

// NewPlan works out what a control plane makes of its templates, stage by stage, as Karmada does when it has settled:
//
//  1. Claim: each template that is considered ([Watch]) finds its policy ([Decide]).
//  2. Bind: the binding that the policy wants ([Bind]), merged into the stored one ([Merge]).
//  3. Schedule: where it goes, with how many replicas (propagation/schedule), if it needs to be scheduled.
//  4. Depend: what it needs beside itself follows it ([Distribute]).
//  5. Render: the Works of each binding, and those that are to be deleted (propagation/work).
//
// An error of one template ends its own way only, and is in its row; the error returned is about what cannot be read at all: options,
// override policies. Planning with what a plan has given, as it is stored, gives the same plan.
func NewPlan(ctx context.Context, in PlanInput) (*Plan, error) {
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
	templates := p.templates()
	if in.Options.AssumeAPIs {
		p.Clusters = assumeAPIs(in.Clusters, templates)
	}
	p.plan.Rows = make([]Row, len(templates))
	for i, t := range templates {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		p.plan.Rows[i].Template = refOf(t.object)
		p.row(ctx, t, &p.plan.Rows[i])
		if in.Options.Progress != nil {
			in.Options.Progress(i+1, len(templates))
		}
	}
	if err := p.depend(ctx, templates); err != nil {
		return nil, err
	}
	if err := p.render(ctx, templates); err != nil {
		return nil, err
	}
	return &p.plan, nil
}

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

// row takes a template from its claim to its clusters.
func (p *planner) row(ctx context.Context, t *template, row *Row) {
	if verdict := p.watch.Eligible(t.object); !verdict.Eligible() {
		row.Reason = verdict.Reason
		return
	}
	decision, err := Decide(ClaimInput{Object: t.object, Policies: p.policies, OverrideExists: func(namespace, name string) bool {
		return p.exists[types.NamespacedName{Namespace: namespace, Name: name}]
	}})
	row.Policy, row.Reason = decision.Policy, decision.Reason
	if err != nil || decision.Kind != DecisionApply {
		row.Err = err
		return
	}
	policy, found := p.policies.Get(decision.Policy)
	if !found {
		row.Err = fmt.Errorf("%s is not among the policies", decision.Policy)
		return
	}
	object := t.object.DeepCopy()
	object.SetLabels(decision.Edit.Labels(object.GetLabels()))
	object.SetAnnotations(decision.Edit.Annotations(object.GetAnnotations()))
	t.object = object
	binding, err := p.bind(ctx, object, policy)
	if err != nil {
		row.Err = err
		return
	}
	t.binding = binding.Ref()
	row.Binding, row.Replicas = t.binding, binding.BindingSpec().Replicas
	if other := p.bindings[t.binding]; other != nil {
		row.Err = fmt.Errorf("%s is the binding of %s already: names of bindings leave out the group of the kind", t.binding, other.BindingSpec().Resource.APIVersion)
		return
	}
	p.bindings[t.binding] = binding
	p.schedule(binding, row)
	row.Clusters = slices.Clone(binding.BindingSpec().Clusters)
}

func (p *planner) bind(ctx context.Context, object *unstructured.Unstructured, policy karmada.PropagationSource) (karmada.Binding, error) {
	desired, err := Bind(ctx, object, policy, p.Registry, p.Options.Bind)
	if err != nil {
		return nil, err
	}
	if stored := p.stored[desired.Ref()]; stored != nil {
		if desired, _, err = Merge(stored, desired); err != nil {
			return nil, err
		}
	}
	p.identify(desired)
	return desired, nil
}

// identify gives a binding its permanent id.
func (p *planner) identify(b karmada.Binding) {
	key := names.BindingID
	if _, cluster := b.(*karmada.ClusterResourceBinding); cluster {
		key = names.ClusterBindingID
	}
	if b.GetLabels()[key] == "" {
		b.SetLabels(added(b.GetLabels(), map[string]string{key: p.id(b.Ref())}))
	}
}

// schedule chooses the clusters of a binding and writes them into it.
func (p *planner) schedule(b karmada.Binding, row *Row) {
	in := schedule.Input{Spec: b.BindingSpec(), Status: b.BindingStatus(), Clusters: p.Clusters, Options: p.Options.Schedule}
	if accepted, why := schedule.Accepted(in, b); !accepted {
		row.Warnings = append(row.Warnings, why)
		return
	}
	needed, _ := schedule.Need(in, b)
	if !needed && !p.Options.Reasons {
		return
	}
	result, err := schedule.Schedule(in)
	if result != nil {
		row.Warnings = append(row.Warnings, result.Warnings...)
		if p.Options.Reasons {
			row.Rejected = result.Rejected
		}
	}
	var misfit *schedule.FitError
	if errors.As(err, &misfit) && p.Options.Reasons {
		row.Rejected = misfit.Rejected
	}
	if !needed {
		return
	}
	row.Err = err
	after := schedule.After(in, result, err)
	b.BindingSpec().Clusters, b.BindingStatus().SchedulerObservedAffinityName = after.Clusters, after.AffinityName
	if after.Applied {
		if text, err := json.Marshal(b.BindingSpec().Placement); err == nil {
			b.SetAnnotations(added(b.GetAnnotations(), map[string]string{names.AppliedPlacement: string(text)}))
		}
	}
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
