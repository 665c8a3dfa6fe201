package suite

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestMalformed has the malformed cases. Each error has the file and the line.
func TestMalformed(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name, reason, settings string
		want                   string // after ROOT/
	}{
		{"no reason", "an existing case.yaml has the reason", "clusters: [member1]\n", "a/case.yaml:1: no reason found, expected a comment at the top with the reason for the case"},
		{"unknown key", "it may be misspelt", "# why\n\nobject: [x]\n", `a/case.yaml:3: found the key "object", expected namespace, read, objects, clusters, matrix, plan or assert`},
		{"repeated key", "only one of them would count", "# why\nclusters: [a]\nclusters: [b]\n", `a/case.yaml:3: the settings of a case: the key "clusters" is repeated`},
		{"not a map", "a list has no settings", "# why\n- read\n", "a/case.yaml:2: the settings of a case: found a list, expected a map"},
		{"two documents", "the second would be ignored", "# why\nclusters: [a]\n---\nclusters: [b]\n", "a/case.yaml:3: found a second document, expected one"},
		{"not YAML", "the line is that of the parser", "# why\nclusters:\n\t- a\n", "a/case.yaml:3: found character that cannot start any token"},
		{"alias", "a few of them can be endless", "# why\nclusters: &a [a]\nobjects: *a\n", "a/case.yaml:3: found an alias, expected the value itself"},
		{"merge key", "it is an alias, too", "# why\nmatrix: &a {b: c}\n<<: *a\n", "a/case.yaml:3: found an alias, expected the value itself"},
		{"wrong type", "a map is not a list", "# why\nclusters: {a: b}\n", "a/case.yaml:2: clusters: found a map, expected a string"},
		{"null", "nothing is not everything", "# why\nclusters:\n", "a/case.yaml:2: clusters: found null, expected a string"},
		{"empty list", "it would choose nothing", "# why\nobjects: []\n", "a/case.yaml:2: objects: found an empty list, expected at least one element"},
		{"pattern", "a kind alone is ambiguous", "# why\nobjects:\n- ConfigMap/*\n- ConfigMap\n", `a/case.yaml:4: objects: found "ConfigMap", expected KIND/NAME or KIND/NAMESPACE/NAME, in which * stands for any characters`},
		{"no such path", "a file may be misspelt", "# why\nread:\n- ../nothing.yaml\n", "a/case.yaml:3: read: lstat ROOT/nothing.yaml: no such file or directory"},
		{"no match", "a pattern that reads nothing", "# why\nread: ../*.json\n", `a/case.yaml:2: read: "../*.json" matches no folder, and no YAML or JSON file`},
		{"bad pattern", "a bracket is not closed", "# why\nread: '../[a'\n", `a/case.yaml:2: read: "../[a": syntax error in pattern`},
		{"NUL", "a path cannot have it", "# why\nread: \"a\\0b\"\n", "a/case.yaml:2: read: lstat ROOT/a/a\x00b: invalid argument"},
		{"namespace", "API servers would refuse it", "# why\nnamespace: Shop\n", `a/case.yaml:2: namespace: found "Shop", expected at most 63 small letters, digits and dashes, with a letter or digit at both ends`},
		{"namespaces", "there is one", "# why\nnamespace: [a, b]\n", "a/case.yaml:2: namespace: found a list, expected a string"},
		{"plan", "there are two kinds", "# why\nplan: tables\n", `a/case.yaml:2: plan: found "tables", expected table or works`},
		{"assert", "it is a list", "# why\nassert: {conflicts: none}\n", "a/case.yaml:2: assert: found a map, expected a list of assertions"},
		{"two assertions", "an element has one", "# why\nassert:\n- conflicts: none\n  lint: warning\n", "a/case.yaml:3: assert: found 2 keys, expected one in each element"},
		{"no such cluster", "a filter without a match tests nothing", "# why\nclusters: [member1, member9]\n", `a/case.yaml:2: clusters: "member9" matches none of 1`},
		{"no such object", "a filter without a match tests nothing", "# why\nobjects:\n- ConfigMap/*\n- Secret/*\n", `a/case.yaml:4: objects: "Secret/*" matches none of 1`},
		{"value twice", "two cells would have the same name", "# why\nmatrix:\n  w: [../x.yaml, ../w/x.yaml]\n", `a/case.yaml:3: matrix.w: found the value "x" twice`},
		{"same golden file", "a cell would have the file of another one", "# why\nmatrix:\n  w: ../untested.yaml\n", `a/case.yaml: the cases "a" and "a/untested" have the same golden file ROOT/a/want/untested.yaml`},
		{"empty matrix", "it would have no case", "# why\nmatrix:\n  w: []\n", "a/case.yaml:3: matrix.w: found an empty list, expected at least one element"},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			secret := "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: other}\n"
			write(t, folder, map[string]string{
				"a/case.yaml": tc.settings, "a/input.yaml": "# not this\n" + configMap + "---\n" + member1,
				"x.yaml": secret, "w/x.yaml": secret,
			})
			if tc.name == "same golden file" {
				write(t, folder, map[string]string{"untested.yaml": secret})
			}
			got := failures(folder, false)
			require.Contains(t, got, "ROOT/"+tc.want, tc.reason)
		})
	}
}

// TestManyCells limits the combinations of a matrix.
func TestManyCells(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	files := map[string]string{"a/case.yaml": "# many\nmatrix:\n  a: ../v/*\n  b: ../v/*\n  c: ../v/*\n"}
	for i := range 30 {
		files[fmt.Sprintf("v/%d.yaml", i)] = ""
	}
	write(t, folder, files)
	require.Contains(t, failures(folder, false), "ROOT/a/case.yaml:5: matrix: found more than 10000 combinations")

	values := "# many\nmatrix:\n  a: [" + strings.Repeat("x,", 100_000) + "]\n"
	write(t, folder, map[string]string{"a/case.yaml": values})
	require.Equal(t, "ROOT/a/case.yaml:3: matrix.a: found 100000 elements, expected at most 1000", failures(folder, false))
}

// TestLargeSettings refuses a large case.yaml.
func TestLargeSettings(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	write(t, folder, map[string]string{"a/case.yaml": "# large\n" + strings.Repeat("#\n", maxSettings)})
	require.Equal(t, "ROOT/a/case.yaml: found more than 1048576 bytes", failures(folder, false))
}

// FuzzSettings checks that no case.yaml panics, and that each error has a place.
func FuzzSettings(f *testing.F) {
	for _, seed := range []string{
		"", "# why\nread: a\n", "matrix: {a: [b, c], d: e}\nplan: works\nassert: [{a: b}]\n", "&a [*a]", "? {a: b}\n: c\n", "--- a\n--- b\n", "{", "a: !!binary x",
	} {
		f.Add(seed)
	}
	file := filepath.Join(f.TempDir(), "case.yaml")
	f.Fuzz(func(t *testing.T, text string) {
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		s, errs := readSettings(file)
		require.NotNil(t, s)
		for _, err := range errs {
			var failure Failure
			require.ErrorAs(t, err, &failure)
			require.Equal(t, file, failure.File)
			require.LessOrEqual(t, failure.Line, strings.Count(text, "\n")+strings.Count(text, "\r")+2)
			require.Less(t, len(failure.Message), 2000)
		}
	})
}
