package suite

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/redact"
)

func TestMasker(t *testing.T) {
	t.Parallel()
	const (
		settings = "# ConfigMap default/c in m\napiVersion: v1\ndata: {a:   shown} # as it is\nkind: ConfigMap\n"
		secret   = "# Secret default/s in m\napiVersion: v1\nkind: Secret\ndata: {a: hunter1, b: hunter2, c: hunter1, d: hunter3, e: hunter4, f: hunter5}\nmetadata: {generation: 12345678}\n"
		masked   = "# Secret default/s in m\napiVersion: v1\ndata:\n  a: '*** (1)'\n  b: '*** (2)'\n  c: '*** (1)'\n  d: '*** (3)'\n  e: '*** (4)'\n  f: '*** (5)'\nkind: Secret\nmetadata:\n  generation: 12345678\n"
		refused  = "*** (not the YAML of an object)\n"
	)
	for _, tc := range []struct{ name, reason, text, want string }{
		{"nothing", "no part", "", ""},
		{"no secret", "not a byte differs", settings, settings},
		{"secret", "equal values have equal numbers", secret, masked},
		{"parts", "only the Secret changes", settings + partMark + secret + partMark + settings, settings + partMark + masked + partMark + settings},
		{"empty parts", "they stay", partMark + secret + partMark, partMark + masked + partMark},
		{"only comments", "comments are kept", "# a: unchanged\n---\n# b: unchanged", "# a: unchanged\n---\n# b: unchanged"},
		{"no line break at the end", "the result has none, too", strings.TrimSuffix(secret, "\n"), strings.TrimSuffix(masked, "\n")},
		{"kind changed", "the title has the kind of the template", "# Secret a in m\nkind: Map\ndata: {a: hunter1}\n", "# Secret a in m\ndata:\n  a: '*** (1)'\nkind: Map\n"},
		{"work", "it has a binding of neither, and an annotation repeats their values",
			"kind: Work\nmetadata: {annotations: {policy.karmada.io/applied-overrides: hunter1, b: c}}\nspec: {workload: {manifests: [{kind: A}, {apiVersion: v1, kind: Secret, data: {a: hunter2}}]}}\n",
			"kind: Work\nmetadata:\n  annotations:\n    b: c\n    policy.karmada.io/applied-overrides: '*** (1)'\nspec:\n  workload:\n    manifests:\n    - kind: '*** (2)'\n    - apiVersion: '*** (3)'\n      data: '*** (4)'\n      kind: '*** (5)'\n"},
		{"work without a Secret", "annotations are shown", "kind: Work\nmetadata: {annotations: {policy.karmada.io/applied-overrides: a}}\n", "kind: Work\nmetadata: {annotations: {policy.karmada.io/applied-overrides: a}}\n"},
		{"not YAML", "a conflict of a merge", "# a\n<<<<<<< HEAD\n  password: hunter1\n", "# a\n" + refused},
		{"not an object", "it may be a part of one", "hunter1\n", refused},
		{"other marks", "the second document would not be read", "kind: A\n--- # b\nkind: Secret\ndata: {a: hunter1}\n", refused},
		{"end mark", "nor this one", "kind: A\n...\nkind: Secret\ndata: {a: hunter1}\n", refused},
		{"carriage returns", "other line breaks separate documents, too", strings.ReplaceAll(settings+partMark+secret, "\n", "\r\n"), refused},
		{"other breaks", "they end a comment", "# a\u2028kind: Secret\u2028data: {a: hunter1}\n", "data:\n  a: '*** (1)'\nkind: Secret\n"},
	} {
		got := newMasker(nil).text(tc.text)
		require.Equal(t, tc.want, got, "%s: %s", tc.name, tc.reason)
		require.NotContains(t, got, "hunter", tc.name)
		require.Equal(t, tc.text, newMasker(redact.Nothing).text(tc.text), tc.name)
	}
}

// FuzzMasker checks that no text makes a masker panic, and that parts without objects keep the number of parts.
func FuzzMasker(f *testing.F) {
	f.Add("# Secret a\nkind: Secret\ndata: {a: b}\n---\n- \n---\n{")
	f.Fuzz(func(t *testing.T, text string) {
		got := newMasker(nil).text(text)
		require.Equal(t, strings.Count("\n"+text, "\n"+partMark), strings.Count("\n"+got, "\n"+partMark), "%q", got)
	})
}

// TestHidden compares a case with a golden file that has another value in a Secret.
func TestHidden(t *testing.T) {
	t.Parallel()
	const secret = "{apiVersion: v1, kind: Secret, metadata: {name: s}, data: {a: hunter1, b: same}}\n"
	const policy = "{apiVersion: policy.karmada.io/v1alpha1, kind: ClusterOverridePolicy, metadata: {name: p}, " +
		"spec: {overrideRules: [{overriders: {plaintext: [{path: /data/a, operator: replace, value: hunter2}]}}]}}\n"
	folder := t.TempDir()
	write(t, folder, map[string]string{
		"a/input.yaml": stream("one value differs", secret, policy, member1),
		"a/want.yaml":  "# Secret default/s in member1\napiVersion: v1\ndata:\n  a: hunter3\n  b: same\nkind: Secret\nmetadata:\n  name: s\n  namespace: default\n",
	})
	s, err := Load(filepath.Join(folder))
	require.NoError(t, err)
	hidden := s.Cases[0].Check(Options{}).String()
	require.NotContains(t, hidden, "hunter")
	require.Contains(t, hidden, "\n-  a: '*** (1)'\n+  a: '*** (3)'   <- ClusterOverridePolicy p spec.overrideRules[0].overriders.plaintext[0]\n   b: '*** (2)'\n")
	shown := s.Cases[0].Check(Options{Hide: redact.Nothing}).String()
	require.Contains(t, shown, "\n-  a: hunter3\n+  a: hunter2   <- ClusterOverridePolicy p spec.overrideRules[0].overriders.plaintext[0]\n   b: same\n")
}

// TestHiddenWorks compares Works with a golden file that has another value in a Secret, and with none.
func TestHiddenWorks(t *testing.T) {
	t.Parallel()
	const secret = "{apiVersion: v1, kind: Secret, metadata: {name: s}, stringData: {password: hunter2}}\n"
	const policy = "{apiVersion: policy.karmada.io/v1alpha1, kind: PropagationPolicy, metadata: {name: p}, spec: {resourceSelectors: [{apiVersion: v1, kind: Secret}]}}\n"
	folder := t.TempDir()
	write(t, folder, map[string]string{"a/case.yaml": "# a secret\nplan: works\n", "a/input.yaml": stream("a secret", secret, policy, member1)})
	check := func(o Options) string {
		s, err := Load(folder)
		require.NoError(t, err)
		return s.Cases[0].Check(o).String()
	}
	missing := check(Options{})
	require.Contains(t, missing, "want-works.yaml: the file is missing")
	require.NotContains(t, missing, "hunter2")
	require.Empty(t, check(Options{Update: true}))
	require.Contains(t, tree(t, folder)["a/want-works.yaml"], "hunter2", "the file itself has it")
	write(t, folder, map[string]string{"a/input.yaml": stream("a secret", strings.ReplaceAll(secret, "hunter2", "hunter3"), policy, member1)})
	differs := check(Options{})
	require.Contains(t, differs, "want-works.yaml:")
	require.NotContains(t, differs, "hunter")
	require.Contains(t, differs, "\n       stringData:\n-        password: '*** (1)'\n+        password: '*** (2)'", "the rest is shown")
	require.Contains(t, check(Options{Hide: redact.Nothing}), "hunter3")
}

func TestChangedPartsHide(t *testing.T) {
	t.Parallel()
	changes := (&outcome{}).changesFrom("# b\nx: 1\n---\npassword: hunter1\n---\npassword: hunter1 in m1\n---\n# Secret a in m1\nx: 1\n")
	require.Equal(t, []string{"b: removed", "Secret a in m1 removed"}, changes, "a line that is not a comment may be a value")
	require.Equal(t, "  b\n", titlesOf("# b\nx: 1\n---\npassword: hunter1\n"))
}
