package propagation

import "sync"

// origin is what a plan was made of. It is never written after the plan is made.
type origin struct {
	in        PlanInput // only the registry and the options, if objects are given
	templates []*template
	objects   func() *objects
}

// newOrigin returns the origin of a plan after all of its stages.
func newOrigin(in PlanInput, p *planner, templates []*template) *origin {
	for _, t := range templates { // for the next plan: the rest is in the rows
		t.row, t.reasons, t.warnings = nil, nil, nil
	}
	o := &origin{in: in, templates: templates}
	o.objects = sync.OnceValue(func() *objects { return objectsOf(&in, templates) })
	return o
}
