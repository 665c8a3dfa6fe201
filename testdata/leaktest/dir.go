package leaktest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Dir is t.TempDir with letters instead of digits: a path in output could contain a mark that is a number.
func Dir(t testing.TB) string {
	t.Helper()
	name := strings.Map(func(r rune) rune {
		switch {
		case r >= '0' && r <= '9':
			return 'a' + r - '0'
		case r == filepath.Separator || r == ':':
			return '-'
		}
		return r
	}, t.TempDir())
	dir := filepath.Join(os.TempDir(), "leaktest"+name)
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}
