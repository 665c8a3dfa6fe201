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
func (p *yamlPlace) put(v value) (splices, error) {
	if p.in != nil && p.at < 0 {
		return p.putBeside(v)
	}
	if err := p.replaceable(); err != nil {
		return nil, err
	}
	if p.in == nil {
		s, err := p.putRoot(v)
		if err != nil {
			return nil, err
		}
		return p.sure(s)
	}
	if isFlow(p.in.node) {
		return p.sure(p.putFlow(v))
	}
	s, err := p.putBlock(v)
	if err != nil {
		return nil, err
	}
	return p.sure(s)
}

// putBeside writes a key into a map that so far has it through a merge key. One that is no text gets the words that it has there, so
// that every reader takes it for the same key.
func (p *yamlPlace) putBeside(v value) (splices, error) {
	key := p.merged.key
	if key.Kind != yamlv3.ScalarNode || key.Anchor != "" {
		return nil, errors.New("the key that << brings is more than words, and cannot be written again")
	}
	if k, words := p.read(key); k == str {
		return p.in.insertEntry(p.in.writer().key(words, isFlow(p.in.node)), v)
	}
	return p.in.insertEntry(string(p.text[p.start(key):p.end(key, -1)]), v)
}

// rewritten is a text in the quotes of the one before it; ok is false if that had none.
func (p *yamlPlace) rewritten(v value) (written string, ok bool) {
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

func (p *yamlPlace) putFlow(v value) splices {
	w := p.in.writer()
	written, ok := p.rewritten(v)
	if !ok {
		if k, _ := p.read(p.written); k == str && p.written.Kind == yamlv3.ScalarNode {
			w.quotes = false // as the text before it
		}
		written = w.flow(v)
	}
	if !p.isNothing(p.written) {
		start := p.start(p.written)
		return splices{{start, p.end(p.written, -1), written}}
	}
	end := p.in.entryEnd((p.at - 1) / 2)
	switch colon := p.colon(p.in.node, p.at-1, -1); {
	case colon < 0:
		return splices{{end, end, ": " + written}}
	case colon+1 == end:
		return splices{{end, end, " " + written}}
	}
	return splices{{end, end, written}}
}
