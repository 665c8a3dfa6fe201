package override

import (
	"strconv"

	"github.com/overridekit/overridekit/override/internal/sparse"
	"github.com/overridekit/overridekit/override/jsontree"
)

// questions finds the changes that decided a set of places of the result, by the rules of [Result.Blame]. It walks once through the
// changes, from the last to the first, and traces elements of lists back to their earlier indexes.
type questions struct {
	root    *question
	answers []int // for each question, in the order asked: the index of the change, or -1
	looks   int   // number of places and values visited, for tests of the cost
}

// question is a place that is asked about, or a place around one.
type question struct {
	asked int // number of the question, from 1; 0 if not asked or already answered
	keys  map[string]*question
	items sparse.List[*question] // the tokens that are plain indexes; the mark is the index of the last change that moved it, plus one
}

func newQuestions() *questions { return &questions{root: &question{}} }

// ask asks about a place. It must be called only once for a place.
func (q *questions) ask(at *question) {
	q.answers = append(q.answers, -1)
	at.asked = len(q.answers)
}

// find returns the question at a key or an index and its mark, or nil if nothing there is asked about.
func (n *question) find(token string) (child *question, mark int) {
	if i, ok := indexOf(token); ok {
		child, mark, _ = n.items.Get(i)
		return child, mark
	}
	return n.keys[token], 0
}

// child returns the question at a key or an index, and creates it if needed.
func (n *question) child(token string) *question {
	if child, _ := n.find(token); child != nil {
		return child
	}
	child := &question{}
	if i, ok := indexOf(token); ok {
		n.items.Put(i, child)
	} else {
		if n.keys == nil {
			n.keys = map[string]*question{}
		}
		n.keys[token] = child
	}
	return child
}

func (n *question) drop(token string) {
	if i, ok := indexOf(token); ok {
		n.items.Delete(i)
		return
	}
	delete(n.keys, token)
}

// open reports whether a question here or inside is unanswered.
func (n *question) open() bool { return n.asked > 0 || len(n.keys)+n.items.Len() > 0 }

// each visits the children. visit may drop the child that it gets.
func (n *question) each(visit func(token string, child *question, mark int)) {
	for token, child := range n.keys {
		visit(token, child, 0)
	}
	type item struct {
		index, mark int
		child       *question
	}
	items := make([]item, 0, n.items.Len())
	n.items.All(func(index, mark int, child *question) bool {
		items = append(items, item{index, mark, child})
		return true
	})
	for _, item := range items {
		visit(strconv.Itoa(item.index), item.child, item.mark)
	}
}

// answer answers all questions.
func (q *questions) answer(changes []change) {
	for i := len(changes) - 1; i >= 0 && q.root.open(); i-- {
		q.undo(&changes[i], i)
	}
	q.leave(q.root, 0)
}

// undo steps back from the document after a change to the document before it.
func (q *questions) undo(c *change, number int) {
	was, is := value{c.Old, c.Op != jsontree.Add}, value{c.New, c.Op != jsontree.Remove}
	last := len(c.Pointer) - 1
	if last < 0 {
		q.decide(q.root, was, is, number)
		return
	}
	around, moved := q.root, 0
	for _, token := range c.Pointer[:last] {
		q.looks++
		q.reply(around, number)
		next, mark := around.find(token)
		if next == nil {
			return
		}
		around, moved = next, max(moved, mark)
	}
	q.reply(around, number)
	token := c.Pointer[last]
	index, _ := indexOf(token)
	switch {
	case !c.InList || c.Op == jsontree.Replace:
		if at, _ := around.find(token); at != nil {
			if q.decide(at, was, is, number); !at.open() {
				around.drop(token)
			}
		}
	case c.Op == jsontree.Remove:
		around.items.Shift(index, 1, number+1)
	default:
		if at, mark, found := around.items.Delete(index); found {
			q.decide(at, was, is, number)
			q.leave(at, max(moved, mark, number+1)) // the element was not there before
		}
		around.items.Shift(index+1, -1, number+1)
	}
}

// reply answers the question about a place. Without a question, it does nothing.
func (q *questions) reply(at *question, number int) {
	if at.asked > 0 {
		q.answers[at.asked-1], at.asked = number, 0
	}
}

// decide answers the places where the values before and after a change differ. It visits at most as many places as the values have.
func (q *questions) decide(at *question, was, is value, number int) {
	q.looks++
	if at.asked > 0 && !was.equal(is) {
		q.reply(at, number)
	}
	if !was.exists && !is.exists {
		return
	}
	inside := func(token string, child *question, _ int) {
		if q.decide(child, was.child(token), is.child(token), number); !child.open() {
			at.drop(token)
		}
	}
	if len(at.keys)+at.items.Len() <= was.size()+is.size() {
		at.each(inside)
		return
	}
	for _, v := range [...]value{was, is} {
		v.each(func(token string) {
			if child, mark := at.find(token); child != nil {
				inside(token, child, mark)
			}
		})
	}
}

// leave answers the open questions at a place with the last change that moved it.
func (q *questions) leave(at *question, moved int) {
	if at.asked > 0 && moved > 0 {
		q.reply(at, moved-1)
	}
	at.each(func(_ string, child *question, mark int) { q.leave(child, max(moved, mark)) })
}
