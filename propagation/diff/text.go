package diff

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/words"
)

// String describes the difference for people: first the templates and their clusters, then the Works, each by its object and cluster. An object without replicas is added to a
// cluster or removed from it; with replicas, a cluster that is not a target counts as 0. Long values are truncated, and those of Secrets
// are not shown, see [Difference.Reveal].
func (d *Difference) String() string {
	if d.Empty() {
		return "nothing moves\n"
	}
	var b strings.Builder
	line := func(indent, text string) { b.WriteString(indent + printable(text) + "\n") }
	messages := func(indent, kind string, t Messages) {
		for _, text := range t.Appeared {
			line(indent, kind+": "+text)
		}
		for _, text := range t.Gone {
			line(indent, kind+" gone: "+text)
		}
	}
	messages("", "warning", d.Warnings)
	for _, t := range d.Templates {
		changes := t.Binding.shownChanges()
		head := strings.Join(t.headline(), "; ")
		if head == "" && len(changes) == 0 && t.Warnings.empty() && t.Errors.empty() {
			continue // only replicas in requiredBy differ, which the other template has
		}
		if head != "" {
			head = ": " + head
		}
		line("", t.Template.String()+head)
		for _, p := range changes {
			line("  ", "binding "+p.String())
		}
		messages("  ", "warning", t.Warnings)
		messages("  ", "error", t.Errors)
	}
	if len(d.Works) > 0 && b.Len() > 0 {
		b.WriteByte('\n')
	}
	for _, w := range d.Works {
		text := w.name() + " " + string(w.Kind)
		if w.Reason != "" {
			text += ": " + w.Reason
		}
		line("", text)
		for _, p := range w.Changes {
			line("  ", p.text(inObject(p.Path)))
		}
	}
	if b.Len() == 0 {
		return "nothing moves, but bindings change\n"
	}
	return b.String()
}

// headline returns the parts of the first line of a template.
func (t Template) headline() []string {
	var parts []string
	if t.Kind != Changed {
		parts = append(parts, string(t.Kind))
	}
	if c := t.Claim; c != (Claim{}) && t.Kind == Changed {
		parts = append(parts, "claimed by "+orNone(c.After)+", previously by "+orNone(c.Before))
	}
	if t.Replicas != (Count{}) {
		parts = append(parts, t.Replicas.String()+" replicas")
	}
	var clusters []string
	for _, c := range t.Clusters {
		clusters = append(clusters, c.String())
	}
	if len(clusters) > 0 {
		parts = append(parts, strings.Join(clusters, ", "))
	}
	if t.Placed != (Count{}) && t.Placed != t.Replicas {
		parts = append(parts, "total "+t.Placed.String())
	}
	if t.Binding != nil && t.Binding.Kind == Left {
		parts = append(parts, "left unchanged: "+t.Binding.Reason)
	}
	return parts
}

// String returns, for example: 3 -> 4.
func (c Count) String() string { return fmt.Sprintf("%d -> %d", c.Before, c.After) }

// String returns, for example: member1 3 -> 4, or: member1 added.
func (c Cluster) String() string {
	switch {
	case c.Before != 0 || c.After != 0:
		return fmt.Sprintf("%s %d -> %d", c.Name, c.Before, c.After)
	case c.Op == jsontree.Add:
		return c.Name + " added"
	case c.Op == jsontree.Remove:
		return c.Name + " removed"
	}
	return c.Name + " changed"
}

// String returns, for example: /spec/replicas: 3 -> 4, or: /spec/paused: added true.
func (p Change) String() string { return p.text(p.Path.String()) }

// text is String with another text for the path.
func (p Change) text(path string) string {
	before, after := p.values()
	switch p.Op {
	case jsontree.Add:
		return path + ": added " + after
	case jsontree.Remove:
		return path + ": removed " + before
	}
	return path + ": " + before + " -> " + after
}

// values returns the values for people, or "" for one that the change does not have.
func (p Change) values() (before, after string) {
	old, now := p.shownValues()
	switch p.Op {
	case jsontree.Add:
		return "", words.Clip(wholeText(now), maxOfValue)
	case jsontree.Remove:
		return words.Clip(wholeText(old), maxOfValue), ""
	}
	return words.Pair(wholeText(old), wholeText(now), 2*maxOfValue)
}

func orNone(r override.Ref) string {
	if r == (override.Ref{}) {
		return "none"
	}
	return r.String()
}

const maxOfValue = 73 // characters

// wholeText returns a value as JSON.
func wholeText(v any) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return err.Error()
	}
	return strings.TrimSpace(b.String())
}

// printable makes one line of a string from documents, without control characters.
func printable(text string) string { return words.OneLine(strings.ReplaceAll(text, "\n", "; ")) }
