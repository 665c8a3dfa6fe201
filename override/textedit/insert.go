package textedit

import (
	"slices"
	"strings"

	yamlv3 "go.yaml.in/yaml/v3"
)

func (p *yamlCursor) insertKey(token string, v value) (edit, error) {
	if err := checkKey(token); err != nil {
		return edit{}, err
	}
	if p.canFill() {
		if err := p.editable(token); err != nil {
			return edit{}, err
		}
		return p.fill(value{kind: object, keys: []string{token}, items: []value{v}})
	}
	w := p.writer()
	return p.insertEntry(w.key(token, isFlow(p.node)), token, v)
}

// insertEntry writes a key, which reads as token, and its value after the last entry of a map. In block style it gets its own
// line, below the comments of the last entry and above all others.
func (p *yamlCursor) insertEntry(key, token string, v value) (edit, error) {
	if err := p.editable(token); err != nil {
		return edit{}, err
	}
	w := p.writer()
	if isFlow(p.node) {
		return p.insertFlow(p.entries(), key+": "+w.flow(v), token, v)
	}
	depth := p.depth()
	_, end := p.entry(p.entries() - 1)
	at := p.extent(end, depth)
	w.literal = p.literalsBelow(at, depth)
	text := p.below(w.entry(spaces(depth)+key+":", v, depth, 0))
	s := append(p.chomped(), splice{at, at, text})
	return p.newEdit(s, func() error {
		return p.inserted(p.entries(), token, v, "", s.end()-len(text), skipBreak(p.text, s.end()), "")
	})
}

// insertFlow writes an element, or a key that reads as token and its value, in brackets.
func (p *yamlCursor) insertFlow(i int, item, token string, v value) (edit, error) {
	opening, closing := "[", "]"
	if p.node.Kind == yamlv3.MappingNode {
		opening, closing = "{", "}"
	}
	s, start, moved := p.flowInsertion(i, item)
	return p.newEdit(s, func() error {
		if moved >= 0 {
			p.move(p.node, moved)
		}
		return p.inserted(i, token, v, opening, start, start+len(item), closing)
	})
}

// flowInsertion returns the splices that write an entry in brackets, its offset after them, and the new offset of the collection,
// which is -1 if it already has brackets.
func (p *yamlCursor) flowInsertion(i int, item string) (s splices, start, moved int) {
	if p.braces() {
		s, start = p.brackets().insert(i, item)
		return s, start, -1
	}
	from, end := p.entry(0)
	separator := gap(p.text, end) + ", "
	return splices{{from, from, "{"}, {end, end, separator + item + "}"}}, end + len("{"+separator), from
}

// insertItem writes an element directly below the one before it and above the comments of the next.
func (p *yamlCursor) insertItem(i int, v value) (edit, error) {
	if err := p.editable(""); err != nil {
		return edit{}, err
	}
	if p.canFill() {
		return p.fill(value{kind: list, items: []value{v}})
	}
	w := p.writer()
	if isFlow(p.node) {
		return p.insertFlow(i, w.flow(v), "", v)
	}
	depth, wide := p.depth(), p.dashWidth(max(i-1, 0))
	if i == 0 {
		return p.insertFirst(w, depth, wide, v)
	}
	_, end := p.entry(i - 1)
	at := p.extent(end, depth)
	w.literal = p.literalsBelow(at, depth)
	text := p.below(w.entry(spaces(depth)+"-", v, depth, wide))
	s := splices{{at, at, text}}
	if i == p.length() {
		s = append(p.chomped(), s...)
	}
	return p.newEdit(s, func() error {
		return p.inserted(i, "", v, "", s.end()-len(text), skipBreak(p.text, s.end()), "")
	})
}

// insertFirst writes the first element of a list in block style.
func (p *yamlCursor) insertFirst(w yamlWriter, depth, wide int, v value) (edit, error) {
	start, _ := p.entry(0)
	opening, text := spaces(depth), ""
	if startsLine(p.text, start) {
		start = p.commentsOf(0, lineStart(p.text, start), 0)
		if indent, comment := isComment(p.text, start); comment && indent > depth {
			w.literal = noLiteral
		}
		opening, text = "", strings.Join(append(w.entry(spaces(depth)+"-", v, depth, wide), ""), p.newline())
	} else {
		text = strings.Join(append(w.entry("-", v, depth, wide), spaces(depth)), p.newline())
	}
	bare := p.content(p.node) == p.start(p.node)
	return p.newEdit(splices{{start, start, text}}, func() error {
		if bare {
			p.move(p.node, start+depth-len(opening))
		}
		return p.inserted(0, "", v, opening, start, start+len(text), "")
	})
}

// inserted updates the nodes after an entry was written before the i-th, at the offsets from and to. opening and closing make
// that text a collection. The key of a map must read as token.
func (p *yamlCursor) inserted(i int, token string, v value, opening string, from, to int, closing string) error {
	n, err := p.reread(opening, from, to, closing)
	if err != nil {
		return err
	}
	if n.Kind != p.node.Kind || len(n.Content) != p.width() || p.width() == 2 && !p.reads(n.Content[0], token) {
		return ErrNotInPlace
	}
	p.node.Content = slices.Insert(p.node.Content, i*p.width(), n.Content...)
	if keys := p.keys.built(p.node); keys != nil {
		p.addKey(keys, n.Content[0])
	}
	last := i*p.width() + p.width() - 1
	p.noteAdded(p.node, p.node.Content[last])
	return verify(p.child(last), v)
}

// below joins lines that follow the end of another line.
func (p *yamlCursor) below(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	end := p.newline()
	return end + strings.Join(lines, end)
}

// writer returns a writer in the style of the entries.
func (p *yamlCursor) writer() yamlWriter {
	w := p.style()
	if isFlow(p.node) && p.entries() > 0 {
		for _, n := range p.nodes(p.entries() - 1) {
			w.quotes = w.quotes || n.Style&yamlv3.DoubleQuotedStyle != 0
		}
	}
	return w
}

func (p *yamlCursor) brackets() brackets {
	return brackets{
		draft: &p.draft, inside: p.content(p.node) + 1, length: p.entries(), entry: p.entry, separator: ", ",
	}
}
