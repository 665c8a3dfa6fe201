package lint_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/karmada"
	"github.com/overridekit/overridekit/policy/kubeadmiral"
	"github.com/overridekit/overridekit/policy/lint"
)

// TestDoc compares the list in the package comment with the codes.
func TestDoc(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("doc.go")
	require.NoError(t, err)
	_, rest, ok := strings.Cut(strings.ReplaceAll(string(text), "\r\n", "\n"), "// [Codes] has this list:\n//\n")
	require.True(t, ok)
	listed, _, ok := strings.Cut(rest, "//\n// The codes of divergences")
	require.True(t, ok)
	listed = strings.ReplaceAll(listed, "\n//     ", " ") // a wrapped line
	var want strings.Builder
	for _, info := range lint.Codes() {
		fmt.Fprintf(&want, "//   - %s (%s): %s\n", info.Code, info.Severity, info.About)
	}
	require.Equal(t, want.String(), listed)
}

// TestCodes checks the table: each code once, with one sentence, and a severity that the findings have.
func TestCodes(t *testing.T) {
	t.Parallel()
	seen := map[lint.Code]bool{}
	for _, info := range lint.Codes() {
		require.False(t, seen[info.Code], "%s is there twice", info.Code)
		seen[info.Code] = true
		require.Regexp(t, `^[A-Z].*\.$`, info.About)
		require.Contains(t, []lint.Severity{lint.Info, lint.Warning, lint.Error}, info.Severity)
	}
	codes := lint.Codes()
	codes[0].Code = "other"
	require.Equal(t, lint.Invalid, lint.Codes()[0].Code, "the slice is the caller's")
}

// TestDivergenceCodes compares the codes with the divergences of the dialects. Some come only with an error, which is another finding, and
// some are not reported for an object.
func TestDivergenceCodes(t *testing.T) {
	t.Parallel()
	withError := []string{
		karmada.CodeCrash, karmada.CodeBrokenImage, karmada.CodeReplacedMap, karmada.CodePrintedItem, karmada.CodeTruncatedPath, kubeadmiral.CodeReplacedMap,
	}
	notReported := []string{karmada.CodeHalfChanged, kubeadmiral.CodeAllClusters, kubeadmiral.CodeMissingPolicy}
	known := map[string]bool{}
	for _, info := range lint.Codes() {
		known[string(info.Code)] = true
	}
	var all []string
	for _, d := range karmada.Divergences() {
		all = append(all, d.Code)
	}
	for _, d := range kubeadmiral.Divergences() {
		all = append(all, d.Code)
	}
	for _, code := range all {
		other := false
		for _, c := range append(withError, notReported...) {
			other = other || c == code
		}
		require.NotEqual(t, other, known[code], "%s", code)
	}
}
