package files

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestKustomizePatches reads folders with a kustomization file and the files that it names.
func TestKustomizePatches(t *testing.T) {
	t.Parallel()
	const head = "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n"
	for _, c := range []struct{ name, reason, file, text, read string }{
		{"patches", "a patch is only a part of an object", "kustomization.yaml", head + "patches: [{path: patch.yaml}, {patch: x}]\n", "base.yaml sub/patch.yaml"},
		{"strategic merge", "an entry may be the patch itself", "kustomization.yml", head + "patchesStrategicMerge: [./patch.yaml, 'kind: A']\n", "base.yaml sub/patch.yaml"},
		{"JSON patch", "the older field", "kustomization.yaml", head + "patchesJson6902: [{path: sub/patch.yaml, target: {kind: A}}]\n", "base.yaml patch.yaml"},
		{"without kind", "kustomize does not need it", "kustomization.yaml", "patches: [{path: patch.yaml}]\n", "base.yaml sub/patch.yaml"},
		{"in a folder below", "the path is relative to the file", "sub/kustomization.yaml", head + "patches: [{path: ../base.yaml}, {path: patch.yaml}]\n", "patch.yaml"},
		{"resources", "these are objects", "kustomization.yaml", head + "resources: [base.yaml, patch.yaml]\n", "base.yaml patch.yaml sub/patch.yaml"},
		{"an empty path", "it is not the folder", "kustomization.yaml", head + "patches: [{path: ''}, {}]\n", "base.yaml patch.yaml sub/patch.yaml"},
		{"wrong types", "nothing is known", "kustomization.yaml", head + "patches: patch.yaml\n", "base.yaml patch.yaml sub/patch.yaml"},
		{"not YAML", "nothing is known", "kustomization.yaml", "patches: [", "base.yaml patch.yaml sub/patch.yaml"},
		{"aliases", "a parser refuses them", "kustomization.yaml", bomb(), "base.yaml patch.yaml sub/patch.yaml"},
		{"another file", "only kustomize's name counts", "other.yaml", head + "patches: [{path: patch.yaml}]\n", "base.yaml patch.yaml sub/patch.yaml"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			require.NoError(t, os.Mkdir(filepath.Join(dir, "sub"), 0o700))
			for name, text := range map[string]string{"base.yaml": "a", "patch.yaml": "a", "sub/patch.yaml": "a", c.file: c.text} {
				require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
			}
			found, report := Reader{}.Find(dir)
			require.NoError(t, report.Err())
			var read []string
			for _, f := range found {
				if name, err := filepath.Rel(dir, f.Name); err == nil && name != filepath.FromSlash(c.file) {
					read = append(read, filepath.ToSlash(name))
				}
			}
			require.Equal(t, c.read, strings.Join(read, " "), c.reason)
			require.Len(t, report.Ignored, 3-len(read))
			for _, i := range report.Ignored {
				require.Equal(t, OfKustomize, i.Reason)
			}
			named, _ := Reader{}.Find(filepath.Join(dir, "patch.yaml"))
			require.Len(t, named, 1, "a file that is named is always read")
		})
	}
}

// bomb returns YAML whose aliases would expand to 10^9 strings.
func bomb() string {
	text := "a0: &a0 [patch.yaml]\n"
	for i := range 9 {
		before, after := "*a"+string(rune('0'+i)), "a"+string(rune('1'+i))
		text += after + ": &" + after + " [" + strings.TrimSuffix(strings.Repeat(before+", ", 10), ", ") + "]\n"
	}
	return text + "patchesStrategicMerge: *a9\n"
}
