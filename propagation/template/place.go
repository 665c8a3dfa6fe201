package template

import (
	"context"
	"errors"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/bind"
	"github.com/overridekit/overridekit/propagation/eviction"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// Input is one template with what a control plane stores about it. [Place] does not write it.
type Input struct {
	Template *unstructured.Unstructured // nil: it is gone
	Binding  api.Binding                // the stored one with its name, even if that is the binding of another object; nil: there is none
	Memory   Memory                     // that of the last [Placed]

	// Bindings are the stored ResourceBindings, including the bindings of what the template needs; nil: no binding is stored.
	Bindings *bind.Index
	Find     bind.DependencyFinder // of the objects that it needs; nil finds nothing
}

// Placed is what a control plane should store for a template, and why. It shares no memory with the input.
type Placed struct {
	// Row is the decision with its reasons, warnings and errors. Row.ClaimEdit is what must be written to the template.
	Row *Row

	// Released is the stored binding without the claim of a policy that has released the template; nil: none has. Store it before Row.ClaimEdit: without the
	// claim of its template, a binding keeps that of a policy that is gone.
	Released api.Binding

	// Binding is that of the template as it should be stored, even if it does not change; nil: there is none. It lacks what a scheduler sets after it has
	// succeeded, see Scheduled. Store it in the order of [Placed.Bindings].
	Binding api.Binding

	// Attached are the bindings of what the template needs, or needed, that change, sorted by namespace and name.
	Attached []*api.ResourceBinding

	Failed    Failed
	Started   []api.GracefulEvictionTask // the new tasks of evictions, even those that have ended
	Scheduled *Scheduled                 // nil: there is no binding, or none that the scheduler accepts
	Lazy      bool                       // the policy of the template is lazy, and leaves the binding as it is

	Dependencies []interpreter.Dependency // what the template needs, sorted; none if its dependencies are not distributed
	Memory       Memory                   // for the next time
	Again        time.Time                // when to place the template again even if nothing happens until then; zero: never

	detaches bool // Binding loses the finalizer of its dependencies
}

// Bindings returns Binding, if there is one, and Attached in the order in which they must be stored. A binding that loses the finalizer of its dependencies
// comes last: without it, nothing detaches them any more.
func (p *Placed) Bindings() []api.Binding {
	var all []api.Binding
	for _, b := range p.Attached {
		all = append(all, b)
	}
	switch {
	case p.Binding == nil:
	case p.detaches:
		all = append(all, p.Binding)
	default:
		all = slices.Insert(all, 0, p.Binding)
	}
	return all
}

// Place decides everything about one template, as Karmada does after it has settled:
//
//  1. Claim: which policy has the template. One that no longer selects it releases it ([claim.Policies.ReleaseClaimed]). One with preemption takes it
//     from others ([claim.Policies.Preempt]). Otherwise [claim.Decide] chooses one.
//  2. Bind: its binding ([bind.Bind]), merged into the stored one ([bind.Merge]).
//  3. Fail over: with a time, evict the object from clusters with a taint NoExecute ([eviction.TaintEvictions]), and from those in which it is unhealthy for
//     too long ([eviction.ApplicationFailover]).
//  4. Schedule: its clusters and replicas, as often as necessary. Its peers keep their clusters. A stored binding without a claim is scheduled if a cluster
//     of it is gone.
//  5. Evict: with a time, end the eviction tasks that are over ([eviction.Assess]), and schedule again.
//  6. Distribute: the bindings of what it needs ([bind.Batch.Distribute]).
//
// A stored binding that no policy claims is left as it is. The Works are made by [Render].
//
// Everything that goes wrong with the template is in its row, with the stages that it does not affect. The error is about the control, or that of ctx. If a
// function of the control or an interpreter panics, so does Place. The time is that of looking at all clusters, and does not depend on the number of templates.
// Place may be called concurrently.
func Place(ctx context.Context, control *Control, in Input) (*Placed, error) {
	if err := control.FeatureGates.Check(); err != nil {
		return nil, err
	}
	if in.Template == nil {
		return detach(ctx, control, in)
	}
	stored, fault := in.Binding, error(nil)
	if content.NoBinding(stored) {
		stored = nil
	} else if fault = content.CheckBinding(stored); fault != nil {
		stored = nil
	}
	p := New(in.Template, control.Hide)
	if p.begin(control, stored, fault, in.Memory); ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if p.bindStage(ctx); p.Binding != nil {
		control.setID(p.Binding)
	}
	for p.scheduleStage(); p.assess(p.Binding); p.scheduleStage() {
		p.untouched = false
	}
	p.review()
	attached, left := p.distribute(ctx, in)
	if left != nil && len(left.BindingSpec().RequiredBy) > 0 { // it is that of a dependency
		p.adopt(left)
		left = nil
	}
	p.end(left, attached, &eviction.ToleranceCache{Now: control.Now})
	return p.placed(attached, left), ctx.Err()
}

// distribute distributes the dependencies, and returns the bindings of these that change. left is the stored binding of the template if no stage makes it.
func (p *Placing) distribute(ctx context.Context, in Input) (attached []dependency, left api.Binding) {
	independent := p.independent()
	if p.Binding == nil && p.storedOwn() != nil {
		left, _ = p.stored.DeepCopyObject().(api.Binding)
	}
	if independent == nil {
		return nil, left
	}
	if own, isLeft := left.(*api.ResourceBinding); isLeft {
		independent = own
	}
	batch := in.Bindings.Batch(independent)
	p.attach(ctx, batch, independent, in.Find)
	attached, err := p.control.finish(batch, independent, p.given, in.Bindings)
	p.failed.Distribute, p.Row.Err = errors.Join(p.failed.Distribute, err), errors.Join(p.Row.Err, err)
	return attached, left
}

// finish returns the bindings that a batch has changed, except for the independent one.
func (c *Control) finish(batch *bind.Batch, independent *api.ResourceBinding, given api.Binding, bindings *bind.Index) (changed []dependency, err error) {
	all, err := batch.Finish()
	for _, b := range all {
		if b.Binding == independent {
			own, _ := given.(*api.ResourceBinding)
			c.complete(independent, own)
			continue
		}
		stored := bindings.Get(b.Binding.Namespace, b.Binding.Name)
		c.complete(b.Binding, stored)
		if stored == nil {
			changed = append(changed, dependency{nil, b.Binding})
		} else if len(bind.ChangedFields(stored, b.Binding)) > 0 {
			changed = append(changed, dependency{stored, b.Binding})
		}
	}
	return changed, err
}

// detach detaches the binding of a template that is gone from what it has attached, if it is being deleted.
func detach(ctx context.Context, control *Control, in Input) (*Placed, error) {
	done := &Placed{Row: &Row{Reason: "it does not exist"}, Memory: Memory{}.with(in.Memory)}
	if content.NoBinding(in.Binding) {
		return done, ctx.Err()
	}
	done.Row.Template = content.ResourceOf(in.Binding)
	if done.Row.Err = content.CheckBinding(in.Binding); done.Row.Err != nil {
		return done, ctx.Err()
	}
	done.Binding, _ = in.Binding.DeepCopyObject().(api.Binding)
	independent, namespaced := done.Binding.(*api.ResourceBinding)
	if !namespaced || independent.DeletionTimestamp == nil || !distributes(independent) {
		return done, ctx.Err()
	}
	batch := in.Bindings.Batch(independent)
	_, err := batch.Distribute(ctx, bind.DistributeInput{Independent: independent, FeatureGates: control.FeatureGates})
	changed, unfinished := control.finish(batch, independent, in.Binding, in.Bindings)
	done.Failed.Distribute = errors.Join(err, unfinished)
	done.Attached, done.Row.Err = planned(changed), done.Failed.Distribute
	done.detaches = !distributes(independent)
	return done, ctx.Err()
}

// distributes reports whether a binding may have attached others.
func distributes(b api.Binding) bool {
	return slices.Contains(b.GetFinalizers(), api.DependenciesFinalizer)
}

func planned(all []dependency) (bindings []*api.ResourceBinding) {
	for _, d := range all {
		bindings = append(bindings, d.planned)
	}
	return bindings
}

// placed returns the result.
func (p *Placing) placed(attached []dependency, left api.Binding) *Placed {
	if p.outcome != nil && p.outcome.failed {
		p.failed.Schedule = p.outcome.problem
	}
	done := &Placed{
		Row: p.Row, Released: p.released, Binding: p.Binding, Attached: planned(attached), Dependencies: p.needs, Again: p.again,
		Failed: p.failed, Started: p.started, Scheduled: p.scheduledBinding(), Lazy: p.lazy,
	}
	if done.Memory = p.after; !p.remembers {
		done.Memory = Memory{}.with(p.memory)
	}
	if done.Binding == nil {
		done.Binding = left
	}
	done.detaches = p.given != nil && distributes(p.given) && done.Binding != nil && !distributes(done.Binding)
	return done
}
