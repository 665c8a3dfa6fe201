package suite

import (
	"errors"
	"slices"
	"strings"

	"github.com/overridekit/overridekit/policy/files"
)

// Suite has the cases of a folder. It is safe for concurrent use, as long as its files do not change.
type Suite struct {
	Cases []*Case // sorted by name; of a matrix, one for each cell

	folder   string
	library  *library
	paths    []string
	common   []*entry // read by all cases: the files of the paths
	complete bool     // Load had no error
}

// Load finds the cases in a folder and in the folders below it. The paths are files, folders and patterns of [filepath.Glob], which all cases read.
// [files.Reader.Find] has the rules for what is read in a folder.
//
// The error joins a [Failure] for each malformed case, each document in the paths or in a folder named shared that cannot be decoded, and each file that
// no case reads. The suite has the other cases; it is never nil.
func Load(folder string, paths ...string) (*Suite, error) {
	s := &Suite{folder: folder, library: newLibrary(), paths: paths}
	var errs []error
	s.common, errs = s.expand("", paths)
	if len(errs) > 0 {
		return s, errors.Join(errs...)
	}
	f := &finder{suite: s, claimed: map[string]bool{}, broken: map[*entry]bool{}}
	f.walk(".", s.common)
	f.findUnread()
	if len(f.found) == 0 && len(f.errs) == 0 {
		f.fail(folder, 0, "no case found, expected a file %s or %s in it or in a folder below", inputFile, caseFile)
	}
	s.Cases = f.cases
	slices.SortStableFunc(s.Cases, func(a, b *Case) int { return strings.Compare(a.Name, b.Name) })
	err := errors.Join(f.errs...)
	s.complete = err == nil
	return s, err
}

// expand returns the files of paths and patterns, which must be good. Relative ones are below base.
func (s *Suite) expand(base string, patterns []string) (found []*entry, errs []error) {
	for _, pattern := range patterns {
		names, err := glob(base, pattern)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		listed, report := s.library.reader.Find(names...)
		for _, err := range report.Errors {
			errs = append(errs, failureOf(err))
		}
		for _, file := range listed {
			e := s.library.entry(file)
			if !contains(found, e) {
				found = append(found, e)
				errs = append(errs, s.library.readWhole(e)...)
			}
		}
	}
	return found, errs
}

// contains reports whether a file is among others, by any name.
func contains(entries []*entry, e *entry) bool {
	return slices.ContainsFunc(entries, func(other *entry) bool { return other.path == e.path })
}

// named returns a file that is named.
func named(name string) files.File { return files.File{Name: name} }
