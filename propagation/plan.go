package propagation

import (
	"bytes"
	"context"
	"encoding/json"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/propagation/schedule"
	"github.com/overridekit/overridekit/propagation/work"
)

// PlanInput is everything that a control plane propagates, see [InputOf]. It is never written. The order of the lists does not matter, unless an
// object is in them twice. Nil entries are ignored.
type PlanInput struct {
	Templates []*unstructured.Unstructured
	Policies  []api.PropagationSource // PropagationPolicies and ClusterPropagationPolicies
	Overrides []api.OverrideSource    // OverridePolicies and ClusterOverridePolicies
	Clusters  []*api.Cluster
	Bindings  []api.Binding // as they are stored now
	Works     []*api.Work   // as they are stored now
	Registry  *interpreter.Registry
	Options   PlanOptions
}

// PlanOptions configures a control plane.
type PlanOptions struct {
	ResourceFilter claim.ResourceFilterOptions
	Schedule       schedule.Options

	FeatureGates api.FeatureGates // of all stages; an unknown gate is an error

	// PriorityClass is that of [bind.Input].
	PriorityClass func(ctx context.Context, name string) (value int32, found bool, err error)

	// NewID returns the permanent id of a policy or a binding that has none. Karmada's admission sets a random one. Nil: the id is made
	// from the kind, namespace and name, so it is always the same.
	NewID func(of override.Ref) string

	// AssumeAPIs treats clusters that report no API as clusters that have all, such as those that were written by hand or never joined.
	AssumeAPIs bool

	// Hide selects the places in objects whose values no error and no output of package diff shows. Nil: those of Secrets.
	Hide redact.Places

	Progress         func(done, total int) // called after each template is scheduled; may be nil
	Reasons          bool                  // keep why each cluster was not chosen: memory for templates × clusters
	WithoutManifests bool                  // do not make the Works
}

// Plan is what a control plane makes of its templates.
type Plan struct {
	Rows     []Row         `json:"rows"`     // one for each template, sorted by namespace, kind, name and API version
	Bindings []api.Binding `json:"bindings"` // as they should be stored, sorted by namespace, kind and name; also those without a template
	Works    []*api.Work   `json:"works"`    // as they should be stored, sorted by namespace and name; none with WithoutManifests
	Deleted  []work.Orphan `json:"deleted"`  // stored Works that must be deleted, sorted by namespace and name
	Warnings []string      `json:"warnings"` // about policies: invalid selectors, which select nothing

	Hide redact.Places `json:"-"` // PlanOptions.Hide: values that no string about the plan shows
}

// Row is what happens to a template. Its JSON has the message of the error as "error", which is not read back.
type Row struct {
	Template override.Ref         `json:"template"`
	Policy   override.Ref         `json:"policy,omitzero"`    // the one that claims it, if any
	Binding  override.Ref         `json:"binding,omitzero"`   // if it has one
	Reason   string               `json:"reason"`             // why it is claimed, or why not
	Replicas int32                `json:"replicas,omitempty"` // of the template, if it is a workload
	Clusters []api.TargetCluster  `json:"clusters,omitempty"` // the clusters that get it
	Rejected []schedule.Rejection `json:"rejected,omitempty"` // the other clusters, and why; only with PlanOptions.Reasons
	Warnings []string             `json:"warnings,omitempty"`
	Err      error                `json:"-"` // why it went no further, or why some of its clusters have no Work; see [IsRetryable]
}

// MarshalJSON returns the fields, and the error as a string.
func (r Row) MarshalJSON() ([]byte, error) {
	type fields Row
	row := struct {
		fields
		Error string `json:"error,omitempty"`
	}{fields: fields(r)}
	if r.Err != nil {
		row.Error = r.Err.Error()
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false) // left to the caller's encoder
	err := encoder.Encode(row)
	return out.Bytes(), err
}

// NewPlan returns the state that a control plane reaches for its templates, as Karmada does after it has settled. It runs these stages:
//
//  1. Claim: find the policy of each template ([claim.Decide]), if it is considered at all ([claim.ResourceFilter]).
//  2. Bind: make its binding ([bind.Bind]) and merge it into the stored one ([bind.Merge]).
//  3. Schedule: choose clusters and replicas (package schedule), as often as necessary. With the feature gate WorkloadAffinity, bindings with a common group
//     are scheduled in the order of the rows, repeatedly; each sees the present clusters of all others. Every stored ResourceBinding is a
//     peer, even one that is suspended, is being deleted or has no template.
//  4. Distribute: make the bindings of dependencies ([bind.Distribute]), even of a template that could not be scheduled.
//  5. Render: make the Works of each binding, and find those that must be deleted (package work).
//
// An error of one template does not affect the others and is in its row. The error that NewPlan returns is about options or override policies that
// are invalid, or it is that of ctx. Templates may contain any Go value. A plan of what a plan returned, after that is stored, is the same plan,
// with the same warnings and errors. A binding that never settles has a [SwingError] in its row.
//
// Time and memory are proportional to the input and the result, except that each binding checks all clusters.
func NewPlan(ctx context.Context, in PlanInput) (*Plan, error) {
	p, err := newPlanner(in)
	if err != nil {
		return nil, err
	}
	templates := p.templates()
	if in.Options.AssumeAPIs {
		p.Clusters = assumeAPIs(p.Clusters, templates)
	}
	if err := p.rows(ctx, templates); err != nil {
		return nil, err
	}
	if err := p.distribute(ctx, templates); err != nil {
		return nil, err
	}
	if err := p.render(ctx, templates); err != nil {
		return nil, err
	}
	return &p.plan, nil
}

// rows claims, binds and schedules all templates. Those without workload affinity groups come first.
func (p *planner) rows(ctx context.Context, templates []*template) error {
	p.plan.Rows = make([]Row, len(templates))
	done := 0
	progress := func(n int) {
		for range n {
			if done++; p.Options.Progress != nil {
				p.Options.Progress(done, len(templates))
			}
		}
	}
	for i, t := range templates {
		if err := ctx.Err(); err != nil {
			return err
		}
		p.plan.Rows[i].Template = t.ref
		if p.row(ctx, t, &p.plan.Rows[i]) {
			progress(1)
		}
	}
	for _, unit := range p.units() {
		if err := p.scheduleUnit(ctx, unit); err != nil {
			return err
		}
		progress(len(unit))
	}
	return nil
}
