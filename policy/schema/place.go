package schema

import (
	"slices"
	"strconv"
	"strings"

	"github.com/overridekit/overridekit/override/jsontree"
)

// place is where a value is. It is a list, from the value up to the root, because most places are never written.
type place struct {
	up    *place
	token string
	index bool
}

func (p *place) child(token string) place { return place{up: p, token: token} }

func (p *place) element(i int) place { return place{up: p, token: strconv.Itoa(i), index: true} }

// pointer returns the place as a pointer, and as an API server writes it.
func (p *place) pointer() (at jsontree.Pointer, words string) {
	var up []*place
	for ; p.up != nil; p = p.up {
		up = append(up, p)
	}
	var b strings.Builder
	for _, p := range slices.Backward(up) {
		at = append(at, p.token)
		switch {
		case p.index:
			b.WriteString("[" + p.token + "]")
		case b.Len() == 0:
			b.WriteString(p.token)
		default:
			b.WriteString("." + p.token)
		}
	}
	return at, b.String()
}
