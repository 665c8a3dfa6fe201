package sandbox

import (
	"context"
	"errors"
	"fmt"
	"sync"

	lua "github.com/yuin/gopher-lua"

	"github.com/overridekit/overridekit/interpreter/lua/internal/value"
)

// pool has states that have ended a run without an error.
var pool sync.Pool

func take() *State {
	if s, ok := pool.Get().(*State); ok {
		return s
	}
	return newState()
}

// Call is a run of a script.
type Call struct {
	Host      Host
	Chunk     *lua.FunctionProto
	Function  string // a global one, which the chunk defines
	Arguments []any  // decoded JSON
	Results   int    // how many
}

// Results are the first values that a run has returned: those of the chunk come before those of the function.
type Results struct {
	Context context.Context // has the time and the memory of the run
	View    *value.View
	Values  []lua.LValue
}

// Run executes a chunk, calls its function, and calls use with the results, which are valid until use returns.
//
// No run sees anything of another one. The end of the context ends a run.
func Run(ctx context.Context, c Call, use func(Results) error) error {
	s := take()
	s.begin(c.Host)
	s.watch.Start(ctx, c.Host.Memory)
	values, err := s.results(c)
	if err == nil {
		err = use(Results{s.watch, s.view, values})
	}
	if err != nil {
		return err // the state may contain what the script left
	}
	s.end()
	if !s.watch.Caught() { // otherwise the next script may have more registers
		pool.Put(s)
	}
	return nil
}

func (s *State) results(c Call) ([]lua.LValue, error) {
	s.L.Push(s.L.NewFunctionFromProto(c.Chunk))
	if err := s.call(0, lua.MultRet); err != nil {
		return nil, err
	}
	f := s.globals.RawGetString(c.Function)
	switch f.(type) {
	case *lua.LFunction:
	case *lua.LNilType:
		return nil, fmt.Errorf("not found function %s", c.Function)
	default:
		return nil, fmt.Errorf("%s is not a function: %s", c.Function, f.Type())
	}
	s.L.Push(f)
	for _, argument := range c.Arguments {
		v, err := s.view.Show(argument)
		if err != nil {
			return nil, err
		}
		s.L.Push(v)
	}
	if err := s.call(len(c.Arguments), c.Results); err != nil {
		return nil, err
	}
	if err := s.watch.Err(); err != nil {
		return nil, err
	}
	values := make([]lua.LValue, c.Results)
	for i := range values {
		values[i] = s.L.Get(i + 1)
	}
	return values, nil
}

// raised is an error that a script does not catch.
type raised struct{ value lua.LValue }

// call is PCall without a stack trace, which has a line for each tail call. After an error, the state cannot be used again.
func (s *State) call(arguments, results int) (err error) {
	defer func() {
		switch v := recover().(type) {
		case nil:
		case raised:
			err = errors.New(v.value.String())
		case *lua.ApiError:
			err = errors.New(v.Object.String())
		default: // a function of a library panics, as those of Karmada do
			err = fmt.Errorf("%v", v)
		}
	}()
	s.L.Call(arguments, results)
	return nil
}
