package textedit

import (
	"bytes"
	"strconv"
	"strings"

	yamlv3 "go.yaml.in/yaml/v3"

	"github.com/overridekit/overridekit/override/yamltext"
)

// read returns the kind of a scalar as Kubernetes reads it and, unless it is a string, its JSON. A number that JSON does not
// have (.inf) is returned as written.
func (t *yamlText) read(n *yamlv3.Node) (kind, string) {
	words, tagged := n.Value, n.Style&yamlv3.TaggedStyle != 0
	switch {
	case tagged && strings.HasPrefix(n.Tag, "!!") && n.Tag != "!!str":
		words = n.Tag + " " + quoted(words)
	case tagged, n.Style&inQuotes != 0, t.isBare(n):
		return str, words
	case !mayBeTyped(words):
		return str, words
	case tagged: // below
	case isDecimal(words):
		return number, words
	case words == "true" || words == "false":
		return boolean, words
	case words == "null" || words == "~" || words == "":
		return null, "null"
	}
	written, err := yamltext.ToJSON([]byte("- " + words)) // in a list, --- is not a marker
	if written = bytes.TrimSuffix(written, []byte("]")); len(written) > 0 {
		written = written[1:]
	}
	switch {
	case err != nil:
		return number, n.Value
	case len(written) > 0 && (written[0] == '{' || written[0] == '['):
		return str, n.Value // in brackets, a word may be - or end with a colon
	case len(written) > 0 && written[0] == '"':
		if tagged {
			if s, err := strconv.Unquote(string(written)); err == nil {
				return str, s // the decoded !!binary
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

// mayBeTyped reports whether a plain scalar may be something other than a string.
func mayBeTyped(words string) bool {
	switch {
	case words == "" || strings.IndexByte("+-.0123456789", words[0]) >= 0:
		return !strings.ContainsAny(words, " \t\n")
	case strings.IndexByte("yYnNtTfFoO~", words[0]) >= 0:
		return len(words) <= len("false") && typedWords[strings.ToLower(words)]
	}
	return false
}

// isDecimal reports whether a plain scalar is an integer that JSON writes with the same digits.
func isDecimal(words string) bool {
	digits := strings.TrimPrefix(words, "-")
	if len(digits) == 0 || len(digits) > 18 || digits[0] == '0' && words != "0" {
		return false
	}
	return strings.Trim(digits, "0123456789") == ""
}

// isBare reports whether a plain scalar has the tag "!", which makes it a string.
func (t *yamlText) isBare(n *yamlv3.Node) bool {
	start := t.start(n)
	p := start
	if n.Anchor != "" && p < len(t.text) && t.text[p] == '&' {
		p = skipSpace(t.text, min(p+1+len(n.Anchor), len(t.text)))
	}
	return isOwnBare(t.text, n, start, p)
}

// reads reports whether the name of a key, which is the JSON form of what Kubernetes reads, is token.
func (t *yamlText) reads(key *yamlv3.Node, token string) bool {
	if key.Kind == yamlv3.AliasNode {
		key = key.Alias
	}
	if key.Kind != yamlv3.ScalarNode || isMerge(key) {
		return false
	}
	if key.Style&inQuotes == 0 || key.Style&yamlv3.TaggedStyle != 0 {
		if key.Value != token && !mayNameTyped(token) {
			return false // a string that is not the name of a number or boolean reads as itself
		}
		return t.keyText(key) == token
	}
	return key.Value == token
}

// mayNameTyped reports whether token may be the name of a key that is not a string.
func mayNameTyped(token string) bool {
	return token == "true" || token == "false" || token != "" && strings.IndexByte("+-.0123456789", token[0]) >= 0
}

// keyToken returns the name of a key.
func (t *yamlText) keyToken(key *yamlv3.Node) string {
	if key.Kind == yamlv3.AliasNode {
		key = key.Alias
	}
	return t.keyText(key)
}

// keyText returns the JSON form of a scalar key. For null, which Kubernetes rejects, it returns a string that does not equal
// any token.
func (t *yamlText) keyText(key *yamlv3.Node) string {
	k, words := t.read(key)
	switch k {
	case str, boolean:
		return words
	case null:
		return "\x00null"
	}
	if key.Style&yamlv3.TaggedStyle == 0 && isDecimal(key.Value) {
		return words // other notations, such as 08 and 1e9, may be floats, whose names are rounded
	}
	source := key.Value // digits, points and signs
	if key.Style&yamlv3.TaggedStyle != 0 {
		source = key.Tag + " " + quoted(key.Value)
	}
	// The parser limits other keys to 1024 bytes.
	written, err := yamltext.ToJSON([]byte("? " + source + "\n: 0"))
	name, ok := strings.CutPrefix(string(written), `{"`)
	if err != nil || !ok {
		return key.Value
	}
	return strings.TrimSuffix(name, `":0}`)
}

func isMerge(n *yamlv3.Node) bool {
	return n.Kind == yamlv3.ScalarNode && n.Value == "<<" && n.Tag == "!!merge"
}
