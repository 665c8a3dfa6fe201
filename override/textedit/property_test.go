package textedit_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/textedit"
)

// streams is the number of random texts of a format for each property.
const streams = 300

// eachStream calls property with random texts, and the index of one of their documents.
func eachStream(t *testing.T, format textFormat, property func(t *testing.T, m *maker, s stream, document int)) {
	t.Parallel()
	const parts = 8
	count := uint64(streams)
	if testing.Short() {
		count /= 6
	}
	for part := range parts {
		t.Run(fmt.Sprint(part), func(t *testing.T) {
			t.Parallel()
			for seed := uint64(part); seed < count; seed += parts {
				m := newMaker(seed)
				s := m.stream(format)
				property(t, m, s, m.IntN(len(s.documents)))
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

// TestOracle compares random operations, valid and invalid, with the oracle. It also checks that an edit does not change other values,
// other documents or comments.
func TestOracle(t *testing.T) {
	eachFormat(t, func(t *testing.T, format textFormat) {
		eachStream(t, format, func(t *testing.T, m *maker, s stream, document int) {
			p := s.documents[document]
			c := trial{format: format, text: s.text, document: document}
			for range 10 {
				m.try(t, c, s, p)
			}
		})
	})
}

// try tries one random operation.
func (m *maker) try(t *testing.T, c trial, s stream, p *randomDocument) {
	at, value := pick(m, p.spots()), pick(m, values)
	x, path, old := extent{from: p.from, to: p.to, silent: [2]int{p.from, p.to}}, at.path, (*part)(nil)
	var v any
	if err := json.Unmarshal([]byte(value), &v); err != nil {
		t.Fatalf("%s is not JSON: %v", value, err)
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
	copied := x.wroteOut(c, after)
	if copied {
		x.checkLines(c, t, after)
	} else {
		x.check(c, t, after)
	}
	x.checkComments(c, t, s.comments, after, copied)
	if c.format == asYAML && c.ops[0].Op != jsontree.Remove && at.owner != nil {
		at.checkStyle(c, t, after, path, old)
	}
}

// newSpot returns a spot for a new entry in a collection, and its path.
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

// wander changes a path: it may name a missing value, or a key as it is written.
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

// TestSameValue replaces each value by itself. The text must not change.
func TestSameValue(t *testing.T) {
	eachFormat(t, func(t *testing.T, format textFormat) {
		eachStream(t, format, func(t *testing.T, m *maker, s stream, document int) {
			c := trial{format: format, text: s.text, document: document}
			raw, err := c.raw(s.text)
			if err != nil {
				c.fail(t, "", "the generated text cannot be parsed: %v", err)
			}
			var v any // numbers keep their digits
			decoder := json.NewDecoder(bytes.NewReader(raw))
			decoder.UseNumber()
			if err := decoder.Decode(&v); err != nil {
				c.fail(t, "", "the generated text cannot be parsed: %v", err)
			}
			for _, at := range s.documents[document].spots() {
				value, found := jsontree.Get(v, at.path)
				if !found && m.rare > 0 {
					continue // a merge key provides another value
				}
				if !found {
					c.fail(t, "", "the parser does not find the generated %s", at.path)
				}
				if i := slices.Index(at.path, ""); i >= 0 && i < len(at.path)-1 {
					continue // an empty token finds nothing
				}
				c := c.with(s.text, operation(jsontree.Replace, at.path, encoded(value)))
				after, err := c.edit(t)
				if err != nil && format == asYAML {
					if _, rule := expectationOf(c.piece(s.text), v, c.ops[0]); rule.mayRefuse {
						continue
					}
				}
				if after != s.text {
					c.fail(t, after, "expected no change; the error is %v", err)
				}
			}
		})
	})
}

// TestAddRemove adds new entries to each collection and removes them again. The text must be the same as before,
// except on the lines of a collection that was empty.
func TestAddRemove(t *testing.T) {
	eachFormat(t, func(t *testing.T, format textFormat) {
		eachStream(t, format, func(t *testing.T, m *maker, s stream, document int) {
			p := s.documents[document]
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
				again, err := back.edit(t)
				switch filled := in.owner != nil && !in.inFlow && len(in.entry.value.entries) == 0; {
				case filled && strings.Contains(s.text, "*a"), !filled && at.extentOfAdd().wroteOut(c.with(s.text), after):
					back.check(t)
				case filled: // the entry turned {} or [] into block style
					back.check(t)
					extent{from: in.entry.colon, to: in.entry.below, silent: [2]int{in.entry.colon, in.entry.below}}.check(c.with(s.text), t, again)
				case err != nil || again != s.text:
					back.fail(t, again, "after adding and removing, the text differs: %v\n%s", err, quoted(s.text))
				}
			}
		})
	})
}

// TestSequence checks that several operations in one patch return the same as in one patch each, and that the nodes after each operation
// are those of a new parse.
func TestSequence(t *testing.T) {
	eachFormat(t, func(t *testing.T, format textFormat) {
		eachStream(t, format, func(t *testing.T, m *maker, s stream, document int) {
			all := trial{format: format, text: s.text, document: document}
			want, wantErr := s.text, error(nil)
			for range 6 {
				op := m.operation(s.documents[document])
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
				all.fail(t, "", "the nodes differ from those of a new parse: %v", err)
			}
			got, err := all.edit(t)
			if (err == nil) != (wantErr == nil) || err == nil && got != want {
				all.fail(t, got, "one by one the operations return %v\n%s\ntogether %v", wantErr, quoted(want), err)
			}
		})
	})
}

// operation returns a random operation that is usually valid.
func (m *maker) operation(p *randomDocument) textedit.Operation {
	at, verb := pick(m, p.spots()), pick(m, []jsontree.Verb{jsontree.Add, jsontree.Replace, jsontree.Remove})
	path := at.path
	if len(at.entry.value.entries) > 0 && m.IntN(3) == 0 {
		_, path = m.newSpot(at)
		verb = jsontree.Add
	}
	return operation(verb, path, pick(m, values))
}
