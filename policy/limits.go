package policy

import (
	"bytes"
	"fmt"
	"io"

	yamlv3 "go.yaml.in/yaml/v3"
)

// Limits bound what is read, so that no stream can take more memory or time than its reader expects. Zero is the default.
type Limits struct {
	Bytes     int // of the whole stream; default 64 MiB
	Documents int // in the stream; default 100,000
	Depth     int // how deeply lists and objects nest in a document; default 500
	Aliases   int // in a YAML document; default 1,000. What they expand to is bounded, too.
}

func (l Limits) withDefaults() Limits {
	for _, d := range []struct {
		limit *int
		value int
	}{{&l.Bytes, 64 << 20}, {&l.Documents, 100_000}, {&l.Depth, 500}, {&l.Aliases, 1000}} {
		if *d.limit == 0 {
			*d.limit = d.value
		}
	}
	return l
}

// read reads a whole stream of at most so many bytes.
func (l Limits) read(r io.Reader) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, int64(l.Bytes)+1))
	if err == nil && len(text) > l.Bytes {
		return nil, fmt.Errorf("the stream is longer than %d bytes", l.Bytes)
	}
	return text, err
}

// checkAliases counts the aliases of a YAML text before anything expands them.
func (l Limits) checkAliases(text []byte) error {
	if bytes.IndexByte(text, '*') < 0 {
		return nil
	}
	var root yamlv3.Node
	if yamlv3.Unmarshal(text, &root) != nil {
		return nil // whatever is wrong, decoding says it better
	}
	if n := aliases(&root); n > l.Aliases {
		return fmt.Errorf("the document has %d aliases, expected at most %d", n, l.Aliases)
	}
	return nil
}

func aliases(n *yamlv3.Node) int {
	count := 0
	if n.Kind == yamlv3.AliasNode {
		count = 1
	}
	for _, c := range n.Content {
		count += aliases(c)
	}
	return count
}

// checkDepth refuses a document that nests too deeply. The decoders stop at 10,000 levels by themselves.
func (l Limits) checkDepth(v any, depth int) error {
	var elements []any
	switch v := v.(type) {
	case []any:
		elements = v
	case map[string]any:
		for _, e := range v {
			elements = append(elements, e)
		}
	default:
		return nil
	}
	if depth == l.Depth {
		return fmt.Errorf("the document nests more than %d levels deep", l.Depth)
	}
	for _, e := range elements {
		if err := l.checkDepth(e, depth+1); err != nil {
			return err
		}
	}
	return nil
}
