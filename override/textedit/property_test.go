package textedit_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"testing"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/textedit"
)

// streams is how many random texts of a format each property is held against.
const streams = 300

// eachStream gives random texts to a property, and one of their documents.
func eachStream(t *testing.T, format textFormat, property func(t *testing.T, m *maker, s stream, document int)) {
	t.Parallel()
	const parts = 8
	for part := range parts {
		t.Run(fmt.Sprint(part), func(t *testing.T) {
			t.Parallel()
			for seed := uint64(part); seed < streams; seed += parts {
				m := newMaker(seed)
				s := m.stream(format)
				property(t, m, s, m.IntN(len(s.pages)))
			}
		})
	}
}

func (m *maker) stream(format textFormat) stream {
	if format == asJSON {
		return m.json()
	}
	return m.yaml()
}

func eachFormat(t *testing.T, property func(t *testing.T, format textFormat)) {
	t.Parallel()
	for _, format := range []textFormat{asJSON, asYAML} {
		t.Run(string(format), func(t *testing.T) { property(t, format) })
	}
}

// TestOracle holds random operations against the oracle, those that suit the document and those that do not, and sees that
// nothing else is touched: no other place, no other document, no comment.
func TestOracle(t *testing.T) {
	eachFormat(t, func(t *testing.T, format textFormat) {
		eachStream(t, format, func(t *testing.T, m *maker, s stream, document int) {
			p := s.pages[document]
			c := trial{format: format, text: s.text, document: document}
			for range 10 {
				m.try(t, c, s, p)
			}
		})
	})
}

// try is one random operation.
func (m *maker) try(t *testing.T, c trial, s stream, p *page) {
	at, value := pick(m, p.spots()), pick(m, values)
	x, path, old := extent{from: p.from, to: p.to, silent: [2]int{p.from, p.to}}, at.path, (*part)(nil)
	var v any
	if err := json.Unmarshal([]byte(value), &v); err != nil {
		t.Fatalf("%s is no JSON: %v", value, err)
	}
	switch kind := m.IntN(10); {
	case kind < 4 || at.owner != nil && at.owner.value.shape == object && kind < 5:
		op := pick(m, []jsontree.Verb{jsontree.Replace, jsontree.Replace, jsontree.Add})
		c.ops = []textedit.Operation{operation(op, at.path, value)}
		if x, old = at.extentOfReplace(v), at.entry.value; op == jsontree.Add && at.owner != nil && at.in().shape == list {
			x, old = at.extentOfAdd(), nil
		}
	case kind < 6 && at.owner != nil:
		c.ops, x = []textedit.Operation{operation(jsontree.Remove, at.path, "")}, at.extentOfRemove(c.text)
	case kind < 8 && len(at.entry.value.entries) > 0:
		in := at
		at, path = m.newSpot(in)
		x = at.extentOfAdd()
		c.ops = []textedit.Operation{operation(jsontree.Add, path, value)}
		if in.entry.value.shape == list {
			path = in.path.Index(at.index)
		}
	default:
		path = m.wander(at.path)
		c.ops = []textedit.Operation{operation(pick(m, []jsontree.Verb{jsontree.Add, jsontree.Replace, jsontree.Remove, jsontree.Test}), path, value)}
		at = spot{}
	}
	after, edited := c.check(t)
	if !edited || after == c.text {
		return
	}
	extent{from: p.from, to: p.to, silent: [2]int{p.from, p.to}}.check(c, t, after)
	if p.strange || at.entry == nil || p.unfinished && x.one == insert && x.to == len(c.text) {
		return
	}
	x.check(c, t, after)
	x.checkComments(c, t, s.comments, after)
	if c.format == asYAML && c.ops[0].Op != jsontree.Remove && at.owner != nil {
		at.checkStyle(c, t, after, path, old)
	}
}

// newSpot is a place in a collection for something that is not there yet, and the path that names it.
func (m *maker) newSpot(in spot) (spot, jsontree.Pointer) {
	n := len(in.entry.value.entries)
	at := spot{entry: &entry{}, owner: in.entry, index: n, inFlow: in.entry.value.flow}
	if in.entry.value.shape == object {
		at.path = in.path.Child(pick(m, []string{"new", "n/e~w", "yes please", "neu é", "{", "a new: key", "17", "off", "-0x"}))
		return at, at.path
	}
	switch m.IntN(4) {
	case 0:
		return at, in.path.Child("-")
	case 1:
		at.index -= m.IntN(n + 1)
		return at, in.path.Child(strconv.Itoa(at.index - n - 1))
	}
	at.index = m.IntN(n + 1)
	return at, in.path.Index(at.index)
}

// wander changes a path, so that it may name what is not there, or a key as it is written.
func (m *maker) wander(path jsontree.Pointer) jsontree.Pointer {
	token := pick(m, []string{
		"", "-", "0", "-1", "99", "+0", "01", "absent", "on", "yes", "No", "1.10", "0x10", "0777", "true", "<<", "~", "null", "name", "image",
	})
	switch n := len(path); {
	case n > 0 && m.IntN(3) > 0:
		path = path.Child()
		path[m.IntN(n)] = token
		return path
	case n > 0 && m.IntN(4) == 0:
		return path
	}
	return path.Child(token)
}

// TestSameValue replaces what is there by the same, everywhere.
func TestSameValue(t *testing.T) {
	eachFormat(t, func(t *testing.T, format textFormat) {
		eachStream(t, format, func(t *testing.T, m *maker, s stream, document int) {
			c := trial{format: format, text: s.text, document: document}
			raw, err := c.raw(s.text)
			if err != nil {
				c.fail(t, "", "a text of the generator cannot be read: %v", err)
			}
			var v any // with numbers as they are written
			decoder := json.NewDecoder(bytes.NewReader(raw))
			decoder.UseNumber()
			if err := decoder.Decode(&v); err != nil {
				c.fail(t, "", "a text of the generator cannot be read: %v", err)
			}
			for _, at := range s.pages[document].spots() {
				value, found := jsontree.Get(v, at.path)
				if !found && m.rare > 0 {
					continue // a merge key has put something else there
				}
				if !found {
					c.fail(t, "", "the generator has %s, reading has not", at.path)
				}
				if i := slices.Index(at.path, ""); i >= 0 && i < len(at.path)-1 {
					continue // an empty token finds nothing
				}
				c := c.with(s.text, operation(jsontree.Replace, at.path, encoded(value)))
				after, err := c.edit(t)
				if err != nil && format == asYAML {
					if _, rule := rulingOf(c.piece(s.text), v, c.ops[0]); rule.mayRefuse {
						continue
					}
				}
				if after != s.text {
					c.fail(t, after, "nothing was to be changed; the error is %v", err)
				}
			}
		})
	})
}

// TestAddRemove adds what is not there, everywhere, and removes it again.
func TestAddRemove(t *testing.T) {
	eachFormat(t, func(t *testing.T, format textFormat) {
		eachStream(t, format, func(t *testing.T, m *maker, s stream, document int) {
			p := s.pages[document]
			for _, in := range p.spots() {
				if shape := in.entry.value.shape; shape != object && shape != list || p.strange || p.unfinished {
					continue
				}
				at, path := m.newSpot(in)
				c := trial{format: format, text: s.text, document: document, ops: []textedit.Operation{operation(jsontree.Add, path, pick(m, values))}}
				after, edited := c.check(t)
				if !edited {
					continue
				}
				if in.entry.value.shape == list {
					path = in.path.Index(at.index)
				}
				back := c.with(after, operation(jsontree.Remove, path, ""))
				if again, err := back.edit(t); err != nil || again != s.text {
					back.fail(t, again, "what was added is removed, and the text is not what it was: %v\n%s", err, quoted(s.text))
				}
			}
		})
	})
}

// TestOneAfterTheOther sees that several operations give what one gives after the other, and that after each of them what is known
// of the text is what reading it again would give.
func TestOneAfterTheOther(t *testing.T) {
	eachFormat(t, func(t *testing.T, format textFormat) {
		eachStream(t, format, func(t *testing.T, m *maker, s stream, document int) {
			all := trial{format: format, text: s.text, document: document}
			want, wantErr := s.text, error(nil)
			for range 6 {
				op := m.operation(s.pages[document])
				all.ops = append(all.ops, op)
				if wantErr == nil {
					want, wantErr = all.with(want, op).edit(t)
				}
			}
			patch, err := textedit.NewPatch(all.ops...)
			if err == nil {
				err = patch.Follow([]byte(s.text), string(format), document)
			}
			if err != nil {
				all.fail(t, "", "what is known is not what is there: %v", err)
			}
			got, err := all.edit(t)
			if (err == nil) != (wantErr == nil) || err == nil && got != want {
				all.fail(t, got, "one after the other the operations give %v\n%s\ntogether %v", wantErr, quoted(want), err)
			}
		})
	})
}

// operation is a random one that most often suits a document.
func (m *maker) operation(p *page) textedit.Operation {
	at, verb := pick(m, p.spots()), pick(m, []jsontree.Verb{jsontree.Add, jsontree.Replace, jsontree.Remove})
	path := at.path
	if len(at.entry.value.entries) > 0 && m.IntN(3) == 0 {
		_, path = m.newSpot(at)
		verb = jsontree.Add
	}
	return operation(verb, path, pick(m, values))
}
