package textedit

import (
	"bytes"
	"fmt"

	yamlv3 "go.yaml.in/yaml/v3"
)

// check parses the text again and compares the nodes with those that have followed the edits.
func (t *yamlText) check() (document, error) {
	again, err := readYAML(t.text, t.document)
	if err != nil {
		return nil, ErrNotInPlace
	}
	c := comparison{want: t, got: again, bare: bytes.IndexByte(t.text, '!') >= 0}
	if n := c.differs(t.top, again.top); n != nil {
		return nil, fmt.Errorf("line %d: %w", again.line(n), ErrNotInPlace)
	}
	return again, nil
}

// comparison compares the nodes that have followed the edits with those of a new parse.
type comparison struct {
	want, got *yamlText
	bare      bool                          // the text may have tags "!", which the parser drops
	anchors   map[*yamlv3.Node]*yamlv3.Node // from the nodes of want to those of got
}

// differs returns the first node that differs, or nil.
func (c *comparison) differs(want, got *yamlv3.Node) *yamlv3.Node {
	if want.Kind != got.Kind || want.Style != got.Style || want.Tag != got.Tag || want.Value != got.Value || want.Anchor != got.Anchor ||
		len(want.Content) != len(got.Content) || want.Alias != nil && c.anchors[want.Alias] != got.Alias {
		return got
	}
	if c.bare && got.Kind == yamlv3.ScalarNode && got.Style == 0 && c.want.isBare(want) != c.got.isBare(got) {
		return got
	}
	if got.Anchor != "" {
		if c.anchors == nil {
			c.anchors = map[*yamlv3.Node]*yamlv3.Node{}
		}
		c.anchors[want] = got
	}
	for i := range got.Content {
		if n := c.differs(want.Content[i], got.Content[i]); n != nil {
			return n
		}
	}
	return nil
}
