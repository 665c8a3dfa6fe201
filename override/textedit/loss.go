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

// Losses describes what is lost if a YAML text is decoded and encoded again: comments, the documents after the first, and the
// notation of scalars (0777 becomes 511, on becomes true). Aliases are expanded, which reads the same and is not a loss.
func Losses(text []byte) []string {
	next := yamltext.Nodes(text)
	var first yamlv3.Node
	if err := next(&first); err == io.EOF && len(bytes.TrimSpace(text)) > 0 {
		return []string{commentsLost} // the text has nothing else
	} else if err != nil {
		return nil
	}
	var losses []string
	if comments(&first) {
		losses = append(losses, commentsLost)
	}
	var further yamlv3.Node
	if err := next(&further); err != io.EOF {
		losses = append(losses, "the documents after the first are lost")
	}
	return append(losses, scalarLosses(&first, nil, map[string]bool{})...)
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

// lose notes what is lost where a node is written as a whole, each message once.
func (r *rewriting) lose(n *yamlv3.Node, before, after []byte) {
	var anchored, tagged bool
	walk(n, func(n *yamlv3.Node) {
		anchored, tagged = anchored || n.Anchor != "", tagged || n.Style&yamlv3.TaggedStyle != 0
	})
	note := func(lost bool, loss string) {
		if lost && !slices.Contains(r.losses, loss) {
			r.losses = append(r.losses, loss)
		}
	}
	kept := r.commentLines(after)
	for line, count := range r.commentLines(before) {
		note(count > kept[line], commentsLost)
	}
	note(anchored, "anchors are lost")
	note(tagged, "tags are lost")
	for _, loss := range scalarLosses(n, nil, map[string]bool{}) {
		note(true, loss)
	}
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

// scalarLosses lists the plain scalars below n that change, each message once; seen has the messages so far.
// Strings, tagged scalars and any notation of null do not change.
func scalarLosses(n *yamlv3.Node, losses []string, seen map[string]bool) []string {
	const inQuotes = yamlv3.SingleQuotedStyle | yamlv3.DoubleQuotedStyle | yamlv3.LiteralStyle | yamlv3.FoldedStyle | yamlv3.TaggedStyle
	loss := ""
	if n.Kind == yamlv3.ScalarNode && n.Style&inQuotes == 0 && mayBeTyped(n.Value) {
		written, err := yamltext.ToJSON([]byte(n.Value))
		if err == nil && len(written) > 0 && written[0] != '"' && string(written) != "null" && string(written) != n.Value {
			loss = fmt.Sprintf("%s is written as %s", n.Value, written)
		}
	}
	if loss != "" && !seen[loss] {
		losses, seen[loss] = append(losses, loss), true
	}
	for _, c := range n.Content {
		losses = scalarLosses(c, losses, seen)
	}
	return losses
}
