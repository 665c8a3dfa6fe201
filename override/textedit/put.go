package textedit

import (
	"errors"

	yamlv3 "go.yaml.in/yaml/v3"
)

// put writes a value in the place of what stands there.
//
//  1. A key that only a merge key brings is written into the map itself.
//  2. In flow style, and in the place of a flow collection, everything is written in flow style.
//  3. A text keeps the quotes of the text that it replaces.
//  4. What needs lines below its key or dash gets them behind the comment on that line; what stood below it goes.
func (p *yamlCursor) put(v value) (edit, error) {
	if p.in != nil && p.at < 0 {
		return p.putMerged(v)
	}
	if err := p.replaceable(); err != nil {
		return edit{}, err
	}
	switch {
	case p.in == nil:
		return p.putRoot(v)
	case isFlow(p.in.node):
		return p.putFlow(v)
	}
	return p.putBlock(v)
}

// putBeside writes a key into a map that so far has it through a merge key. One that is no text gets the words that it has there, so
// that every reader takes it for the same key.
func (p *yamlCursor) putMerged(v value) (edit, error) {
	key := p.merged.key
	if key.Kind != yamlv3.ScalarNode || key.Anchor != "" {
		return edit{}, errors.New("the key that << brings is more than words, and cannot be written again")
	}
	token := p.keyText(key)
	if k, words := p.read(key); k == str {
		return p.in.insertEntry(p.in.writer().key(words, isFlow(p.in.node)), token, v)
	}
	return p.in.insertEntry(string(p.text[p.start(key):p.end(key, -1)]), token, v)
}

// putBack has the nodes follow when a value is written in the place of another. The new one stands from one place to another, in a line
// that is opened so.
func (p *yamlCursor) replaceNode(v value, opening string, from, to int, closing string) error {
	n, err := p.reread(opening, from, to, closing)
	if err == nil && p.in != nil && len(n.Content) == 0 {
		err = ErrNotInPlace
	}
	if err != nil {
		return err
	}
	p.noteRemoved(p.written)
	if p.in == nil {
		p.top, p.empty = n, false
		return verify(p.rootCursor(), v)
	}
	n = n.Content[len(n.Content)-1]
	p.in.node.Content[p.at] = n
	p.noteAdded(p.in.node, n)
	return verify(p.in.child(p.at), v)
}

// wrote sees that what an edit has left reads as the value that it was to write.
func verify(p *yamlCursor, v value) error {
	if !p.same(v, byText) {
		return ErrNotInPlace
	}
	return nil
}

// rewritten is a text in the quotes of the one before it; ok is false if that had none.
func (p *yamlCursor) inSameQuotes(v value) (written string, ok bool) {
	if v.kind != str || p.written.Kind != yamlv3.ScalarNode {
		return "", false
	}
	if p.written.Style&yamlv3.SingleQuotedStyle != 0 {
		if written, ok := inSingle(v.text); ok {
			return written, true
		}
	}
	if p.written.Style&(yamlv3.SingleQuotedStyle|yamlv3.DoubleQuotedStyle) != 0 {
		return inDouble(v.text), true
	}
	return "", false
}

func (p *yamlCursor) putFlow(v value) (edit, error) {
	w := p.in.writer()
	written, ok := p.inSameQuotes(v)
	if !ok {
		if k, _ := p.read(p.written); k == str && p.written.Kind == yamlv3.ScalarNode {
			w.quotes = false // as the text before it
		}
		written = w.flow(v)
	}
	s := p.flowSplice(written)
	return p.newEdit(splices{s}, func() error {
		at := s.start + len(s.text) - len(written)
		return p.replaceNode(v, "[", at, at+len(written), "]")
	})
}

// flowSplice is how a value is written in flow style, in the place of what stands there.
func (p *yamlCursor) flowSplice(written string) splice {
	if !p.isAbsent(p.written) {
		return splice{p.start(p.written), p.end(p.written, -1), written}
	}
	end := p.in.entryEnd((p.at - 1) / 2)
	switch colon := p.colon(p.in.node, p.at-1, -1); {
	case colon < 0:
		return splice{end, end, ": " + written}
	case colon+1 == end:
		return splice{end, end, " " + written}
	}
	return splice{end, end, written}
}
