package impact

import (
	"fmt"
	"strings"

	"github.com/overridekit/overridekit/override/words"
)

// String describes the impact for people: the counts, then each group with its policies and members. Long values are cut, and so are lists of
// more than 20 clusters or 100 members, and lines of more than 2,000 characters. A name has its API version if another object or policy of the
// impact has the same kind, namespace and name. Values of Secrets are not shown. The wording may change.
func (i *Impact) String() string {
	var b strings.Builder
	b.WriteString(i.Counts.String() + "\n")
	names := nameTable{}
	for g := range i.Groups {
		names.addGroup(&i.Groups[g])
	}
	for g := range i.Groups {
		b.WriteString("\n" + i.Groups[g].text(names))
	}
	switch {
	case i.Omitted == 1:
		b.WriteString("\nand 1 pair with another difference\n")
	case i.Omitted > 0:
		fmt.Fprintf(&b, "\nand %d pairs with other differences\n", i.Omitted)
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
	differing, verb := c.Changed+c.Added+c.Removed, "differ"
	if differing == 1 || c.Pairs == 1 {
		verb = "differs"
	}
	text := fmt.Sprintf("%d of %s %s", differing, plural(c.Pairs, "pair"), verb)
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
	names := nameTable{}
	names.addGroup(g)
	return g.text(names)
}

func (g *Group) text(names nameTable) string {
	var b strings.Builder
	line := func(text string) { b.WriteString("  " + printable(text) + "\n") }
	fmt.Fprintf(&b, "%s, %s\n", g.Kind, plural(g.Pairs, "pair"))
	for _, o := range g.Patch {
		line(o.String())
	}
	if g.Before != "" {
		line("resolved error: " + g.Before)
	}
	if g.After != "" {
		line("error: " + g.After)
	}
	if len(g.Policies.Before) > 0 {
		line("before: " + names.list(g.Policies.Before))
	}
	if len(g.Policies.After) > 0 {
		line("after: " + names.list(g.Policies.After))
	}
	shown := min(len(g.Members), maxMembers)
	for _, m := range g.Members[:shown] {
		line(names.placed(m.Object, m.Clusters))
	}
	if others := len(g.Members) - shown + g.Omitted; others > 0 {
		line("and " + plural(others, "other object"))
	}
	return b.String()
}

// String describes the difference in lines, with the steps that are responsible.
func (d *Difference) String() string {
	var b strings.Builder
	line := func(text string) { b.WriteString("  " + printable(text) + "\n") }
	before, after := d.Origins()
	names := nameTable{}
	names.add(d.Object)
	names.addOrigins(before)
	names.addOrigins(after)
	b.WriteString(printable(names.placed(d.Object, d.Clusters)+": "+string(d.Kind)) + "\n")
	for _, o := range d.Patch {
		line(o.String())
	}
	for _, err := range []struct {
		label string
		err   error
	}{{"resolved error: ", d.Before.Err}, {"error: ", d.After.Err}, {"error: ", d.Err}} {
		if err.err != nil {
			line(err.label + reason(err.err))
		}
	}
	for _, o := range before {
		line("before: " + names.of(o.Policy) + ": " + o.At)
	}
	for _, o := range after {
		line("after: " + names.of(o.Policy) + ": " + o.At)
	}
	return b.String()
}

// Limits of String: clusters of a list, members of a group, characters of a line.
const (
	maxClusters   = 20
	maxMembers    = 100
	maxCharacters = 2_000
)

// few joins the first clusters of a list, and counts the others.
func few(clusters []string) string {
	if len(clusters) <= maxClusters {
		return strings.Join(clusters, ", ")
	}
	return fmt.Sprintf("%s and %s", strings.Join(clusters[:maxClusters], ", "), plural(len(clusters)-maxClusters, "other"))
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// printable makes one line of a string from documents, without control characters. It cuts long lines.
func printable(text string) string {
	return words.OneLine(strings.ReplaceAll(words.Clip(text, maxCharacters), "\n", "; "))
}
