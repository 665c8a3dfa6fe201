package dialecttest

import (
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// RequireErrors compares errors, one a line, with the expected lines. An expected line may end in … for the words of a library.
func RequireErrors(t testing.TB, want []string, got field.ErrorList, reason string) {
	t.Helper()
	lines := make([]string, len(got))
	for i, err := range got {
		lines[i] = strings.ReplaceAll(err.Error(), "\n", " ")
		if i < len(want) {
			if words, cut := strings.CutSuffix(want[i], "…"); cut && strings.HasPrefix(lines[i], words) {
				lines[i] = want[i]
			}
		}
	}
	text := func(lines []string) []byte { return []byte(strings.Join(lines, "\n") + "\n") }
	if d := diff.Diff("want", text(want), "got", text(lines)); d != nil {
		t.Fatalf("%s\n%s", reason, d)
	}
}
