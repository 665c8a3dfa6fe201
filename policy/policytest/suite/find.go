package suite

import (
	"fmt"
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
	untested := absolute(filepath.Join(s.folder, untestedFile))
	f.claimed[untested], f.parts[untested] = true, true
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
	var folders []string
	var shared []*entry
	before := len(f.found)
	own := map[string]bool{}
	for _, entry := range entries {
		full := filepath.Join(folder, entry.Name())
		switch {
		case strings.HasPrefix(entry.Name(), "."):
		case entry.Type()&fs.ModeSymlink != 0 && isFolder(full):
			f.fail(full, 0, "found a symbolic link to a folder, which is not followed; name the folder as a path, or under read in %s", caseFile)
		case entry.IsDir() && entry.Name() == sharedFolder:
			shared = f.readShared(full)
			common = slices.Concat(common, shared)
		case entry.IsDir() && (entry.Name() == caseFile || entry.Name() == inputFile):
			f.fail(full, 0, "found a folder, expected a file")
		case entry.IsDir():
			folders = append(folders, entry.Name())
		default:
			own[entry.Name()] = true
			f.list(full)
		}
	}
	matrix := false
	if own[caseFile] || own[inputFile] {
		f.found[folder] = true
		matrix = f.add(&Case{Name: name, suite: f.suite, folder: folder, common: common}, own)
	}
	for _, sub := range folders {
		if matrix && sub == wantFolder {
			f.listAll(filepath.Join(folder, sub))
			continue
		}
		f.walk(path.Join(name, sub), common)
	}
	if len(f.found) == before {
		f.idle[filepath.Join(folder, sharedFolder)] = true
		return
	}
	for _, e := range shared {
		f.claimed[e.path] = true
	}
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
			continue
		case isFolder(full):
			f.listAll(full)
			continue
		case !isDocument(full):
			continue
		}
		f.listed = append(f.listed, full)
		if !slices.Contains([]string{".yaml", ".yml", ".json"}, filepath.Ext(full)) || one.Name() == wantFile {
			continue
		}
		e := f.suite.library.entry(files.File{Name: full})
		if errs := e.readWhole(defaultNamespace); len(errs) > 0 {
			f.errs, f.broken[e] = append(f.errs, errs...), true
		}
		found = append(found, e)
	}
	return found
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

// findUnread adds an error for each file that no case reads.
func (f *finder) findUnread() {
	if len(f.found) == 0 && len(f.errs) == 0 {
		f.fail(f.suite.folder, 0, "no case found, expected a file %s or %s in it or in a folder below", inputFile, caseFile)
	}
	if f.blind {
		return
	}
	for _, full := range f.listed {
		if f.claimed[absolute(full)] {
			continue
		}
		f.fail(full, 0, "no case reads this file%s", f.hint(full))
	}
}

// hint says what was expected in the place of a file that no case reads.
func (f *finder) hint(full string) string {
	folder, name := filepath.Dir(full), filepath.Base(full)
	switch {
	case meant(name) != "" && !f.isIn(folder, wantFolder) && !f.isIn(folder, sharedFolder):
		return ", did you mean " + meant(name) + "?"
	case f.isIn(folder, wantFolder):
		return ", and it is not a golden file of a cell of a matrix; remove it if a cell or a setting is gone"
	case f.found[folder] && (name == wantPlan || name == wantWorks):
		return fmt.Sprintf(", because %s has no setting plan for it; remove it if that is intended", caseFile)
	case f.found[folder] && name == wantFile: // a case without a matrix has it
		return fmt.Sprintf("; the golden files of a matrix are in %s", wantFolder)
	case f.idle[folder]:
		return fmt.Sprintf("; no case is beside the folder %s or below", sharedFolder)
	case filepath.Base(folder) == sharedFolder && name == wantFile:
		return fmt.Sprintf("; a folder named %s is not a case", sharedFolder)
	case f.isIn(folder, sharedFolder):
		return fmt.Sprintf("; a folder named %s is not read any deeper", sharedFolder)
	case f.found[folder]:
		return fmt.Sprintf("; name it under read in %s, or move it to %s", caseFile, inputFile)
	case name == wantFile || name == replaceFile:
		return fmt.Sprintf("; expected %s or %s in its folder", inputFile, caseFile)
	}
	return fmt.Sprintf("; a case is a folder with %s or %s", inputFile, caseFile)
}

// meant returns the name of a file of a case that differs from a name in case and extension only, or "".
func meant(name string) string {
	base := strings.ToLower(strings.TrimSuffix(name, filepath.Ext(name)))
	for _, known := range []string{caseFile, inputFile, replaceFile, eventsFile, wantFile} {
		if base+".yaml" == known && name != known {
			return known
		}
	}
	return ""
}

// isIn reports whether a folder, or one around it in the folder of the suite, has a name.
func (f *finder) isIn(folder, name string) bool {
	below, err := filepath.Rel(f.suite.folder, folder)
	return err == nil && slices.Contains(strings.Split(filepath.ToSlash(below), "/"), name)
}

// isFolder reports whether a name is that of a folder, or of a link to one.
func isFolder(full string) bool {
	info, err := os.Stat(full)
	return err == nil && info.IsDir()
}

// isDocument reports whether the name of a file is that of YAML or JSON.
func isDocument(full string) bool {
	return slices.Contains([]string{".yaml", ".yml", ".json"}, strings.ToLower(filepath.Ext(full)))
}
