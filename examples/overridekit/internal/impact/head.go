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
	for _, o := range c.Uncompared[:min(headMost, len(c.Uncompared))] {
		all = append(all, labeled{"not compared", o.Reason})
	}
	if more := len(c.Uncompared) - headMost; more > 0 {
		all = append(all, labeled{"not compared", cli.More(more, "object")})
	}
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
