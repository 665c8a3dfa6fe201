package policy

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/overridekit/overridekit/override/textedit"
)

// Limits bound what is read, so that no stream can take more memory or time than its reader expects. Zero is the default.
type Limits struct {
	Bytes     int // of the whole stream; default 64 MiB
	Documents int // in the stream; default 100,000
	Depth     int // how deeply lists and objects nest in a document; default 500
	Aliases   int // in a YAML document; default 1,000. What they come to is bounded, too: 64 MiB.

	Directives int // of a YAML document, such as %TAG; default 10. All of them together have at most 1,000 bytes.

	// Errors is how many errors are returned, for a document and for the stream; default 1,000. The rest of the stream is not read. In one
	// object, at most 100 unknown or repeated fields, values of wrong types and syntax errors are reported; they count as one.
	Errors int
}

// maxDirectives bounds the bytes of the directives: the prefix of a %TAG is copied for every tag that uses it.
const maxDirectives = 1000

// maxExpanded bounds what a document comes to when its aliases are written out.
const maxExpanded = 64 << 20

func (l Limits) withDefaults() Limits {
	for _, d := range []struct {
		limit *int
		value int
	}{{&l.Bytes, 64 << 20}, {&l.Documents, 100_000}, {&l.Depth, 500}, {&l.Aliases, 1000}, {&l.Directives, 10}, {&l.Errors, 1000}} {
		if *d.limit == 0 {
			*d.limit = d.value
		}
	}
	return l
}

// read reads a whole stream of at most so many bytes.
func (l Limits) read(r io.Reader) ([]byte, error) {
	if r == nil {
		return nil, errors.New("there is no stream")
	}
	text, err := io.ReadAll(io.LimitReader(r, min(int64(l.Bytes), math.MaxInt64-1)+1))
	if err == nil && len(text) > l.Bytes {
		return nil, fmt.Errorf("the stream is longer than %d bytes", l.Bytes)
	}
	return text, err
}

// checkDirectives refuses what would take its reader time in the square of its length.
func (l Limits) checkDirectives(text []byte) error {
	switch count, size := textedit.Directives(text); {
	case count > l.Directives:
		return fmt.Errorf("the document has %d directives, expected at most %d", count, l.Directives)
	case size > maxDirectives:
		return fmt.Errorf("the document has directives of %d bytes, expected at most %d", size, maxDirectives)
	}
	return nil
}

// checkAliases looks at the aliases of a YAML text before anything writes them out.
func (l Limits) checkAliases(text []byte) error {
	if bytes.IndexByte(text, '*') < 0 {
		return nil
	}
	switch size := textedit.Measure(text); {
	case size.Aliases > l.Aliases:
		return fmt.Errorf("the document has %d aliases, expected at most %d", size.Aliases, l.Aliases)
	case size.Bytes > maxExpanded:
		return fmt.Errorf("the document comes to more than %d MiB when its aliases are written out", maxExpanded>>20)
	}
	return nil
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
