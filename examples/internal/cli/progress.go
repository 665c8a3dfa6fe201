package cli

import (
	"fmt"
	"io"
	"time"
)

// Progress prints to a terminal how much of a long computation is done.
type Progress struct {
	out   io.Writer
	what  string
	on    bool
	begin time.Time
	last  time.Time
}

// NewProgress returns the progress of a computation that begins now. What names the things that Show counts.
func NewProgress(env *Env, what string) *Progress {
	return &Progress{out: env.Err, what: what, on: env.Progress, begin: time.Now()}
}

// Show prints the progress, but not in the first second, and at most five times a second.
func (p *Progress) Show(done, total int) {
	now := time.Now()
	if !p.on || now.Sub(p.begin) < time.Second || now.Sub(p.last) < time.Second/5 {
		return
	}
	p.last = now
	fmt.Fprintf(p.out, "\r%d of %d %s", done, total, p.what)
}

// Clear removes the line.
func (p *Progress) Clear() {
	if !p.last.IsZero() {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}
