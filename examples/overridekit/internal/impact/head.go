package impact

import (
	"fmt"

	"github.com/overridekit/overridekit/examples/overridekit/internal/change"
	"github.com/overridekit/overridekit/examples/overridekit/internal/cli"
)

// headMost is the number of lines of each kind that output for people has before the counts.
const headMost = 20

const noteLabel = "note"

// headOf returns the lines before the counts: what is not compared, and what the comparison does not show. A reader of the counts alone would miss it.
func headOf(c *change.Change) []labeled {
	var all []labeled
	add := func(label, what string, count int, text func(i int) string) {
		for i := range min(headMost, count) {
			all = append(all, labeled{label, text(i)})
		}
		if more := count - headMost; more > 0 {
			all = append(all, labeled{label, cli.More(more, what)})
		}
	}
	add("cannot be read before", "error", len(c.Unread), func(i int) string { return c.Unread[i].Error() })
	add("not compared", "object", len(c.Uncompared), func(i int) string { return c.Uncompared[i].Reason })
	for _, note := range c.Notes() {
		all = append(all, labeled{noteLabel, note})
	}
	return all
}

// headMarkdown returns the lines as a list.
func headMarkdown(c *change.Change) string {
	text := ""
	for _, l := range headOf(c) {
		if l.Label != noteLabel { // a note has no text from documents
			l.Text = span(l.Text)
		}
		text += fmt.Sprintf("- %s: %s\n", l.Label, l.Text)
	}
	if text != "" {
		text += "\n"
	}
	return text
}
