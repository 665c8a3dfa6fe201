package policy_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/karmada"
	"github.com/overridekit/overridekit/policy/kubeadmiral"
)

// TestDivergencesDocumented compares the list of divergences in the package documentation of each dialect with the table.
func TestDivergencesDocumented(t *testing.T) {
	t.Parallel()
	entry := regexp.MustCompile(`//   - D\d+: .*\n(?://     .*\n)*`)
	line := func(system string, d karmada.Divergence) string {
		return fmt.Sprintf("%s: %s %s. Here, %s. %s", d.Code, system, d.Upstream, d.Here, d.Why)
	}
	var forKarmada, forKubeAdmiral []string
	for _, d := range karmada.Divergences() {
		forKarmada = append(forKarmada, line("Karmada", d))
	}
	for _, d := range kubeadmiral.Divergences() {
		forKubeAdmiral = append(forKubeAdmiral, line("KubeAdmiral", karmada.Divergence(d)))
	}
	for dialect, want := range map[string][]string{"karmada": forKarmada, "kubeadmiral": forKubeAdmiral} {
		source, err := os.ReadFile(filepath.Join(dialect, "doc.go"))
		require.NoError(t, err)
		var documented []string
		for _, text := range entry.FindAllString(string(source), -1) {
			text = strings.ReplaceAll(strings.TrimPrefix(text, "//   - "), "\n//     ", " ")
			documented = append(documented, strings.TrimSpace(text))
		}
		require.Equal(t, want, documented, "%s/doc.go", dialect)
	}
}

// TestDivergenceCodes finds codes that are written out instead of taken from the table of a dialect.
func TestDivergenceCodes(t *testing.T) {
	t.Parallel()
	code := regexp.MustCompile(`"D\d+"`)
	tables := 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for i, line := range bytes.Split(source, []byte("\n")) {
			switch {
			case !code.Match(line):
			case filepath.Base(path) == "divergence.go" && strings.HasPrefix(filepath.ToSlash(path), "../policy/"):
				tables++
			default:
				t.Errorf("%s:%d: %s belongs in the table of a dialect", path, i+1, code.Find(line))
			}
		}
		return nil
	})
	require.NoError(t, err)
	require.Equal(t, len(karmada.Divergences())+len(kubeadmiral.Divergences()), tables, "each code is defined once")
}
