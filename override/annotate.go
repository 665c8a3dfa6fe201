package override

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	yamlv3 "go.yaml.in/yaml/v3"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/override/jsontree"
)

// AnnotatedYAML is the object for the cluster as sigs.k8s.io/yaml writes it, with a comment on each line that differs from the
// object that came in: the policy, and the place in it, that decided it (see [Result.Blame]). What is gone follows below,
// a comment for each place. "***" stands for hidden values, see [Set.Hiding]. The error is that of [Result.Object].
func (r *Result) AnnotatedYAML() ([]byte, error) {
	obj, err := r.Object()
	if err != nil {
		return nil, err
	}
	text, err := yaml.Marshal(r.run.hidden.Value(nil, obj.Object))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", refOf(r.run.object), err)
	}
	var document yamlv3.Node // for the lines
	if err := yamlv3.Unmarshal(text, &document); err != nil {
		return nil, fmt.Errorf("%s: %w", refOf(r.run.object), err)
	}
	result := jsontree.New(any(obj.Object))
	tokens := tokensOf(nil, &document, nil)
	lines := linesOf(string(text))
	for i, token := range tokens {
		if !token.leaf {
			continue
		}
		end := token.line // of a text over several lines, which a comment must not cut
		switch {
		case token.block: // but here it begins behind the mark
		case i+1 < len(tokens):
			end = max(end, tokens[i+1].line-1)
		default:
			end = len(lines)
		}
		if c, found := r.run.blame(token.pointer, result); found {
			lines[end-1] = strings.TrimSuffix(lines[end-1], "\n") + " # " + printable(c.Origin.String()) + "\n"
		}
	}
	for _, p := range gone(nil, any(r.run.object), any(obj.Object), nil) {
		if c, found := r.run.blame(p, result); found {
			lines = append(lines, "# "+printable(p.String()+" is gone: "+c.Origin.String())+"\n")
		}
	}
	return []byte(strings.Join(lines, "")), nil
}

// linesOf splits a text behind each line break that YAML 1.1 knows, because these are the lines that a token counts.
func linesOf(text string) []string {
	var lines []string
	for text != "" {
		end := strings.IndexAny(text, "\n\u0085\u2028\u2029")
		if end < 0 {
			return append(lines, text)
		}
		_, size := utf8.DecodeRuneInString(text[end:])
		lines, text = append(lines, text[:end+size]), text[end+size:]
	}
	return lines
}

// token is a key or a scalar of a YAML text, or an empty map or list.
type token struct {
	line    int // from 1
	leaf    bool
	block   bool // a text of the literal or folded style
	pointer jsontree.Pointer
}

// tokensOf adds the tokens of a node, in the order of the text.
func tokensOf(tokens []token, n *yamlv3.Node, at jsontree.Pointer) []token {
	switch {
	case n.Kind == yamlv3.DocumentNode:
		return tokensOf(tokens, n.Content[0], at)
	case n.Kind == yamlv3.MappingNode && len(n.Content) > 0:
		for i := 0; i < len(n.Content); i += 2 {
			key, v := n.Content[i], n.Content[i+1]
			tokens = append(tokens, token{line: key.Line})
			tokens = tokensOf(tokens, v, at.Child(key.Value))
		}
		return tokens
	case n.Kind == yamlv3.SequenceNode && len(n.Content) > 0:
		for i, v := range n.Content {
			tokens = tokensOf(tokens, v, at.Index(i))
		}
		return tokens
	}
	block := n.Style&(yamlv3.LiteralStyle|yamlv3.FoldedStyle) != 0
	return append(tokens, token{line: n.Line, leaf: true, block: block, pointer: at})
}

// gone adds the places of a document that another one does not have, the outermost of each.
func gone(places []jsontree.Pointer, was, is any, at jsontree.Pointer) []jsontree.Pointer {
	switch was := was.(type) {
	case map[string]any:
		is, _ := is.(map[string]any)
		if is == nil {
			return places // another value took the place
		}
		for _, key := range slices.Sorted(maps.Keys(was)) {
			if v, ok := is[key]; ok {
				places = gone(places, was[key], v, at.Child(key))
			} else {
				places = append(places, at.Child(key))
			}
		}
	case []any:
		is, ok := is.([]any)
		if !ok {
			return places
		}
		for i := range was {
			if i < len(is) {
				places = gone(places, was[i], is[i], at.Index(i))
			} else {
				places = append(places, at.Index(i))
			}
		}
	}
	return places
}

// printable keeps a text on its line.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return unicode.ReplacementChar
	}, s)
}
