package yamltext

import (
	"errors"
	"fmt"
	"strings"

	yamlv3 "go.yaml.in/yaml/v3"
)

// Size is the size of a YAML text with expanded aliases.
type Size struct {
	Bytes   int // of scalars, keys and indentation; at most MaxBytes
	Depth   int // of nested lists and maps
	Aliases int // in the text, not expanded
}

// MaxBytes is the largest count of bytes.
const MaxBytes = 1 << 30

// Measure returns the size of a text without expanding it, in time proportional to the text. For a text that is not YAML it
// returns the zero Size; a parser reports the error.
func Measure(text []byte) Size {
	var root yamlv3.Node
	if Node(text, &root) != nil {
		return Size{}
	}
	return sizeOf(&root)
}

func sizeOf(root *yamlv3.Node) Size {
	m := measuring{known: map[*yamlv3.Node]measured{}}
	size := m.measure(root)
	return Size{Bytes: int(size.bytes), Depth: size.depth, Aliases: m.aliases}
}

// CheckSize returns an error for a text whose [Size] exceeds the limits. A text that is not YAML, or that [Check] refuses, has the zero Size, so it gives no error
// here.
func CheckSize(text []byte, bytes, depth int) error { return Measure(text).check(bytes, depth) }

func (s Size) check(bytes, depth int) error {
	switch {
	case s.Depth > depth:
		return fmt.Errorf("the text nests %d levels deep, expected at most %d", s.Depth, depth)
	case s.Bytes > bytes:
		return errors.New("the text is too large when its aliases are expanded")
	}
	return nil
}

// measured is the size of one node. The counts are at most MaxBytes, but their sums may exceed 32 bits.
type measured struct {
	bytes, lines int64
	depth        int
}

type measuring struct {
	known   map[*yamlv3.Node]measured // sizes of anchored nodes that are measured completely
	aliases int
}

func (m *measuring) measure(n *yamlv3.Node) measured {
	if n.Kind == yamlv3.AliasNode {
		m.aliases++
		return m.known[n.Alias] // zero for a node that contains itself, which parsers reject
	}
	size := measured{bytes: int64(len(n.Value)), lines: 1 + int64(strings.Count(n.Value, "\n"))}
	for _, c := range n.Content {
		below := m.measure(c)
		size.bytes = min(size.bytes+below.bytes, MaxBytes)
		size.lines = min(size.lines+below.lines, MaxBytes)
		size.depth = max(size.depth, below.depth)
	}
	if n.Kind == yamlv3.MappingNode || n.Kind == yamlv3.SequenceNode {
		size.depth++
		size.bytes = min(size.bytes+2*size.lines, MaxBytes) // each level indents every line below it
	}
	if n.Anchor != "" {
		m.known[n] = size
	}
	return size
}
