package limits

import (
	"context"
	"fmt"
	"math"
	"time"

	lua "github.com/yuin/gopher-lua"
)

// A Watch limits the time and the memory of the scripts of one state. It is the state's context, which gopher-lua asks before each instruction.
// It is for one goroutine at a time, like its state. A nil Watch limits nothing.
type Watch struct {
	state *lua.LState

	context context.Context
	done    <-chan struct{} // of context
	left    int             // the bytes that may still be allocated
	limit   int
	err     error // once it is set, each instruction fails
	caught  bool  // the script has caught an error
}

var _ context.Context = (*Watch)(nil)

// NewWatch returns a watch for a state.
func NewWatch(state *lua.LState) *Watch { return &Watch{state: state, context: context.Background()} }

// Start makes the watch the context of its state, until Stop. What the state runs from now on fails when ctx ends, or after it has counted more
// than limit bytes. Start also begins a new count.
func (w *Watch) Start(ctx context.Context, limit int) {
	*w = Watch{state: w.state, context: ctx, done: ctx.Done(), left: limit, limit: limit}
	w.state.SetContext(w)
}

// Stop takes the watch from its state.
func (w *Watch) Stop() {
	w.state.RemoveContext()
	w.context, w.done = context.Background(), nil
}

// Of returns the watch of a state, or nil.
func Of(state *lua.LState) *Watch {
	w, _ := state.Context().(*Watch)
	return w
}

// Spent returns how many bytes were counted since Start.
func (w *Watch) Spent() int { return w.limit - w.left }

// Left returns how many bytes may still be counted. It is very large for a nil watch.
func (w *Watch) Left() int {
	if w == nil {
		return math.MaxInt
	}
	return max(w.left, 0)
}

// Charge counts bytes before they are allocated. It fails if the time is over, or the memory. All later instructions of the script fail, too, so pcall
// cannot hide the error.
func (w *Watch) Charge(bytes int) error {
	if w == nil {
		return nil
	}
	if w.err == nil {
		select {
		case <-w.done:
			w.err = w.context.Err()
		default:
			w.spend(bytes)
		}
	}
	return w.err
}

// Check is Charge that raises its error in the state of a library function.
func Check(state *lua.LState, bytes int) {
	if err := Of(state).Charge(bytes); err != nil {
		state.RaiseError("%s", err.Error())
	}
}

// Fail ends a script with an error. Unlike one that is raised, a pcall cannot hide it.
func Fail(state *lua.LState, err error) {
	if w := Of(state); w != nil && w.err == nil {
		w.err = err
	}
	state.RaiseError("%s", err.Error())
}

// Catch notes that the script of a state has caught an error.
func Catch(state *lua.LState) {
	if w := Of(state); w != nil {
		w.caught = true
	}
}

// Caught reports whether the script has caught an error since Start. Then the state may have more registers than before: gopher-lua makes room for the
// message if it has no free one.
func (w *Watch) Caught() bool { return w.caught }

// spend counts bytes, or sets the error.
func (w *Watch) spend(bytes int) {
	if bytes < 0 || bytes > w.left {
		w.err = w.tooMuch()
		return
	}
	w.left -= bytes
}

func (w *Watch) tooMuch() error {
	limit := fmt.Sprint(w.limit, " bytes")
	if w.limit%(1<<20) == 0 {
		limit = fmt.Sprint(w.limit>>20, " MiB")
	}
	return fmt.Errorf("the script ran too long or needs too much memory: more than %s in library functions, conversions and instructions", limit)
}

// closed is the Done of a watch that has failed.
var closed = func() <-chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}()

// instructionSize is what an instruction counts, whatever it allocates. Loops that build lists and small tables allocate about as much on average.
const instructionSize = 16

// Done counts the instruction that gopher-lua is about to execute. It returns a closed channel if the script must not go on: also if the instruction
// could join the strings in the registers of the function to one that is longer than the memory that is left.
func (w *Watch) Done() <-chan struct{} {
	if w.err == nil {
		w.spend(instructionSize)
	}
	if w.err == nil {
		bytes := 0
		for i := w.state.GetTop(); i > 0; i-- {
			if text, ok := w.state.Get(i).(lua.LString); ok {
				bytes += len(text)
			}
		}
		if bytes > w.left {
			w.spend(bytes)
		}
	}
	if w.err != nil {
		return closed
	}
	return w.done
}

// Err returns why the script must not go on, or nil.
func (w *Watch) Err() error {
	if w.err != nil {
		return w.err
	}
	return w.context.Err()
}

// Deadline implements [context.Context]. Like Value, it is that of the context of Start.
func (w *Watch) Deadline() (time.Time, bool) { return w.context.Deadline() }

// Value implements [context.Context].
func (w *Watch) Value(key any) any { return w.context.Value(key) }
