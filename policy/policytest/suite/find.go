package suite

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/overridekit/overridekit/policy/files"
)

// The names of files and folders with a meaning.
const (
	caseFile     = "case.yaml"
	inputFile    = "input.yaml"
	replaceFile  = "replace.yaml"
	eventsFile   = "events.yaml"
	wantFile     = "want.yaml"
	untestedFile = "untested.yaml"
	planEnd      = "-plan.txt"
	worksEnd     = "-works.yaml"
	sharedFolder = "shared"
	wantFolder   = "want"
	wantPlan     = wantFolder + planEnd
	wantWorks    = wantFolder + worksEnd
)

// finder finds the cases of a suite.
type finder struct {
	suite   *Suite
	cases   []*Case
	found   map[string]bool   // the folders of cases, also of malformed ones
	errs    []error           // most are failures
	listed  []string          // every YAML or JSON file, and every golden plan
	claimed map[string]bool   // absolute paths of what a case reads or compares
	parts   map[string]bool   // absolute paths of the files that are a part of a case
	golden  map[string]string // the case of each golden file, by its absolute path in lower case
	names   map[string]bool   // of cases
	idle    map[string]bool   // shared folders, also those that do not exist, without a case beside or below
	broken  map[*entry]bool   // files of shared folders with errors
	blind   bool              // what some case reads is not known
}

func newFinder(s *Suite) *finder {
	f := &finder{
		suite: s, found: map[string]bool{}, claimed: map[string]bool{}, parts: map[string]bool{},
		golden: map[string]string{}, names: map[string]bool{}, idle: map[string]bool{}, broken: map[*entry]bool{},
	}
	for _, e := range s.common {
		f.claimed[e.path] = true
	}
	f.claim(filepath.Join(s.folder, untestedFile))
	return f
}

func (f *finder) fail(file string, line int, format string, args ...any) {
	f.errs = append(f.errs, failuref(file, line, format, args...))
}

// walk finds the cases in a folder and below. The name is the path from the folder of the suite, with slashes.
func (f *finder) walk(name string, common []*entry) {
	folder := filepath.Join(f.suite.folder, filepath.FromSlash(name))
	entries, err := os.ReadDir(folder)
	if err != nil {
		f.errs = append(f.errs, err)
		return
	}
	own, folders := f.sort(folder, entries)
	before, matrix := len(f.found), false
	var shared []*entry
	if slices.Contains(folders, sharedFolder) {
		shared = f.readShared(filepath.Join(folder, sharedFolder))
		common = slices.Concat(common, shared)
	}
	if own[caseFile] || own[inputFile] {
		f.found[folder] = true
		matrix = f.add(&Case{Name: name, suite: f.suite, folder: folder, common: common}, own)
	}
	for _, sub := range folders {
		switch {
		case sub == sharedFolder:
		case matrix && sub == wantFolder:
			f.listAll(filepath.Join(folder, sub))
		default:
			f.walk(path.Join(name, sub), common)
		}
	}
	if len(f.found) == before {
		f.idle[filepath.Join(folder, sharedFolder)] = true
		return
	}
	for _, e := range shared {
		f.claimed[e.path] = true
	}
}

// sort returns the files and the folders in a folder.
func (f *finder) sort(folder string, entries []os.DirEntry) (own map[string]bool, folders []string) {
	own = map[string]bool{}
	for _, entry := range entries {
		name := entry.Name()
		full := filepath.Join(folder, name)
		switch {
		case strings.HasPrefix(name, "."):
		case entry.IsDir() && (name == caseFile || name == inputFile):
			f.fail(full, 0, "found a folder, expected a file")
		case entry.IsDir():
			folders = append(folders, name)
		case isFolder(full):
			f.fail(full, 0, "found a symbolic link to a folder, which is not followed; name the folder as a path, or under read in %s", caseFile)
		default:
			own[name] = true
			f.list(full)
		}
	}
	return own, folders
}

// readShared returns the files of a shared folder.
func (f *finder) readShared(folder string) []*entry {
	listed, err := os.ReadDir(folder)
	if err != nil {
		f.errs = append(f.errs, err)
		return nil
	}
	var found []*entry
	for _, one := range listed {
		full := filepath.Join(folder, one.Name())
		switch {
		case strings.HasPrefix(one.Name(), "."):
		case isFolder(full):
			f.listAll(full)
		case isDocument(full):
			f.listed = append(f.listed, full)
			if slices.Contains(documentEnds, filepath.Ext(full)) && one.Name() != wantFile {
				found = append(found, f.readWhole(full))
			}
		}
	}
	return found
}

// readWhole reads a file of a shared folder.
func (f *finder) readWhole(full string) *entry {
	e := f.suite.library.entry(files.File{Name: full})
	if errs := e.readWhole(defaultNamespace); len(errs) > 0 {
		f.errs, f.broken[e] = append(f.errs, errs...), true
	}
	return e
}

// list adds a file to those that some case must read.
func (f *finder) list(full string) {
	if isDocument(full) || strings.HasSuffix(full, planEnd) {
		f.listed = append(f.listed, full)
	}
}

// listAll lists the files in a folder and below.
func (f *finder) listAll(folder string) {
	err := filepath.WalkDir(folder, func(full string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			f.errs = append(f.errs, err)
		case full != folder && strings.HasPrefix(entry.Name(), "."):
			if entry.IsDir() {
				return fs.SkipDir
			}
		case !entry.IsDir():
			f.list(full)
		}
		return nil
	})
	if err != nil {
		f.errs = append(f.errs, err)
	}
}

// findOverlap returns an error if a path has a case inside.
func (f *finder) findOverlap() []error {
	for _, e := range f.suite.common {
		if f.parts[e.path] {
			return []error{failuref(e.Name, 0, "this file of a case is also read by a path, expected paths without cases inside")}
		}
	}
	return nil
}

// isFolder reports whether a name is that of a folder, or of a link to one.
func isFolder(full string) bool {
	info, err := os.Stat(full)
	return err == nil && info.IsDir()
}

// documentEnds are the extensions of YAML and JSON.
var documentEnds = []string{".yaml", ".yml", ".json"}

// isDocument reports whether the name of a file is that of YAML or JSON.
func isDocument(full string) bool {
	return slices.Contains(documentEnds, strings.ToLower(filepath.Ext(full)))
}
