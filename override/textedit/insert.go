package textedit

import (
	"strings"

	yamlv3 "go.yaml.in/yaml/v3"
)

func (p *yamlPlace) insertKey(token string, v value) (splices, error) {
	if err := unfitKey(token); err != nil {
		return nil, err
	}
	w := p.writer()
	return p.insertEntry(w.key(token, isFlow(p.node)), v)
}

// insertEntry writes a key and its value behind the last entry of a map: in block style on a line of its own, below the
// comments that belong to that entry and above all others.
func (p *yamlPlace) insertEntry(key string, v value) (splices, error) {
	if err := p.editable(); err != nil {
		return nil, err
	}
	w := p.writer()
	if isFlow(p.node) {
		item := key + ": " + w.flow(v)
		if !p.braces() {
			start, end := p.entry(0)
			return p.sure(splices{{start, start, "{"}, {end, end, ", " + item + "}"}})
		}
		b := p.brackets()
		return p.sure(b.insert(b.length, item))
	}
	depth := p.depth()
	_, end := p.entry(p.entries() - 1)
	at := p.extent(end, depth)
	w.literal = p.roomBelow(at, depth)
	return p.sure(append(p.chomped(), splice{at, at, p.below(w.entry(spaces(depth)+key+":", v, depth, 0))}))
}

// insertItem writes an element right below the one before it, above the comments that belong to the next; the first one above the comments
// that belong to what is now the second.
func (p *yamlPlace) insertItem(i int, v value) (splices, error) {
	if err := p.editable(); err != nil {
		return nil, err
	}
	w := p.writer()
	if isFlow(p.node) {
		return p.sure(p.brackets().insert(i, w.flow(v)))
	}
	depth, wide := p.depth(), p.dashWidth(max(i-1, 0))
	if i > 0 {
		_, end := p.entry(i - 1)
		at := p.extent(end, depth)
		w.literal = p.roomBelow(at, depth)
		s := splices{{at, at, p.below(w.entry(spaces(depth)+"-", v, depth, wide))}}
		if i == p.length() {
			s = append(p.chomped(), s...)
		}
		return p.sure(s)
	}
	start, _ := p.entry(0)
	if first(p.text, start) {
		start = commentsAbove(p.text, lineStart(p.text, start), depth, 0)
		if indent, comment := isComment(p.text, start); comment && indent > depth {
			w.literal = noLiteral
		}
		lines := w.entry(spaces(depth)+"-", v, depth, wide)
		return p.sure(splices{{start, start, strings.Join(append(lines, ""), newline(p.text))}})
	}
	lines := append(w.entry("-", v, depth, wide), spaces(depth))
	return p.sure(splices{{start, start, strings.Join(lines, newline(p.text))}})
}

// below is lines that follow the end of another.
func (p *yamlPlace) below(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	end := newline(p.text)
	return end + strings.Join(lines, end)
}

// writer is how this place's entries are written.
func (p *yamlPlace) writer() yamlWriter {
	w := p.style()
	if isFlow(p.node) && p.entries() > 0 {
		for _, n := range p.nodes(p.entries() - 1) {
			w.quotes = w.quotes || n.Style&yamlv3.DoubleQuotedStyle != 0
		}
	}
	return w
}

func (p *yamlPlace) brackets() brackets {
	return brackets{
		text: p.text, inside: p.content(p.node) + 1, length: p.entries(), entry: p.entry, separator: ", ", newline: newline(p.text),
	}
}
