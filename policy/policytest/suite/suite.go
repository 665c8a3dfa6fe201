package suite

import (
	"errors"
	"fmt"
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
	common   []*entry        // read by all cases: the files of the paths
	isCommon map[string]bool // their absolute paths
	patterns []string        // all that were expanded
	bases    map[string]*base
	complete bool // Load had no error
}

// Load finds the cases in a folder and in the folders below it. The paths are files, folders and patterns of [filepath.Glob], which all cases read.
// [files.Reader.Find] has the rules for what is read in a folder.
//
// The error joins a [Failure] for each malformed case, each document in the paths or in a folder named shared that cannot be decoded, and each file that
// no case reads. The suite has the other cases. It has no cases if a file of the paths cannot be read. It is never nil.
func Load(folder string, paths ...string) (*Suite, error) {
	s := &Suite{folder: folder, library: newLibrary(), paths: paths, isCommon: map[string]bool{}, bases: map[string]*base{}}
	var errs []error
	var patterns []scalar
	for _, p := range paths {
		patterns = append(patterns, scalar{value: p})
	}
	s.common, errs = s.expand("", patterns, func(_ int, err error) error { return err })
	for _, e := range s.common {
		s.isCommon[e.path] = true
	}
	f := newFinder(s)
	f.walk(".", s.common)
	if errs = append(errs, f.findOverlap()...); len(errs) == 0 {
		if errs = readAll(s.common, defaultNamespace); len(errs) == 0 {
			errs = s.withoutDocument("", patterns, defaultNamespace, func(_ int, err error) error { return err })
		}
	}
	if len(errs) > 0 {
		return s, errors.Join(errs...)
	}
	f.findUnread()
	s.Cases = f.cases
	slices.SortStableFunc(s.Cases, func(a, b *Case) int { return strings.Compare(a.Name, b.Name) })
	err := errors.Join(f.errs...)
	s.complete = err == nil
	return s, err
}

// expand returns the files of paths and patterns, without decoding them. Relative ones are below base. Place is where the pattern is, for errors.
func (s *Suite) expand(base string, patterns []scalar, place func(line int, err error) error) (found []*entry, errs []error) {
	var names []string
	for _, pattern := range patterns {
		s.addPattern(base, pattern.value)
		more, err := glob(base, pattern.value)
		if err != nil {
			errs = append(errs, place(pattern.line, err))
		}
		names = append(names, more...)
	}
	found, more := s.expandFiles(names)
	return found, append(errs, more...)
}

// expandFiles returns the files that are named, and those in folders that are. Each is returned once.
func (s *Suite) expandFiles(names []string) (found []*entry, errs []error) {
	listed, report := files.Reader{}.Find(names...)
	for _, err := range report.Errors {
		errs = append(errs, failureOf(err))
	}
	seen := map[string]bool{}
	for _, file := range listed {
		e := s.library.entry(file)
		if !seen[e.path] {
			seen[e.path] = true
			found = append(found, e)
		}
	}
	return found, errs
}

// readAll decodes files, which must be good.
func readAll(entries []*entry, namespace string) (errs []error) {
	for _, e := range entries {
		errs = append(errs, e.readWhole(namespace)...)
	}
	return errs
}

// withoutDocument returns an error for each path or pattern without any document, as [files.Reader.Read] does: what should have written it may have failed.
// The files must be good.
func (s *Suite) withoutDocument(base string, patterns []scalar, namespace string, place func(line int, err error) error) (errs []error) {
	for _, pattern := range patterns {
		names, _ := glob(base, pattern.value) // the error is known
		entries, _ := s.expandFiles(names)
		if len(entries) > 0 && !slices.ContainsFunc(entries, func(e *entry) bool { return e.hasDocument(namespace) }) {
			errs = append(errs, place(pattern.line, fmt.Errorf("%.200q has no document; if it is meant to be empty, use {apiVersion: v1, kind: List, items: []}", pattern.value)))
		}
	}
	return errs
}

// union returns the files of two lists, each once.
func union(a, b []*entry) []*entry {
	seen := map[string]bool{}
	var both []*entry
	for _, e := range slices.Concat(a, b) {
		if !seen[e.path] {
			seen[e.path] = true
			both = append(both, e)
		}
	}
	return both
}
