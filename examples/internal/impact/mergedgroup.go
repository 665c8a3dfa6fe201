package impact

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/overridekit/overridekit/examples/internal/cli"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/impact"
)

// mergedGroup is a group of all shards.
type mergedGroup struct {
	impact.Group
	shown  string
	parts  []*groupReport
	places []place // of its members
	at     place   // of the first one
}

// place is a member in the order of a whole run: by object; for one object, removed pairs last; then by the first cluster.
type place struct {
	impact.Member
	removed  bool
	byObject bool
	group    *mergedGroup
	part     *groupReport
}

func (p place) compare(other place) int {
	removed := 0
	if p.removed != other.removed {
		if removed = 1; other.removed {
			removed = -1
		}
	}
	return cmp.Or(compareRefs(p.Object, other.Object), removed, cmp.Compare(p.Clusters[0], other.Clusters[0]))
}

func compareRefs(a, b override.Ref) int {
	return cmp.Or(strings.Compare(a.APIVersion, b.APIVersion), strings.Compare(a.Kind, b.Kind), strings.Compare(a.Namespace, b.Namespace), strings.Compare(a.Name, b.Name))
}

// addGroup adds a group of a shard.
func addGroup(groups map[string]*mergedGroup, s *own, part *groupReport) error {
	g := groups[part.ID]
	if g == nil {
		g = &mergedGroup{Group: impact.Group{Kind: part.Kind, Before: part.Before, After: part.After}, shown: part.Shown}
		groups[part.ID] = g
	}
	g.parts, g.Pairs, g.Omitted = append(g.parts, part), g.Pairs+part.Pairs, g.Omitted+part.Omitted
	g.Policies = impact.Policies{Before: append(g.Policies.Before, part.Policies.Before...), After: append(g.Policies.After, part.Policies.After...)}
	for _, m := range part.Members {
		names := s.clustersOf(m.List)
		if len(names) == 0 {
			return fmt.Errorf("a report has a member without clusters: %s", cli.Cut(m.Object.String()))
		}
		g.places = append(g.places, place{impact.Member{Object: m.Object, Clusters: names}, part.Kind == impact.Removed, m.ByObject, g, part})
	}
	if len(g.places) == 0 {
		g.at = place{Member: impact.Member{Clusters: []string{""}}}
		return nil
	}
	g.at = slices.MinFunc(g.places, place.compare)
	return nil
}

// both reports whether some members are new or gone because of the object, and others because of the cluster.
func (g *mergedGroup) both() bool {
	if g.Kind == impact.Changed {
		return false
	}
	slices.SortStableFunc(g.places, place.compare)
	listed := g.places[:min(len(g.Members), len(g.places))]
	byObject := func(p place) bool { return p.byObject }
	byCluster := func(p place) bool { return !p.byObject }
	return slices.ContainsFunc(listed, byObject) && slices.ContainsFunc(listed, byCluster)
}

// patch returns the patch of the first pair as JSON, with the operations whose old values vary.
func (g *mergedGroup) patch() ([]json.RawMessage, error) {
	all := []json.RawMessage{}
	if g.at.part == nil {
		return all, nil
	}
	for i, o := range g.at.part.Patch {
		varies := slices.ContainsFunc(g.parts, func(p *groupReport) bool {
			return i < len(p.Patch) && (p.Patch[i].Varies || p.Patch[i].Old != o.Old)
		})
		if varies {
			var fields map[string]json.RawMessage
			if err := json.Unmarshal(o.JSON, &fields); err != nil || fields == nil {
				return nil, errors.New("a report has an operation of a patch that is not an object")
			}
			fields["oldVaries"] = json.RawMessage("true")
			text, err := json.Marshal(fields)
			if err != nil {
				return nil, err
			}
			o.JSON = text
		}
		all = append(all, o.JSON)
	}
	return all, nil
}
