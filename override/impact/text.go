package impact

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/overridekit/overridekit/override"
)

// String describes the impact for people: the counts, then each group with its policies and members. Long values are cut, and so
// are lists of more than 20 clusters or 100 members. Values of Secrets are not shown. The wording may change.
func (i *Impact) String() string {
	if i == nil {
		i = &Impact{}
	}
	var b strings.Builder
	b.WriteString(i.Counts.String() + "\n")
	for g := range i.Groups {
		b.WriteString("\n" + i.Groups[g].String())
	}
	if i.Omitted > 0 {
		fmt.Fprintf(&b, "\nand %s with other differences\n", plural(i.Omitted, "pair"))
	}
	return b.String()
}

// String returns, for example: 3 of 8 pairs differ (1 failing): 2 changed, 1 removed; 1 computed and equal, 4 skipped.
func (c Counts) String() string {
	parts := func(separator string, counts ...any) string {
		var all []string
		for n := 0; n < len(counts); n += 2 {
			if counts[n] != 0 {
				all = append(all, fmt.Sprint(counts[n], counts[n+1]))
			}
		}
		return strings.Join(all, separator)
	}
	text := fmt.Sprintf("%d of %s differ", c.Changed+c.Added+c.Removed, plural(c.Pairs, "pair"))
	if c.Failing > 0 {
		text += fmt.Sprintf(" (%d failing)", c.Failing)
	}
	if differ := parts(", ", c.Changed, " changed", c.Added, " added", c.Removed, " removed"); differ != "" {
		text += ": " + differ
	}
	if equal := parts(", ", c.Unchanged, " computed and equal", c.Skipped, " skipped"); equal != "" {
		text += "; " + equal
	}
	return text
}

// String describes the group in lines: the kind, the operations, the errors, the policies and the members.
func (g *Group) String() string {
	if g == nil {
		return ""
	}
	var b strings.Builder
	line := func(text string) { b.WriteString("  " + printable(text) + "\n") }
	fmt.Fprintf(&b, "%s, %s\n", g.Kind, plural(g.Pairs, "pair"))
	for _, o := range g.Patch {
		line(o.String())
	}
	if g.Before != "" {
		line("no longer: " + g.Before)
	}
	if g.After != "" {
		line("error: " + g.After)
	}
	if text := names(g.Policies.Before); text != "" {
		line("before: " + text)
	}
	if text := names(g.Policies.After); text != "" {
		line("after: " + text)
	}
	shown := min(len(g.Members), mostMembers)
	for _, m := range g.Members[:shown] {
		line(placed(m.Object, m.Clusters))
	}
	if others := len(g.Members) - shown + g.Omitted; others > 0 {
		line("and " + plural(others, "other object"))
	}
	return b.String()
}

// String describes the difference in lines, with the steps that are responsible.
func (d *Difference) String() string {
	if d == nil {
		return ""
	}
	var b strings.Builder
	line := func(text string) { b.WriteString("  " + printable(text) + "\n") }
	b.WriteString(printable(placed(d.Object, d.Clusters)+": "+string(d.Kind)) + "\n")
	for _, o := range d.Patch {
		line(o.String())
	}
	for _, err := range []struct {
		label string
		err   error
	}{{"no longer: ", d.Before.Err}, {"error: ", d.After.Err}, {"error: ", d.Err}} {
		if err.err != nil {
			line(err.label + reason(err.err))
		}
	}
	before, after := d.Origins()
	for _, o := range before {
		line("before: " + o.String())
	}
	for _, o := range after {
		line("after: " + o.String())
	}
	return b.String()
}

// placed names an object and its clusters.
func placed(object override.Ref, clusters []string) string {
	name := "object without kind and name"
	if object.Kind != "" || object.Name != "" {
		name = object.String()
	}
	return name + " in " + few(clusters)
}

// Strings show so many clusters of a list, and so many members of a group.
const (
	mostClusters = 20
	mostMembers  = 100
)

// few joins the first clusters of a list, and counts the others.
func few(clusters []string) string {
	if len(clusters) <= mostClusters {
		return strings.Join(clusters, ", ")
	}
	return fmt.Sprintf("%s and %d others", strings.Join(clusters[:mostClusters], ", "), len(clusters)-mostClusters)
}

func names(refs []override.Ref) string {
	var all []string
	for _, ref := range refs {
		all = append(all, ref.String())
	}
	return strings.Join(all, ", ")
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// printable makes one line of a string from documents, without control characters.
func printable(text string) string {
	text = strings.ReplaceAll(text, "\n", "; ")
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return unicode.ReplacementChar
	}, text)
}
