package textedit_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// part is a value of a random document, with its notation.
type part struct {
	shape shape
	lines []string // of a scalar, without indentation; a literal or folded scalar begins with its header
	props string   // tag and anchor
	aside string   // a comment after the colon or dash of a value that begins below

	entries  []*entry
	compact  bool   // a block collection in a list, on the line of the dash
	indented bool   // a block list in a map, deeper than its key
	flow     bool   // in brackets
	spread   bool   // in brackets, each entry on a line of its own
	padded   bool   // blanks inside the brackets
	trailing bool   // in brackets, a comma after the last entry
	pair     bool   // a map of one key in a flow list, without brackets
	comma    string // between entries of a line
	colon    string

	open, close int // offsets of the brackets
}

type shape int

const (
	scalar shape = iota
	blockScalar
	object
	list
	alias
)

// entry is a key with its value, or an element of a list, with the comments that belong to it.
type entry struct {
	key, token string // as written, and as read; a merge key has no token
	explicit   bool   // "? key"
	shadowed   bool   // an equal key follows
	value      *part

	wide   int      // additional blanks after the colon or dash
	next   bool     // a scalar, or brackets, on the line below the key or dash; in brackets, the entry on a new line
	trail  string   // blanks at the line's end
	free   string   // a comment above it, separated by a blank line
	blanks int      // blank lines above
	margin string   // a comment above it with less indentation
	over   []string // comment lines directly above
	line   string   // a comment at the end of the line
	under  []string // comment lines below it with more indentation

	offsets
}

// maker generates the documents of one text in a random style.
type maker struct {
	*rand.Rand
	step               int
	indented           bool
	comments           int // the number of comments; each has a number
	talk, flow, spread int // percentages of comments, brackets, brackets over several lines
	odd, rare          int // percentages of unusual keys and scalars; of anchors, tags, merge keys
	strange            int // percentage of explicit keys, pairs, duplicate keys
	anchors            []*part
}

func newMaker(seed uint64) *maker {
	r := rand.New(rand.NewPCG(seed, 7))
	m := &maker{Rand: r, step: []int{2, 2, 2, 4, 1, 3, 8, 5}[r.IntN(8)], indented: r.IntN(2) == 0}
	m.talk, m.flow, m.spread = []int{0, 15, 40}[r.IntN(3)], []int{5, 20, 60}[r.IntN(3)], []int{10, 50}[r.IntN(2)]
	m.odd, m.rare, m.strange = []int{0, 10, 30}[r.IntN(3)], []int{0, 0, 15}[r.IntN(3)], []int{0, 0, 0, 5}[r.IntN(4)]
	return m
}

func (m *maker) often(hundredths int) bool { return m.IntN(100) < hundredths }

func pick[T any](m *maker, from []T) T { return from[m.IntN(len(from))] }

func (m *maker) comment() string {
	if !m.often(m.talk) {
		return ""
	}
	m.comments++
	return fmt.Sprintf("# %s %d.", pick(m, []string{"why", "see: {a, b}", "- not a list", "it's \"so\"", "é #"}), m.comments)
}

func (m *maker) commentLines() (lines []string) {
	for c := m.comment(); c != "" && len(lines) < 3; c = m.comment() {
		lines = append(lines, c)
	}
	return lines
}

// rootDepth is the maximum depth of collections below the root.
const rootDepth = 4

// root returns the value of a document: a map, a list, rarely null.
func (m *maker) root() *part {
	m.anchors = nil
	if m.IntN(40) == 0 {
		return &part{lines: []string{""}}
	}
	p := m.collection([]shape{object, object, list}[m.IntN(3)], rootDepth, m.often(m.flow/4), false)
	p.aside = ""
	return p
}

func (m *maker) value(depth int, inFlow, inList bool) *part {
	if len(m.anchors) > 0 && m.often(m.rare) {
		return &part{shape: alias, lines: []string{"*" + anchorOf(pick(m, m.anchors))}}
	}
	p := m.scalar(inFlow)
	if kind := m.IntN(10); depth > 0 && kind < 5 {
		p = m.collection([]shape{object, object, object, list, list}[kind], depth-1, inFlow || m.often(m.flow), inList)
	}
	if p.pair || len(p.lines) == 1 && p.lines[0] == "" {
		return p
	}
	if m.often(m.rare) && p.shape != scalar && p.shape != blockScalar {
		p.props = map[shape]string{object: "!!map ", list: "!!seq "}[p.shape]
	}
	if m.often(m.rare) {
		p.props += fmt.Sprintf("&a%d ", len(m.anchors)+1)
		m.anchors = append(m.anchors, p)
	}
	p.compact = p.compact && p.props == ""
	return p
}

func anchorOf(p *part) string { return strings.TrimSpace(p.props[strings.Index(p.props, "&")+1:]) }

func (m *maker) collection(kind shape, depth int, inFlow, inList bool) *part {
	p := &part{shape: kind, flow: inFlow, comma: ", ", colon: ": "}
	n := m.IntN(5)
	if depth == rootDepth {
		n++ // the root is rarely empty
	}
	if p.flow = p.flow || n == 0; p.flow {
		p.spread, p.padded, p.trailing = n > 0 && m.often(m.spread), m.IntN(4) == 0, n > 0 && m.IntN(6) == 0
		p.comma = []string{", ", ", ", ","}[m.IntN(3)]
	} else {
		p.compact, p.indented = inList && m.IntN(4) != 0, m.indented != (m.IntN(20) == 0)
	}
	if !p.flow && !p.compact {
		p.aside = m.comment()
	}
	seen, known := map[string]bool{}, m.anchors
	for i := range n {
		e := &entry{token: fmt.Sprint(i)}
		if kind == object {
			m.name(e, seen)
		}
		e.value = m.value(depth, p.flow, kind == list)
		if p.flow && kind == list && e.value.shape == object && len(e.value.entries) == 1 && e.value.props == "" && m.often(m.strange) {
			e.value.pair, e.value.spread, e.value.padded, e.value.trailing = true, false, false, false
		}
		m.surround(e, p)
		p.entries = append(p.entries, e)
	}
	m.disturb(p, known)
	return p
}

// name sets a key that the map does not have.
func (m *maker) name(e *entry, seen map[string]bool) {
	for e.key = ""; e.key == "" || seen[e.token]; {
		e.key = pick(m, []string{"name", "image", "b", "c", "spec", "labels", "data.txt", "with-dash", "_x", "a b"})
		e.token = e.key
		if m.often(m.odd) {
			odd := pick(m, oddKeys)
			e.key, e.token = odd[0], odd[1]
		}
	}
	seen[e.token] = true
}

// surround adds comments and blank lines around an entry.
func (m *maker) surround(e *entry, in *part) {
	e.line = m.comment()
	if in.flow {
		if e.next = m.IntN(8) == 0; in.spread {
			e.over = m.commentLines()
		}
		return
	}
	if m.IntN(10) == 0 {
		e.wide, e.trail = m.IntN(3), strings.Repeat(" ", m.IntN(3))
	}
	if p := e.value; (p.shape == scalar || p.shape == alias || p.flow) && !p.nothing() && m.IntN(15) == 0 {
		e.next, p.aside = true, m.comment()
	}
	if e.over = m.commentLines(); m.often(m.talk / 2) {
		e.free = m.comment()
	}
	if m.IntN(6) == 0 {
		e.blanks = 1 + m.IntN(2)
	}
	if m.often(m.talk / 3) {
		e.margin = m.comment()
	}
	if e.value.shape != blockScalar {
		e.under = m.commentLines()
	}
	if e.value.shape == scalar || e.value.shape == alias || e.value.flow {
		e.explicit = e.key != "" && e.key != "-" && !e.next && m.often(m.strange)
	}
}

// disturb adds a merge key or a duplicate key.
func (m *maker) disturb(p *part, known []*part) {
	if p.shape != object || len(p.entries) == 0 {
		return
	}
	for _, a := range known {
		if a.shape == object && m.often(m.rare) {
			at := m.IntN(2) * len(p.entries)
			merge := &entry{key: "<<", value: &part{shape: alias, lines: []string{"*" + anchorOf(a)}}}
			p.entries = append(p.entries[:at:at], append([]*entry{merge}, p.entries[at:]...)...)
			break
		}
	}
	if first := p.entries[0]; first.token != "" && m.often(m.strange) {
		first.shadowed = true
		p.entries = append(p.entries, &entry{key: first.key, token: first.token, value: m.scalar(p.flow)})
	}
}
