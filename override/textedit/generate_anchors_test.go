package textedit_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// anchorMaker generates documents of shared settings: anchors of every kind and style, and aliases of them.
type anchorMaker struct {
	*rand.Rand
	names    []string // of all anchors of the document
	maps     []string // of anchors of maps
	count    int      // of names
	late     bool     // a merge key follows another key
	comments int
	step     string
}

func (m *anchorMaker) one(of ...string) string { return of[m.IntN(len(of))] }

func (m *anchorMaker) comment(before string) string {
	if m.IntN(4) > 0 {
		return ""
	}
	m.comments++
	return fmt.Sprintf("%s# note %d", before, m.comments)
}

// anchor returns a new anchor, or sometimes one whose name is in use, and a blank.
func (m *anchorMaker) anchor() (name, written string) {
	if m.IntN(2) == 0 {
		return "", ""
	}
	m.count++
	name = fmt.Sprintf("a%d", m.count)
	if m.IntN(25) == 0 && len(m.names) > 0 {
		name = m.one(m.names...)
		for i, known := range m.maps {
			if known == name {
				m.maps = append(m.maps[:i:i], m.maps[i+1:]...) // its last node may not be a map
				break
			}
		}
	}
	return name, "&" + name + " "
}

func (m *anchorMaker) done(name string, isMap bool) {
	if name == "" {
		return
	}
	if m.names = append(m.names, name); isMap {
		m.maps = append(m.maps, name)
	}
}

func (m *anchorMaker) alias() string {
	if len(m.names) == 0 {
		return "1"
	}
	return "*" + m.one(m.names...)
}

func (m *anchorMaker) key() string {
	return m.one("image", "port", "host", "limits", "env", "args", "labels", "on", "'a b'", `"q"`, "8080", "x.y")
}

// keys returns n different keys.
func (m *anchorMaker) keys(n int) (keys []string) {
	seen := map[string]bool{}
	for range n {
		if key := m.key(); !seen[key] {
			keys, seen[key] = append(keys, key), true
		}
	}
	return keys
}

// flow returns a value in flow style.
func (m *anchorMaker) flow(depth int) string {
	if m.IntN(4) == 0 {
		return m.alias()
	}
	kind := m.IntN(5)
	if depth == 0 {
		kind = 0
	}
	name, anchor := m.anchor()
	defer func() { m.done(name, kind > 2) }()
	switch {
	case kind < 2:
		return anchor + m.one("1", "yes", "0777", "web", `"x, y"`, "'it''s'", "a-b", "null", "1.10", "http://host/x")
	case kind == 2:
		items := make([]string, m.IntN(4))
		for i := range items {
			items[i] = m.flow(depth - 1)
		}
		return anchor + "[" + strings.Join(items, ", ") + "]"
	}
	var items []string
	if merge := m.merge(true); merge != "" && m.IntN(2) == 0 {
		items = append(items, "<<: "+merge)
	}
	for _, key := range m.keys(m.IntN(4)) {
		items = append(items, key+": "+m.flow(depth-1))
	}
	return anchor + "{" + strings.Join(items, ", ") + "}"
}

// merge returns the value of a merge key, or nothing.
func (m *anchorMaker) merge(inFlow bool) string {
	if len(m.maps) == 0 || m.IntN(2) == 0 {
		return ""
	}
	if m.IntN(3) > 0 {
		return "*" + m.one(m.maps...)
	}
	var items []string
	for range 1 + m.IntN(3) {
		items = append(items, "*"+m.one(m.maps...))
	}
	if !inFlow && m.IntN(3) == 0 {
		return "\n- " + strings.Join(items, "\n- ")
	}
	return "[" + strings.Join(items, ", ") + "]"
}

// value returns a value in block style, after a key or dash in a column: the text on that line, and the lines below.
func (m *anchorMaker) value(indent string, depth int) string {
	switch kind := m.IntN(12); {
	case kind < 2:
		return " " + m.alias() + m.comment(" ") + "\n"
	case kind < 4 || depth == 0:
		return " " + m.flow(2) + m.comment(" ") + "\n"
	case kind == 4:
		name, anchor := m.anchor()
		m.done(name, false)
		text := m.one("|\n%[1]sset -e\n%[1]srun\n", "|-\n%[1]sx\n\n%[1]sy\n", ">\n%[1]sfolded\n%[1]stext\n", "|+\n%[1]skeep\n\n", "plain\n%[1]sover lines\n", "\"q\n%[1]sover lines\"\n")
		return " " + anchor + fmt.Sprintf(text, indent+m.step)
	case kind < 7:
		name, anchor := m.anchor()
		var b strings.Builder
		b.WriteString(strings.TrimRight(" "+anchor, " ") + m.comment(" ") + "\n")
		for range 1 + m.IntN(3) {
			b.WriteString(indent + m.step + "-" + m.value(indent+m.step, depth-1))
		}
		m.done(name, false)
		return b.String()
	}
	name, anchor := m.anchor()
	text := strings.TrimRight(" "+anchor, " ") + m.comment(" ") + "\n" + m.block(indent+m.step, depth-1)
	m.done(name, true)
	return text
}

// block returns a map in block style with at least one key.
func (m *anchorMaker) block(indent string, depth int) string {
	var b strings.Builder
	keys := m.keys(1 + m.IntN(4))
	at, merge := 0, m.merge(false)
	if m.IntN(12) == 0 {
		at = m.IntN(len(keys) + 1) // parsers disagree on the keys above it
		m.late = m.late || at > 0 && merge != ""
	}
	again := -1 // where a second merge key is
	if merge != "" && m.IntN(12) == 0 {
		again, m.late = m.IntN(len(keys)+1), true
	}
	second := merge
	if again >= 0 && m.IntN(2) == 0 {
		second = m.merge(false)
	}
	for i := 0; i <= len(keys); i++ {
		if comment := m.comment(""); comment != "" {
			b.WriteString(indent + comment + "\n")
		}
		if i == again && second != "" {
			fmt.Fprintf(&b, "%s<<: %s%s\n", indent, strings.ReplaceAll(second, "\n", "\n"+indent), m.comment(" "))
		}
		if i == at && merge != "" {
			fmt.Fprintf(&b, "%s<<: %s%s\n", indent, strings.ReplaceAll(merge, "\n", "\n"+indent), m.comment(" "))
		}
		if i < len(keys) {
			fmt.Fprintf(&b, "%s%s:%s", indent, keys[i], m.value(indent, depth))
		}
		if m.IntN(8) == 0 {
			b.WriteString("\n")
		}
	}
	return b.String()
}

// stream returns a text of one to three documents, and the number of one of them.
func (m *anchorMaker) stream() (text string, document int) {
	var b strings.Builder
	b.WriteString(m.comment(""))
	if b.Len() > 0 {
		b.WriteString("\n\n")
	}
	n := []int{1, 1, 2, 3}[m.IntN(4)]
	for i := range n {
		if i > 0 {
			b.WriteString("---\n")
		}
		m.names, m.maps, m.count = nil, nil, 0
		for k := range 3 + m.IntN(4) {
			fmt.Fprintf(&b, "x-%d:%s", k, m.value("", 3))
		}
		b.WriteString(m.block("", 3))
	}
	text = b.String()
	if m.IntN(6) == 0 {
		text = strings.TrimSuffix(text, "\n")
	}
	if m.IntN(10) == 0 {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	return text, m.IntN(n)
}
