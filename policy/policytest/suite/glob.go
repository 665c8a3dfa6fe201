package suite

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// glob returns what a path or a pattern of [filepath.Glob] names, sorted. It is relative to base. A path that exists is not a pattern. A pattern does not
// match files other than YAML and JSON, and hidden ones only if its last part begins with a dot.
func glob(base, pattern string) ([]string, error) {
	if pattern == "" {
		return nil, errors.New("found an empty path, expected a file, a folder or a pattern")
	}
	name := filepath.FromSlash(pattern)
	if !filepath.IsAbs(name) {
		name = filepath.Join(base, name)
	}
	if _, err := os.Lstat(name); err == nil {
		return []string{name}, nil
	} else if !strings.ContainsAny(pattern, `*?[`) {
		return nil, err
	}
	names, err := filepath.Glob(name)
	if err != nil {
		return nil, fmt.Errorf("%.200q: %w", pattern, err)
	}
	names = slices.DeleteFunc(names, func(found string) bool {
		hidden := strings.HasPrefix(filepath.Base(found), ".") && !strings.HasPrefix(filepath.Base(name), ".")
		return hidden || !isDocument(found) && !isFolder(found)
	})
	if len(names) == 0 {
		return nil, fmt.Errorf("%.200q matches no folder, and no YAML or JSON file", pattern)
	}
	return names, nil
}
