package diff

import (
	"strconv"
	"strings"

	"github.com/overridekit/overridekit/override/jsontree"
)

// Markdown tells the same as String in tables, one of the templates and one of the Works. What comes from documents stands between backquotes.
func (d *Difference) Markdown() string {
	if d.Empty() {
		return "Nothing moves.\n"
	}
	var b strings.Builder
	if len(d.Templates) > 0 || !d.Warnings.empty() {
		t := newTable(&b, "Template")
		t.texts("", "warning", d.Warnings)
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
			name := code(w.Work.Namespace + "/" + w.Work.Name)
			if w.Kind != Changed {
				t.row(name, string(w.Kind), "", reason(w.Reason))
			}
			for _, p := range w.Places {
				t.place(name, "", p)
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
		t.count(name, "together", d.Placed)
	}
	if d.Binding != nil && d.Binding.Kind == Left {
		t.row(name, "left as it is", "", reason(d.Binding.Reason))
	}
	for _, p := range d.Binding.told() {
		t.place(name, "binding ", p)
	}
	t.texts(name, "warning", d.Warnings)
	t.texts(name, "error", d.Errors)
}

func (t table) count(name, what string, c Count) {
	if c != (Count{}) {
		t.row(name, what, strconv.FormatInt(c.Before, 10), strconv.FormatInt(c.After, 10))
	}
}

func (t table) place(name, what string, p Change) {
	old, now := p.texts()
	before, after := code(valueText(old)), code(valueText(now))
	switch p.Op {
	case jsontree.Add:
		before = ""
	case jsontree.Remove:
		after = ""
	}
	t.row(name, what+code(p.Path.String()), before, after)
}

func (t table) texts(name, kind string, d Texts) {
	for _, text := range d.Went {
		t.row(name, kind, code(text), "")
	}
	for _, text := range d.Appeared {
		t.row(name, kind, "", code(text))
	}
}

func reason(text string) string {
	if text == "" {
		return ""
	}
	return code(text)
}

// code is a text between backquotes, more of them than it has itself in a row. A bar would end the cell of a table even there.
func code(text string) string {
	text = strings.ReplaceAll(printable(text), "|", `\|`)
	fence := "`"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	if len(fence) > 1 {
		text = " " + text + " "
	}
	return fence + text + fence
}
