package native

import (
	"errors"

	"k8s.io/apimachinery/pkg/api/resource"
)

// amount is a requested amount of a resource, in the units of countOf.
type amount struct {
	name string
	n    int64
}

// amounts has each name once. It is usually so short that a map would be slower; a long one also has a map.
type amounts struct {
	list []amount
	at   map[string]int // in list; nil while it is short
}

const shortAmounts = 16

// of returns the amount of a name; 0 if there was none.
func (a *amounts) of(name string) *amount {
	if a.at != nil {
		if i, found := a.at[name]; found {
			return &a.list[i]
		}
	} else {
		for i := range a.list {
			if a.list[i].name == name {
				return &a.list[i]
			}
		}
	}
	a.list = append(a.list, amount{name: name})
	last := len(a.list) - 1
	switch {
	case a.at != nil:
		a.at[name] = last
	case last == shortAmounts:
		a.at = make(map[string]int, 2*len(a.list))
		for i := range a.list {
			a.at[a.list[i].name] = i
		}
	}
	return &a.list[last]
}

func (a *amount) add(n int64) error {
	total, holds := sum(a.n, n)
	if !holds {
		return errors.New("the requests add up to more than 64 bits hold")
	}
	a.n = total
	return nil
}

func (a *amount) raise(n int64) error {
	a.n = max(a.n, n)
	return nil
}

// quantities returns the positive amounts, each in upstream's notation, or nil.
func (a amounts) quantities() map[string]resource.Quantity {
	var all map[string]resource.Quantity
	for _, e := range a.list {
		if e.n <= 0 {
			continue
		}
		if all == nil {
			all = make(map[string]resource.Quantity, len(a.list))
		}
		switch {
		case e.name == "cpu":
			all[e.name] = *resource.NewMilliQuantity(e.n, resource.DecimalSI)
		case e.name == "memory" || e.name == "ephemeral-storage" || isHugePages(e.name):
			all[e.name] = *resource.NewQuantity(e.n, resource.BinarySI)
		default:
			all[e.name] = *resource.NewQuantity(e.n, resource.DecimalSI)
		}
	}
	return all
}
