package override

import (
	"github.com/overridekit/overridekit/override/jsontree"
)

// search is one search for divergences. It replays the changes of a run, so that each step sees the object as it was before the step.
type search struct {
	changes []change
	done    int // the number of changes replayed
	topics  map[string]*topic
}

// topic is the state of a topic of [Input.ChangesSince].
type topic struct {
	done  int // search.done at the last call
	steps map[int]bool
}

func (s *search) since(name string, step int) (changes []jsontree.Change, asked bool) {
	t := s.topics[name]
	if t == nil {
		s.topics[name] = &topic{s.done, map[int]bool{step: true}}
		return nil, false
	}
	for _, c := range s.changes[t.done:s.done] {
		if !t.steps[c.step] {
			changes = append(changes, c.Change)
		}
	}
	t.done, t.steps[step] = s.done, true
	return changes, true
}

// allDivergences returns the divergences that the steps reported during the run, and those of [Diverger].
func (t *trace) allDivergences() []divergence {
	s := &search{changes: t.changes, topics: map[string]*topic{}}
	view := &run{trace: trace{object: t.object, cluster: t.cluster, hidden: t.hidden, stepRuns: t.stepRuns}, tree: jsontree.New(t.object), search: s}
	view.edits.run = view
	noted := 0
	for i := range t.stepRuns {
		if diverger, ok := t.stepRuns[i].step.Overrider.(Diverger); ok {
			for ; s.done < t.stepRuns[i].since; s.done++ {
				redo(view.tree, t.changes[s.done].Change)
				view.refresh(&t.changes[s.done].Change)
			}
			view.step = i
			diverger.Diverge(Input{view}, &view.edits)
		}
		for ; noted < len(t.divergences) && t.divergences[noted].step == i; noted++ {
			view.divergences = append(view.divergences, t.divergences[noted])
		}
	}
	return view.divergences
}
