package textedit

import (
	"errors"
	"fmt"
	"strings"

	yamlv3 "go.yaml.in/yaml/v3"
)

// Size is what a YAML text comes to when its aliases are written out.
type Size struct {
	Bytes   int // of scalars and keys, and of the indentation that nesting costs; at most MaxBytes
	Depth   int // how deeply lists and maps nest
	Aliases int // as written
}

// MaxBytes is where counting stops.
const MaxBytes = 1 << 30

// Measure counts, without writing anything out. It takes time in proportion to the text. A text that is no YAML has no size;
// whatever reads it says better what is wrong.
func Measure(text []byte) Size {
	var root yamlv3.Node
	if yamlv3.Unmarshal(text, &root) != nil {
		return Size{}
	}
	m := measuring{known: map[*yamlv3.Node]measured{}}
	size := m.measure(&root)
	return Size{Bytes: int(size.bytes), Depth: size.depth, Aliases: m.aliases}
}

// Check refuses a text that comes to more than so many bytes, or nests more deeply, than is given.
func Check(text []byte, bytes, depth int) error {
	switch size := Measure(text); {
	case size.Depth > depth:
		return fmt.Errorf("the text nests %d levels deep, expected at most %d", size.Depth, depth)
	case size.Bytes > bytes:
		return errors.New("the text comes to too much when its aliases are written out")
	}
	return nil
}

// measured is the size of one node. The counts are below MaxBytes before they are added or doubled, which 32 bits may not hold.
type measured struct {
	bytes, lines int64
	depth        int
}

type measuring struct {
	known   map[*yamlv3.Node]measured // of nodes with an anchor; while one is being measured, nothing
	aliases int
}

func (m *measuring) measure(n *yamlv3.Node) measured {
	if n.Kind == yamlv3.AliasNode {
		m.aliases++
		return m.known[n.Alias] // one that contains itself is refused by whatever reads it
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
