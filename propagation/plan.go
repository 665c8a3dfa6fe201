package propagation

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/internal/parallel"
	"github.com/overridekit/overridekit/propagation/schedule"
	"github.com/overridekit/overridekit/propagation/template"
	"github.com/overridekit/overridekit/propagation/work"
)

// Plan is what a control plane makes of its templates. If storing a plan may be interrupted, store in this order, so that the next plan completes it:
// first everything else, then the bindings that lose a finalizer, and then [Row].ClaimEdit. Without the finalizer, dependencies are not detached any
// more, and without the claim of its template, a binding keeps that of a policy that is gone.
type Plan struct {
	Rows []*Row `json:"rows"` // one for each template, sorted by namespace, kind, name and API version; none is nil

	// Bindings are those of templates and their dependencies as they should be stored, sorted by namespace, kind and name. They lack what a
	// scheduler sets after it has succeeded, see [schedule.StatusAfter]: the condition Scheduled, status.lastScheduledTime, and
	// status.schedulerObservedGeneration, the generation of the stored binding. The caller sets these after storing: functions such as
	// eviction.Assess and status.BindingChanged read them.
	Bindings []api.Binding `json:"bindings"`

	// Works are as they should be stored, sorted by namespace and name. The list is empty with WithoutManifests, and with StreamWorks, also in the
	// JSON: then EachWork has them.
	Works    []*api.Work   `json:"works"`
	Left     Left          `json:"left"`     // stored objects that stay
	Deleted  []work.Orphan `json:"deleted"`  // stored Works that must be deleted, sorted by namespace and name; one in Works, too, is made again
	Warnings []string      `json:"warnings"` // about the input as a whole, sorted; those about a template are in its row

	Memory []template.Remembered `json:"memory,omitempty"` // for the [PlanOptions] of the next plan, sorted by binding

	// LookAgain is the time to plan again even if nothing happens until then; nil: the passing of time alone changes nothing, or the plan has no Now.
	LookAgain *time.Time `json:"lookAgain,omitempty"`

	Hide redact.Places `json:"-"` // PlanOptions.Hide: values that no string about the plan shows

	works []work.Prepared // with StreamWorks
}

// NewPlan returns the state that a control plane reaches for its templates, as Karmada does after it has settled: the stages of [template.Place] for each of
// them, then the Works (package work) and those of namespaces (package namespace). Some rules are about all templates:
//
//  1. A template that loses its claim is matched again. A lazy policy does not change a binding until its template changes ([PlanOptions].Changed). A template
//     without a uid takes the uid and the claim of its stored binding. One with a uid keeps its policy only if [Row].ClaimEdit is written to it.
//  2. With the feature gate WorkloadAffinity, bindings with a common group are scheduled in the order of the rows, repeatedly; each sees the present
//     clusters of all others. Every stored ResourceBinding is a peer, even one that is suspended, is being deleted or has no template.
//
// Stored objects that no stage makes or deletes are in [Plan].Left. Templates must have a name, and a namespace if and only if their kind is
// namespaced; CustomResourceDefinitions among them are taken into account.
//
// An error of one template does not affect the others and is in its row. The error that NewPlan returns is about options or override policies that
// are invalid, or it is that of ctx. Templates may contain any Go value. A plan of what a plan returned, after that is stored, is the same plan,
// with the same warnings and errors, except for reasons, for evictions that have ended, for the warnings about evictions that it has started and about
// stored objects that were given twice, for taints that evict objects from clusters that it has just chosen, for the errors of templates that a
// lazy policy does not bind again, and for bindings without a claim that lose a cluster: the next plan leaves them. It requires a NewID that is a function of its argument for policies without an id, unless they have bindings. A
// binding that never settles has a [SwingError] in its row.
//
// All cores make the plan, see [PlanOptions].Workers. If a function of the options or an interpreter panics, so does NewPlan, in the goroutine of the
// caller. Time and memory are proportional to the input and the result, except that each binding checks all clusters. With StreamWorks, the
// Works count only while they are read.
//
// The fields of the plan share no memory with the input.
func NewPlan(ctx context.Context, in PlanInput) (*Plan, error) {
	x, err := newIndexes(in)
	if err != nil {
		return nil, err
	}
	p := &planner{indexes: x, plan: Plan{Hide: x.Options.Hide}}
	p.warnDuplicates(&in)
	if p.templates, err = p.newTemplates(ctx); err != nil {
		return nil, err
	}
	if err := p.checkScopes(ctx); err != nil {
		return nil, err
	}
	p.setPolicies()
	if in.Options.PriorityClass == nil {
		p.control.PriorityClass = priorityClasses(p.templates, in.Options.Hide)
	}
	if in.Options.AssumeAPIs {
		p.Clusters = assumeAPIs(p.Clusters, p.templates)
	} else {
		p.warnNoAPIs()
	}
	p.control.Clusters = schedule.NewFleet(p.Clusters...)
	if err := p.place(ctx); err != nil {
		return nil, err
	}
	p.warnFaulty()
	p.placeNamespaces()
	if !in.Options.WithoutManifests {
		if err := p.render(ctx); err != nil {
			return nil, err
		}
	}
	slices.Sort(p.plan.Warnings)
	p.plan.fillLists()
	return &p.plan, nil
}

// place runs the stages from claim to distribute.
func (p *planner) place(ctx context.Context) (err error) {
	p.placed, err = template.PlaceAll(ctx, p.control, template.AllInput{
		Templates: p.templates, Bindings: p.given, Faulty: p.faulty, Memory: p.Options.Memory, Workers: p.Options.Workers, Progress: p.Options.Progress,
	})
	if err != nil {
		return err
	}
	p.plan.Rows = make([]*Row, len(p.templates))
	for i, t := range p.templates {
		p.plan.Rows[i] = t.Row
	}
	refs := slices.AppendSeq(make([]override.Ref, 0, len(p.placed.Bindings)), maps.Keys(p.placed.Bindings))
	if err := parallel.Sort(ctx, p.workers(len(refs)), refs, content.CompareRefs); err != nil {
		return err
	}
	p.plan.Bindings = valuesOf(p.placed.Bindings, refs)
	p.plan.Left.Bindings = valuesOf(p.placed.Left, slices.SortedFunc(maps.Keys(p.placed.Left), content.CompareRefs))
	p.plan.Warnings = append(p.plan.Warnings, p.placed.Warnings...)
	if p.plan.Memory = p.placed.Memory; !p.placed.Again.IsZero() {
		p.plan.LookAgain = &p.placed.Again
	}
	return nil
}

// fillLists replaces nil by empty lists, for programs that read the JSON.
func (p *Plan) fillLists() {
	p.Bindings, p.Works, p.Deleted, p.Warnings = orEmpty(p.Bindings), orEmpty(p.Works), orEmpty(p.Deleted), orEmpty(p.Warnings)
	p.Left.Bindings, p.Left.Works = orEmpty(p.Left.Bindings), orEmpty(p.Left.Works)
}

func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
