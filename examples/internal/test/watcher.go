package test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"

	"github.com/overridekit/overridekit/policy/policytest/suite"
)

// One save can be several events: editors write a new file and rename it, or remove the old one before. Events belong together if there is less than
// quiet between them, but those after longest do not.
const (
	quiet   = 20 * time.Millisecond
	longest = 100 * time.Millisecond
)

// watcher watches the folders of a suite.
type watcher struct {
	*fsnotify.Watcher
	watched folders
}

func newWatcher() (*watcher, error) {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, fmt.Errorf("cannot watch files: %w", err)
	}
	return &watcher{w, folders{}}, nil
}

// load loads a suite and watches its folders. It loads it again until all folders were watched before their files were read: nothing that happens
// later is missed.
func (w *watcher) load(opts *options) (s *suite.Suite, malformed, err error) {
	const most = 10 // if folders keep appearing, their events trigger the next load
	for range most {
		s, malformed = suite.Load(opts.folder, opts.paths...)
		more, err := w.watch(s)
		if !more || err != nil {
			return s, malformed, err
		}
	}
	return s, malformed, nil
}

// watch watches the folders of a suite, and no others. It reports whether it added any.
func (w *watcher) watch(s *suite.Suite) (more bool, err error) {
	needed := folders{}
	for _, pattern := range s.Patterns() {
		needed.cover(pattern)
	}
	seen := map[string]bool{}
	for _, c := range s.Cases {
		for _, name := range c.Files() {
			if !seen[name] {
				seen[name] = true
				needed.coverTarget(name)
			}
		}
	}
	for dir := range w.watched {
		if !needed[dir] {
			w.forget(dir)
		}
	}
	for dir := range needed {
		if w.watched[dir] {
			continue
		}
		if err := w.Add(dir); err == nil {
			w.watched[dir], more = true, true
		} else if !errors.Is(err, fs.ErrNotExist) && isFolder(dir) { // otherwise it was removed meanwhile, and may be there again
			return more, fmt.Errorf("cannot watch %s, the number of watched files and folders may be limited: %w", dir, err)
		}
	}
	return more, nil
}

// forget ends watching a folder.
func (w *watcher) forget(dir string) {
	delete(w.watched, dir)
	_ = w.Remove(dir) // its end may have done so already
}

// next waits for saves, and returns them when nothing has happened for a while. It returns nil when the context is done.
func (w *watcher) next(ctx context.Context) (*saves, error) {
	var found *saves
	var pause, end <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return nil, nil
		case <-pause:
			return found, nil
		case <-end:
			return found, nil
		case err, open := <-w.Errors:
			switch {
			case !open:
				return nil, errors.New("files are no longer watched")
			case !errors.Is(err, fsnotify.ErrEventOverflow):
				return nil, fmt.Errorf("cannot watch files: %w", err)
			}
			if found == nil {
				found, end = &saves{}, time.After(longest)
			}
			found.lost, pause = true, time.After(quiet)
		case event, open := <-w.Events:
			if !open {
				return nil, errors.New("files are no longer watched")
			}
			if event.Op == fsnotify.Chmod {
				continue
			}
			if found == nil {
				found, end = &saves{}, time.After(longest)
			}
			w.note(event, found)
			pause = time.After(quiet)
		}
	}
}

// note adds an event to saves. A folder that was created, renamed or removed must be watched again.
func (w *watcher) note(event fsnotify.Event, to *saves) {
	moved := event.Has(fsnotify.Create) || event.Has(fsnotify.Remove) || event.Has(fsnotify.Rename)
	to.add(event.Name, moved)
	if !moved {
		return
	}
	for dir := range w.watched {
		if dir == event.Name || strings.HasPrefix(dir, event.Name+string(filepath.Separator)) {
			w.forget(dir)
		}
	}
}
