package textedit

import (
	"bytes"
	"fmt"
	"io"

	yamlv3 "go.yaml.in/yaml/v3"

	"github.com/overridekit/overridekit/override/yamltext"
)

// Losses describes what is lost if a YAML text is decoded and encoded again: comments, the documents after the first, and the
// notation of scalars (0777 becomes 511, on becomes true). Aliases are expanded, which reads the same and is not a loss.
func Losses(text []byte) []string {
	next := yamltext.Nodes(text)
	var first yamlv3.Node
	if err := next(&first); err == io.EOF && len(bytes.TrimSpace(text)) > 0 {
		return []string{"comments are lost"} // the text has nothing else
	} else if err != nil {
		return nil
	}
	var losses []string
	if comments(&first) {
		losses = append(losses, "comments are lost")
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
