package test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// saves are the paths, without symbolic links, of what was saved, made, renamed or removed.
type saves struct {
	written map[string]bool // a file was written
	moved   map[string]bool // a file or a folder with all its files was made, renamed or removed
	lost    bool            // there may be more
}

// add adds other saves.
func (s *saves) add(name string, moved bool) {
	if s.written == nil {
		s.written, s.moved = map[string]bool{}, map[string]bool{}
	}
	if moved {
		s.moved[name] = true
	} else {
		s.written[name] = true
	}
}

// places finds the paths of names without symbolic links. It may not be used after files have changed.
type places map[string]string

// touched reports whether a file may have another content now. A path is touched with each symbolic link on the way, and with its target.
func (s *saves) touched(name string, p places) bool {
	full := absolute(name)
	real := filepath.Join(p.real(filepath.Dir(full)), filepath.Base(full))
	if s.lost || s.hit(real) {
		return true
	}
	info, err := os.Lstat(real)
	if full == real && (err != nil || info.Mode()&os.ModeSymlink == 0) {
		return false
	}
	return slices.ContainsFunc(wayTo(full), s.hit)
}

// wayTo returns the symbolic links on the way to a file, and its target at the end. Their folders have no links.
func wayTo(full string) []string {
	const most = 100 // links: a cycle has no end
	separator := string(filepath.Separator)
	var way []string
	at, rest := filepath.VolumeName(full)+separator, strings.Split(strings.TrimPrefix(full, filepath.VolumeName(full)), separator)
	for len(rest) > 0 {
		next := filepath.Join(at, rest[0])
		rest = rest[1:]
		target, err := os.Readlink(next)
		if err != nil || len(way) == most {
			at = next
			continue
		}
		way = append(way, next)
		if filepath.IsAbs(target) {
			at = filepath.VolumeName(target) + separator
			target = strings.TrimPrefix(target, filepath.VolumeName(target))
		}
		rest = slices.Concat(strings.Split(target, separator), rest)
	}
	return append(way, at)
}

// hit reports whether the path or a folder above it is among the saves.
func (s *saves) hit(full string) bool {
	if s.written[full] {
		return true
	}
	for ; !s.moved[full]; full = filepath.Dir(full) {
		if full == filepath.Dir(full) {
			return false
		}
	}
	return true
}

// real returns the path of a folder without symbolic links, also if it no longer exists.
func (p places) real(dir string) string {
	if known, ok := p[dir]; ok {
		return known
	}
	found, err := filepath.EvalSymlinks(dir)
	if above := filepath.Dir(dir); err != nil && above != dir {
		found = filepath.Join(p.real(above), filepath.Base(dir))
	} else if err != nil {
		found = dir
	}
	p[dir] = found
	return found
}
