package plan

import (
	"cmp"

	"github.com/overridekit/overridekit/examples/internal/input"
)

// warnIgnored prints a warning for each override policy of KubeAdmiral, because a plan is that of a control plane of Karmada.
func (p planner) warnIgnored(from string, bundle *input.Bundle) {
	ignored := bundle.KubeAdmiralOverrides
	for _, policy := range ignored[:min(most, len(ignored))] {
		ref := policy.Ref()
		p.notes.Warn("%s%s of KubeAdmiral is ignored: a plan applies the override policies of Karmada only", cmp.Or(bundle.Where(ref, ""), from), ref)
	}
	if more := len(ignored) - most; more > 0 {
		p.notes.Warn("%s%d more override policies of KubeAdmiral are ignored", from, more)
	}
}
