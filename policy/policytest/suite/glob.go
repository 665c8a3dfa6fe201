package suite

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// glob returns the files and folders that a path or a pattern of [filepath.Glob] names, sorted. It is relative to base. A path that exists is not a pattern.
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
	}
	if !strings.ContainsAny(pattern, `*?[`) {
		_, err := os.Stat(name)
		return nil, err
	}
	names, err := filepath.Glob(name)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%.200q: %w", pattern, err)
	case len(names) == 0:
		return nil, fmt.Errorf("%.200q matches no file or folder", pattern)
	}
	return names, nil
}
