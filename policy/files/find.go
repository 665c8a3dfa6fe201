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
//  4. Chart.yaml itself, and files beside it whose name begins with "values".
//
// A path that does not exist, a folder that cannot be read, and a folder without a file to read are errors, and so is an invalid pattern. Links to files
// are followed, links to folders are not. The report is never nil.
func (r Reader) Find(paths ...string) ([]File, *Report) {
	report := &Report{}
	for _, pattern := range r.Exclude {
		if err := CheckPattern(pattern); err != nil {
			report.Errors = append(report.Errors, fmt.Errorf("the pattern %.100q: %w", pattern, err))
		}
	}
	var found []File
	for _, name := range paths {
		if name == stdin {
			found = append(found, File{Name: name})
			continue
		}
		info, err := os.Stat(name)
		switch {
		case err != nil:
			report.Errors = append(report.Errors, err)
		case !info.IsDir():
			found = append(found, File{Name: name})
		default:
			found = append(found, r.findIn(name, report)...)
		}
	}
	return found, report
}

// findIn returns the files in a folder.
func (r Reader) findIn(root string, report *Report) []File {
	before := len(report.Ignored)
	var found []File
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
		documents := !entry.IsDir() && slices.Contains([]string{".yaml", ".yml", ".json"}, filepath.Ext(full))
		why := whyIgnored(full, entry)
		if excludes(r.Exclude, name) {
			why = Excluded
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
