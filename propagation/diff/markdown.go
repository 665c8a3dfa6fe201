package diff

import (
	"strconv"
	"strings"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/words"
)

// Markdown returns the content of String as two tables, for templates and Works. Values from documents are code.
func (d *Difference) Markdown() string {
	if d.Empty() {
		return "Nothing moves.\n"
	}
	var b strings.Builder
	if len(d.Templates) > 0 || !d.Warnings.empty() {
		t := newTable(&b, "Template")
		t.messages("", "warning", d.Warnings)
		for _, difference := range d.Templates {
			t.template(difference)
		}
	}
	if len(d.Works) > 0 {
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		t := newTable(&b, "Work")
		for _, w := range d.Works {
			name := code(w.name())
			if w.Kind != Changed {
				t.row(name, string(w.Kind), "", code(w.Reason))
			}
			for _, p := range w.Changes {
				t.place(name, code(inObject(p.Path)), p)
			}
		}
	}
	return b.String()
}

// table is a table of four columns.
type table struct{ out *strings.Builder }

func newTable(out *strings.Builder, name string) table {
	t := table{out}
	t.row(name, "What", "Before", "After")
	t.row("---", "---", "---", "---")
	return t
}

func (t table) row(cells ...string) {
	t.out.WriteString("|")
	for _, cell := range cells {
		t.out.WriteString(strings.TrimRight(" "+cell, " ") + " |")
	}
	t.out.WriteByte('\n')
}

func (t table) template(d Template) {
	name := code(d.Template.String())
	if d.Kind != Changed {
		t.row(name, string(d.Kind), "", "")
	}
	if d.Claim != (Claim{}) && d.Kind == Changed {
		t.row(name, "claimed by", code(orNone(d.Claim.Before)), code(orNone(d.Claim.After)))
	}
	t.count(name, "replicas", d.Replicas)
	for _, c := range d.Clusters {
		before, after := strconv.Itoa(int(c.Before)), strconv.Itoa(int(c.After))
		if c.Before == 0 && c.After == 0 {
			before, after = "yes", "yes"
		}
		switch c.Op {
		case jsontree.Add:
			before = ""
		case jsontree.Remove:
			after = ""
		}
		t.row(name, code(c.Name), before, after)
	}
	if d.Placed != d.Replicas {
		t.count(name, "total", d.Placed)
	}
	if d.Binding != nil && d.Binding.Kind == Left {
		t.row(name, "left unchanged", "", code(d.Binding.Reason))
	}
	for _, p := range d.Binding.shownChanges() {
		t.place(name, "binding "+code(p.Path.String()), p)
	}
	t.messages(name, "warning", d.Warnings)
	t.messages(name, "error", d.Errors)
}

func (t table) count(name, what string, c Count) {
	if c != (Count{}) {
		t.row(name, what, strconv.FormatInt(c.Before, 10), strconv.FormatInt(c.After, 10))
	}
}

func (t table) place(name, what string, p Change) {
	before, after := p.values()
	t.row(name, what, code(before), code(after))
}

func (t table) messages(name, kind string, d Messages) {
	for _, text := range d.Gone {
		t.row(name, kind, code(text), "")
	}
	for _, text := range d.Appeared {
		t.row(name, kind, "", code(text))
	}
}

// code returns a string as code in a cell, or "".
func code(text string) string {
	if text == "" {
		return ""
	}
	return words.CodeCell(printable(text))
}
