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

// PlanInput is all that a control plane holds about what it propagates. None of it is written. The order of the lists does not matter, as
// long as nothing is in them twice.
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

// PlanOptions is how a control plane is set up.
type PlanOptions struct {
	ResourceFilter claim.ResourceFilterOptions
	Schedule       schedule.Options

	FeatureGates api.FeatureGates // of all stages; one that is unknown is an error

	// PriorityClass is that of [bind.Input].
	PriorityClass func(ctx context.Context, name string) (value int32, found bool, err error)

	// NewID gives a permanent id to a policy, a binding or a Work that has none; Karmada's admission draws one by lot. Nil: an id made
	// of its kind and name, the same each time.
	NewID func(of override.Ref) string

	// AssumeAPIs takes clusters that report no API at all for clusters that have all: those that a person wrote, or that were
	// never connected.
	AssumeAPIs bool

	// Hide names the places of objects whose values no text shows, be it an error or one of package diff. Nil: those of Secrets.
	Hide redact.Places

	Progress         func(done, total int) // called for each template that is claimed, bound and scheduled; nil: nobody wants to know
	Reasons          bool                  // keep why each cluster was not chosen, which takes room for templates × clusters
	WithoutManifests bool                  // do not make the Works: for those who only want to know what goes where
}

// Plan is where everything goes.
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
	Policy   override.Ref         `json:"policy,omitzero"`    // that claims it, if one does
	Binding  override.Ref         `json:"binding,omitzero"`   // if it is bound
	Reason   string               `json:"reason"`             // why it is claimed, or why it is not
	Replicas int32                `json:"replicas,omitempty"` // of the template, if it is a workload
	Clusters []api.TargetCluster  `json:"clusters,omitempty"` // where it goes
	Rejected []schedule.Rejection `json:"rejected,omitempty"` // where it does not, and why; with Reasons only
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

// NewPlan works out what a control plane makes of its templates, stage by stage, as Karmada does when it has settled:
//
//  1. Claim: each template that is considered ([claim.ResourceFilter]) finds its policy ([claim.Decide]).
//  2. Bind: the binding that the policy wants ([bind.Bind]), merged into the stored one ([bind.Merge]).
//  3. Schedule: where it goes, with how many replicas (propagation/schedule), as often as it needs to be scheduled. With the feature
//     gate WorkloadAffinity, bindings with a common group are scheduled in the order of the rows, again and again until none changes; each
//     sees the current clusters of the others. Every stored ResourceBinding counts, even if it is suspended, is being deleted or has
//     no template.
//  4. Depend: what it needs beside itself follows it ([bind.Distribute]), even if it could not be scheduled.
//  5. Render: the Works of each binding, and those that are to be deleted (propagation/work).
//
// An error of one template ends its own way only, and is in its row; the error returned is about what cannot be read at all, options or
// override policies, or it is that of ctx. Templates may hold anything that Go code can put into them. Planning with what a plan has given, as
// it is stored, gives the same plan, with the same warnings and errors; a binding that never settles has a [SwingError] in its row.
//
// The time and the memory are proportional to the input and the plan, but for the clusters: each binding looks at all of them.
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
	if err := p.depend(ctx, templates); err != nil {
		return nil, err
	}
	if err := p.render(ctx, templates); err != nil {
		return nil, err
	}
	return &p.plan, nil
}

// rows takes all templates to their clusters: first those without peers.
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
