package textedit

import (
	"bytes"
	"fmt"
	"io"

	yamlv3 "go.yaml.in/yaml/v3"
	"sigs.k8s.io/yaml"
)

// Losses says what is lost when a YAML text is read and written anew: comments, the documents behind the first,
// aliases, and scalars that come out in other words (0777 as 511, on as true).
func Losses(text []byte) []string {
	decoder := yamlv3.NewDecoder(bytes.NewReader(text))
	var first yamlv3.Node
	if err := decoder.Decode(&first); err == io.EOF && len(bytes.TrimSpace(text)) > 0 {
		return []string{"comments are lost"} // there is nothing else
	} else if err != nil {
		return nil
	}
	var losses []string
	if comments(&first) {
		losses = append(losses, "comments are lost")
	}
	var further yamlv3.Node
	if err := decoder.Decode(&further); err != io.EOF {
		losses = append(losses, "the documents behind the first are lost")
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

// scalarLosses lists what becomes of the plain scalars below n, each wording once; said has what is listed. A null in other
// words is still nothing, a string stays one, and so does what a tag says it is.
func scalarLosses(n *yamlv3.Node, losses []string, said map[string]bool) []string {
	const inQuotes = yamlv3.SingleQuotedStyle | yamlv3.DoubleQuotedStyle | yamlv3.LiteralStyle | yamlv3.FoldedStyle | yamlv3.TaggedStyle
	loss := ""
	switch {
	case n.Kind == yamlv3.AliasNode:
		loss = fmt.Sprintf("the alias *%s is written out", n.Value)
	case n.Kind == yamlv3.ScalarNode && n.Style&inQuotes == 0 && mayBeTyped(n.Value):
		written, err := yaml.YAMLToJSON([]byte(n.Value))
		if err == nil && len(written) > 0 && written[0] != '"' && string(written) != "null" && string(written) != n.Value {
			loss = fmt.Sprintf("%s is written as %s", n.Value, written)
		}
	}
	if loss != "" && !said[loss] {
		losses, said[loss] = append(losses, loss), true
	}
	for _, c := range n.Content {
		losses = scalarLosses(c, losses, said)
	}
	return losses
}
