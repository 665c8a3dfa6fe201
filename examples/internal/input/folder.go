package input

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// filesOf returns root if it is a file, and the files below it, sorted, if it is a folder. In a folder, it ignores
//
//  1. files and folders whose name begins with a dot,
//  2. the folder templates beside a Chart.yaml, which has templates of Helm, not YAML,
//  3. Chart.yaml itself, and files beside it whose name begins with "values",
//  4. files and folders that a pattern excludes.
func filesOf(root string, exclude []string, ignored *ignored, notes *Notes) (names []string, folder bool) {
	info, err := os.Stat(root)
	if err != nil {
		notes.Fail(err)
		return nil, false
	}
	if !info.IsDir() {
		return []string{root}, false
	}
	before := ignored.count
	// WalkDir returns no error: the function reports what cannot be read and continues.
	_ = fs.WalkDir(os.DirFS(root), ".", func(name string, entry fs.DirEntry, err error) error {
		if name == "." && err == nil {
			return nil
		}
		full := filepath.Join(root, filepath.FromSlash(name))
		if err != nil {
			notes.Fail(fmt.Errorf("%s: %w", full, err))
			return nil
		}
		documents := !entry.IsDir() && slices.Contains([]string{".yaml", ".yml", ".json"}, filepath.Ext(full))
		why := whyIgnored(full, entry)
		if excludes(exclude, name) {
			why = excluded
		}
		switch {
		case why == "" && documents:
			names = append(names, full)
		case why != "" && (documents || entry.IsDir()):
			ignored.add(why, full)
			if entry.IsDir() {
				return fs.SkipDir
			}
		}
		return nil
	})
	if len(names) == 0 && ignored.count > before {
		notes.Fail(fmt.Errorf("%s: the folder has only files that are ignored; to read one, name it", root))
	} else if len(names) == 0 {
		notes.Fail(fmt.Errorf("%s: the folder has no .yaml, .yml or .json file", root))
	}
	slices.Sort(names)
	return names, true
}

// The reasons to ignore something in a folder.
const (
	excluded    = "excluded"
	hidden      = "hidden"
	ofHelm      = "of a Helm chart"
	ofKustomize = "of kustomize"
	notObject   = "with neither apiVersion nor kind"
)

// whyIgnored returns why an entry of a folder is ignored, or "".
func whyIgnored(full string, entry fs.DirEntry) string {
	name := entry.Name()
	if strings.HasPrefix(name, ".") {
		return hidden
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
	return ofHelm
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

// kustomization reports whether an object is for the command kustomize, not for an API server.
func kustomization(o *unstructured.Unstructured) bool {
	return o.GroupVersionKind().Group == "kustomize.config.k8s.io"
}

// ignored has what was ignored in folders.
type ignored struct {
	count  int
	counts map[string]int // by reason
	list   []string
}

// add adds a file, a folder or a document.
func (i *ignored) add(why, what string) {
	if i.counts == nil {
		i.counts = map[string]int{}
	}
	i.count++
	i.counts[why]++
	i.list = append(i.list, why+": "+what)
}

// tell prints a line that counts what was ignored, and with [Notes.Verbose] a line for each.
func (i *ignored) tell(notes *Notes) {
	if i.count == 0 {
		return
	}
	var parts []string
	for _, why := range []string{excluded, hidden, ofHelm, ofKustomize, notObject} {
		if n := i.counts[why]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, why))
		}
	}
	if !notes.Verbose {
		notes.Note("ignored in folders: %s (--verbose lists them)", strings.Join(parts, ", "))
		return
	}
	for _, what := range i.list {
		notes.Note("ignored, %s", what)
	}
}
