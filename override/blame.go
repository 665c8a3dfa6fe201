package override

import (
	"github.com/overridekit/overridekit/override/jsontree"
)

// Blame is the change that decided what is at a place of the result, and false where nothing differs from the object that came
// in.
//
//  1. The last change that put another value at the place decided it. A change that writes a whole map or list decides
//     only the places inside where its new value differs from its old one.
//  2. An element of a list is followed to where it was before others were added or removed in front of it. If nobody wrote
//     it, the last change that moved it decided that it is at this place.
//  3. A place that is gone was decided by the change that took it away.
//  4. For a map or a list it is the last change in it.
//
// The values are the caller's own copies. It takes time in proportion to the changes; for all places at once there is
// [Result.AnnotatedYAML], which takes little more.
func (r *Result) Blame(p jsontree.Pointer) (Change, bool) {
	t := &r.over().trace
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
