package suite

import (
	"path/filepath"
	"slices"
)

// Patterns returns where [Load] looked for files, sorted: the folder of the suite, and the files, folders and patterns of [filepath.Glob] that were given
// or that case.yaml names, also in malformed cases. A later Load may find other files there.
func (s *Suite) Patterns() []string {
	all := append([]string{filepath.Clean(s.folder)}, s.patterns...)
	slices.Sort(all)
	return slices.Compact(all)
}

// addPattern adds a path or a pattern, which is relative to base.
func (s *Suite) addPattern(base, pattern string) {
	name := filepath.FromSlash(pattern)
	if !filepath.IsAbs(name) {
		name = filepath.Join(base, name)
	}
	if pattern != "" {
		s.patterns = append(s.patterns, filepath.Clean(name))
	}
}
