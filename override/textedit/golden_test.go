package textedit_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/textedit"
	"github.com/overridekit/overridekit/testdata/golden"
)

// TestGolden edits testdata/<format>/<case>/before.<format> as its edit.txt requires. The result must be after.<format>, byte for
// byte, or the error must be error.txt. An example of edit.txt:
//
//	# The reason for the case.
//	document 1
//	add /spec/replicas 3
//	replace "" {"a": 1}
//	remove "/a key"
//
// A path that is empty or contains a blank is in double quotes. Without a document line, the document is the first.
func TestGolden(t *testing.T) {
	t.Parallel()
	for _, format := range []string{"yaml", "json"} {
		folders, err := filepath.Glob(filepath.Join("testdata", format, "*"))
		require.NoError(t, err)
		require.NotEmpty(t, folders)
		for _, folder := range folders {
			t.Run(format+"/"+filepath.Base(folder), goldenFolder{folder, format}.run)
		}
	}
}

type goldenFolder struct{ folder, format string }

func (g goldenFolder) run(t *testing.T) {
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
	require.Equal(t, string(given), string(before), "the argument was written")
	if _, missing := os.Stat(filepath.Join(g.folder, "error.txt")); missing == nil {
		require.Error(t, err, edit.reason)
		require.Empty(t, got, "an error returns no text")
		golden.Require(t, filepath.Join(g.folder, "error.txt"), err.Error()+"\n", edit.reason)
		return
	}
	require.NoError(t, err, edit.reason)
	golden.Require(t, filepath.Join(g.folder, "after."+g.format), string(got), edit.reason)
	g.checkMeaning(t, given, got, edit)
}

func (g goldenFolder) read(t *testing.T, name string) []byte {
	text, err := os.ReadFile(filepath.Join(g.folder, name))
	require.NoError(t, err)
	return text
}

type goldenEdit struct {
	reason     string
	document   int
	operations []textedit.Operation
}

func (g goldenFolder) edit(t *testing.T) goldenEdit {
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
	require.NotEmpty(t, edit.reason, "a case needs a reason")
	require.NotEmpty(t, edit.operations, "a case needs an operation")
	return edit
}

// checkMeaning compares the result with package jsontree: the operations on the decoded text must return the decoded result, and the
// other documents must be the same.
func (g goldenFolder) checkMeaning(t *testing.T, before, after []byte, edit goldenEdit) {
	want, got := g.documents(t, before), g.documents(t, after)
	require.Len(t, got, len(want))
	tree := jsontree.New(want[edit.document])
	for _, o := range edit.operations {
		var err error
		path := withReadKeys(tree.Root(), o.Path)
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
		require.True(t, jsontree.Equal(want[i], got[i]), "document %d is %v, expected %v", i, got[i], want[i])
	}
}

// documents decodes each document of a text.
func (g goldenFolder) documents(t *testing.T, text []byte) []any {
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

// split splits a YAML stream into its documents. At the start of a line "---" always opens a document and "..." closes one.
// Comments and directives above the first "---" belong to the document below.
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

// withReadKeys returns path with keys as YAML reads them: on becomes true if a map has no key on.
func withReadKeys(root any, path jsontree.Pointer) jsontree.Pointer {
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

// decoded decodes JSON in the types of package jsontree; an empty text is null. A number that is not a float64 becomes a string.
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
