package suite

import (
	"strings"

	"github.com/overridekit/overridekit/override"
)

// Conflicts asserts that no two policies write different values to one place, see [override.Result.Conflicts]. The rules of one policy may: they act in the
// order written, from the general to the specific.
//
//	conflicts: none
type Conflicts struct{}

func (Conflicts) name() string           { return "conflicts" }
func (Conflicts) fault() (string, error) { return "", nil }

func (Conflicts) check(a *asserted) {
	type pair struct{ earlier, later override.Origin }
	known := map[pair]bool{}
	a.each(nil, nil, func(s *seen) {
		for _, c := range s.result.Conflicts() {
			if c.Order == override.OrderRule {
				continue
			}
			if of := (pair{c.Earlier.Origin, c.Later.Origin}); !known[of] { // the same steps often conflict about many objects
				known[of] = true
				a.fail("%s: found a conflict, expected none: %s%s", s.title(), c, s.places(c.Earlier.Origin, c.Later.Origin))
			}
		}
	})
}

// places returns the files and lines of steps, for the end of a message.
func (s *seen) places(origins ...override.Origin) string {
	var all []string
	for _, o := range origins {
		if place := s.of.in.Place(o.Policy, o.At).String(); place != "" {
			all = append(all, place)
		}
	}
	if len(all) == 0 {
		return ""
	}
	return "\n(" + strings.Join(all, ", ") + ")"
}
