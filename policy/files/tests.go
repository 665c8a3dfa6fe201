package files

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/overridekit/overridekit/policy"
)

// content is what a folder has, apart from hidden files.
type content int

const (
	nothing content = iota // to read
	cases                  // of package policytest, and what they share
	others
)

// testFolders knows the folders with test cases of package policytest below a folder.
type testFolders struct {
	all    bool // the folder itself has nothing else, so everything in it is read
	known  map[string]content
	inside string // the folder that has only cases, and is being walked
}

func newTestFolders(root string) *testFolders {
	t := &testFolders{known: map[string]content{}}
	t.all = t.in(root) == cases
	return t
}

// ignores reports whether a file or folder belongs to test cases: it is the folder of a case, or in a folder that has only cases. Call it for a folder
// before what is in it.
func (t *testFolders) ignores(full string, entry fs.DirEntry) bool {
	switch {
	case t.all:
		return false
	case t.inside != "" && strings.HasPrefix(full, t.inside+string(filepath.Separator)):
		return !entry.IsDir() || isCase(full)
	case !entry.IsDir() || t.in(full) != cases:
		return false
	case isCase(full):
		return true
	}
	t.inside = full
	return false
}

// in returns what a folder has. A case has everything below its folder.
func (t *testFolders) in(folder string) content {
	c, known := t.known[folder]
	if !known {
		if c = cases; !isCase(folder) {
			c = t.below(folder)
		}
		t.known[folder] = c
	}
	return c
}

// below returns what a folder has besides the files of cases. Folders named shared and untested.yaml belong to cases beside them.
func (t *testFolders) below(folder string) content {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return others
	}
	found := nothing
	var folders []string
	for _, e := range entries {
		switch {
		case strings.HasPrefix(e.Name(), "."):
		case e.IsDir():
			folders = append(folders, e.Name())
		case isYAML(e.Name()) && e.Name() != "untested.yaml":
			return others
		}
	}
	shared := slices.Contains(folders, "shared")
	for _, name := range folders {
		if name != "shared" {
			found = max(found, t.in(filepath.Join(folder, name)))
		}
		if found == others {
			return others
		}
	}
	if shared && found == nothing {
		return t.in(filepath.Join(folder, "shared"))
	}
	return found
}

// isCase reports whether a folder has a case.yaml with settings, or a want.yaml together with an input.yaml or a case.yaml without settings.
func isCase(folder string) bool {
	want, ok := begin(folder, "want.yaml")
	golden := ok && bytes.HasPrefix(want, []byte("# "))
	text, ok := begin(folder, "case.yaml")
	if !ok {
		_, ok = begin(folder, "input.yaml")
		return ok && golden
	}
	b, err := policy.Decode(bytes.NewReader(text))
	failed := each(err)
	if b.Documents == 0 && len(failed) == 0 {
		return golden
	}
	// Anything but a single document that is not a Kubernetes object is something else.
	return b.Documents == 1 && len(failed) == 1 && errors.Is(failed[0], policy.ErrNotObject)
}

// maxSettings is how much of a file isCase reads: as much as a case.yaml may have.
const maxSettings = 1 << 20

// begin returns the beginning of a file in a folder. It reports whether the file exists.
func begin(folder, name string) ([]byte, bool) {
	full := filepath.Join(folder, name)
	if info, err := os.Stat(full); err != nil || !info.Mode().IsRegular() { // to read a pipe may take forever
		return nil, false
	}
	file, err := os.Open(full)
	if err != nil {
		return nil, false
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxSettings))
	return text, err == nil
}
