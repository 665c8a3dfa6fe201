package main

import (
	"fmt"
	"io"
	"os"
	"time"
)

// progress tells a person at a terminal how far a long plan is.
type progress struct {
	out   io.Writer
	on    bool
	begin time.Time
	last  time.Time
}

// show says how far it is, not before a second has passed and not too often.
func (p *progress) show(done, total int) {
	now := time.Now()
	if !p.on || now.Sub(p.begin) < time.Second || now.Sub(p.last) < time.Second/5 {
		return
	}
	p.last = now
	fmt.Fprintf(p.out, "\r%d of %d templates", done, total)
}

// clear takes the line away.
func (p *progress) clear() {
	if !p.last.IsZero() {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}

// isTerminal tells whether a file is a character device, as terminals are.
func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
