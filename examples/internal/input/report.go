package input

import (
	"errors"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/policy/files"
)

// Excluding collects which patterns of [Reader.Exclude] have left out a file or folder, in all calls that share it. The zero value is usable.
type Excluding struct {
	read bool
	used map[string]bool
}

// Unused returns the patterns that have left out nothing. It returns none if nothing was read.
func (e *Excluding) Unused(patterns []string) []string {
	if e == nil || !e.read {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(patterns), func(p string) bool { return e.used[p] })
}

// add records the patterns that explain why something below the paths was ignored.
func (e *Excluding) add(patterns, paths []string, ignored []files.Ignored) {
	if e == nil {
		return
	}
	if e.read = true; e.used == nil {
		e.used = map[string]bool{}
	}
	for _, i := range ignored {
		if i.Reason != files.Excluded {
			continue
		}
		for _, pattern := range patterns {
			base, _ := path.Match(pattern, filepath.Base(i.What))
			below, _ := path.Match(pattern, belowOf(paths, i.What))
			e.used[pattern] = e.used[pattern] || base || below
		}
	}
}

// belowOf returns the path of a file below the first of the folders that has it, with slashes, or "".
func belowOf(folders []string, file string) string {
	for _, folder := range folders {
		if name, err := filepath.Rel(folder, file); err == nil && name != "." && name != ".." && !strings.HasPrefix(name, ".."+string(filepath.Separator)) {
			return filepath.ToSlash(name)
		}
	}
	return ""
}

// definedTwice reports whether an error is about something that is defined in the files of two paths.
func definedTwice(paths []string, errs []error) bool {
	number := func(file string) int {
		return slices.IndexFunc(paths, func(path string) bool { return file == path || belowOf([]string{path}, file) != "" })
	}
	return slices.ContainsFunc(errs, func(err error) bool {
		var placed *files.Error
		var again *files.AlreadyDefined
		return errors.As(err, &placed) && errors.As(err, &again) && number(placed.Place.File) != number(again.First.File)
	})
}

// namedDocument is the beginning of an error about what a document has, after its kind and name, such as "OverridePolicy shop/web: unknown field".
var namedDocument = regexp.MustCompile(`^[A-Z][A-Za-z]* [^ :]+: `)

// advise prints how to leave out a file, if a document in a folder is not valid YAML or JSON, or has no apiVersion or kind: the file may not be meant
// for Kubernetes.
func advise(paths []string, errs []error, notes *Notes) {
	for _, err := range errs {
		var placed *files.Error
		var document *policy.Error
		if !errors.As(err, &placed) || !errors.As(err, &document) || document.Err == nil {
			continue
		}
		if text := document.Err.Error(); namedDocument.MatchString(text) && !strings.HasSuffix(text, " is missing, expected a string") {
			continue
		}
		if name := belowOf(paths, placed.Place.File); name != "" {
			notes.Note("to leave out files that are not Kubernetes objects, use --exclude %s", name)
			return
		}
	}
}
