// Package cli has what the subcommands share: streams, flags, errors of the command line, and the exit status.
package cli

import (
	"bufio"
	"errors"
	"io"
	"time"

	"github.com/overridekit/overridekit/examples/internal/input"
)

// ExitStatus describes the exit status of all subcommands.
const ExitStatus = `The exit status is 2 after any error, including errors in the command line; 1 if a flag such as --fail-on asks for it; and 0 otherwise.`

// Env is what a command reads and writes.
type Env struct {
	In       io.Reader
	Out, Err io.Writer
	Color    bool             // Out shows colors
	Progress bool             // Err is a terminal
	Now      func() time.Time // the clock; nil: output has no times
	Status   int              // the exit status, which [Env.Do] sets
	Index    string           // JOB_COMPLETION_INDEX, the index of the pod in an Indexed Job
	Args     []string         // the command line, which the report of a shard has
	Unread   *[]error         // collects the errors about files and paths that cannot be read; nil: nothing does
	Reports  []*Report        // of all shards: print these instead of reading anything; nil: none
}

// Do does the work of a subcommand. It buffers the output, prints the error, and sets the exit status, see [ExitStatus].
func (e *Env) Do(in Input, work func(out io.Writer, notes *input.Notes) error) {
	notes := &input.Notes{Out: e.Err, Verbose: in.Verbose}
	out := bufio.NewWriter(e.Out)
	shown := &printable{to: out, colors: e.Color, forged: len(e.Reports) > 0 && e.Reports[0].Arguments[0] != "render"}
	failed := work(shown, notes)
	if err := shown.flush(); failed == nil {
		failed = err
	}
	if failed != nil {
		notes.Fail(failed)
	}
	for _, pattern := range in.unused(e.Reports) {
		notes.Warn("--exclude %s leaves out nothing", pattern)
	}
	if err := out.Flush(); err != nil && !errors.Is(failed, err) { // long output fails before the end
		notes.Fail(err)
	}
	e.Status = notes.Status
	if notes.Changed && in.FailOn["changes"] || notes.Warnings > 0 && in.FailOn["findings"] {
		e.Status = max(e.Status, input.Findings)
	}
}
