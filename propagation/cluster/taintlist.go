package cluster

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// taintList is a list of taints that are found by their key and their effect.
type taintList struct {
	taints  []api.Taint
	removed []bool
	places  map[taintID][]int // of the taints that are not removed, in their order
}

type taintID struct {
	key    string
	effect api.TaintEffect
}

// newTaintList returns a list of taints, which it does not write.
func newTaintList(taints []api.Taint) *taintList {
	l := &taintList{places: map[taintID][]int{}}
	for _, t := range taints {
		l.append(t)
	}
	return l
}

func (l *taintList) append(t api.Taint) {
	id := taintID{t.Key, t.Effect}
	l.places[id] = append(l.places[id], len(l.taints))
	l.taints, l.removed = append(l.taints, t), append(l.removed, false)
}

// add appends a taint, unless there is one with its key and its effect.
func (l *taintList) add(t api.PolicyTaint, at metav1.Time) {
	if len(l.places[taintID{t.Key, t.Effect}]) == 0 {
		l.append(api.Taint{Key: t.Key, Value: t.Value, Effect: t.Effect, TimeAdded: at.DeepCopy()})
	}
}

// remove removes the first taint with a key and an effect.
func (l *taintList) remove(t api.PolicyTaint) {
	id := taintID{t.Key, t.Effect}
	if at := l.places[id]; len(at) > 0 {
		l.removed[at[0]], l.places[id] = true, at[1:]
	}
}

// kept returns the taints that are not removed, in their order.
func (l *taintList) kept() (kept []api.Taint) {
	for i, t := range l.taints {
		if !l.removed[i] {
			kept = append(kept, t)
		}
	}
	return kept
}
