package test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fsnotify/fsnotify"
	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/policytest/suite"
)

// TestEventsOfOneSave has events with pauses between them, and finds those that belong to one save. The time is that of a bubble, so it is exact.
func TestEventsOfOneSave(t *testing.T) {
	t.Parallel()
	const less = quiet - time.Millisecond
	for _, tc := range []struct {
		name, reason string
		pauses       []time.Duration // before each event
		found        int
		took         time.Duration
	}{
		{"one", "others may follow until it was quiet", []time.Duration{0}, 1, quiet},
		{"several", "it is quiet only at the end", []time.Duration{0, less, 0, less}, 4, 2*less + quiet},
		{"two saves", "the second comes later", []time.Duration{0, quiet + 1}, 1, quiet},
		{"endless", "a build writes all the time", slices.Repeat([]time.Duration{less}, 20), 6, less + longest},
		{"late", "no time passes before the first event", []time.Duration{time.Hour}, 1, time.Hour + quiet},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w := watcher{&fsnotify.Watcher{Events: make(chan fsnotify.Event, 100)}, folders{}}
				var sent sync.WaitGroup
				sent.Go(func() {
					for i, pause := range tc.pauses {
						time.Sleep(pause)
						w.Events <- fsnotify.Event{Name: string(rune('a' + i)), Op: fsnotify.Write}
						w.Events <- fsnotify.Event{Name: "a", Op: fsnotify.Chmod}
					}
				})
				begin := time.Now()
				found, err := w.next(t.Context())
				took := time.Since(begin)
				sent.Wait()
				require.NoError(t, err)
				require.Len(t, found.written, tc.found, tc.reason)
				require.Equal(t, tc.took, took, tc.reason)
			})
		})
	}
}

// TestBurstEnd has errors instead of events, and a context that is done.
func TestBurstEnd(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := watcher{&fsnotify.Watcher{Events: make(chan fsnotify.Event, 1), Errors: make(chan error, 1)}, folders{}}
		w.Errors <- fsnotify.ErrEventOverflow
		found, err := w.next(t.Context())
		require.NoError(t, err)
		require.True(t, found.lost)
		w.Errors <- errors.New("broken")
		_, err = w.next(t.Context())
		require.EqualError(t, err, "cannot watch files: broken")
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		found, err = w.next(ctx)
		require.NoError(t, err)
		require.Nil(t, found)
		close(w.Events)
		_, err = w.next(t.Context())
		require.EqualError(t, err, "files are no longer watched")
	})
}

// TestWatchSwappedFolder watches folders in one that is renamed all the time.
func TestWatchSwappedFolder(t *testing.T) {
	t.Parallel()
	here, there := filepath.Join(t.TempDir(), "here"), filepath.Join(t.TempDir(), "there")
	for i := range 50 {
		require.NoError(t, os.MkdirAll(filepath.Join(here, strconv.Itoa(i)), 0o755))
	}
	w, err := newWatcher()
	require.NoError(t, err)
	defer w.Close()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for range 2000 {
			_ = os.Rename(here, there)
			_ = os.Rename(there, here)
		}
	}()
	s, _ := suite.Load(here)
	for {
		_, err := w.watch(s)
		require.NoError(t, err)
		for dir := range w.watched {
			w.forget(dir)
		}
		select {
		case <-ended:
			return
		default:
		}
	}
}
