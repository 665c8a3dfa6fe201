package textedit_test

import (
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	yamlv3 "go.yaml.in/yaml/v3"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/textedit"
)

// anchoredTexts is the number of random texts with anchors.
const anchoredTexts = 200

// TestAnchors makes random edits of random texts with anchors. An edit that applies to the decoded text must return what the oracle
// returns, and change only its own lines and those with aliases, anchors and merge keys. At most one edit in 100 may fail, and only because
// of a key before a merge key that provides it.
func TestAnchors(t *testing.T) {
	t.Parallel()
	texts := anchoredTexts
	if testing.Short() {
		texts /= 60
	}
	tried, refused := 0, map[string][]trial{}
	for seed := range uint64(texts) {
		m := &anchorMaker{Rand: rand.New(rand.NewPCG(seed, 11)), step: []string{"  ", "  ", "    "}[seed%3]}
		text, document := m.stream()
		c := trial{format: asYAML, text: text, document: document}
		before, err := c.read(text)
		if err != nil {
			continue // a merge of something that is no longer a map
		}
		paths := pathsOf(before, nil, nil)
		for range 12 {
			c.ops = []textedit.Operation{m.edit(before, paths)}
			if _, err := operate(before, c.ops[0]); err != nil {
				continue
			}
			tried++
			if _, err := c.edit(t); err != nil {
				refused[reasonOf(err)] = append(refused[reasonOf(err)], c)
				continue
			}
			if after, edited := c.check(t); edited && !m.late {
				c.checkLines(t, after)
			}
		}
	}
	count := 0
	for _, reason := range slices.Sorted(maps.Keys(refused)) {
		all := refused[reason]
		count += len(all)
		shortest := slices.MinFunc(all, func(a, b trial) int { return len(a.text) - len(b.text) })
		require.Contains(t, reason, "YAML parsers disagree", "%s %q in %q", shortest.ops[0].Op, shortest.ops[0].Path, shortest.text)
		t.Logf("%d edits are refused: %s\nfor example %s %q in %q", len(all), reason, shortest.ops[0].Op, shortest.ops[0].Path, shortest.text)
	}
	t.Logf("%d of %d edits are refused", count, tried)
	require.Greater(t, tried, 5*texts)
	if !testing.Short() { // a few texts are not a sample
		require.LessOrEqual(t, 100*count, tried)
	}
}

// TestAnchorSequences checks that several operations on texts with anchors return in one patch what they return one by one, and that the
// nodes after each operation are those of a new parse.
func TestAnchorSequences(t *testing.T) {
	t.Parallel()
	texts := anchoredTexts
	if testing.Short() {
		texts /= 60
	}
	for seed := range uint64(texts) {
		m := &anchorMaker{Rand: rand.New(rand.NewPCG(seed, 12)), step: "  "}
		c := trial{format: asYAML}
		c.text, c.document = m.stream()
		v, err := c.read(c.text)
		if err != nil {
			continue
		}
		for text := c.text; len(c.ops) < 5; {
			op := m.edit(v, pathsOf(v, nil, nil))
			if len(op.Path) == 0 {
				continue
			}
			after, err := c.with(text, op).edit(t)
			if c.ops = append(c.ops, op); err != nil {
				continue
			}
			if text, v = after, nil; text != "" {
				v, err = c.read(text)
				require.NoError(t, err)
			}
		}
		c.checkPatch(t)
	}
}

// reasonOf returns an error without its names and numbers.
func reasonOf(err error) string {
	_, reason, _ := strings.Cut(err.Error(), ": ")
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return '0'
		}
		return r
	}, reason)
}

// pathsOf returns the paths of all values, the root first; at most 2000, because aliases may repeat much.
func pathsOf(v any, path jsontree.Pointer, paths []jsontree.Pointer) []jsontree.Pointer {
	if paths = append(paths, path); len(paths) > 2000 {
		return paths
	}
	switch v := v.(type) {
	case map[string]any:
		keys := make([]string, 0, len(v))
		for key := range v {
			keys = append(keys, key)
		}
		for _, key := range slices.Sorted(slices.Values(keys)) {
			paths = pathsOf(v[key], path.Child(key), paths)
		}
	case []any:
		for i, item := range v {
			paths = pathsOf(item, path.Index(i), paths)
		}
	}
	return paths
}

// edit returns a random operation on one of the paths.
func (m *anchorMaker) edit(v any, paths []jsontree.Pointer) textedit.Operation {
	path, value := paths[m.IntN(len(paths))], values[m.IntN(len(values))]
	if m.IntN(3) > 0 {
		value = m.one(`"new"`, "5", `"app:2"`, `{"cpu":"1"}`, `["a"]`)
	}
	at, _ := jsontree.Get(v, path)
	switch at := at.(type) {
	case map[string]any:
		if m.IntN(2) == 0 {
			return operation(jsontree.Add, path.Child(m.one("new", "image", "port", "host")), value)
		}
	case []any:
		if m.IntN(2) == 0 {
			return operation(jsontree.Add, path.Index(m.IntN(len(at)+1)), value)
		}
	}
	return operation([]jsontree.Verb{jsontree.Replace, jsontree.Remove}[m.IntN(2)], path, value)
}

// checkLines checks that each line is in the edited text, in the same order, except those of the edited value, and lines with an alias,
// an anchor or a merge key.
func (c trial) checkLines(t testing.TB, after string) {
	t.Helper()
	from, to := ownLines(c.text, c.document, c.ops[0].Path)
	rest := strings.Split(after, "\n")
	lines := strings.Split(c.text, "\n")
	for i, line := range lines {
		line = strings.TrimSuffix(line, "\r")
		if from <= i+1 && i+1 <= to || shownTwice.MatchString(line) || strings.HasSuffix(strings.TrimSpace(line), "- ") {
			continue
		}
		found := slices.IndexFunc(rest, func(other string) bool { return strings.TrimSuffix(other, "\r") == line })
		if found < 0 && (i == len(lines)-1 && line == "" || aboveMerge(lines[i:])) {
			continue
		}
		if found < 0 {
			c.fail(t, after, "line %d is missing: %q", i+1, line)
		}
		rest = rest[found+1:]
	}
}

// aboveMerge reports whether the first line is a comment above a merge key, which is removed if it provides nothing else.
func aboveMerge(lines []string) bool {
	i := slices.IndexFunc(lines, func(line string) bool { return !strings.HasPrefix(strings.TrimSpace(line), "#") })
	return i > 0 && strings.HasPrefix(strings.TrimSpace(lines[i]), "<<:")
}

var dashOrComment = regexp.MustCompile(`^\s*(-\s*)*(-|#.*)\s*$`)

// ownLines returns the lines from the key of the list or map around a place, if it has no other entry, or else from the comments above the
// place, up to the next node. Without a node at the place, it returns those of the last node on the path.
func ownLines(text string, document int, path jsontree.Pointer) (from, to int) {
	var doc yamlv3.Node
	d := yamlv3.NewDecoder(strings.NewReader(text))
	for range document + 1 {
		doc = yamlv3.Node{}
		_ = d.Decode(&doc)
	}
	lines := strings.Split(text, "\n")
	if len(doc.Content) == 0 || len(path) == 0 {
		return 1, len(lines)
	}
	n, first := doc.Content[0], doc.Content[0].Line
	after := len(lines) + 1 // the line of the next node
	for i := doc.Line; i < len(lines); i++ {
		if strings.HasPrefix(lines[i], "---") {
			after = i + 1
			break
		}
	}
	for _, token := range path {
		var next *yamlv3.Node
		start := 0
		for i, c := range n.Content {
			isEntry := n.Kind == yamlv3.SequenceNode && (jsontree.Pointer{}).Index(i)[0] == token
			if n.Kind == yamlv3.MappingNode && i%2 == 1 {
				name, _ := reads(n.Content[i-1])
				isEntry = name == token && !isMerge(n.Content[i-1])
			}
			if !isEntry {
				continue
			}
			if next, start = c, c.Line; n.Kind == yamlv3.MappingNode {
				start = n.Content[i-1].Line
			}
			if i+1 < len(n.Content) {
				after = n.Content[i+1].Line
				if line := lines[after-1]; strings.Trim(string([]rune(line)[:n.Content[i+1].Column-1]), " -") != "" {
					after++ // it begins in the middle of a line
				}
			}
		}
		if next == nil {
			break
		}
		others := len(n.Content) - 1
		for i := 0; i+1 < len(n.Content) && n.Kind == yamlv3.MappingNode; i += 2 {
			if others--; isMerge(n.Content[i]) {
				others--
			}
		}
		if others > 0 {
			first = start
		}
		n = next
	}
	for first > 1 && dashOrComment.MatchString(lines[first-2]) {
		first--
	}
	return first, after - 1
}
