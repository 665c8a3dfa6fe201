package textedit

import (
	"fmt"

	yamlv3 "go.yaml.in/yaml/v3"
)

// removeKey takes away all entries that a token names.
func (p *yamlPlace) removeKey(token string) (splices, error) {
	if from, _ := p.fromMerge(p.node, token); from.merge != nil {
		return nil, fmt.Errorf("%q comes through << (line %d) from line %d, which removing it here would not change",
			short(token), from.merge.Line, from.key.Line)
	}
	gone, found := make([]bool, p.entries()), false
	for i := range gone {
		gone[i] = p.reads(p.nodes(i)[0], token)
		found = found || gone[i]
	}
	if !found {
		for i := range gone {
			key := p.nodes(i)[0]
			gone[i] = key.Kind == yamlv3.ScalarNode && !isMerge(key) && key.Value == token
		}
	}
	return p.remove(gone)
}

func (p *yamlPlace) removeItem(i int) (splices, error) {
	gone := make([]bool, p.entries())
	gone[i] = true
	return p.remove(gone)
}

func (p *yamlPlace) remove(gone []bool) (splices, error) {
	if err := p.editable(); err != nil {
		return nil, err
	}
	var nodes []*yamlv3.Node
	all := true
	for i, g := range gone {
		if all = all && g; g {
			nodes = append(nodes, p.nodes(i)...)
		}
	}
	if err := p.taken(nodes...); err != nil {
		return nil, err
	}
	switch {
	case isFlow(p.node) && p.braces():
		return p.sure(p.brackets().remove(gone))
	case isFlow(p.node): // a pair without braces
		start, end := p.entry(0)
		return p.sure(splices{{start, end, "{}"}})
	case all:
		s, err := p.emptied()
		if err != nil {
			return nil, err
		}
		return p.sure(s)
	}
	return p.sure(p.removeSome(gone))
}

// removeSome takes entries out of a block collection of which some remain.
func (p *yamlPlace) removeSome(gone []bool) splices {
	var s splices
	for i := range gone {
		if !gone[i] {
			continue
		}
		start, end := p.entry(i)
		end = p.extent(end, p.depth())
		if first(p.text, start) {
			s = append(s, p.removeLines(i, start, end))
			continue
		}
		next := i + 1 // it is the first, behind a dash
		for gone[next] {
			next++
		}
		behind, _ := p.entry(next)
		if !hasComment(p.text, end, behind) {
			s = append(append(s, splice{start, behind, ""}), p.removeSome(after(gone, next))...)
			break
		}
		for start > 0 && isBlank(p.text[start-1]) {
			start--
		}
		s = append(s, splice{start, end, ""})
	}
	return s
}

// after is gone without what comes before an index.
func after(gone []bool, i int) []bool {
	rest := make([]bool, len(gone))
	copy(rest[i:], gone[i:])
	return rest
}

// removeLines takes away the lines of the i-th entry, and the comment lines right above it that do not belong to the one before.
//
//  1. If the text ends with the entry, without a line break, it does so afterwards, unless a block scalar before it needs one.
//  2. Blank lines below the entry go, too, where a block scalar above would take them in.
func (p *yamlPlace) removeLines(i, start, end int) splice {
	floor := 0
	if i > 0 {
		floor = p.extent(p.entryEnd(i-1), p.depth())
	}
	top := commentsAbove(p.text, lineStart(p.text, start), p.depth(), floor)
	below := skipBreak(p.text, end)
	var scalar *yamlv3.Node
	var b blockScalar
	if i > 0 {
		scalar, b, _ = p.lastScalar(p.lastOf(p.nodes(i-1)), p.depth())
	}
	if scalar != nil && b.chomp == '+' && skipBreak(p.text, b.end) == top {
		for q := skipBlanks(p.text, below); below < len(p.text) && (q == len(p.text) || isBreak(p.text[q])); q = skipBlanks(p.text, below) {
			below = skipBreak(p.text, q)
		}
	}
	if end == len(p.text) && (scalar == nil || b.chomp == '-' || skipBreak(p.text, b.end) < top) {
		top -= breakBefore(p.text, top)
	}
	return splice{top, below, ""}
}

// emptied leaves {} or [] in the place of a block collection of which nothing remains: behind the key or dash it belongs to,
// if it stands below that, else where it began. Comments that belong to no entry stay.
func (p *yamlPlace) emptied() (splices, error) {
	empty := "{}"
	if p.node.Kind == yamlv3.SequenceNode {
		empty = "[]"
	}
	start, end := p.entry(0)
	end = p.extent(end, p.depth())
	var s splices
	switch {
	case p.in == nil:
		top := start
		if first(p.text, start) {
			top = commentsAbove(p.text, lineStart(p.text, start), p.depth(), 0)
			empty = spaces(p.depth()) + empty
		}
		s = splices{{top, end, empty}}
	case first(p.text, start):
		lead, err := p.lead()
		if err != nil {
			return nil, err
		}
		if begin, properties := p.start(p.node), p.properties(p.node); properties > begin {
			lead = properties
		}
		s = splices{{lead, lead, " " + empty}, p.removeLines(0, start, end)}
	default:
		s = splices{{start, end, empty}}
	}
	for i := 1; i < p.entries(); i++ {
		start, end := p.entry(i)
		s = append(s, p.removeLines(i, start, p.extent(end, p.depth())))
	}
	return s, nil
}
