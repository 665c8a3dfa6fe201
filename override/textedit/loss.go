package textedit

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	yamlv3 "go.yaml.in/yaml/v3"

	"github.com/overridekit/overridekit/override/yamltext"
)

const commentsLost = "comments are lost"

// maxScalarLosses limits the messages about scalars.
const maxScalarLosses = 100

// losses are messages, each once. After maxScalarLosses messages about scalars, further scalars are counted, equal ones each time.
type losses struct {
	listed        []string
	scalars, more int
}

// Losses describes what is lost if a YAML text is decoded and encoded again: comments, the documents after the first, and the
// notation of scalars (0777 becomes 511, on becomes true). Aliases are expanded, which reads the same and is not a loss. Of the scalars, at most 100 messages are
// listed, with long scalars cut. The last element is then "and N more scalars", where N counts all that have no message.
func Losses(text []byte) []string {
	next := yamltext.Nodes(text)
	var first yamlv3.Node
	if err := next(&first); err == io.EOF && len(bytes.TrimSpace(text)) > 0 {
		return []string{commentsLost} // the text has nothing else
	} else if err != nil {
		return nil
	}
	var l losses
	l.note(comments(&first), commentsLost)
	var further yamlv3.Node
	l.note(next(&further) != io.EOF, "the documents after the first are lost")
	walk(&first, l.scalar)
	return l.list()
}

func comments(n *yamlv3.Node) bool {
	if n.HeadComment != "" || n.LineComment != "" || n.FootComment != "" {
		return true
	}
	for _, c := range n.Content {
		if comments(c) {
			return true
		}
	}
	return false
}

// lose notes what is lost where a node is written as a whole.
func (r *rewriting) lose(n *yamlv3.Node, before, after []byte) {
	var anchored, tagged bool
	walk(n, func(n *yamlv3.Node) {
		anchored, tagged = anchored || n.Anchor != "", tagged || n.Style&yamlv3.TaggedStyle != 0
	})
	kept := r.commentLines(after)
	for line, count := range r.commentLines(before) {
		r.losses.note(count > kept[line], commentsLost)
	}
	r.losses.note(anchored, "anchors are lost")
	r.losses.note(tagged, "tags are lost")
	walk(n, r.losses.scalar)
}

// commentLines counts the lines of comments in the document.
func (r *rewriting) commentLines(text []byte) map[string]int {
	counts := map[string]int{}
	read, _ := readNode(text, r.document)
	walk(&read, func(n *yamlv3.Node) {
		for line := range strings.Lines(n.HeadComment + "\n" + n.LineComment + "\n" + n.FootComment) {
			if line = strings.TrimSpace(line); line != "" {
				counts[line]++
			}
		}
	})
	return counts
}

func (l *losses) note(lost bool, loss string) {
	if lost && !slices.Contains(l.listed, loss) {
		l.listed = append(l.listed, loss)
	}
}

// scalar notes the loss of a plain scalar that changes. Strings, tagged scalars and any notation of null do not change.
func (l *losses) scalar(n *yamlv3.Node) {
	if n.Kind != yamlv3.ScalarNode || n.Style&(inQuotes|yamlv3.TaggedStyle) != 0 || !mayBeTyped(n.Value) {
		return
	}
	written, err := yamltext.ToJSON([]byte(n.Value))
	if err != nil || len(written) == 0 || written[0] == '"' || string(written) == "null" || string(written) == n.Value {
		return
	}
	loss := fmt.Sprintf("%s is written as %s", shorten(n.Value), shorten(string(written)))
	switch {
	case slices.Contains(l.listed, loss):
	case l.scalars == maxScalarLosses:
		l.more++
	default:
		l.listed, l.scalars = append(l.listed, loss), l.scalars+1
	}
}

// list returns the messages.
func (l *losses) list() []string {
	if l.more == 0 {
		return l.listed
	}
	return append(slices.Clip(l.listed), fmt.Sprintf("and %d more scalars", l.more))
}
