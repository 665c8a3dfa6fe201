package limits

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"time"

	lua "github.com/yuin/gopher-lua"
)

// A Watch limits the time and the memory of the scripts of one state. It is the state's context, which gopher-lua asks before each instruction.
// It is for one goroutine at a time, like its state. A nil Watch limits nothing.
type Watch struct {
	state  *lua.LState
	layout layout
	frame  reflect.Value // the field currentFrame of the state

	context context.Context
	done    <-chan struct{} // of context
	left    int             // the bytes that may still be allocated
	limit   int
	err     error // once it is set, each instruction fails
	entries int   // how many functions were entered, at least

	current *function
	recent  [16]function // by address: those that were current before
}

// A function is a Lua function with its address, which is how the current frame names it.
type function struct {
	*lua.LFunction
	address uintptr
}

var _ context.Context = (*Watch)(nil)

// NewWatch returns a watch for a state. It fails if this version of gopher-lua has other structures than v1.1.1.
func NewWatch(state *lua.LState) (*Watch, error) {
	l, err := fields()
	if err != nil {
		return nil, err
	}
	w := &Watch{state: state, layout: l, frame: reflect.ValueOf(state).Elem().Field(l.frame), context: context.Background()}
	w.current = &w.recent[0]
	return w, nil
}

// Start makes the watch the context of its state, until Stop. What the state runs from now on fails when ctx ends, or before it has allocated more
// than limit bytes. Start also begins a new count.
func (w *Watch) Start(ctx context.Context, limit int) {
	w.context, w.done = ctx, ctx.Done()
	w.left, w.limit, w.err = limit, limit, nil
	w.state.SetContext(w)
}

// Stop takes the watch from its state, and forgets what it knew of the script.
func (w *Watch) Stop() {
	w.state.RemoveContext()
	w.context, w.done = context.Background(), nil
	w.current, w.recent = &w.recent[0], [len(w.recent)]function{}
}

// Of returns the watch of a state, or nil.
func Of(state *lua.LState) *Watch {
	w, _ := state.Context().(*Watch)
	return w
}

// Spent returns how many bytes were counted since Start.
func (w *Watch) Spent() int { return w.limit - w.left }

// Left returns how many bytes may still be allocated. It is very large for a nil watch.
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

// spend counts bytes, or sets the error.
func (w *Watch) spend(bytes int) {
	if bytes < 0 || bytes > w.left {
		w.err = fmt.Errorf("the script needs more than %d bytes of memory", w.limit)
		return
	}
	w.left -= bytes
}

// closed is the Done of a watch that has failed.
var closed = func() <-chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}()

// Done counts the instruction that gopher-lua is about to execute. It returns a closed channel if the script must not go on.
func (w *Watch) Done() <-chan struct{} {
	if w.err != nil {
		return closed
	}
	frame := w.frame.Elem()
	if !frame.IsValid() {
		return w.done
	}
	if address := frame.Field(w.layout.function).Pointer(); address != w.current.address && !w.enter(address) {
		return w.done
	}
	pc := int(frame.Field(w.layout.pc).Int()) - 1
	proto := w.current.Proto
	if pc == 0 {
		w.entries++
		if proto.IsVarArg&lua.VarArgNeedsArg != 0 {
			w.spend(argumentsCost(int(frame.Field(w.layout.count).Int())))
		}
	}
	if pc >= 0 && pc < len(proto.Code) && w.err == nil {
		w.spend(w.cost(proto.Code[pc]))
	}
	if w.err != nil {
		return closed
	}
	return w.done
}

// enter notes the function that has become the current one. It returns false for one of Go.
func (w *Watch) enter(address uintptr) bool {
	const alignment = 64
	f := &w.recent[address/alignment%uintptr(len(w.recent))]
	if f.address != address {
		debug, _ := w.state.GetStack(0)
		value, err := w.state.GetInfo("f", debug, lua.LNil)
		now, ok := value.(*lua.LFunction)
		if err != nil || !ok || now.IsG {
			return false
		}
		*f = function{now, address}
	}
	w.current = f
	return true
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
