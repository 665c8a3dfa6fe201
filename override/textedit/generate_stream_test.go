package textedit_test

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/overridekit/overridekit/override/jsontree"
)

// yaml generates a stream of YAML documents.
func (m *maker) yaml() stream {
	w := &writer{lineEnd: []string{"\n", "\n", "\n", "\r\n"}[m.IntN(4)], gap: []string{" ", "  ", "\t"}[m.IntN(3)], step: m.step, run: -1}
	if m.IntN(20) == 0 {
		w.put("\ufeff")
	}
	var s stream
	for i, n := 0, []int{1, 1, 1, 2, 3}[m.IntN(5)]; i < n; i++ {
		p := &randomDocument{strange: m.strange > 0}
		p.root.value = m.root()
		if i > 0 && m.IntN(4) == 0 {
			w.put("...", w.lineEnd)
			w.commentLines(0, m.commentLines())
			if m.IntN(3) == 0 {
				w.put("%YAML 1.1", w.lineEnd)
			}
		}
		if i > 0 || p.root.value.nothing() || m.IntN(4) == 0 {
			w.put("---")
			if p.root.value.flow && m.IntN(2) == 0 {
				w.put(" ")
			} else {
				w.finish(m.comment(), "")
			}
		}
		p.from, w.run = len(w.text), -1
		w.document(p, m.IntN(15)/14*m.step)
		if m.IntN(5) == 0 && !p.root.value.keeps() {
			w.finish("", "")
			w.commentLines(0, m.commentLines())
		}
		p.to = len(w.text)
		s.documents = append(s.documents, p)
	}
	s.text, s.comments = string(w.text), w.comments
	if m.IntN(5) == 0 {
		s.trim(w.lineEnd)
	}
	return s
}

var commentLine = regexp.MustCompile(`(?m)^[ \t]*#`)

// document writes the root of a document at a column.
func (w *writer) document(p *randomDocument, col int) {
	start, root := len(w.text), p.root.value
	switch {
	case root.nothing():
	case root.flow:
		w.flow(root, 0)
		w.finish("", "")
	default:
		w.block(root, col, false)
		if first := root.entries[0]; !commentLine.Match(w.text[start:first.above]) {
			first.above, first.head = first.at-col, first.at-col // comments that open a document belong to it
		}
	}
	p.root.offsets = offsets{above: start, head: start, at: start, colon: start, from: start, to: len(w.text), end: len(w.text), below: len(w.text)}
}

// trim removes the final line break.
func (s *stream) trim(lineEnd string) {
	text, found := strings.CutSuffix(s.text, lineEnd)
	if !found {
		return
	}
	last := s.documents[len(s.documents)-1]
	for _, at := range last.spots() {
		p := &at.entry.offsets
		for _, offset := range []*int{&p.above, &p.head, &p.at, &p.colon, &p.from, &p.to, &p.end, &p.below} {
			*offset = min(*offset, len(text))
		}
		last.unfinished = last.unfinished || at.entry.value.shape == blockScalar && at.entry.end == len(text)
	}
	s.text, last.from, last.to = text, min(last.from, len(text)), min(last.to, len(text))
}

// json generates a JSON text.
func (m *maker) json() stream {
	w := &writer{lineEnd: []string{"\n", "\n", "\r\n"}[m.IntN(3)], step: m.step, run: -1}
	blank := func() { w.put(pick(m, []string{"", "", "", " ", w.lineEnd, "\t" + w.lineEnd})) }
	p := &randomDocument{strange: m.strange > 0}
	comma, colon := pick(m, []string{", ", ",", " ,", " , ", "\t,\t"}), pick(m, []string{": ", ":", " :", " : ", "\t:  "})
	p.root.value = m.jsonPart(rootDepth, m.often(m.spread), comma, colon)
	if p.root.value.shape == scalar {
		p.root.value = &part{shape: list, comma: ",", colon: ":"}
	}
	blank()
	start := len(w.text)
	w.flow(p.root.value, 0)
	p.root.offsets = offsets{above: start, head: start, at: start, colon: start, from: start, to: len(w.text), end: len(w.text), below: len(w.text)}
	blank()
	p.to = len(w.text)
	return stream{text: string(w.text), documents: []*randomDocument{p}}
}

func (m *maker) jsonPart(depth int, spread bool, comma, colon string) *part {
	kind := m.IntN(10)
	if depth == 0 || kind > 5 && depth < rootDepth {
		return &part{lines: []string{pick(m, jsonScalars)}}
	}
	p := &part{shape: []shape{object, list}[kind%2], flow: true, comma: comma, colon: colon}
	n, seen := m.IntN(5), map[string]bool{}
	p.spread, p.padded = spread && n > 0 && m.IntN(10) > 0, m.IntN(6) == 0
	for i := range n {
		e := &entry{token: strconv.Itoa(i), value: m.jsonPart(depth-1, p.spread, comma, colon)}
		if p.shape == object {
			for e.key == "" || seen[e.key] {
				key := pick(m, jsonKeys)
				e.key, e.token = key[0], key[1]
			}
			seen[e.key] = true
		}
		p.entries = append(p.entries, e)
	}
	if p.shape == object && n > 0 && m.often(m.strange) {
		p.entries[0].shadowed = true
		p.entries = append(p.entries, &entry{key: p.entries[0].key, token: p.entries[0].token, value: m.jsonPart(0, false, "", "")})
	}
	return p
}

// spot is an entry that a pointer can name.
type spot struct {
	path   jsontree.Pointer
	entry  *entry
	owner  *entry // the entry of its collection; nil for the root
	index  int    // in that collection
	inFlow bool   // its collection is in brackets
}

// in returns the collection of the entry.
func (at spot) in() *part { return at.owner.value }

// spots returns all entries that a pointer can name, the root first.
func (p *randomDocument) spots() []spot {
	all := []spot{{entry: &p.root}}
	var walk func(path jsontree.Pointer, owner *entry)
	walk = func(path jsontree.Pointer, owner *entry) {
		for i, e := range owner.value.entries {
			if e.key == "<<" || e.shadowed {
				continue
			}
			at := spot{path.Child(e.token), e, owner, i, owner.value.flow}
			all = append(all, at)
			walk(at.path, e)
		}
	}
	walk(nil, &p.root)
	return all
}
