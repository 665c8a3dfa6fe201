// Package cli has what the subcommands share: streams, flags, errors of the command line, and the exit status.
package cli

import (
	"bufio"
	"io"

	"github.com/overridekit/overridekit/examples/internal/input"
)

// Env is what a command reads and writes.
type Env struct {
	In       io.Reader
	Out, Err io.Writer
	Color    bool // Out shows colors
	Progress bool // Err is a terminal
	Status   int  // the exit status, which [Env.Do] sets
}

// Do does the work of a subcommand. It buffers the output, prints the error, and sets the exit status.
func (e *Env) Do(work func(out io.Writer, notes *input.Notes) error) {
	notes := &input.Notes{Out: e.Err}
	out := bufio.NewWriter(e.Out)
	if err := work(out, notes); err != nil {
		notes.Fail(err)
	}
	if err := out.Flush(); err != nil {
		notes.Fail(err)
	}
	e.Status = notes.Status
}
