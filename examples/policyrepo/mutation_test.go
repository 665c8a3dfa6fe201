package policyrepo

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/policytest/suite"
)

const cases = "tests"

// read is what all cases read.
var read = []string{"policies", "propagation", "clusters", "workloads", "crds"}

// TestMutations makes one mistake after the other in a copy of this repository. The case that is named must fail, with a message that says what is wrong.
func TestMutations(t *testing.T) {
	t.Parallel()
	repository := t.TempDir()
	copyRepository(t, repository)
	require.Empty(t, failures(t, repository, ""), "without a mistake, nothing fails")
	for i, m := range mutations {
		if testing.Short() && i%4 != 0 {
			continue // each reads the whole repository
		}
		t.Run(m.name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			copyRepository(t, folder)
			m.apply(t, folder)
			failed := failures(t, folder, m.caught)
			require.Contains(t, failed[m.caught], m.message, "%s fails: %s", m.caught, failed[m.caught])
			t.Logf("%s: %s", m.caught, failed[m.caught])
		})
	}
}

// apply changes the file. It fails unless the old text is there exactly once.
func (m mutation) apply(t *testing.T, folder string) {
	t.Helper()
	file := filepath.Join(folder, filepath.FromSlash(m.file))
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	old := strings.ReplaceAll(string(text), "\r\n", "\n")
	require.Equal(t, 1, strings.Count(old, m.old), "%s: expected exactly once:\n%s", m.file, m.old)
	require.NotEqual(t, m.old, m.new)
	require.NoError(t, os.WriteFile(file, []byte(strings.Replace(old, m.old, m.new, 1)), 0o600))
}

// untested is the name for what no case tests.
const untested = "untested"

// failures returns the failures by case. The name "" has what cannot be read. If only is the name of a case, the others are not checked, which saves time.
func failures(t *testing.T, folder, only string) map[string]string {
	t.Helper()
	var paths []string
	for _, name := range read {
		paths = append(paths, filepath.Join(folder, name))
	}
	s, err := suite.Load(filepath.Join(folder, cases), paths...)
	options, failed := suite.Options{Hint: "-update"}, map[string]string{}
	if err != nil {
		failed[""] = err.Error()
	}
	var reports []*suite.Report
	for _, c := range s.Cases {
		if only != "" && only != untested && only != c.Name {
			continue
		}
		report := c.Check(options)
		if reports = append(reports, report); report.Failed() {
			failed[c.Name] = report.String()
		}
	}
	if report := s.Untested(reports, options); report.Failed() {
		failed[untested] = report.String()
	}
	for name, text := range failed {
		failed[name] = strings.ReplaceAll(text, folder+string(filepath.Separator), "")
	}
	return failed
}

// copyRepository copies the YAML files.
func copyRepository(t *testing.T, folder string) {
	t.Helper()
	copyFile := func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(name) == ".go" {
			return err
		}
		text, err := os.ReadFile(name)
		target := filepath.Join(folder, name)
		return errors.Join(err, os.MkdirAll(filepath.Dir(target), 0o700), os.WriteFile(target, text, 0o600))
	}
	for _, name := range append([]string{cases}, read...) {
		require.NoError(t, filepath.WalkDir(name, copyFile))
	}
}
