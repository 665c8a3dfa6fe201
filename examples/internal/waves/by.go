package waves

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/overridekit/overridekit/examples/internal/cli"
	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/override/impact"
	"github.com/overridekit/overridekit/selector"
)

// by is how the clusters are grouped: the value of --by.
type by struct {
	kind     string // name, label, percent or region
	key      string // of the label
	words    []string
	percents []int // the steps, such as 10, 50, 100
}

var errBy = errors.New("expected name, name=CLUSTER,CLUSTER, label=KEY, label=KEY=VALUE,VALUE, percent=10,50,100 or region")

// parseBy parses the value of --by.
func parseBy(text string) (by, error) {
	kind, value, given := strings.Cut(text, "=")
	b := by{kind: kind}
	switch {
	case kind == "region" && !given, kind == "name" && !given:
		return b, nil
	case kind == "name":
		return b, b.list(value)
	case kind == "label" && value != "":
		key, values, given := strings.Cut(value, "=")
		if b.key = key; key == "" {
			return b, errBy
		}
		if given {
			return b, b.list(values)
		}
		return b, nil
	case kind == "percent" && value != "":
		return b, b.steps(value)
	}
	return b, errBy
}

// list reads names with commas.
func (b *by) list(text string) error {
	b.words = strings.Split(text, ",")
	for i, word := range b.words {
		if word == "" {
			return errBy
		}
		if slices.Contains(b.words[:i], word) {
			return fmt.Errorf("%s is listed twice", word)
		}
	}
	return nil
}

// steps reads ascending percentages.
func (b *by) steps(text string) error {
	last := 0
	for word := range strings.SplitSeq(text, ",") {
		percent, err := strconv.Atoi(word)
		if err != nil || strconv.Itoa(percent) != word || percent <= last || percent > 100 { // 010 and +10 are probably mistakes
			return fmt.Errorf("found %q, expected ascending percentages from 1 to 100, such as percent=10,50,100", word)
		}
		b.percents, last = append(b.percents, percent), percent
	}
	return nil
}

// check returns an error if a cluster, a label or a value of --by is not one of the clusters, before any of them is left out by --cluster:
// a misspelling would silently change the plan.
func (b by) check(clusters []selector.Cluster) error {
	names, keys, values := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, c := range clusters {
		names[c.Name] = true
		for key, value := range c.Labels {
			if keys[key] = true; key == b.key {
				values[value] = true
			}
		}
	}
	missing := func(what, wrong string, known map[string]bool) error {
		all := slices.Sorted(maps.Keys(known))
		found := cli.Few(all, 5)
		if found == "" {
			found = "none"
		}
		return fmt.Errorf("--by: no cluster has the %s %s, found %s%s", what, wrong, found, input.DidYouMean(wrong, all))
	}
	if b.kind == "label" && !keys[b.key] {
		return missing("label", b.key, keys)
	}
	for _, word := range b.words {
		switch {
		case b.kind == "label" && !values[word]:
			return missing("label "+b.key+" with the value", word, values)
		case b.kind == "name" && !names[word]:
			return missing("name", word, names)
		}
	}
	return nil
}

// groups returns the groups of clusters for an impact.
func (b by) groups(found *impact.Impact, clusters []selector.Cluster) ([]impact.ClusterGroup, error) {
	switch b.kind {
	case "label":
		return impact.ByLabel(clusters, b.key, b.words...), nil
	case "percent":
		return found.ByPercent(b.shares()...)
	case "region":
		return found.OneOfEachRegion(clusters), nil
	}
	known := map[string]bool{}
	for _, c := range clusters {
		known[c.Name] = true
	}
	names := b.words
	if names == nil {
		names = slices.Sorted(maps.Keys(known))
	}
	var groups []impact.ClusterGroup
	for _, name := range names {
		group := impact.ClusterGroup{Name: name}
		if known[name] { // --cluster may leave it out
			group.Clusters = []string{name}
		}
		groups = append(groups, group)
	}
	return impact.ByName(clusters, groups...)
}

// shares returns how much each step adds.
func (b by) shares() []int {
	shares, last := make([]int, len(b.percents)), 0
	for i, percent := range b.percents {
		shares[i], last = percent-last, percent
	}
	return shares
}
