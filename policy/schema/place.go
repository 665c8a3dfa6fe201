package schema

import (
	"slices"
	"strconv"

	"github.com/overridekit/overridekit/override/jsontree"
)

// place is where a value is. It is a list, from the value up to the root, because most places are never written.
type place struct {
	up    *place
	token string
}

func (p *place) child(token string) place { return place{up: p, token: token} }

func (p *place) element(i int) place { return place{up: p, token: strconv.Itoa(i)} }

// pointer returns the place as a pointer.
func (p *place) pointer() (at jsontree.Pointer) {
	for ; p.up != nil; p = p.up {
		at = append(at, p.token)
	}
	slices.Reverse(at)
	return at
}
