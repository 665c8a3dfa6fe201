package suite

import (
	"slices"
	"sync"

	"github.com/overridekit/overridekit/propagation/simulation/events"
)

// maxEvents is the size of the largest file with events.
const maxEvents = 16 << 20

// checkMore compares the plan of the case with its golden files, and checks its assertions.
func (c *Case) checkMore(in *input, r *Report, o Options) {
	plan := c.planner(in)
	c.checkPlan(plan, r, o)
	c.checkAssertions(in, plan, r)
}

// readEvents reads the file with the events of a case, which must have a golden plan or an assertion about it.
func (s *settings) readEvents(file string) ([]events.Event, []Failure) {
	placed := slices.ContainsFunc(s.assert, func(a statement) bool { _, is := a.of.(Placed); return is })
	switch {
	case s.plan.value == "works":
		return nil, []Failure{{File: s.file, Line: s.plan.line, Message: "plan: found works, expected table: a case with " + eventsFile + " has a table for each event"}}
	case s.plan.value == "" && !placed:
		return nil, []Failure{{File: file, Message: "the events have no effect, expected plan or an assertion placed in " + caseFile}}
	}
	text, err := readLimited(file, maxEvents)
	if err != nil {
		return nil, []Failure{{File: file, Message: err.Error()}}
	}
	return eventsOf(file, text)
}

// planner returns a function that plans the case once.
func (c *Case) planner(in *input) func() (*planned, []Failure) {
	return sync.OnceValues(func() (*planned, []Failure) {
		name := ""
		if c.events != nil {
			name = c.events.Name
		}
		p, failures := in.makePlan(name, c.story, c.settings.plan.value == "works")
		for _, pattern := range c.settings.objects {
			if only, err := parseObjectPattern(pattern.value); err == nil && p != nil { // they were checked
				p.only = append(p.only, only)
			}
		}
		for i := range failures {
			if failures[i].File == "" {
				failures[i].File = c.File
			}
		}
		return p, failures
	})
}

// checkPlan compares the golden files of the plan.
func (c *Case) checkPlan(plan func() (*planned, []Failure), r *Report, o Options) {
	if c.settings.plan.value == "" {
		return
	}
	p, failures := plan()
	if len(failures) > 0 {
		r.Failures = append(r.Failures, failures...)
		return
	}
	r.compareText(golden{file: c.golden + planEnd, text: p.table()}, o)
	if c.settings.plan.value != "works" {
		return
	}
	text, err := p.works()
	if err != nil {
		r.fail(Failure{File: c.File, Message: "plan: " + err.Error()})
		return
	}
	r.compareText(golden{file: c.golden + worksEnd, text: text, objects: true}, o)
}

// checkAssertions checks what case.yaml asserts.
func (c *Case) checkAssertions(in *input, plan func() (*planned, []Failure), r *Report) {
	if len(c.settings.assert) == 0 {
		return
	}
	var all []*asserted
	for _, s := range c.settings.assert {
		all = append(all, &asserted{of: s.of, file: c.settings.file, line: s.line})
	}
	r.Failures = append(r.Failures, in.assert(all, plan)...)
}
