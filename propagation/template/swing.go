package template

import (
	"fmt"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// maxRounds is the maximum number of times that a binding is scheduled. Nearly all settle in two.
const maxRounds = 64

// SwingError means that a binding never settles: with its clusters the scheduler chooses others, and with these the first ones again. A control
// plane would move it forever.
type SwingError struct {
	Between []string // the states, in the order of the moves; the plan has the first
}

// Error returns, for example: scheduling swings between m1:3 m2:3 and m2:3 m3:3.
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

// state is the part of a binding that scheduling writes.
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

// write sets a binding to the state.
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

// String returns, for example: m1:3 m2:3 by the affinity near.
func (s state) String() string {
	var parts []string
	for _, c := range s.clusters {
		parts = append(parts, fmt.Sprintf("%s:%d", content.Clip(c.Name), c.Replicas))
	}
	if len(parts) == 0 {
		parts = []string{"no cluster"}
	}
	if s.affinity != "" {
		parts = append(parts, "by the affinity "+s.affinity)
	}
	return strings.Join(parts, " ")
}

// rotateToLeast returns a cycle that begins with the state whose string is the least.
func rotateToLeast[S any](cycle []S, text func(S) string) []S {
	least := 0
	for i := range cycle {
		if text(cycle[i]) < text(cycle[least]) {
			least = i
		}
	}
	return slices.Concat(cycle[least:], cycle[:least])
}
