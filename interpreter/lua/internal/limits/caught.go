package limits

import "reflect"

// What gopher-lua allocates for an error that is caught, in bytes and rounded up.
const (
	caughtSize = 1536 // the error, its message and the place in it
	lineSize   = 384  // a line of its trace, which has one for each frame, and
	tailSize   = 96   // one for each tail call of these
)

// A Mark is the state of a watch before a protected call.
type Mark struct {
	entries   int // of functions
	registers int
}

// Mark returns the present state, for [Watch.Caught].
func (w *Watch) Mark() Mark {
	if w == nil {
		return Mark{}
	}
	w.entries++
	return Mark{w.entries, w.Registers()}
}

// Caught counts an error that was caught in a call since the mark.
//
//  1. The trace has a line for each function that was running: those below the call, and at most those that were entered since.
//  2. It has a line for each tail call of the functions below. Those of the others were counted when they were made.
//  3. If there were not enough registers, gopher-lua has copied all to have one more.
func (w *Watch) Caught(since Mark) {
	if w == nil || w.err != nil {
		return
	}
	frames, tails := 0, 0
	for frame := w.frame; !frame.IsNil(); frame = frame.Elem().Field(w.layout.parent) {
		frames++
		tails += int(frame.Elem().Field(w.layout.tails).Int())
	}
	const maxFrames = 256
	frames += min(2*(w.entries-since.entries), maxFrames)
	w.spend(caughtSize + frames*lineSize + tails*tailSize)
	if more := w.Registers() - since.registers; more > 0 && w.err == nil {
		w.spend(more * w.Registers() * registerSize)
	}
}

// registerSize is the size of a register.
const registerSize = 16

// Registers returns how many registers the state has. Their number grows with each error about too few of them.
func (w *Watch) Registers() int {
	return reflect.ValueOf(w.state).Elem().Field(w.layout.registry).Elem().Field(w.layout.registers).Cap()
}
