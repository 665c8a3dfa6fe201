package override

import (
	"slices"

	"github.com/overridekit/overridekit/override/jsontree"
)

// inquiry is a place in a walk down a document. Its question is created when it is asked.
type inquiry struct {
	above *inquiry
	token string
	depth int
	at    *question
}

func (s *inquiry) child(token string) *inquiry {
	return &inquiry{above: s, token: token, depth: s.depth + 1}
}

func (s *inquiry) pointer() jsontree.Pointer {
	p := make(jsontree.Pointer, s.depth)
	for ; s.above != nil; s = s.above {
		p[s.depth-1] = s.token
	}
	return p
}

// askAt asks about a place and returns the number of the question.
func (a *annotator) askAt(s *inquiry) int {
	var way []*inquiry
	for ; s.at == nil; s = s.above {
		way = append(way, s)
	}
	for _, inner := range slices.Backward(way) {
		inner.at = inner.above.at.child(inner.token)
		s = inner
	}
	a.ask(s.at)
	return len(a.answers)
}
