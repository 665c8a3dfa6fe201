package policy

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/overridekit/overridekit/override/yamltext"
)

// Limits limit the memory and time for decoding a stream. Zero means the default.
type Limits struct {
	Bytes     int // of the whole stream; default 64 MiB
	Documents int // in the stream; default 100,000
	Depth     int // of nested lists and objects in a document; default 500
	Aliases   int // in a YAML document; default 1,000. Expanded, the document has at most 64 MiB.

	Directives int // %TAG directives of a YAML document; default 10, and no more. All of them together have at most 1,000 bytes.

	// Errors is how many documents of a stream, and items of a document, may have errors; default 1,000. The rest of the stream is not read. In one
	// object, at most 100 unknown or repeated fields, values of wrong types and syntax errors are reported; they count as one.
	Errors int
}

// maxExpanded limits the bytes of a document with expanded aliases.
const maxExpanded = 64 << 20

func (l Limits) withDefaults() Limits {
	for _, d := range []struct {
		limit *int
		value int
	}{{&l.Bytes, 64 << 20}, {&l.Documents, 100_000}, {&l.Depth, 500}, {&l.Aliases, 1000}, {&l.Directives, yamltext.MaxDirectives}, {&l.Errors, 1000}} {
		if *d.limit == 0 {
			*d.limit = d.value
		}
	}
	return l
}

// read reads a stream to its end and returns it in UTF-8. A longer stream than the limit is an error.
func (l Limits) read(r io.Reader) ([]byte, error) {
	if r == nil {
		return nil, errors.New("there is no stream")
	}
	text, err := io.ReadAll(io.LimitReader(r, min(int64(l.Bytes), math.MaxInt64-1)+1))
	if err != nil {
		return text, err
	}
	if len(text) > l.Bytes {
		return nil, fmt.Errorf("the stream is longer than %d bytes", l.Bytes)
	}
	return l.toUTF8(text)
}

// checkDirectives returns an error for directives that would take quadratic time.
func (l Limits) checkDirectives(text []byte) error {
	return yamltext.CheckDirectives(text, min(l.Directives, yamltext.MaxDirectives))
}

// checkAliases returns an error for aliases that exceed a limit, before they are expanded. Without anchors, a document has no aliases, and is at most 512
// times as long when it is expanded, because of the indentation.
func (l Limits) checkAliases(text []byte) error {
	if bytes.IndexByte(text, '*') < 0 || len(text) <= maxExpanded/512 && !yamltext.MayHave(text, '&') {
		return nil
	}
	switch size := yamltext.Measure(text); {
	case size.Aliases > l.Aliases:
		return fmt.Errorf("the document has %d aliases, expected at most %d", size.Aliases, l.Aliases)
	case size.Bytes > maxExpanded:
		return fmt.Errorf("the document is larger than %d MiB when its aliases are expanded", maxExpanded>>20)
	}
	return nil
}

// checkDepth returns an error for a document that nests too deeply. The decoders themselves stop at 10,000 levels.
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
