package override

import (
	"github.com/overridekit/overridekit/override/jsontree"
)

// Origins returns, for each place, the origin of the change that [Result.Blame] returns; the zero Origin for a value of the input object. It
// costs little more than Blame for one place, plus the time to compare the values at the places.
func (r *Result) Origins(places []jsontree.Pointer) []Origin {
	t := &r.run.trace
	result, q := t.after(len(t.changes)), newQuestions()
	numbers := make([]int, len(places)) // of the questions, from 1
	for i, p := range places {
		at := result.Plain(p)
		is, there := result.Get(at)
		was, existed := jsontree.Get(any(t.object), at)
		if (value{is, there}).equal(value{was, existed}) {
			continue
		}
		asked := q.root
		for _, token := range at {
			asked = asked.child(token)
		}
		if asked.asked == 0 {
			q.ask(asked)
		}
		numbers[i] = asked.asked
	}
	q.answer(t.changes)
	origins := make([]Origin, len(places))
	for i, number := range numbers {
		if number > 0 && q.answers[number-1] >= 0 {
			origins[i] = t.stepRuns[t.changes[q.answers[number-1]].step].origin()
		}
	}
	return origins
}

// Blame returns the change that decided the value at p in the result. It returns false if the value is that of the input object.
//
//  1. The last change that altered the value decided it. A change that writes a whole map or list decides only the places inside
//     where its new value differs from its old one.
//  2. An element of a list is traced back through insertions and removals before it. If no change wrote the element, the last change that
//     moved it decided the value at its index.
//  3. The change that removed a value decided that p has no value.
//  4. A map or a list is decided by the last change in it.
//
// The values are copies. Blame takes time in proportion to the changes. [Result.AnnotatedYAML] answers for all places at little
// more cost.
func (r *Result) Blame(p jsontree.Pointer) (Change, bool) {
	t := &r.run.trace
	result := t.after(len(t.changes))
	at := result.Plain(p)
	is, there := result.Get(at)
	was, existed := jsontree.Get(any(t.object), at)
	if (value{is, there}).equal(value{was, existed}) {
		return Change{}, false
	}
	q := newQuestions()
	asked := q.root
	for _, token := range at {
		asked = asked.child(token)
	}
	q.ask(asked)
	q.answer(t.changes)
	if q.answers[0] < 0 {
		return Change{}, false
	}
	return t.change(t.changes[q.answers[0]]), true
}
