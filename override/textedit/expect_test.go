package textedit_test

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	yamlv3 "go.yaml.in/yaml/v3"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/textedit"
)

// expectation is whether an edit may fail, because of anchors, aliases, merge keys and unusual keys.
type expectation struct {
	mayRefuse bool
	unknown   bool // the result depends on the parser
}

// bareKey is a key with the tag "!", which yaml.v3 drops: it may collide with a number that reads the same.
var bareKey = regexp.MustCompile(`!\s+[^\s:]+\s*:`)

// expectationOf follows the path of the operation through the nodes of a document. It returns the path with the keys as they are
// read (a token names the last key that reads as it, or else the last key that is written as it), and:
//
//  1. An edit below a key that a map has before a merge key that provides it may fail, and so may a test of that key.
//  2. The result is unknown if it depends on keys that read the same but are written differently; on a token that names a merge key
//     as written; or on text that the parser rejects.
func expectationOf(text string, v any, op textedit.Operation) (jsontree.Pointer, expectation) {
	r := expectation{}
	var doc yamlv3.Node
	if err := yamlv3.Unmarshal([]byte(text), &doc); err != nil || len(doc.Content) == 0 {
		r.mayRefuse = r.mayRefuse || err != nil
		return op.Path, r
	}
	r.unknown = collide(&doc) || bareKey.MatchString(text)
	n, path := doc.Content[0], op.Path.Child()
	if len(path) == 0 && op.Op == jsontree.Remove {
		path = jsontree.Pointer{""}
	}
	for depth, token := range path {
		if n.Kind == yamlv3.AliasNode {
			n = n.Alias
		}
		var next *yamlv3.Node
		switch c := v.(type) {
		case map[string]any:
			if _, found := c[token]; !found {
				token = r.asWritten(n, token)
				path[depth] = token
			}
			value, found := c[token]
			if !found {
				break // it is added, or missing
			}
			if op.Op == jsontree.Remove && len(n.Content) > 2 {
				r.mayRefuse = r.mayRefuse || slices.ContainsFunc(n.Content[2:], isMerge) // a key above may contain what is merged
			}
			v, next = value, r.valueOf(n, token, op.Op == jsontree.Test || depth < len(path)-1)
		case []any:
			if i, ok := indexIn(c, token); ok && i < len(n.Content) {
				next, v = n.Content[i], c[i]
			}
		}
		if n = next; n == nil {
			break
		}
	}
	return path, r
}

func indexIn(list []any, token string) (i int, ok bool) {
	i, err := strconv.Atoi(token)
	if i < 0 {
		i += len(list)
	}
	return i, err == nil && i >= 0 && i < len(list)
}

func within(n *yamlv3.Node, visit func(*yamlv3.Node)) {
	visit(n)
	for _, c := range n.Content {
		within(c, visit)
	}
}

// valueOf returns the value of a key that reads as the token, for Kubernetes: that of the last key, or of the last merge key that
// provides it. must says that an edit fails if the map has the key before the merge key.
func (r *expectation) valueOf(n *yamlv3.Node, token string, must bool) (value *yamlv3.Node) {
	own := false
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		if text, _ := reads(key); text == token && !isMerge(key) {
			value, own = n.Content[i+1], true
			r.unknown = r.unknown || key.Kind == yamlv3.AliasNode
		}
		if !isMerge(key) {
			continue
		}
		sources := []*yamlv3.Node{n.Content[i+1]}
		if sources[0].Kind == yamlv3.SequenceNode {
			sources = sources[0].Content
		}
		for _, source := range sources {
			if source.Kind == yamlv3.AliasNode {
				source = source.Alias
			}
			if merged := r.valueOf(source, token, false); merged != nil {
				value, r.mayRefuse = merged, r.mayRefuse || must && own
				break
			}
		}
	}
	return value
}

// asWritten returns what the last key that is written as token reads as, or token.
func (r *expectation) asWritten(n *yamlv3.Node, token string) string {
	found := token
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		if isMerge(key) && (token == "<<" || hasMerged(n, token)) {
			r.unknown, r.mayRefuse = true, true
		}
		if key.Kind == yamlv3.ScalarNode && key.Value == token && !isMerge(key) {
			found, _ = reads(key)
		}
	}
	if found != token {
		for i := 0; i+1 < len(n.Content); i += 2 {
			if text, _ := reads(n.Content[i]); text == found && n.Content[i].Value != token {
				r.unknown, r.mayRefuse = true, true // another key reads the same
			}
		}
	}
	return found
}

func isMerge(key *yamlv3.Node) bool {
	return key.Kind == yamlv3.ScalarNode && key.Value == "<<" && (key.Tag == "!!merge" || key.Style == 0)
}

// hasMerged reports whether a map merged into n has a key that reads as token, or is written as it.
func hasMerged(n *yamlv3.Node, token string) (found bool) {
	for i := 0; i+1 < len(n.Content); i += 2 {
		if !isMerge(n.Content[i]) {
			continue
		}
		sources := []*yamlv3.Node{n.Content[i+1]}
		if sources[0].Kind == yamlv3.SequenceNode {
			sources = sources[0].Content
		}
		for _, source := range sources {
			if source.Kind == yamlv3.AliasNode {
				source = source.Alias
			}
			for j := 0; j+1 < len(source.Content); j += 2 {
				text, _ := reads(source.Content[j])
				found = found || text == token || source.Content[j].Value == token
			}
			found = found || hasMerged(source, token)
		}
	}
	return found
}

// collide reports whether keys of different types in a map of the document read the same (1 and "1"): which one counts is then
// random. In a document with merges, all keys are compared.
func collide(doc *yamlv3.Node) (found bool) {
	merges := false
	within(doc, func(n *yamlv3.Node) { merges = merges || isMerge(n) })
	kinds := map[string]string{}
	within(doc, func(n *yamlv3.Node) {
		if n.Kind != yamlv3.MappingNode {
			return
		}
		if !merges {
			clear(kinds)
		}
		for i := 0; i+1 < len(n.Content); i += 2 {
			text, kind := reads(n.Content[i])
			before, known := kinds[text]
			found = found || known && before != kind
			kinds[text] = kind
		}
	})
	return found
}

// reads returns the name that a key has for Kubernetes, and its kind: "a string", or its notation if it is not a string.
func reads(key *yamlv3.Node) (text, kind string) {
	if key.Kind == yamlv3.AliasNode {
		key = key.Alias
	}
	const inQuotes = yamlv3.SingleQuotedStyle | yamlv3.DoubleQuotedStyle | yamlv3.LiteralStyle | yamlv3.FoldedStyle
	tagged := key.Style&yamlv3.TaggedStyle != 0
	if !tagged && (key.Style&inQuotes != 0 || !strings.ContainsAny(key.Value[:min(1, len(key.Value))], "0123456789+-.~<=nNtTfFyYoO")) {
		return key.Value, "a string"
	}
	if tagged && !strings.HasPrefix(key.Tag, "!!") {
		return key.Value, "a string" // parsers do not know other tags
	}
	alone := yamlv3.Node{Kind: yamlv3.MappingNode, Content: []*yamlv3.Node{
		{Kind: yamlv3.ScalarNode, Value: key.Value, Style: key.Style, Tag: key.Tag}, {Kind: yamlv3.ScalarNode, Value: "0"}}}
	if !tagged {
		alone.Content[0].Tag = ""
	}
	written, err := yamlv3.Marshal(&alone)
	if err != nil {
		return key.Value, "a string"
	}
	var m map[string]any
	raw, err := yaml.YAMLToJSON(written)
	if err != nil || utiljson.Unmarshal(raw, &m) != nil || len(m) != 1 {
		return key.Value, "a string"
	}
	for text = range m {
		break
	}
	if text == key.Value && !notString.MatchString(text) {
		return text, "a string"
	}
	return text, key.Value
}
