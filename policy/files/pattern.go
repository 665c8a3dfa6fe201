package files

import (
	"errors"
	"fmt"
	"path"
	"slices"
)

// CheckPattern returns an error for an invalid pattern. A pattern is that of path.Match, and matches the name of a file or folder, or its path
// below the folder that is read, with slashes: "tsconfig.json", "*.tmpl.yaml", "charts", "deploy/*/values.yaml".
func CheckPattern(pattern string) error {
	if pattern == "" {
		return errors.New("expected a pattern such as tsconfig.json or charts/*")
	}
	if _, err := path.Match(pattern, ""); err != nil {
		return fmt.Errorf("expected a pattern such as tsconfig.json or charts/*: %w", err)
	}
	return nil
}

// excludes reports whether a pattern matches a path below a folder.
func excludes(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		whole, _ := path.Match(pattern, name)
		base, _ := path.Match(pattern, path.Base(name))
		return whole || base
	})
}

// checkPatterns returns an error for each invalid pattern.
func (r Reader) checkPatterns() []error {
	var errs []error
	for _, pattern := range r.Exclude {
		if err := CheckPattern(pattern); err != nil {
			errs = append(errs, fmt.Errorf("the pattern %.100q: %w", pattern, err))
		}
	}
	return errs
}
