package impact

import (
	"fmt"

	"github.com/overridekit/overridekit/examples/internal/change"
	"github.com/overridekit/overridekit/examples/internal/cli"
)

// headMost is the number of lines of each kind that output for people has before the counts.
const headMost = 20

const noteLabel = "note"

// head is what is not compared, and what the comparison does not show.
type head struct {
	Unread     []cli.Fault         `json:"unread"`
	Uncompared []change.Uncompared `json:"uncompared"`
	Notes      []string            `json:"notes"`
}

func headOf(c *change.Change) head {
	return head{c.Unread, append([]change.Uncompared{}, c.Uncompared...), append([]string{}, c.Notes()...)}
}

// lines returns the lines before the counts. A reader of the counts alone would miss them.
func (h head) lines() []labeled {
	var all []labeled
	add := func(label, what string, count int, text func(i int) string) {
		for i := range min(headMost, count) {
			all = append(all, labeled{label, text(i)})
		}
		if more := count - headMost; more > 0 {
			all = append(all, labeled{label, cli.More(more, what)})
		}
	}
	add("cannot be read before", "error", len(h.Unread), func(i int) string { return h.Unread[i].String() })
	add("not compared", "object", len(h.Uncompared), func(i int) string { return h.Uncompared[i].Reason })
	for _, note := range h.Notes {
		all = append(all, labeled{noteLabel, note})
	}
	return all
}

// markdown returns the lines as a list.
func (h head) markdown() string {
	text := ""
	for _, l := range h.lines() {
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
