package suite

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/overridekit/overridekit/policy/files"
)

// add adds the cases of a folder, unless they are malformed. Own are the files in the folder. It reports whether the cases are a matrix.
func (f *finder) add(c *Case, own map[string]bool) (matrix bool) {
	before := len(f.errs)
	if !f.readSettings(c, own) {
		return len(c.settings.matrix) > 0
	}
	f.readText(c)
	cells := f.readFiles(c)
	if matrix = len(c.settings.matrix) > 0; matrix {
		f.golden[strings.ToLower(f.claim(filepath.Join(c.folder, wantFolder, untestedFile)))] = c.Name
	}
	good := len(f.errs) == before && !slices.ContainsFunc(c.common, func(e *entry) bool { return f.broken[e] })
	all := valueFiles(cells)
	for _, cell := range cells {
		one := *c
		one.common, one.read = cell.without(c.common, all), union(cell.without(c.read, all), cell.read)
		one.Name, one.golden = cell.caseName(c.Name), filepath.Join(c.folder, wantFolder)
		if matrix {
			one.golden = cell.goldenName(c.folder)
		}
		if f.checkPaths(&one) && good {
			one.base = f.suite.baseOf(one.common, one.read, one.settings.namespaceOr())
			f.cases = append(f.cases, &one)
		}
	}
	return matrix
}

// claim marks a file as a part of a case, and returns its absolute path.
func (f *finder) claim(name string) string {
	full := absolute(name)
	f.claimed[full], f.parts[full] = true, true
	return full
}

// readSettings finds the files of a case, and reads case.yaml. It reports whether the settings are good.
func (f *finder) readSettings(c *Case, own map[string]bool) bool {
	claim := func(name string) *entry {
		name, exists := filepath.Join(c.folder, name), own[name]
		f.claim(name)
		if !exists {
			return nil
		}
		return f.suite.library.entry(files.File{Name: name})
	}
	c.input, c.replace, c.events, c.settings = claim(inputFile), claim(replaceFile), claim(eventsFile), &settings{}
	e := claim(caseFile)
	if e == nil {
		c.File = c.input.Name
		return true
	}
	var errs []error
	c.File = e.Name
	if c.settings, errs = readSettings(c.File); len(errs) > 0 {
		f.errs, f.blind = append(f.errs, errs...), true
		claim(wantFile)
	}
	return len(errs) == 0
}

// readText reads the reason for a case, and its events.
func (f *finder) readText(c *Case) {
	if c.events != nil {
		story, failures := c.settings.readEvents(c.events.Name)
		c.story = story
		for _, failure := range failures {
			f.errs = append(f.errs, failure)
		}
	}
	var err error
	if c.Reason, err = reasonIn(c.File); err != nil {
		f.errs = append(f.errs, err)
	} else if c.Reason == "" {
		f.fail(c.File, 1, "no reason found, expected a comment at the top with the reason for the case")
	}
}

// readFiles reads the files that case.yaml names, and returns the cells of the case.
func (f *finder) readFiles(c *Case) []cell {
	place := func(line int, err error) error { return failuref(c.settings.file, line, "read: %v", err) }
	read, errs := f.suite.expand(c.folder, c.settings.read, place)
	cells, more := f.suite.cells(c.settings)
	errs = slices.Concat(more, errs, readAll(read, c.settings.namespaceOr()))
	if f.blind = f.blind || len(errs) > 0; len(errs) == 0 {
		errs = f.suite.withoutDocument(c.folder, c.settings.read, c.settings.namespaceOr(), place)
	}
	f.errs, c.read = append(f.errs, errs...), read
	return cells
}

// checkPaths claims the files that a case reads and compares. It reports whether they and the name of the case are its own.
func (f *finder) checkPaths(c *Case) bool {
	before := len(f.errs)
	golden := c.goldenFiles()
	parts := map[string]bool{absolute(c.File): true}
	for _, name := range golden {
		parts[absolute(name)] = true
	}
	for _, name := range []string{inputFile, replaceFile, eventsFile} {
		parts[absolute(filepath.Join(c.folder, name))] = true
	}
	for _, e := range c.read {
		if f.claimed[e.path] = true; parts[e.path] {
			f.fail(c.settings.file, 0, "read: %s is a file of the case itself, which is read anyway", e.Name)
		}
	}
	for _, name := range golden {
		key := strings.ToLower(f.claim(name))
		if other, taken := f.golden[key]; taken {
			f.fail(c.File, 0, "the cases %q and %q have the same golden file %s", other, c.Name, name)
		}
		f.golden[key] = c.Name
	}
	if f.names[c.Name] {
		f.fail(c.File, 0, "the name %q is that of two cases", c.Name)
	}
	f.names[c.Name] = true
	return len(f.errs) == before
}
