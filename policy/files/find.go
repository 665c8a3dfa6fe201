package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Find returns the files that [Reader.Read] reads, in the order of the paths, those of a folder sorted by path. A path that is not a folder is a file. In a
// folder, at any depth, Find returns the files with the extensions .yaml, .yml and .json. It ignores
//
//  1. files and folders that match a pattern of [Reader.Exclude],
//  2. files and folders whose name begins with a dot,
//  3. the folder templates beside a Chart.yaml, which has templates of Helm, not YAML,
//  4. Chart.yaml itself, and files beside it whose name begins with "values",
//  5. files that a kustomization.yaml or kustomization.yml in the folder names as patches,
//  6. folders with a test case of package policytest, and folders that have only such folders and what these share, unless the path has nothing else.
//
// A file that an earlier path found is skipped, with a warning.
//
// A path that does not exist, a folder that cannot be read, and a folder without a file to read are errors, and so is an invalid pattern. Links to files
// are followed. Links to folders, and what is neither a file nor a folder, such as a pipe, are not read. The report is never nil.
func (r Reader) Find(paths ...string) ([]File, *Report) {
	finder, report := r.newFinder(), &Report{Errors: r.checkPatterns()}
	var all []File
	for _, path := range paths {
		found, of := finder.find(path)
		all = append(all, found...)
		report.add(of)
	}
	return all, report
}

// finder finds the files of paths.
type finder struct {
	exclude []string
	known   map[string]first // by the path without links
	paths   int              // the paths that were searched
	again   int              // the files of the last path that earlier paths found
}

// first is how a file was found first.
type first struct {
	name   string // of the file
	path   string // that was given
	number int    // of the path
}

func (r Reader) newFinder() *finder { return &finder{exclude: r.Exclude, known: map[string]first{}} }

// find returns the files of a path that were not found before.
func (f *finder) find(path string) ([]File, *Report) {
	report := &Report{}
	var found []File
	if path == stdin {
		return f.new(path, []File{{Name: path}}, report), report
	}
	info, err := os.Stat(path)
	switch {
	case err != nil:
		report.Errors = append(report.Errors, notOpened(path, err))
	case info.IsDir():
		found = f.folder(path, report)
	default:
		found = []File{{Name: path}}
	}
	return f.new(path, found, report), report
}

// notOpened is the error for a path that cannot be opened.
func notOpened(path string, err error) error {
	if err = withoutPath(err); path == "" {
		err = fmt.Errorf("the path is empty: %w", err)
	}
	return &Error{Place{File: path}, err}
}

// withoutPath removes the path and the name of the system call, which errors of package os have.
func withoutPath(err error) error {
	var failed *fs.PathError
	if errors.As(err, &failed) {
		return failed.Err
	}
	return err
}

// new returns the files of a path that were not found before, and warns of the others.
func (f *finder) new(path string, found []File, report *Report) []File {
	f.paths++
	f.again = 0
	inFolder := false
	through, firstPath := map[string]bool{}, "" // other paths
	files := slices.DeleteFunc(found, func(file File) bool {
		key := keyOf(file.Name)
		before, known := f.known[key]
		switch inFolder = file.InFolder; {
		case !known:
			f.known[key] = first{file.Name, path, f.paths}
		case before.number == f.paths:
			report.warn(file.Name, "the file was already read as %s", before.name)
		default:
			if f.again++; f.again == 1 {
				firstPath = before.path
			}
			through[before.path] = true
		}
		return known
	})
	if f.again == 0 {
		return files
	}
	name := File{Name: firstPath}.title()
	if len(through) > 1 {
		name = fmt.Sprintf("%s and %d more", name, len(through)-1)
	}
	switch {
	case through[path]:
		report.warn(path, "the path is given twice; it is read once")
	case !inFolder:
		report.warn(path, "the file was already read through %s", name)
	case f.again == 1:
		report.warn(path, "1 file of the folder was already read through %s", name)
	default:
		report.warn(path, "%d files of the folder were already read through %s", f.again, name)
	}
	return files
}

// keyOf returns the path of a file without links.
func keyOf(name string) string {
	if name == stdin {
		return stdin
	}
	if real, err := filepath.EvalSymlinks(name); err == nil {
		name = real
	}
	if full, err := filepath.Abs(name); err == nil {
		name = full
	}
	return name
}

// folder returns the files in a folder.
func (f *finder) folder(root string, report *Report) []File {
	before := len(report.Ignored)
	var found []File
	tests := newTestFolders(root)
	// WalkDir returns no error: the function reports what cannot be read and continues.
	_ = fs.WalkDir(os.DirFS(root), ".", func(name string, entry fs.DirEntry, err error) error {
		if name == "." && err == nil {
			return nil
		}
		full := filepath.Join(root, filepath.FromSlash(name))
		if err != nil {
			report.Errors = append(report.Errors, notOpened(full, err))
			return nil
		}
		documents := !entry.IsDir() && isYAML(full) && isFile(full, entry)
		why := whyIgnored(full, entry)
		switch {
		case excludes(f.exclude, name):
			why = Excluded
		case why == "" && tests.ignores(full, entry):
			why = OfTests
		}
		switch {
		case why == "" && documents:
			found = append(found, File{full, true})
		case why != "" && (documents || entry.IsDir()):
			report.Ignored = append(report.Ignored, Ignored{why, full})
			if entry.IsDir() {
				return fs.SkipDir
			}
		}
		return nil
	})
	found = ignorePatches(found, report)
	switch {
	case len(found) == 0 && len(report.Ignored) > before:
		report.Errors = append(report.Errors, &Error{Place{File: root}, errors.New("the folder has only files that are ignored; to read one, name it")})
	case len(found) == 0:
		report.Errors = append(report.Errors, &Error{Place{File: root}, errors.New("the folder has no .yaml, .yml or .json file")})
	}
	slices.SortFunc(found, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	return found
}

// isYAML reports whether the name of a file is that of YAML or JSON.
func isYAML(name string) bool {
	return slices.Contains([]string{".yaml", ".yml", ".json"}, filepath.Ext(name))
}

// isFile reports whether a path is a regular file or a link to one, or cannot be read, which is an error later.
func isFile(full string, entry fs.DirEntry) bool {
	if entry.Type().IsRegular() {
		return true
	}
	info, err := os.Stat(full)
	return err != nil || info.Mode().IsRegular()
}

// whyIgnored returns why an entry of a folder is ignored, or "".
func whyIgnored(full string, entry fs.DirEntry) Reason {
	name := entry.Name()
	if strings.HasPrefix(name, ".") {
		return Hidden
	}
	switch {
	case entry.IsDir() && name == "templates":
	case !entry.IsDir() && (name == "Chart.yaml" || strings.HasPrefix(name, "values")):
	default:
		return ""
	}
	if _, err := os.Stat(filepath.Join(filepath.Dir(full), "Chart.yaml")); err != nil {
		return ""
	}
	return OfHelm
}
