package suite

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLineEnds accepts golden files with the line ends of Windows, and writes others.
func TestLineEnds(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	block := "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: block}\ndata:\n  text: |\n    a\n    b\n"
	write(t, folder, map[string]string{
		"shared/shop.yaml": shop + "---\n" + idlePolicies,
		"a/case.yaml":      "# why\nplan: works\nassert:\n- lint: error\n",
		"a/input.yaml":     stream("blocks", block, relabel),
		"a/want.yaml":      "",
	})
	require.Empty(t, failures(folder, true))
	before := tree(t, folder)
	for _, name := range []string{"untested.yaml", "a/want.yaml", "a/want-plan.txt", "a/want-works.yaml"} {
		require.Contains(t, slices.Sorted(maps.Keys(before)), name)
	}
	for name, text := range before {
		require.NotContains(t, text, "\r", name)
		write(t, folder, map[string]string{name: strings.ReplaceAll(text, "\n", "\r\n")})
	}
	require.Empty(t, failures(folder, false))
	require.Empty(t, failures(folder, true))
	require.Contains(t, tree(t, folder)["a/want.yaml"], "\r\n", "a file that is equal but for its line ends is not written")

	want := filepath.Join(folder, "a/want.yaml")
	require.NoError(t, os.WriteFile(want, []byte(strings.ReplaceAll(before["a/want.yaml"], "\n", "\r\n")+"# more\r\n"), 0o600))
	got := failures(folder, false)
	require.Equal(t, 2, strings.Count(got, "\n-"), "the name of the file, and the line that differs: %s", got)
	require.Empty(t, failures(folder, true))
	require.Equal(t, before["a/want.yaml"], tree(t, folder)["a/want.yaml"])
}

// TestNoHint has whole sentences if nothing says how to update.
func TestNoHint(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	write(t, folder, map[string]string{"a/input.yaml": stream("why", configMap, member1)})
	message := func() string {
		s, err := Load(folder)
		require.NoError(t, err)
		r := s.Cases[0].Check(Options{})
		return r.String() + s.Untested([]*Report{r}, Options{}).String()
	}
	require.Contains(t, message(), "the file is missing; write it, and review it. The outcome is:\n")
	write(t, folder, map[string]string{"a/want.yaml": "", "untested.yaml": "# x\n"})
	got := message()
	require.Contains(t, got, "if the outcome is right, update the file\ndiff")
	require.True(t, strings.HasSuffix(got, "the file must not exist: there is nothing left to report; remove it"), got)
}

// TestPlanAlone needs no golden file of the outcomes, but compares an existing one.
func TestPlanAlone(t *testing.T) {
	t.Parallel()
	for _, settings := range []string{"plan: table\n", "plan: works\n", "matrix: {w: ../../values/*}\nplan: table\n"} {
		folder := t.TempDir()
		write(t, folder, map[string]string{"tests/a/case.yaml": "# why\nread: ../../shop.yaml\n" + settings, "shop.yaml": shop, "values/one.yaml": configMap})
		tests := folder + "/tests"
		require.Contains(t, failures(tests, false), "-plan.txt: the file is missing")
		require.Empty(t, failures(tests, true))
		require.Empty(t, failures(tests, false))
		want := "a/want.yaml"
		if strings.HasPrefix(settings, "matrix") {
			want = "a/want/one.yaml"
		}
		require.NotContains(t, tree(t, tests), want)
		write(t, tests, map[string]string{want: "# wrong\n"})
		require.Contains(t, failures(tests, false), "ROOT/"+want+":1: differs from the outcome")
		require.Empty(t, failures(tests, true))
		require.Contains(t, tree(t, tests)[want], "Deployment shop/web in eu")
	}
	folder := t.TempDir()
	write(t, folder, map[string]string{"a/case.yaml": "# why\nplan: table\n", "a/input.yaml": shop + "---\nkind: 1\n"})
	require.Contains(t, failures(folder, true), "ROOT/a/input.yaml:64: apiVersion is missing", "no golden file has the document that cannot be read")
}

// TestLeftOver refuses golden files of settings that are gone, and does not remove them.
func TestLeftOver(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ name, before, after, want string }{
		{"plan", "plan: works\n", "", "ROOT/a/want-plan.txt: no case reads this file, because case.yaml has no setting plan for it; remove it if that is intended\n" +
			"ROOT/a/want-works.yaml: no case reads this file, because case.yaml has no setting plan for it; remove it if that is intended"},
		{"works", "plan: works\n", "plan: table\n", "ROOT/a/want-works.yaml: no case reads this file, because case.yaml has no setting plan for it; remove it if that is intended"},
		{"value", "matrix: {v: [VALUES/one.yaml, VALUES/two.yaml]}\nplan: table\n", "matrix: {v: VALUES/one.yaml}\nplan: table\n",
			"ROOT/a/want/two-plan.txt: no case reads this file, and it is not a golden file of a cell of a matrix; remove it if a cell or a setting is gone\n"},
		{"matrix", "matrix: {v: VALUES/one.yaml}\n", "", "ROOT/a/want/one.yaml: no case reads this file, and it is not a golden file of a cell of a matrix; remove it if a cell or a setting is gone"},
		{"no matrix before", "", "matrix: {v: VALUES/one.yaml}\n", "ROOT/a/want.yaml: no case reads this file; the golden files of a matrix are in want"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			folder, values := t.TempDir()+"/want/tests", t.TempDir()
			write(t, values, map[string]string{"one.yaml": configMap, "two.yaml": strings.ReplaceAll(configMap, "settings", "two")})
			settings := func(text string) map[string]string {
				return map[string]string{"a/case.yaml": "# why\n" + strings.ReplaceAll(text, "VALUES", values), "shared/shop.yaml": shop, "a/want.yaml": ""}
			}
			write(t, folder, settings(tc.before))
			if strings.Contains(tc.before, "matrix") {
				require.NoError(t, os.Remove(folder+"/a/want.yaml"))
				write(t, folder, map[string]string{"a/want/one.yaml": "", "a/want/two.yaml": ""})
			}
			if tc.name == "matrix" {
				require.NoError(t, os.Remove(folder+"/a/want/two.yaml"))
			}
			require.Empty(t, failures(folder, true))
			write(t, folder, map[string]string{"a/case.yaml": settings(tc.after)["a/case.yaml"]})
			before := tree(t, folder)
			for _, update := range []bool{false, true} {
				require.Contains(t, failures(folder, update), tc.want)
			}
			for name := range before {
				require.FileExists(t, filepath.Join(folder, name))
			}
		})
	}
}
