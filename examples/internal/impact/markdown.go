package impact

import (
	"fmt"
	"html"
	"io"
	"strings"

	"github.com/overridekit/overridekit/examples/internal/cli"
	"github.com/overridekit/overridekit/override/impact"
	"github.com/overridekit/overridekit/override/words"
)

// What Markdown shows.
const (
	markdownLimit   = 65_536 // GitHub's limit for a comment, in characters; counted in bytes here, which are never fewer
	markdownTail    = 300    // bytes that the last sentence needs at most
	markdownGroups  = 500
	markdownMembers = 20
	markdownNames   = 20 // clusters of a member
)

var markdownDiff = diffLimit{lines: 200, bytes: 6_000}

// writeMarkdown prints the impact for a comment on a pull request: first what is not compared and the counts, then each distinct difference, folded
// unless it fails.
//
//  1. The output is not longer than GitHub's limit. The last sentence counts the differences that are left out.
//  2. Text from documents is in code spans, code blocks with a long enough fence, or escaped inside HTML elements.
func writeMarkdown(out io.Writer, found *result) error {
	groups := found.Groups[:min(markdownGroups, len(found.Groups))]
	firsts := found.firsts(len(groups))
	var b strings.Builder
	b.WriteString("### Impact\n\n" + found.head.markdown() + found.Counts.String() + "\n\nA pair is an object in a cluster.\n")
	shown := 0
	for i := range groups {
		text := groupMarkdown(&groups[i], firsts[i], found.names)
		if b.Len()+len(text) > markdownLimit-markdownTail {
			break
		}
		b.WriteString(text)
		shown++
	}
	if rest := pairsAfter(&found.Impact, shown); rest > 0 {
		left, inJSON := cli.More(len(found.Groups)-shown, "distinct difference"), "all of them"
		if found.Omitted > 0 {
			left, inJSON = fmt.Sprintf("more than %d other distinct differences", len(found.Groups)-shown), fmt.Sprintf("%d differences", len(found.Groups))
		}
		fmt.Fprintf(&b, "\n**Not shown: %s in %s.** The length of a comment is limited; `overridekit impact -o json` prints %s.\n",
			left, cli.Plural(rest, "pair"), inJSON)
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// groupMarkdown describes a distinct difference.
func groupMarkdown(g *impact.Group, first *detail, names cli.Names) string {
	var b strings.Builder
	summary := fmt.Sprintf("%s, %s", kindOf(g), cli.Plural(g.Pairs, "pair"))
	if first != nil {
		summary += ": <code>" + html.EscapeString(cli.Cut(first.Title)) + "</code>"
		if g.Pairs > 1 {
			summary += fmt.Sprintf(" and %d more", g.Pairs-1)
		}
		if policies := first.policies(); len(policies) > 0 {
			summary += ", by <code>" + html.EscapeString(cli.Few(policies, 3)) + "</code>"
		}
	}
	fold := "<details>"
	if g.After != "" {
		fold = "<details open>"
	}
	b.WriteString("\n" + fold + "\n<summary>" + summary + "</summary>\n\n")
	for _, m := range g.Members[:min(markdownMembers, len(g.Members))] {
		clusters := make([]string, min(markdownNames, len(m.Clusters)))
		for i := range clusters {
			clusters[i] = span(m.Clusters[i])
		}
		b.WriteString("- " + span(names.Of(m.Object)) + " in " + strings.Join(clusters, ", "))
		if left := len(m.Clusters) - len(clusters); left > 0 {
			fmt.Fprintf(&b, " and %d more", left)
		}
		b.WriteString("\n")
	}
	if left := len(g.Members) - markdownMembers + g.Omitted; left > 0 {
		fmt.Fprintf(&b, "- and %s\n", cli.More(left, "object"))
	}
	if first != nil {
		b.WriteString("\nOf the first pair:\n\n")
		for _, l := range first.Lines() {
			b.WriteString("- " + l.Label + ": " + span(l.Text) + "\n")
		}
		b.WriteString(fenced(first.Diff))
	}
	b.WriteString("\n</details>\n")
	return b.String()
}

// span returns a short code span.
func span(text string) string {
	text = cli.Cut(text)
	if strings.TrimSpace(text) == "" {
		return "(empty)"
	}
	return words.CodeSpan(text)
}

// fenced returns a diff in a code block, or "".
func fenced(diff string) string {
	if diff == "" {
		return ""
	}
	fence := "```"
	for strings.Contains(diff, fence) {
		fence += "`"
	}
	return "\n" + fence + "diff\n" + diff + fence + "\n"
}
