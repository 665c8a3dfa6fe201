package propagation

import (
	"fmt"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/claim"
)

// maxRounds is how often a binding is scheduled before it is given up. Nearly all settle in two rounds.
const maxRounds = 64

// SwingError is a binding that is never settled: the clusters that it was given make the scheduler choose others, and those make it choose the
// first ones again. A control plane would move it for ever.
type SwingError struct {
	Between []string // the states, in the order in which they follow each other; the first is the one that the plan has
}

// Error says, for example: scheduling swings between m1:3 m2:3 and m2:3 m3:3.
func (e *SwingError) Error() string {
	return "scheduling swings between " + strings.Join(e.Between, " and ")
}

func newSwingError(between []state) *SwingError {
	e := &SwingError{}
	for _, s := range between {
		e.Between = append(e.Between, s.String())
	}
	return e
}

// state is what scheduling writes into a binding.
type state struct {
	clusters  []api.TargetCluster
	affinity  string
	applied   string
	scheduled *metav1.Time
}

func stateOf(b api.Binding) state {
	status := b.BindingStatus()
	return state{b.BindingSpec().Clusters, status.SchedulerObservedAffinityName, b.GetAnnotations()[api.AppliedPlacementAnnotation], status.LastScheduledTime}
}

// write puts a binding into the state.
func (s state) write(b api.Binding) {
	b.BindingSpec().Clusters = s.clusters
	b.BindingStatus().SchedulerObservedAffinityName, b.BindingStatus().LastScheduledTime = s.affinity, s.scheduled
	edit := claim.Edit{RemoveAnnotations: []string{api.AppliedPlacementAnnotation}}
	if s.applied != "" {
		edit.SetAnnotations = map[string]string{api.AppliedPlacementAnnotation: s.applied}
	}
	b.SetAnnotations(edit.Annotations(b.GetAnnotations()))
}

func (s state) equal(other state) bool {
	return s.affinity == other.affinity && s.applied == other.applied && s.scheduled.Equal(other.scheduled) &&
		slices.EqualFunc(s.clusters, other.clusters, func(a, b api.TargetCluster) bool {
			return a.Name == b.Name && a.Replicas == b.Replicas && slices.Equal(a.Components, b.Components)
		})
}

// String is, for example: m1:3 m2:3 by the affinity near.
func (s state) String() string {
	var parts []string
	for _, c := range s.clusters {
		parts = append(parts, fmt.Sprintf("%s:%d", c.Name, c.Replicas))
	}
	if len(parts) == 0 {
		parts = []string{"no cluster"}
	}
	if s.affinity != "" {
		parts = append(parts, "by the affinity "+s.affinity)
	}
	return strings.Join(parts, " ")
}

// inOneOrder is the states of a cycle, beginning with the least text, wherever the cycle was entered.
func inOneOrder[S any](cycle []S, text func(S) string) []S {
	least := 0
	for i := range cycle {
		if text(cycle[i]) < text(cycle[least]) {
			least = i
		}
	}
	return slices.Concat(cycle[least:], cycle[:least])
}
