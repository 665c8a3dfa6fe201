package test

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// folders are the folders in which files may appear, by their paths without symbolic links.
type folders map[string]bool

// cover adds the folders for a pattern of [suite.Suite.Patterns]:
//
//  1. The folder that contains what the pattern names. If it does not exist, the nearest one above that does.
//  2. For a pattern with wildcards, the folders that its first parts match.
//  3. The folders that it names, and all below them that are not hidden.
func (f folders) cover(pattern string) {
	full := absolute(pattern)
	if _, err := os.Lstat(full); err == nil || !strings.ContainsAny(pattern, "*?[") {
		f.addAbove(full)
		f.addBelow(full)
		return
	}
	parts := strings.Split(full, string(filepath.Separator))
	first := slices.IndexFunc(parts, func(part string) bool { return strings.ContainsAny(part, "*?[") })
	f.addAbove(strings.Join(parts[:first+1], string(filepath.Separator)))
	for i := first + 1; i <= len(parts); i++ {
		names, _ := filepath.Glob(strings.Join(parts[:i], string(filepath.Separator))) // a bad pattern is an error of Load
		for _, name := range names {
			if i == len(parts) {
				f.addBelow(name)
			} else {
				f.addAbove(filepath.Join(name, "file"))
			}
		}
	}
}

// addAbove adds the nearest folder above a path that exists.
func (f folders) addAbove(full string) {
	for dir := filepath.Dir(full); ; dir = filepath.Dir(dir) {
		if real, err := filepath.EvalSymlinks(dir); err == nil && isFolder(real) {
			f[real] = true
			return
		}
		if dir == filepath.Dir(dir) {
			return
		}
	}
}

// addBelow adds a folder and the folders below it.
func (f folders) addBelow(full string) {
	real, err := filepath.EvalSymlinks(full)
	if err != nil {
		return
	}
	_ = filepath.WalkDir(real, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil || !entry.IsDir(): // Load returns the errors
			return nil
		case name != real && strings.HasPrefix(entry.Name(), "."):
			return fs.SkipDir
		}
		f[name] = true
		return nil
	})
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// absolute returns the absolute path of a name.
func absolute(name string) string {
	if full, err := filepath.Abs(name); err == nil {
		return full
	}
	return filepath.Clean(name)
}

// coverTarget adds the folders with the symbolic links on the way to a file, and with its target.
func (f folders) coverTarget(name string) {
	way := wayTo(absolute(name))
	if len(way) == 1 {
		return // no link
	}
	for _, at := range way {
		if dir := filepath.Dir(at); isFolder(dir) {
			f[dir] = true
		}
	}
}
