package simulation

import (
	"cmp"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// failure is why the status of an object is not collected.
type failure struct {
	object  override.Ref
	cluster string // empty: the control plane
	text    string
}

// fail adds an error, if any.
func (s *Step) fail(object override.Ref, cluster string, err error) {
	if err != nil {
		s.failures = append(s.failures, failure{object, cluster, err.Error()})
	}
}

// warnOfFailures adds the failures of the last round to the warnings, except those that the last Settle had, too. Clusters in which an object fails for
// the same reason share a warning.
func (w *World) warnOfFailures(step *Step) {
	var fresh []Warning
	where := map[Warning][]string{}
	before := w.failures
	w.failures = map[failure]bool{}
	for _, f := range step.failures {
		if of := (Warning{f.object, f.text}); !before[f] && !w.failures[f] {
			if where[of] == nil {
				fresh = append(fresh, of)
			}
			where[of] = append(where[of], cmp.Or(f.cluster, "the control plane"))
		}
		w.failures[f] = true
	}
	for _, of := range fresh {
		step.Warnings = append(step.Warnings, Warning{of.Template, "in " + content.ClipList(where[of]) + ": " + of.Text})
	}
}
