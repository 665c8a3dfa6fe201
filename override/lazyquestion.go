package override

import (
	"slices"

	"github.com/overridekit/overridekit/override/jsontree"
)

// lazyQuestion is a place in a walk down a document. Its question is created when it is asked.
type lazyQuestion struct {
	above *lazyQuestion
	token string
	depth int
	at    *question
}

func (s *lazyQuestion) child(token string) *lazyQuestion {
	return &lazyQuestion{above: s, token: token, depth: s.depth + 1}
}

func (s *lazyQuestion) pointer() jsontree.Pointer {
	p := make(jsontree.Pointer, s.depth)
	for ; s.above != nil; s = s.above {
		p[s.depth-1] = s.token
	}
	return p
}

// askAt asks about a place and returns the number of the question.
func (a *annotator) askAt(s *lazyQuestion) int {
	var way []*lazyQuestion
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
