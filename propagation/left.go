package propagation

import (
	"fmt"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/work"
)

// Left has the stored objects that the control plane neither makes nor deletes. So everything that is stored in the end is in the bindings and
// Works of a plan and in these.
type Left struct {
	// Bindings are sorted like [Plan].Bindings. No policy has claimed their object, it is not a template of the plan, or no binding requires
	// it any longer. A binding whose claim was removed is in its new state.
	Bindings []api.Binding `json:"bindings"`

	// Works are sorted like [Plan].Works. They belong to such a binding or to no binding at all, an eviction keeps them, or they are being
	// deleted. None with WithoutManifests.
	Works []*api.Work `json:"works"`
}

// leave collects what is left, and completes the rows of templates whose stored binding is left.
func (p *planner) leave(templates []*template) {
	p.plan.Left.Bindings = sortedBindings(p.left)
	for i, t := range templates {
		row := &p.plan.Rows[i]
		b := p.left[bindingRef(t.ref)]
		if b == nil || row.Binding != (override.Ref{}) || content.ResourceOf(b) != t.ref {
			continue
		}
		if clusters := work.Targets(b.BindingSpec()); len(clusters) > 0 {
			row.Left, row.Binding, row.Replicas, row.Clusters = true, b.Ref(), b.BindingSpec().Replicas, clusters
		}
	}
	for ref, err := range p.faulty {
		p.plan.Warnings = append(p.plan.Warnings, fmt.Sprintf("%s is not in the plan: %v", ref, err))
	}
	if !p.Options.WithoutManifests {
		p.leaveWorks()
	}
	slices.Sort(p.plan.Warnings)
}

// leaveWorks copies the stored Works that the plan neither has nor deletes. Of two with one name the last counts.
func (p *planner) leaveWorks() {
	known := map[types.NamespacedName]bool{}
	for _, w := range p.plan.Works {
		known[content.NameOf(w)] = true
	}
	for _, orphan := range p.plan.Deleted {
		known[types.NamespacedName{Namespace: orphan.Work.Namespace, Name: orphan.Work.Name}] = true
	}
	left := map[types.NamespacedName]*api.Work{}
	for _, w := range p.Works {
		if w == nil || known[content.NameOf(w)] {
			continue
		}
		if err := content.CheckWork(w); err != nil {
			p.plan.Warnings = append(p.plan.Warnings, fmt.Sprintf("%s is not in the plan: %v", w.Ref(), err))
			continue
		}
		left[content.NameOf(w)] = w
	}
	for _, w := range slices.SortedFunc(maps.Values(left), content.CompareObjects) {
		p.plan.Left.Works = append(p.plan.Left.Works, w.DeepCopy())
	}
}
