package suite

import (
	"github.com/overridekit/overridekit/override/jsontree"
)

// Unchanged asserts that no policy changes objects in clusters.
//
//	unchanged: {objects: [Deployment/*], clusters: [dev-*]}
type Unchanged struct {
	Objects  []string
	Clusters []string
}

func (u Unchanged) name() string { return "unchanged" }

func (u Unchanged) fault() (string, error) { return checkFilters(u.Objects, u.Clusters) }

// checkFilters checks what most assertions have in common.
func checkFilters(objects, clusters []string) (string, error) {
	if err := checkObjects(objects...); err != nil {
		return "objects", err
	}
	return "clusters", checkClusters(clusters...)
}

// maxDifferences is the number of differences of an outcome that are listed.
const maxDifferences = 3

func (u Unchanged) check(a *asserted) {
	a.each(u.Objects, u.Clusters, func(s *seen) {
		if len(s.result.Changes()) == 0 {
			return
		}
		hidden, count := s.result.Hidden(), 0
		for c := range jsontree.Diff(s.object.Object, any(s.result.SharedContent())) {
			if count++; count > maxDifferences {
				a.fail("%s: there are more differences", s.title())
				return
			}
			before, after := hidden.Pair(c.Pointer, c.Old, c.New)
			old, now := show(before), show(after)
			switch c.Op {
			case jsontree.Add:
				old = "no value"
			case jsontree.Remove:
				now = "no value"
			}
			a.fail("%s: %s is %s, expected %s as in the object; %s", s.title(), c.Pointer, now, old, s.decision(c.Pointer))
		}
	})
}
