package textedit

import yamlv3 "go.yaml.in/yaml/v3"

// put replaces the value by another one.
//
//  1. A key that only a merge key provides is written into the map itself.
//  2. In flow style, and if it replaces a flow collection, the value is written in flow style.
//  3. A string keeps the quotes of the string that it replaces.
//  4. If the value needs lines below its key or dash, they follow after the comment on that line and replace the old lines.
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

// putMerged writes a key into a map that has it through a merge key. A key that is not a string keeps its notation, so that
// every parser reads it as the same key.
func (p *yamlCursor) putMerged(v value) (edit, error) {
	key := target(p.merged.key)
	token := p.keyText(key)
	if err := p.in.editable(token); err != nil {
		return edit{}, err
	}
	if k, words := p.read(key); k == str {
		return p.in.insertEntry(p.in.writer().key(words, isFlow(p.in.node)), token, v)
	}
	c := p.copier(p.start(p.in.node))
	written := c.key(key)
	if c.err != nil {
		return edit{}, c.err
	}
	return p.in.insertEntry(written, token, v)
}

// replaceNode updates the nodes after a value was replaced. The new value is between the offsets from and to; opening and
// closing make that text a collection.
func (p *yamlCursor) replaceNode(v value, opening string, from, to int, closing string) error {
	if p.in == nil {
		n, err := p.reread(opening, from, to, closing)
		if err != nil {
			return err
		}
		p.noteRemoved(p.written)
		p.top, p.empty = n, false
		return verify(p.rootCursor(), v)
	}
	n, err := p.rereadValue(opening, from, to, closing)
	if err != nil {
		return err
	}
	p.noteRemoved(p.written)
	p.in.node.Content[p.at] = n
	p.noteAdded(p.in.node, n)
	return verify(p.in.child(p.at), v)
}

// verify checks that an edit has written the right value.
func verify(p *yamlCursor, v value) error {
	if !p.same(v, byText) {
		return ErrNotInPlace
	}
	return nil
}

// inSameQuotes formats a string with the quotes of the string that it replaces; ok is false without quotes.
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
			w.quotes = false // like the old string
		}
		written = w.flow(v)
	}
	s := p.flowSplice(written)
	return p.newEdit(splices{s}, func() error {
		at := s.start + len(s.text) - len(written)
		return p.replaceNode(v, "[", at, at+len(written), "]")
	})
}

// flowSplice replaces the value in flow style.
func (p *yamlCursor) flowSplice(written string) splice {
	if !p.isAbsent(p.written) {
		return splice{p.start(p.written), p.end(p.written, -1), written}
	}
	if p.in.width() == 1 { // only the tag "!", which the parser drops, is an element without text
		p.markLost(p.written)
		return splice{}
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
