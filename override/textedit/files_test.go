package textedit_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/textedit"
)

// variants write a file in another way. Those of merge keys may change its value.
var variants = []struct {
	name string
	of   func(text string) string
}{
	{"as it is", func(text string) string { return text }},
	{"carriage returns", func(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") }},
	{"no last line break", func(text string) string { return strings.TrimRight(text, "\n") }},
	{"no comments", func(text string) string { return ownCommentLine.ReplaceAllString(text, "") }},
	{"twice the indentation", func(text string) string {
		return leadingSpace.ReplaceAllStringFunc(text, func(lead string) string {
			return strings.ReplaceAll(strings.ReplaceAll(lead, " ", "  "), "-  ", "-   ")
		})
	}},
	{"a banner and documents around it", func(text string) string {
		return "# Copyright\n# of somebody\n\n---\na: &a 1\nb: *a\n---\n" + text + "---\nb: &a {c: 1}\nd: {<<: *a, c: 2}\n...\n"
	}},
	{"single quotes", func(text string) string { return simpleQuotes.ReplaceAllString(text, "$1'$2'$3") }},
	{"double quotes around keys", func(text string) string { return blockKey.ReplaceAllString(text, `$1"$2":`) }},
	{"a list of one map to merge", func(text string) string { return oneMerge.ReplaceAllString(text, "<<: [$1]") }},
	{"a list of one map twice", func(text string) string { return oneMerge.ReplaceAllString(text, "<<: [$1, $1]") }},
	{"a merge key twice", func(text string) string { return mergeLine.ReplaceAllString(text, "$1$2\n$1$2") }},
	{"a merge key below the next key", func(text string) string { return mergeAndKey.ReplaceAllString(text, "$1$3\n$1$2\n") }},
}

var (
	ownCommentLine = regexp.MustCompile(`(?m)^ *#.*\n`)
	leadingSpace   = regexp.MustCompile(`(?m)^ *(?:- )*`)
	simpleQuotes   = regexp.MustCompile(`(?m)([:-] )"([a-z.0-9 ]*)"( +#.*)?$`)
	blockKey       = regexp.MustCompile(`(?m)^( *(?:- )?)([a-z][a-zA-Z_-]*):`)
	oneMerge       = regexp.MustCompile(`<<: (\*[a-z]+)`)
	mergeLine      = regexp.MustCompile(`(?m)^( +)(<<: \*[a-z]+)$`)
	mergeAndKey    = regexp.MustCompile(`(?m)^( +)(<<: \*[a-z]+)\n +([a-zA-Z]+: [^&\n]+)\n`)
)

// TestFiles edits every node of files in the manner of Helm values, Compose files and CI configurations. Each edit must have the value that the
// oracle has, see trial.check, and that of json-patch on the JSON of the file, which is what Karmada writes.
func TestFiles(t *testing.T) {
	t.Parallel()
	archive, err := os.ReadFile("testdata/files.txtar")
	require.NoError(t, err)
	count := 0
	for i, file := range strings.Split(string(archive), "\n-- ")[1:] {
		name, data, _ := strings.Cut(file, " --\n")
		for j, variant := range variants {
			c := trial{format: asYAML, text: variant.of(data + "\n")}
			if strings.Contains(variant.name, "documents") {
				c.document = 1
			}
			count++
			if testing.Short() && (i+j)%12 > 0 {
				continue
			}
			t.Run(name+"/"+variant.name, func(t *testing.T) {
				t.Parallel()
				c.editEachNode(t, i+j)
			})
		}
	}
	require.Equal(t, 300, count)
}

// editEachNode applies one of several operations to each node.
func (c trial) editEachNode(t *testing.T, turn int) {
	before, err := c.read(c.text)
	require.NoError(t, err)
	refused := 0
	paths := pathsOf(before, nil, nil)
	for i, path := range paths {
		op := fileEdit(before, path, turn+i)
		one := c.with(c.text, op)
		if _, err := operate(before, op); err != nil {
			continue
		}
		after, err := one.edit(t)
		if err != nil {
			require.ErrorContains(t, err, "YAML parsers disagree", "%s %s\n%s", op.Op, op.Path, c.text)
			refused++
			continue
		}
		one.check(t)
		one.checkUpstream(t, after)
	}
	require.Less(t, refused, 1+len(paths)/8, "few edits are refused: only those below a key above a merge key")
}

// fileEdit returns an operation on a node or, for a map or list, of a new entry.
func fileEdit(v any, path jsontree.Pointer, turn int) textedit.Operation {
	value := []string{`"new"`, `{"a":[1,"two"],"b":{}}`, "null", `"two\nlines\n"`, `["x",{"y":1.5}]`}[turn%5]
	found, _ := jsontree.Get(v, path)
	switch found.(type) {
	case map[string]any:
		if turn%3 == 0 {
			return operation(jsontree.Add, path.Child(fmt.Sprintf("new-%d", turn%2)), value)
		}
	case []any:
		if turn%3 == 0 {
			return operation(jsontree.Add, path.Child([]string{"-", "0"}[turn%2]), value)
		}
	}
	if turn%4 == 0 && len(path) > 0 {
		return operation(jsontree.Remove, path, "")
	}
	if len(path) == 0 {
		value = `{"whole":"document"}`
	}
	return operation(jsontree.Replace, path, value)
}

// checkUpstream compares the result with what json-patch makes of the JSON of the document.
func (c trial) checkUpstream(t *testing.T, after string) {
	raw, err := yaml.YAMLToJSON([]byte(c.piece(c.text)))
	require.NoError(t, err)
	patched, err := jsonPatched(string(raw), c.ops[0])
	if err != nil || len(c.ops[0].Path) == 0 {
		return // it cannot replace the whole document
	}
	want, err := valueOf(patched)
	require.NoError(t, err)
	got, err := c.read(after)
	require.NoError(t, err)
	require.True(t, jsontree.Equal(want, got), "%s %s\n%s\n%s", c.ops[0].Op, c.ops[0].Path, encoded(want), encoded(got))
}
