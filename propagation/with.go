package propagation

import (
	"context"
	"errors"
)

// With returns the plan for the input of p after changes. It is equal to what [NewPlan] returns for the changed input: the rows with their errors, the
// warnings and all objects. See [Changes] for what the changed input is.
//
// The changed input does not have the result of p: the stored bindings are those of the input of p. So a template without a stored binding is scheduled
// as if it were new, and its replicas may move, for example when a cluster joins. In a loop, pass the bindings and Works of p, once they are stored, as
// changes: Changes{Bindings: p.Bindings, Works: p.Works}. Everything is planned again then.
//
// With plans only what the changes can touch:
//
//  1. A template is claimed, bound, scheduled and rendered again if it changes, or if its binding has the name of one that is made again.
//  2. The bindings of what such a template needs, or needed, are made again. The other templates that require them attach them again and are not
//     interpreted. A template that needs an object is planned again if that object is new or gone, if it selects its dependencies by labels, or if it had errors.
//  3. After a change of a propagation policy, the templates that it claims or selects, before or after, are planned again, and so are those
//     that may select them as dependencies by the labels of their claims.
//  4. After a change of an override policy, the Works of the templates that it selects, before or after, are rendered again, see package impact.
//  5. After a change of the labels of a cluster, the templates whose placement tells the old and the new cluster apart are planned again. The Works
//     of the templates for which other rules match the cluster are rendered again.
//  6. Works that are certainly the same are not rendered again.
//
// Everything is planned again, which only takes longer, if it is not known what the changes can touch, or if they touch too much:
//
//  1. The feature gate WorkloadAffinity or PropagationPolicyPreemption is on, or the plan has a Now.
//  2. A stored binding or Work changes, or more than the labels of a cluster.
//  3. A CustomResourceDefinition changes, or a PriorityClass without [PlanOptions].PriorityClass.
//  4. A changed object is given twice, or a changed template may give a policy its id by its claim, or is the first or the last of its kind while
//     clusters are assumed to have all APIs.
//  5. A changed policy has a warning or selects by claims, or a propagation policy waits for an override policy that comes or goes.
//  6. Two objects have a Work with the same name, or may get one.
//  7. Stored Works do not name their binding, belong to another template of the same name or to a namespace that changes, or the plan warns of stored
//     objects. The same holds if a stored binding is detached from its dependencies because it is being deleted.
//  8. A template needs an object in another namespace, or in none.
//  9. The changed templates, and those of changed propagation policies and clusters, are more than half of all, and there are more than a hundred
//     templates.
//
// The time is that of copying the lists of the plan, and of planning what changes. The first change of a plan takes longer, about a hundredth of the
// time of NewPlan, because it sorts the input. So does the first one of an override policy or a cluster: it indexes the templates.
//
// The plans share the rows and objects that have not changed, so neither may be written. To find what to store, compare the pointers in [Plan].Works and
// [Plan].Rows: the same pointer means that the Work or the row has not changed. A new pointer may still be an equal Work or row, because a full plan
// makes all of them again. The function Plans of package diff compares such Works, also with StreamWorks. The plans also refer to the objects of the input and of the changes. Do not write
// those while you use With. The functions in the options must return the same for the same argument.
//
// [PlanOptions].Progress counts what is planned again. p stays valid and does not change, and any number of calls may run concurrently.
//
// The error is about the changes, or that of NewPlan. For a plan that NewPlan or With has not made, such as the zero value or one that was read
// from JSON, there is an error: it does not have its input.
func (p *Plan) With(ctx context.Context, changes Changes) (*Plan, error) {
	if p == nil || p.snapshot == nil {
		return nil, errors.New("found a plan without its input, expected one that NewPlan or With has made")
	}
	before := p.snapshot.objects()
	e, err := editsOf(changes, before)
	if err != nil {
		return nil, err
	}
	after := before.with(&e)
	if p.snapshot.bounded(&e) {
		if plan, err := p.snapshot.replan(ctx, &e, after); plan != nil || err != nil {
			return plan, err
		}
	}
	return NewPlan(ctx, after.input(&p.snapshot.in))
}
