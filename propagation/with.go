package propagation

import (
	"context"
	"errors"
)

// With returns the plan for the input of p after changes. It is equal to what [NewPlan] returns for the changed input: the rows with their errors, the
// warnings, and all objects. See [Changes] for how they apply.
//
// The plans share the rows and the objects that have not changed, so neither may be written. They also refer to the objects of the input and of
// the changes, which must not be written either as long as With is called. p stays valid and does not change, so any number of calls may run
// concurrently.
//
// The error is about the changes, or that of NewPlan. A plan that NewPlan or With has not made, such as the zero value or one that was read from JSON,
// is an error: it does not have its input.
func (p *Plan) With(ctx context.Context, changes Changes) (*Plan, error) {
	if p == nil || p.origin == nil {
		return nil, errors.New("found a plan without its input, expected one that NewPlan or With has made")
	}
	before := p.origin.objects()
	e, err := editsOf(changes, before)
	if err != nil {
		return nil, err
	}
	after := before.with(&e)
	if p.origin.bounded(&e) {
		if plan, err := p.origin.again(ctx, &e, after); plan != nil || err != nil {
			return plan, err
		}
	}
	return NewPlan(ctx, after.input(&p.origin.in))
}
