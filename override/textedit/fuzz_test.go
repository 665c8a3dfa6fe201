package textedit_test

import (
	"bytes"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	yamlv3 "go.yaml.in/yaml/v3"
	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/textedit"
	"github.com/overridekit/overridekit/override/yamltext"
)

// oracleSize limits the size of texts that are compared with the oracle. With expanded aliases they may be oracleGrowth times as large.
const oracleSize, oracleGrowth = 4 << 10, 16

// FuzzYAML edits each document of a text by one operation.
func FuzzYAML(f *testing.F) {
	seed(f, "yaml")
	f.Fuzz(func(t *testing.T, text []byte, op, path string, value []byte) {
		c, ok := newTrial(asYAML, text, op, path, value)
		if !ok {
			return
		}
		if yamltext.CheckSize(text, oracleGrowth*oracleSize, 1000) != nil || len(text) > oracleSize {
			c.requireBounded(t)
			return
		}
		pieces := documents(c.text)
		if !sameStream(c.text, len(pieces)) {
			_, _ = c.edit(t) // parsers disagree on the documents; the edit must only return
			return
		}
		for c.document = range max(len(pieces), 1) {
			after, edited := c.check(t)
			if !edited || after == c.text {
				continue
			}
			for i, piece := range documents(after) {
				if i != c.document && (i >= len(pieces) || piece != pieces[i]) {
					c.fail(t, after, "document %d must not change", i)
				}
			}
			c.requireSettled(t, after)
			c.requireOneLine(t, after)
		}
		c.document++
		if _, err := c.edit(t); err == nil {
			c.fail(t, "", "expected an error, document %d is out of range", c.document)
		}
	})
}

// FuzzJSON edits a text by one operation.
func FuzzJSON(f *testing.F) {
	seed(f, "json")
	f.Fuzz(func(t *testing.T, text []byte, op, path string, value []byte) {
		c, ok := newTrial(asJSON, text, op, path, value)
		if !ok {
			return
		}
		if len(text) > oracleSize {
			c.requireBounded(t)
			return
		}
		if after, edited := c.check(t); edited {
			c.requireSettled(t, after)
		}
	})
}

// newTrial returns false for invalid operations, and for numbers that parsers do not accept.
func newTrial(format textFormat, text []byte, op, path string, value []byte) (trial, bool) {
	pointer, err := jsontree.Parse(path)
	if err != nil || len(value) > oracleSize || len(path) > oracleSize || !utf8.ValidString(path) {
		return trial{}, false
	}
	c := trial{format: format, text: string(text)}.with(string(text), textedit.Operation{Op: jsontree.Verb(op), Path: pointer, Value: value})
	if _, err := textedit.NewPatch(c.ops...); err != nil {
		return trial{}, false
	}
	var v any
	return c, len(value) == 0 || utiljson.Unmarshal(value, &v) == nil
}

// requireSettled checks that repeating a replacement changes nothing.
func (c trial) requireSettled(t testing.TB, after string) {
	t.Helper()
	if c.ops[0].Op != jsontree.Replace {
		return
	}
	if again, err := c.with(after, c.ops...).edit(t); err != nil || again != after {
		c.with(after, c.ops...).fail(t, again, "repeating the edit changes the text, the error is %v", err)
	}
}

// requireOneLine checks that replacing a one-line scalar by another changes no other line.
func (c trial) requireOneLine(t testing.TB, after string) {
	t.Helper()
	op := c.ops[0]
	n := nodeAt(c.piece(c.text), op.Path)
	if op.Op != jsontree.Replace || bytes.ContainsAny(op.Value, "\\{[") || n == nil || n.Kind != yamlv3.ScalarNode || n.Style != 0 || n.Value == "" {
		return
	}
	before, lines := strings.SplitAfter(c.piece(c.text), "\n"), strings.SplitAfter(c.piece(after), "\n")
	if strings.Contains(c.text, "*") || n.Line > len(before) || strings.Contains(c.text, "\r") || !strings.Contains(before[n.Line-1], n.Value) {
		return // the scalar may have several lines, or an alias is written out
	}
	for i := range before {
		if len(lines) != len(before) || lines[i] != before[i] && i != n.Line-1 {
			c.fail(t, after, "only line %d of the document may change", n.Line)
		}
	}
}

// requireBounded checks the size of the result.
func (c trial) requireBounded(t testing.TB) {
	t.Helper()
	after, err := c.edit(t)
	if limit := 2*len(c.text) + 64*(len(c.ops[0].Value)+64); err == nil && len(after) > limit {
		c.fail(t, "", "%d bytes became %d", len(c.text), len(after))
	}
}

// seed adds the golden cases of a format, one operation each, random texts, and hostile texts. With -short and -fuzz it adds an eighth of
// them: the fuzzer counts seeds as inputs, and takes as long for one as for ten new inputs.
func seed(f *testing.F, format string) {
	few, n := testing.Short() || flag.Lookup("test.fuzz").Value.String() != "", 0
	add := func(text, op, path, value string) {
		if n++; !few || n%8 == 0 {
			f.Add([]byte(text), op, path, []byte(value))
		}
	}
	folders, err := filepath.Glob(filepath.Join("testdata", format, "*"))
	require.NoError(f, err)
	for _, folder := range folders {
		texts, err := filepath.Glob(filepath.Join(folder, "before.*"))
		require.NoError(f, err)
		edits, err := os.ReadFile(filepath.Join(folder, "edit.txt"))
		if err != nil || len(texts) != 1 {
			continue
		}
		text, err := os.ReadFile(texts[0])
		require.NoError(f, err)
		for line := range strings.Lines(string(edits)) {
			op, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
			path, value, _ := strings.Cut(rest, " ")
			add(string(text), op, path, value)
		}
	}
	for i := range uint64(64) {
		m := newMaker(i)
		s := m.stream(textFormat(strings.ToUpper(format)))
		at := pick(m, s.documents[0].spots())
		add(s.text, pick(m, []string{"add", "remove", "replace", "test"}), at.path.String(), pick(m, values))
	}
	for i := range uint64(64) {
		m := &anchorMaker{Rand: rand.New(rand.NewPCG(i, 13)), step: "  "}
		c := trial{format: asYAML}
		if c.text, _ = m.stream(); format != "yaml" || len(c.text) > oracleSize/2 {
			continue
		}
		if v, err := c.read(c.text); err == nil {
			op := m.edit(v, pathsOf(v, nil, nil))
			add(c.text, string(op.Op), op.Path.String(), string(op.Value))
		}
	}
	for _, h := range hostile {
		if len(h.text) > 1<<16 {
			continue
		}
		for _, op := range h.ops() {
			add(h.text, string(op.Op), op.Path.String(), string(op.Value))
		}
	}
}
