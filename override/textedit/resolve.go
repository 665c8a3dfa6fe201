package textedit

import (
	"strconv"
	"strings"

	yamlv3 "go.yaml.in/yaml/v3"
	"sigs.k8s.io/yaml"
)

// read is what Kubernetes reads a scalar as: its kind and, unless it is a text, its JSON. A number that JSON does not have (.inf) is a
// number of its own.
func (t *yamlText) read(n *yamlv3.Node) (kind, string) {
	words, tagged := n.Value, n.Style&yamlv3.TaggedStyle != 0
	switch {
	case tagged && strings.HasPrefix(n.Tag, "!!") && n.Tag != "!!str":
		words = n.Tag + " " + quoted(words)
	case tagged, n.Style&inQuotes != 0, t.isBare(n):
		return str, words
	case !mayBeTyped(words):
		return str, words
	}
	written, err := yaml.YAMLToJSON([]byte(words))
	switch {
	case err != nil:
		return number, n.Value
	case len(written) > 0 && written[0] == '"':
		if tagged {
			if s, err := strconv.Unquote(string(written)); err == nil {
				return str, s // what !!binary stands for
			}
		}
		return str, n.Value
	case string(written) == "null":
		return null, "null"
	case string(written) == "true" || string(written) == "false":
		return boolean, string(written)
	}
	return number, string(written)
}

// mayBeOther reports whether a plain scalar may read as something other than a text.
func mayBeTyped(words string) bool {
	switch {
	case words == "" || strings.IndexByte("+-.0123456789", words[0]) >= 0:
		return !strings.ContainsAny(words, " \n")
	case strings.IndexByte("yYnNtTfFoO~", words[0]) >= 0:
		return len(words) <= len("false") && typedWords[strings.ToLower(words)]
	}
	return false
}

// isBare tells whether a plain scalar has the tag "!", which makes a text of it.
func (t *yamlText) isBare(n *yamlv3.Node) bool {
	p := t.start(n)
	if n.Anchor != "" && p < len(t.text) && t.text[p] == '&' {
		p = skipSpace(t.text, min(p+1+len(n.Anchor), len(t.text)))
	}
	return p < len(t.text) && t.text[p] == '!' && tagEnd(t.text, p) == p+1
}

// reads tells whether a key is named by a token: by the JSON text of what Kubernetes reads it as.
func (t *yamlText) reads(key *yamlv3.Node, token string) bool {
	if key.Kind == yamlv3.AliasNode {
		key = key.Alias
	}
	if key.Kind != yamlv3.ScalarNode || isMerge(key) {
		return false
	}
	if key.Style&inQuotes == 0 || key.Style&yamlv3.TaggedStyle != 0 {
		if key.Value != token && !mayNameTyped(token) {
			return false // a text that is no token of a number or boolean reads as itself
		}
		return t.keyText(key) == token
	}
	return key.Value == token
}

// wordsOfOther tells whether something that is no text may read as a token.
func mayNameTyped(token string) bool {
	return token == "true" || token == "false" || token != "" && strings.IndexByte("+-.0123456789", token[0]) >= 0
}

// keyToken is what a key is named by.
func (t *yamlText) keyToken(key *yamlv3.Node) string {
	if key.Kind == yamlv3.AliasNode {
		key = key.Alias
	}
	return t.keyText(key)
}

// keyText is the JSON text of what a key reads as. A key that is null has none that could be a token; Kubernetes refuses it.
func (t *yamlText) keyText(key *yamlv3.Node) string {
	k, words := t.read(key)
	switch k {
	case str, boolean:
		return words
	case null:
		return "\x00null"
	}
	source := key.Value // digits, points and signs
	if key.Style&yamlv3.TaggedStyle != 0 {
		source = key.Tag + " " + quoted(key.Value)
	}
	written, err := yaml.YAMLToJSON([]byte(source + ": 0"))
	name, ok := strings.CutPrefix(string(written), `{"`)
	if err != nil || !ok {
		return key.Value
	}
	return strings.TrimSuffix(name, `":0}`)
}

func isMerge(n *yamlv3.Node) bool {
	return n.Kind == yamlv3.ScalarNode && n.Value == "<<" && n.Tag == "!!merge"
}
