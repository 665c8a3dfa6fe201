// Package goroutines checks that a test leaves no goroutine running.
package goroutines

import (
	"runtime"
	"testing"
	"time"
)

// RequireAtMost checks that at most a number of goroutines run: that of runtime.NumGoroutine before what is tested. It waits up to 10 seconds, because a
// goroutine that has signaled its end counts until it has exited. The failure has the stacks of all goroutines. Tests that run in parallel start
// goroutines too, so the caller must not be parallel.
func RequireAtMost(t testing.TB, before int) {
	t.Helper()
	for range 2000 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	stacks := make([]byte, 1<<20)
	stacks = stacks[:runtime.Stack(stacks, true)]
	t.Fatalf("found %d goroutines, expected at most %d:\n%s", runtime.NumGoroutine(), before, stacks)
}
