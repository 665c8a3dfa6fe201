package yamltext_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestOneDoor checks that no other package calls a parser of YAML, which could read a text without the check. Tests and the packages for
// tests may, and so may the reader of definitions that are built into the program.
func TestOneDoor(t *testing.T) {
	t.Parallel()
	libraries := []string{
		"go.yaml.in/yaml/v2", "go.yaml.in/yaml/v3", "go.yaml.in/yaml/v4", "gopkg.in/yaml.v2", "gopkg.in/yaml.v3", "sigs.k8s.io/yaml",
		"github.com/goccy/go-yaml", "k8s.io/apimachinery/pkg/util/yaml", "k8s.io/apimachinery/pkg/runtime/serializer/yaml",
	}
	parsers := []string{
		"Unmarshal", "UnmarshalStrict", "NewDecoder", "YAMLToJSON", "YAMLToJSONStrict", "JSONToYAML", "ToJSON", "ToJSONStrict", "NewYAMLOrJSONDecoder",
		"NewYAMLToJSONDecoder", "NewDecodingSerializer",
	}
	const root = "../.."
	allowed := []string{
		"override/yamltext", "propagation/controller/crds", "override/internal/overridetest", "policy/internal/dialect/dialecttest",
		"testdata/casetest", "testdata/plantest",
	}
	files := 0
	require.NoError(t, filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		name, err := filepath.Rel(root, path)
		require.NoError(t, err)
		name = filepath.ToSlash(name)
		if slices.ContainsFunc(allowed, func(folder string) bool { return strings.HasPrefix(name, folder+"/") }) {
			return nil
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, 0)
		require.NoError(t, err)
		files++
		imported := map[string]string{} // by name in the file
		for _, i := range file.Imports {
			of, err := strconv.Unquote(i.Path.Value)
			require.NoError(t, err)
			if !slices.Contains(libraries, of) {
				continue
			}
			local := "yaml"
			if i.Name != nil {
				local = i.Name.Name
			}
			imported[local] = of
		}
		ast.Inspect(file, func(n ast.Node) bool {
			called, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if on, ok := called.X.(*ast.Ident); ok && slices.Contains(parsers, called.Sel.Name) {
				of := imported[on.Name]
				require.Empty(t, of, "%s calls %s.%s, expected a function of package yamltext", set.Position(n.Pos()), of, called.Sel.Name)
			}
			return true
		})
		return nil
	}))
	require.Greater(t, files, 300, "the walk found the sources")
}
