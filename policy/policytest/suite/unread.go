package suite

import (
	"path/filepath"
	"slices"
	"strings"
)

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

// location is what the folder of a file is.
type location int

const (
	inWant   location = iota // a folder named want, or below
	inCase                   // the folder of a case
	inShared                 // a folder named shared, or below
	inIdle                   // a folder named shared without a case beside or below
	elsewhere
)

// hints say what was expected in the place of a file that no case reads. The first one for its location and name counts; a hint without a name is for all.
var hints = []struct {
	in   location
	name string
	text string
}{
	{inWant, "", ", and it is not a golden file of a cell of a matrix; remove it if a cell or a setting is gone"},
	{inCase, wantPlan, ", because " + caseFile + " has no setting plan for it; remove it if that is intended"},
	{inCase, wantWorks, ", because " + caseFile + " has no setting plan for it; remove it if that is intended"},
	{inCase, wantFile, "; the golden files of a matrix are in " + wantFolder}, // a case without a matrix has it
	{inCase, "", "; name it under read in " + caseFile + ", or move it to " + inputFile},
	{inIdle, "", "; no case is beside the folder " + sharedFolder + " or below"},
	{inShared, "", "; a folder named " + sharedFolder + " is not a case, and is not read any deeper"},
	{elsewhere, "", "; a case is a folder with " + inputFile + " or " + caseFile},
}

// hint returns the hint for a file, or the name that was meant.
func (f *finder) hint(full string) string {
	in, name := f.locate(filepath.Dir(full)), filepath.Base(full)
	if known := meant(name); known != "" && (in == inCase || in == elsewhere) {
		return ", did you mean " + known + "?"
	}
	for _, h := range hints {
		if h.in == in && (h.name == name || h.name == "") {
			return h.text
		}
	}
	return ""
}

// locate returns what a folder is.
func (f *finder) locate(folder string) location {
	switch {
	case f.isIn(folder, wantFolder):
		return inWant
	case f.found[folder]:
		return inCase
	case f.idle[folder]:
		return inIdle
	case f.isIn(folder, sharedFolder):
		return inShared
	}
	return elsewhere
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
