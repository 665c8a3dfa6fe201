package lint_test

import (
	"slices"
	"strings"
	"testing"

	jsonpatch "github.com/evanphx/json-patch/v5"
	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/policy/lint"
)

// FuzzCheck checks any stream. Positions are inside the stream, codes are known, fixes are JSON patches, and without an inventory no more rules
// run than with one: findings that need no inventory are the same.
func FuzzCheck(f *testing.F) {
	for _, text := range inputs(f) {
		f.Add([]byte(text))
	}
	f.Add([]byte("apiVersion: policy.karmada.io/v1alpha1\nkind: OverridePolicy\nmetadata: {name: web, namespace: shop}\nspec:\n" +
		"  resourceSelectors:\n  - {apiVersion: example.com/v1,\rkind: Thing}\n  overrideRules:\n  - overriders:\n      plaintext:\n      -"))
	known := map[lint.Code]lint.Severity{}
	for _, info := range lint.Codes() {
		known[info.Code] = info.Severity
	}
	static := []lint.Code{lint.IgnoredLabelSelector, lint.CoversSecrets, lint.DeprecatedField}
	f.Fuzz(func(t *testing.T, stream []byte) {
		bundle, _ := policy.Decoder{Namespace: "default", Limits: policy.Limits{Bytes: 1 << 14}}.Decode(strings.NewReader(string(stream)))
		lines := 1
		for _, lineBreak := range []string{"\n", "\r", "\u0085", "\u2028", "\u2029"} { // those of YAML
			lines += strings.Count(string(stream), lineBreak)
		}
		alone, whole := lint.Check(bundle, lint.Options{}), check(bundle)
		for _, found := range slices.Concat(alone, whole) {
			require.Contains(t, known, found.Code)
			if found.Code != "D21" && found.Code != lint.ChangesIdentity || found.Severity != lint.Warning {
				require.Equal(t, known[found.Code], found.Severity)
			}
			require.Positive(t, found.Document, "%s", found)
			require.Positive(t, found.Line, "%s", found)
			require.LessOrEqual(t, found.Line, lines, "%s", found)
			if found.Fix != nil {
				_, err := jsonpatch.DecodePatch(found.Fix)
				require.NoError(t, err)
			}
		}
		for _, code := range static {
			require.Equal(t, count(alone, code), count(whole, code), "%s", code)
		}
	})
}
