package suite

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/words"
	"github.com/overridekit/overridekit/propagation"
)

// Placed asserts which clusters get an object, and with how many replicas: those and no others. It is about the plan of the case or, with events, the
// plan after the last event. Settings that leave out clusters have no effect on it.
//
//	placed: {objects: Deployment/shop/web, clusters: {member1: 2, member2: 1}}
//	placed: {objects: ConfigMap/shop/settings, clusters: [member1, member2]}
type Placed struct {
	Objects  []string       // patterns; at least one
	Clusters map[string]int // replicas by name; [AnyReplicas] for any number, as for an object without replicas
	Nowhere  bool           // no cluster gets the object, and Clusters is empty
}

// AnyReplicas is a number of replicas that does not matter.
const AnyReplicas = -1

func (p Placed) name() string { return "placed" }

func (p Placed) fault() (string, error) {
	if err := checkSomeObjects(p.Objects); err != nil {
		return "objects", err
	}
	if p.Nowhere == (len(p.Clusters) > 0) {
		return "clusters", fmt.Errorf("found %d clusters and nowhere %t, expected one of both", len(p.Clusters), p.Nowhere)
	}
	for _, name := range slices.Sorted(maps.Keys(p.Clusters)) {
		if n := p.Clusters[name]; name == "" || n < AnyReplicas {
			return "clusters", fmt.Errorf("found %.100q with %d replicas, expected the name of a cluster and 0 or more", name, n)
		}
	}
	return "", nil
}

func (p Placed) check(a *asserted) {
	made, failures := a.plan()
	for _, f := range failures {
		a.fail("%s", f)
	}
	if made == nil || len(failures) > 0 {
		return
	}
	known := clusterNames(a.in.ClusterObjects)
	for _, name := range slices.Sorted(maps.Keys(p.Clusters)) {
		if _, found := slices.BinarySearch(known, name); !found && len(made.tables) == 0 { // events may add clusters
			a.fail("no cluster %.200q%s, found %d of Karmada", name, words.DidYouMean(name, known), len(known))
			return
		}
	}
	for _, row := range p.rows(a, made) {
		p.compare(a, row)
	}
}

// rows returns the rows of the objects, each once. Objects that events have deleted count for a pattern that selects no other. A pattern without an object
// is a failure.
func (p Placed) rows(a *asserted, made *planned) []*propagation.Row {
	var rows []*propagation.Row
	known := map[override.Ref]bool{}
	for _, row := range made.rows {
		rows, known[row.Template] = append(rows, row), true
	}
	for _, o := range a.in.Objects {
		if ref := override.RefOf(o); !known[ref] {
			rows = append(rows, &propagation.Row{Template: ref, Reason: "it no longer exists"})
		}
	}
	keep := make([]bool, len(rows))
	for _, pattern := range p.Objects {
		parsed, _ := parseObjectPattern(pattern) // it was checked
		var names []string
		found := false
		for i, row := range rows {
			if found && i >= len(made.rows) {
				break
			}
			names = append(names, nameLike(pattern, row.Template))
			if parsed.match(row.Template) {
				found, keep[i] = true, true
			}
		}
		if !found {
			a.fail("no object %.200q%s, found %d", pattern, didYouMean(pattern, names), len(rows))
		}
	}
	var chosen []*propagation.Row
	for i, row := range rows {
		if keep[i] {
			chosen = append(chosen, row)
		}
	}
	return chosen
}

// compare compares the clusters of a template.
func (p Placed) compare(a *asserted, row *propagation.Row) {
	var text []string
	equal := len(row.Clusters) == len(p.Clusters)
	for _, c := range row.Clusters {
		n, wanted := p.Clusters[c.Name]
		equal = equal && wanted && (n == AnyReplicas || row.Replicas > 0 && n == int(c.Replicas) || row.Replicas == 0 && n == 0)
	}
	if equal && row.Err == nil {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(p.Clusters)) {
		if n := p.Clusters[name]; n == AnyReplicas {
			text = append(text, name)
		} else {
			text = append(text, fmt.Sprintf("%s:%d", name, n))
		}
	}
	if equal {
		for _, err := range flat(nil, row.Err) {
			a.fail("%s: found an error: %s", row.Template, strings.ReplaceAll(err.Error(), "\n", "; "))
		}
		return
	}
	if len(text) == 0 {
		text = []string{"no cluster"}
	}
	why := row.Reason
	for _, r := range row.Rejected {
		if _, wanted := p.Clusters[r.Cluster]; wanted {
			why += fmt.Sprintf("\nnot in %s: %s", r.Cluster, strings.Join(r.Reasons, "; "))
		}
	}
	for _, err := range flat(nil, row.Err) {
		why += "\nfailed: " + strings.ReplaceAll(err.Error(), "\n", "; ")
	}
	a.fail("%s: found %s, expected %s; %s", row.Template, placement(row, func(string) bool { return true }), strings.Join(text, " "), why)
}
