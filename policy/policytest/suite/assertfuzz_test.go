package suite

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzAssertions reads any text as case.yaml, and checks what it asserts about the shop. Nothing may panic, failures are short, and no value of the Secret
// is shown.
func FuzzAssertions(f *testing.F) {
	for _, text := range []string{
		"unchanged: {objects: [Deployment/*], clusters: e*}", "value: {object: '*/*', path: /spec/replicas, is: [1.0, {a: null}]}", "value: {object: Secret/*, path: /stringData, is: {}}",
		"decided: {object: Deployment/shop/web, path: /metadata/labels/app, by: ''}", "conflicts: none", "lint: info", "valid: {}", "placed: {object: '*/web', clusters: {eu: 2}}", "value: {object: A/b, path: /~, is: 2020-01-01}",
	} {
		f.Add("assert:\n- " + text)
	}
	file := filepath.Join(f.TempDir(), "all.yaml")
	require.NoError(f, os.WriteFile(file, []byte(shop), 0o600))
	in, failures := loadFiles([]string{file})
	require.Empty(f, failures)
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 2000 {
			t.Skip()
		}
		p := &settingsParser{s: &settings{file: "case.yaml"}}
		p.parse([]byte(text))
		var all []Assertion
		for _, s := range p.s.assert {
			if len(p.errs) == 0 {
				require.NotNil(t, s.of)
				all = append(all, s.of)
			}
		}
		for _, err := range p.errs {
			require.Less(t, len(err.Error()), 2_000)
		}
		for _, failure := range in.assertAll(all) {
			require.Less(t, len(failure.Message), 5_000)
			if !strings.Contains(text, "hunter2") && !strings.Contains(text, "swordfish") {
				require.NotContains(t, failure.Message, "hunter2")
				require.NotContains(t, failure.Message, "swordfish")
			}
		}
	})
}
