package impact

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/overridekit/overridekit/examples/internal/cli"
	"github.com/overridekit/overridekit/override/impact"
)

// What text shows.
const (
	textGroups   = 100
	textMembers  = 10
	textClusters = 10
)

var textDiff = diffLimit{lines: 200, bytes: 100_000}

// writeText prints what is not compared, the counts and the distinct differences.
func writeText(out io.Writer, found *result, color bool) error {
	for _, l := range found.head.lines() {
		if _, err := fmt.Fprintln(out, l.Label+": "+cli.Cut(l.Text)); err != nil {
			return err
		}
	}
	if _, err := fmt.Fprintln(out, found.Counts); err != nil {
		return err
	}
	shown := found.Groups[:min(textGroups, len(found.Groups))]
	firsts := found.firsts(len(shown))
	for i := range shown {
		if _, err := io.WriteString(out, "\n"+groupText(&shown[i], firsts[i], found.names, color)); err != nil {
			return err
		}
	}
	if rest := pairsAfter(&found.Impact, len(shown)); rest > 0 {
		what := " with other differences"
		if rest == 1 {
			what = " with another difference"
		}
		_, err := fmt.Fprintln(out, "\nand "+cli.Plural(rest, "pair")+what)
		return err
	}
	return nil
}

// groupText describes a distinct difference.
func groupText(g *impact.Group, first *detail, names cli.Names, color bool) string {
	var b strings.Builder
	line := func(text string) { b.WriteString("  " + text + "\n") }
	fmt.Fprintf(&b, "%s, %s\n", kindOf(g), cli.Plural(g.Pairs, "pair"))
	for _, m := range g.Members[:min(textMembers, len(g.Members))] {
		line(names.Of(m.Object) + " in " + cli.Few(m.Clusters, textClusters))
	}
	if left := len(g.Members) - textMembers + g.Omitted; left > 0 {
		line("and " + cli.More(left, "object"))
	}
	if first == nil {
		return b.String()
	}
	for _, l := range first.Lines() {
		line(l.Label + ": " + cli.Cut(l.Text))
	}
	diff := []byte(first.Diff)
	if color {
		diff = cli.Paint(diff)
	}
	for text := range strings.Lines(string(diff)) {
		b.WriteString("  " + text)
	}
	return b.String()
}

// kindOf returns the kind of a group, or failing.
func kindOf(g *impact.Group) string {
	if g.After != "" {
		return failing
	}
	return string(g.Kind)
}

// labeled is a line of a detail.
type labeled struct{ Label, Text string }

// policies returns the names of the policies that decided the values after the change or before it.
func (d detail) policies() []string {
	origins := d.After
	if len(origins) == 0 {
		origins = d.Before
	}
	var names []string
	for _, o := range origins {
		if !slices.Contains(names, o.policy) {
			names = append(names, o.policy)
		}
	}
	return names
}

// Lines returns the errors, the policies and the reasons.
func (d detail) Lines() []labeled {
	var all []labeled
	add := func(label, text string) {
		if text != "" {
			all = append(all, labeled{label, text})
		}
	}
	add("error before", d.Resolved)
	add("error", d.Failure)
	for _, o := range d.Before {
		add("before", o.String())
	}
	for _, o := range d.After {
		add("after", o.String())
	}
	for _, r := range d.Reasons {
		add("reason", r)
	}
	if d.Diff == "" && d.Kind == string(impact.Added) {
		add("result", "as the object is before policies")
	}
	return all
}

// pairsAfter returns the number of differing pairs that are not in the first groups.
func pairsAfter(found *impact.Impact, groups int) int {
	rest := found.Omitted
	for _, g := range found.Groups[groups:] {
		rest += g.Pairs
	}
	return rest
}
