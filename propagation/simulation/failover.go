package simulation

import (
	"slices"
	"strings"
	"time"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/cluster"
	"github.com/overridekit/overridekit/propagation/eviction"
)

// Eviction is what was decided about the object of a template in a cluster.
type Eviction struct {
	Template override.Ref
	Decision eviction.Decision // that an object is evicted, or that an eviction has ended
}

// Warning is something surprising, and its text begins with an [eviction.WarningCode]; or an error of a hook for statuses, such as InterpretHealth, with
// its clusters. Only the first step that has such an error warns of it.
type Warning struct {
	Template override.Ref // zero: it is about a cluster
	Text     string
}

// PutTaintPolicy creates or replaces a ClusterTaintPolicy. With the feature gate Failover it acts on all clusters at once, and again when the condition
// of a cluster changes. A new policy without a creation time gets the time of the world. A nil policy and one without a name or with one of more than 253
// bytes are errors.
func (w *World) PutTaintPolicy(p *api.ClusterTaintPolicy) error {
	if p == nil {
		p = &api.ClusterTaintPolicy{}
	}
	if err := checkNamed(p); err != nil {
		return err
	}
	stored := p.DeepCopy()
	if before := w.taintPolicies[p.Ref()]; before != nil {
		stored.CreationTimestamp = before.CreationTimestamp
	} else if stored.CreationTimestamp.IsZero() {
		stored.CreationTimestamp = *w.metaNow()
	}
	put(&w.taintPolicies, stored.Ref(), stored)
	for _, c := range w.clusters {
		w.taintByPolicies(c)
	}
	return nil
}

// taintByPolicies sets the taints of ClusterTaintPolicies on a cluster.
func (w *World) taintByPolicies(c *api.Cluster) {
	if len(w.taintPolicies) == 0 || !w.config.Options.FeatureGates.Enabled(api.GateFailover) {
		return
	}
	if taints, changed := cluster.PolicyTaints(c, values(w.taintPolicies), w.now); changed {
		c.Spec.Taints = taints
	}
}

// remember keeps what a plan says about failures: its memory for the next plan, and its decisions and warnings for the step. A warning about a cluster is
// only in the first step that has it.
func (w *World) remember(plan *propagation.Plan, step *Step) {
	w.memory, step.LookAgain = plan.Memory, time.Time{}
	if plan.LookAgain != nil {
		step.LookAgain = *plan.LookAgain
	}
	for _, row := range plan.Rows {
		for _, d := range row.Failover {
			if d.Kind == eviction.Evicted {
				step.Evictions = append(step.Evictions, Eviction{row.Template, d})
			}
		}
		for _, d := range row.Evictions {
			if d.Dropped {
				step.Evictions = append(step.Evictions, Eviction{row.Template, d})
			}
		}
		for _, text := range row.Warnings {
			step.warn(row.Template, text)
		}
	}
	warned := map[string]bool{}
	for _, text := range plan.Warnings {
		if !isSurprise(text) {
			continue
		}
		if warned[text] = true; !w.warned[text] {
			step.warn(override.Ref{}, text)
		}
	}
	w.warned = warned
}

// warn adds a warning about a surprise, once.
func (s *Step) warn(of override.Ref, text string) {
	if warning := (Warning{of, text}); isSurprise(text) && !slices.Contains(s.Warnings, warning) {
		s.Warnings = append(s.Warnings, warning)
	}
}

// isSurprise reports whether a warning begins with a code of package eviction.
func isSurprise(text string) bool {
	code, _, _ := strings.Cut(text, ": ")
	switch eviction.WarningCode(code) {
	case eviction.EvictionLoop, eviction.FailoverUndone, eviction.StaleHealth, eviction.DependencyLeaves, eviction.StateLost, eviction.NothingEvicts, eviction.DeletedNowhere:
		return true
	}
	return false
}
