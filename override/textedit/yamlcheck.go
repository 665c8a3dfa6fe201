package textedit

import (
	"bytes"
	"fmt"

	yamlv3 "go.yaml.in/yaml/v3"
)

// check reads the text again and compares it with what was read before and followed the edits.
func (t *yamlText) check() error {
	again, err := readYAML(t.text, t.document)
	if err != nil {
		return ErrNotInPlace
	}
	c := comparison{was: t, is: again, bare: bytes.IndexByte(t.text, '!') >= 0}
	if n := c.differs(t.top, again.top); n != nil {
		return fmt.Errorf("line %d: %w", again.line(n), ErrNotInPlace)
	}
	return nil
}

// comparison is of what was read once and what is read again.
type comparison struct {
	was, is *yamlText
	bare    bool                          // there may be tags "!", which the reader drops
	anchors map[*yamlv3.Node]*yamlv3.Node // of the nodes that were, those that are
}

// differs is the first node that is not as it was; nil if there is none.
func (c *comparison) differs(was, is *yamlv3.Node) *yamlv3.Node {
	if was.Kind != is.Kind || was.Style != is.Style || was.Tag != is.Tag || was.Value != is.Value || was.Anchor != is.Anchor ||
		len(was.Content) != len(is.Content) || was.Alias != nil && c.anchors[was.Alias] != is.Alias {
		return is
	}
	if c.bare && is.Kind == yamlv3.ScalarNode && is.Style == 0 && c.was.isBare(was) != c.is.isBare(is) {
		return is
	}
	if is.Anchor != "" {
		if c.anchors == nil {
			c.anchors = map[*yamlv3.Node]*yamlv3.Node{}
		}
		c.anchors[was] = is
	}
	for i := range is.Content {
		if n := c.differs(was.Content[i], is.Content[i]); n != nil {
			return n
		}
	}
	return nil
}
