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

// Placed asserts which clusters get an object, and with how many replicas: those and no others. It is about the plan of the case, with events about that
// after the last event. The settings that leave out clusters do not matter.
//
//	placed: {object: Deployment/shop/web, clusters: {member1: 2, member2: 1}}
//	placed: {object: ConfigMap/shop/settings, clusters: [member1, member2]}
type Placed struct {
	Object   string         // a pattern
	Clusters map[string]int // replicas by name; [AnyReplicas] for any number, as for an object without replicas; empty: no cluster
}

// AnyReplicas is a number of replicas that does not matter.
const AnyReplicas = -1

func (p Placed) name() string { return "placed" }

func (p Placed) fault() (string, error) {
	if err := checkObjects(p.Object); err != nil {
		return "object", err
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
	pattern, _ := parseObjectPattern(p.Object) // it was checked
	var names []string
	found := false
	for _, row := range made.rows {
		names = append(names, nameLike(p.Object, row.Template))
		if pattern.match(row.Template) {
			found = true
			p.compare(a, row)
		}
	}
	for _, o := range a.in.Objects { // events may have deleted it
		ref := override.RefOf(o)
		if names = append(names, nameLike(p.Object, ref)); !found && pattern.match(ref) {
			p.compare(a, propagation.Row{Template: ref, Reason: "it does not exist any more"})
			return
		}
	}
	if !found {
		a.fail("no object %.200q%s, found %d", p.Object, didYouMean(p.Object, names), len(made.rows))
	}
}

// compare compares the clusters of a template.
func (p Placed) compare(a *asserted, row propagation.Row) {
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
