package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
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
//  5. folders with a test case of package policytest, and what is in a folder that has nothing but such folders and what they share. If that is all there
//     is in the path, it is read.
//
// A file that was found before, by another path, is left out, with a warning for the path.
//
// A path that does not exist, a folder that cannot be read, and a folder without a file to read are errors, and so is an invalid pattern. Links to files
// are followed, links to folders are not. The report is never nil.
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

func (r Reader) checkPatterns() []error {
	var errs []error
	for _, pattern := range r.Exclude {
		if err := CheckPattern(pattern); err != nil {
			errs = append(errs, fmt.Errorf("the pattern %.100q: %w", pattern, err))
		}
	}
	return errs
}

// finder finds the files of paths.
type finder struct {
	exclude []string
	known   map[string]bool // the files that were found, by their paths without links
}

func (r Reader) newFinder() finder { return finder{r.Exclude, map[string]bool{}} }

// find returns the files of a path that were not found before.
func (f finder) find(path string) ([]File, *Report) {
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

// notOpened is the error for a path that cannot be opened. Errors of package os have the name of a system call, too.
func notOpened(path string, err error) error {
	var failed *fs.PathError
	if errors.As(err, &failed) {
		err = failed.Err
	}
	return &Error{Place{File: path}, err}
}

// new returns the files of a path that were not found before, and warns of the others.
func (f finder) new(path string, found []File, report *Report) []File {
	again, inFolder := 0, false
	files := slices.DeleteFunc(found, func(file File) bool {
		key := keyOf(file.Name)
		known := f.known[key]
		f.known[key], inFolder = true, file.InFolder
		if known {
			again++
		}
		return known
	})
	text := "the path is given twice; it is read once"
	switch {
	case again == 0:
		return files
	case inFolder && again == 1:
		text = "1 file of the folder is given twice; it is read once"
	case inFolder:
		text = fmt.Sprintf("%d files of the folder are given twice; they are read once", again)
	}
	report.Warnings = append(report.Warnings, &Error{Place{File: File{Name: path}.title()}, errors.New(text)})
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
func (f finder) folder(root string, report *Report) []File {
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
			report.Errors = append(report.Errors, &Error{Place{File: full}, err})
			return nil
		}
		documents := !entry.IsDir() && isYAML(full)
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

// CheckPattern returns an error for an invalid pattern. A pattern is that of path.Match, and matches the name of a file or folder, or its path
// below the folder that is read, with slashes: "tsconfig.json", "*.tmpl.yaml", "charts", "deploy/*/values.yaml".
func CheckPattern(pattern string) error {
	if pattern == "" {
		return errors.New("expected a pattern such as tsconfig.json or charts/*")
	}
	_, err := path.Match(pattern, "")
	return err
}

// excludes reports whether a pattern matches a path below a folder.
func excludes(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		whole, _ := path.Match(pattern, name)
		base, _ := path.Match(pattern, path.Base(name))
		return whole || base
	})
}
