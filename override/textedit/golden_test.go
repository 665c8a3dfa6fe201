package textedit_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/textedit"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestGolden edits testdata/<format>/<case>/before.<format> as its edit.txt says. The result is after.<format>, byte for byte, or
// the error is error.txt. What an edit.txt looks like:
//
//	# The reason for the case.
//	document 1
//	add /spec/replicas 3
//	replace "" {"a": 1}
//	remove "/a key"
//
// A path that is empty or has a blank in it is in double quotes. Without a line that says so, the document is the first.
func TestGolden(t *testing.T) {
	t.Parallel()
	for _, format := range []string{"yaml", "json"} {
		folders, err := filepath.Glob(filepath.Join("testdata", format, "*"))
		require.NoError(t, err)
		require.NotEmpty(t, folders)
		for _, folder := range folders {
			t.Run(format+"/"+filepath.Base(folder), golden{folder, format}.run)
		}
	}
}

type golden struct{ folder, format string }

func (g golden) run(t *testing.T) {
	t.Parallel()
	edit := g.edit(t)
	before := g.read(t, "before."+g.format)
	given := bytes.Clone(before)
	patch, err := textedit.NewPatch(edit.operations...)
	require.NoError(t, err, edit.reason)
	var got []byte
	if g.format == "yaml" {
		got, err = patch.YAML(before, edit.document)
	} else {
		got, err = patch.JSON(before)
	}
	require.Equal(t, string(given), string(before), "the text given is not written")
	if _, missing := os.Stat(filepath.Join(g.folder, "error.txt")); missing == nil {
		require.Error(t, err, edit.reason)
		require.Empty(t, got, "an error gives no text")
		g.compare(t, "error.txt", err.Error()+"\n", edit.reason)
		return
	}
	require.NoError(t, err, edit.reason)
	g.compare(t, "after."+g.format, string(got), edit.reason)
	g.checkMeaning(t, given, got, edit)
}

func (g golden) read(t *testing.T, name string) []byte {
	text, err := os.ReadFile(filepath.Join(g.folder, name))
	require.NoError(t, err)
	return text
}

func (g golden) compare(t *testing.T, name, got, reason string) {
	if *update {
		require.NoError(t, os.WriteFile(filepath.Join(g.folder, name), []byte(got), 0o644))
	}
	require.Equal(t, string(g.read(t, name)), got, reason)
}

type goldenEdit struct {
	reason     string
	document   int
	operations []textedit.Operation
}

func (g golden) edit(t *testing.T) goldenEdit {
	var edit goldenEdit
	for line := range strings.Lines(string(g.read(t, "edit.txt"))) {
		word, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		switch word {
		case "#":
			edit.reason = strings.TrimSpace(edit.reason + " " + rest)
		case "document":
			number, err := strconv.Atoi(rest)
			require.NoError(t, err)
			edit.document = number
		default:
			path, value, _ := strings.Cut(rest, " ")
			if quoted, err := strconv.QuotedPrefix(rest); err == nil {
				path, err = strconv.Unquote(quoted)
				require.NoError(t, err)
				value = strings.TrimPrefix(rest[len(quoted):], " ")
			}
			pointer, err := jsontree.Parse(path)
			require.NoError(t, err, line)
			edit.operations = append(edit.operations, textedit.Operation{Op: jsontree.Verb(word), Path: pointer, Value: []byte(value)})
		}
	}
	require.NotEmpty(t, edit.reason, "a case has a reason")
	require.NotEmpty(t, edit.operations, "a case has an operation")
	return edit
}

// checkMeaning holds an edit against package jsontree, and against readers that know nothing of it: the operations on what the text
// said give what it says now, and what the other documents say is the same.
func (g golden) checkMeaning(t *testing.T, before, after []byte, edit goldenEdit) {
	want, got := g.documents(t, before), g.documents(t, after)
	require.Len(t, got, len(want))
	tree := jsontree.New(want[edit.document])
	for _, o := range edit.operations {
		var err error
		path := asRead(tree.Root(), o.Path)
		switch o.Op {
		case jsontree.Add:
			_, _, err = tree.Add(path, decoded(t, o.Value))
		case jsontree.Remove:
			_, _, err = tree.Remove(path)
		case jsontree.Replace:
			_, _, err = tree.Replace(path, decoded(t, o.Value))
		case jsontree.Test:
			err = tree.Test(path, decoded(t, o.Value))
		}
		require.NoError(t, err)
	}
	want[edit.document] = tree.Root()
	for i := range want {
		require.True(t, jsontree.Equal(want[i], got[i]), "document %d says %v, expected %v", i, got[i], want[i])
	}
}

// documents are what a text says, each document read by itself.
func (g golden) documents(t *testing.T, text []byte) []any {
	if g.format == "json" {
		return []any{decoded(t, text)}
	}
	var all []any
	for _, document := range split(text) {
		asJSON, err := yaml.YAMLToJSON(document)
		require.NoError(t, err)
		all = append(all, decoded(t, asJSON))
	}
	return all
}

// split cuts a YAML stream into its documents. At the beginning of a line "---" always opens a document and "..." closes one. What
// stands above the first "---" and is no content belongs to the document below.
func split(stream []byte) [][]byte {
	documents, open := [][]byte{nil}, false
	for line := range bytes.Lines(stream) {
		marker, _, _ := strings.Cut(strings.TrimSpace(string(line)), " ")
		content := strings.TrimPrefix(marker, "\ufeff")
		if open && line[0] == '-' && marker == "---" {
			documents = append(documents, nil)
		}
		last := len(documents) - 1
		documents[last] = append(documents[last], line...)
		open = open || content != "" && content[0] != '#' && content[0] != '%'
		if line[0] == '.' && marker == "..." {
			documents, open = append(documents, nil), false
		}
	}
	if last := len(documents) - 1; last > 0 && !open {
		documents = documents[:last]
	}
	return documents
}

// asRead is a path with its keys as YAML reads them: on as true, where a map has no key on.
func asRead(root any, path jsontree.Pointer) jsontree.Pointer {
	read := path.Child()
	for i, token := range path {
		parent, _ := jsontree.Get(root, read[:i])
		keys, _ := parent.(map[string]any)
		var one map[string]any
		if _, found := keys[token]; found || yaml.Unmarshal([]byte(token+": 1"), &one) != nil {
			continue
		}
		for key := range one {
			if _, found := keys[key]; found {
				read[i] = key
			}
		}
	}
	return read
}

// decoded is a JSON text as package jsontree has it; none is null. A number that fits no float64 is its digits.
func decoded(t *testing.T, text []byte) any {
	if len(text) == 0 {
		return nil
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var v any
	require.NoError(t, decoder.Decode(&v))
	return numbers(v)
}

func numbers(v any) any {
	switch v := v.(type) {
	case json.Number:
		if i, err := v.Int64(); err == nil {
			return i
		}
		if f, err := v.Float64(); err == nil {
			return f
		}
		return "the number " + v.String()
	case []any:
		for i := range v {
			v[i] = numbers(v[i])
		}
	case map[string]any:
		for key := range v {
			v[key] = numbers(v[key])
		}
	}
	return v
}
