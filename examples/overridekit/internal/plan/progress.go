package plan

import (
	"fmt"
	"io"
	"time"
)

// progress prints the progress of a long plan to a terminal.
type progress struct {
	out   io.Writer
	on    bool
	begin time.Time
	last  time.Time
}

// show prints the progress, but not in the first second, and at most five times a second.
func (p *progress) show(done, total int) {
	now := time.Now()
	if !p.on || now.Sub(p.begin) < time.Second || now.Sub(p.last) < time.Second/5 {
		return
	}
	p.last = now
	fmt.Fprintf(p.out, "\r%d of %d templates", done, total)
}

// clear removes the line.
func (p *progress) clear() {
	if !p.last.IsZero() {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}
