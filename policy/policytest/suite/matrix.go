package suite

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// maxCells is how many cells a matrix may have.
const maxCells = 10_000

// cell is a combination of the values of a matrix.
type cell struct {
	values []string // the names of the values, in the order of the keys
	read   []*entry
}

// value is a value of a matrix: a file or a folder.
type value struct {
	name string // the base name, without the extension of a file
	read []*entry
}

// cells returns the cells of a matrix, or a single one without values. Those of the first key change least.
func (s *Suite) cells(of *settings) ([]cell, []error) {
	var errs []error
	cells := []cell{{}}
	for _, a := range of.matrix {
		values, more := s.values(of, a)
		if errs = append(errs, more...); len(errs) > 0 {
			continue
		}
		if len(values)*len(cells) > maxCells {
			return nil, []error{failuref(of.file, a.line, "matrix: found more than %d combinations", maxCells)}
		}
		var next []cell
		for _, c := range cells {
			for _, v := range values {
				next = append(next, cell{append(slices.Clone(c.values), v.name), union(c.read, v.read)})
			}
		}
		cells = next
	}
	return cells, errs
}

// values returns the values of a key.
func (s *Suite) values(of *settings, a axis) ([]value, []error) {
	folder := filepath.Dir(of.file)
	var all []value
	var errs []error
	seen := map[string]bool{}
	for _, pattern := range a.values {
		s.addPattern(folder, pattern.value)
		names, err := glob(folder, pattern.value)
		if err != nil {
			errs = append(errs, failuref(of.file, pattern.line, "matrix.%.100s: %v", a.name, err))
			continue
		}
		for _, full := range names {
			name := filepath.Base(absolute(full))
			if !isFolder(full) {
				name = strings.TrimSuffix(name, filepath.Ext(name))
			}
			if name == "" || name == "." || name == ".." {
				errs = append(errs, failuref(of.file, pattern.line, "matrix.%.100s: found the value %.200q, expected a name that a golden file can have", a.name, filepath.Base(full)))
				continue
			}
			if key := strings.ToLower(name); seen[key] {
				errs = append(errs, failuref(of.file, pattern.line, "matrix.%.100s: found the value %.200q twice", a.name, name))
			} else if seen[key] = true; len(seen) > maxCells {
				return nil, []error{failuref(of.file, a.line, "matrix.%.100s: found more than %d values", a.name, maxCells)}
			}
			read, more := s.expandFiles([]string{full})
			errs = append(append(errs, more...), readAll(read, of.namespaceOr())...)
			all = append(all, value{name, read})
		}
	}
	return all, errs
}

// valueFiles returns the paths of the files that any cell names.
func valueFiles(cells []cell) map[string]bool {
	all := map[string]bool{}
	for _, c := range cells {
		for _, e := range c.read {
			all[e.path] = true
		}
	}
	return all
}

// without returns the files that all cells would read, except those that only other cells name.
func (c cell) without(entries []*entry, ofCells map[string]bool) []*entry {
	own := valueFiles([]cell{c})
	return slices.DeleteFunc(slices.Clone(entries), func(e *entry) bool { return ofCells[e.path] && !own[e.path] })
}

// caseName returns the name of the case of a cell.
func (c cell) caseName(name string) string {
	if len(c.values) == 0 {
		return name
	}
	return path.Join(name, strings.Join(c.values, ","))
}

// goldenName returns the path of the golden files of a cell, without their ends.
func (c cell) goldenName(folder string) string {
	return filepath.Join(folder, wantFolder, filepath.Join(c.values...))
}
