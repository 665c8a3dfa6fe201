package sandbox

import (
	"context"
	"errors"
	"fmt"
	"math/rand"
	"sync"
	"time"

	lua "github.com/yuin/gopher-lua"

	"github.com/overridekit/overridekit/interpreter/lua/internal/limits"
)

// Host is what the caller gives to scripts. A script that needs what is nil fails.
type Host struct {
	Now    func() time.Time
	Random func() int64 // not negative
	Memory int          // bytes that a run may allocate; 0 is none
}

// State runs scripts one after the other. Its memory is used again, but nothing that a script can see.
type State struct {
	L                               *lua.LState
	base, text, math, tables, dates library
	preload                         library
	loadlib                         *lua.LFunction

	watch   *limits.Watch
	host    Host       // of the present run
	numbers *rand.Rand // of the present run; nil until one is needed
}

// pool has states that have ended a run without an error.
var pool sync.Pool

func take() (*State, error) {
	if s, ok := pool.Get().(*State); ok {
		return s, nil
	}
	return newState()
}

// size of a state, as upstream's.
const (
	callFrames = 256
	registers  = 256 * 20
)

func newState() (*State, error) {
	L := lua.NewState(lua.Options{SkipOpenLibs: true, CallStackSize: callFrames, RegistrySize: registers})
	watch, err := limits.NewWatch(L)
	if err != nil {
		return nil, err
	}
	L.Panic = func(L *lua.LState) { panic(raised{L.Get(-1)}) }
	s := &State{L: L, watch: watch}
	s.base = base(L)
	s.text = opened(L, lua.OpenString)
	s.math = opened(L, lua.OpenMath).with(libraryOf(L, s.chance()))
	s.tables = opened(L, lua.OpenTable)
	s.dates = libraryOf(L, s.clock())
	s.preload = kubeModule(L)
	s.loadlib = L.NewFunction(loadlib)
	return s, nil
}

// refresh gives the state an environment that no script has seen.
func (s *State) refresh() *lua.LTable {
	globals, loaded := s.base.table(), none.CreateTable(0, 8)
	text := s.text.table()
	text.RawSetString("__index", text) // the methods of strings
	for _, e := range []struct {
		name string
		t    *lua.LTable
	}{
		{"_G", globals}, {"math", s.math.table()}, {"os", s.dates.table()}, {"package", s.modules(loaded)},
		{"string", text}, {"table", s.tables.table()},
	} {
		globals.RawSetString(e.name, e.t)
		loaded.RawSetString(e.name, e.t)
	}
	globals.RawSetString("_VERSION", lua.LString(lua.LuaVersion))
	globals.RawSetString("_GOPHER_LUA_VERSION", lua.LString(lua.PackageName+" "+lua.PackageVersion))
	s.L.G.Global, s.L.Env = globals, globals
	s.L.SetMetatable(lua.LString(""), text)
	return globals
}

// Run executes a chunk, calls a global function of it, and returns the first results: those of the chunk come before those of the
// function. arguments is called between both. The end of the context ends the run, but not a function of a library.
func Run(ctx context.Context, host Host, chunk *lua.FunctionProto, function string, arguments func() ([]lua.LValue, error), results int) ([]lua.LValue, error) {
	s, err := take()
	if err != nil {
		return nil, err
	}
	values, err := s.run(ctx, host, chunk, function, arguments, results)
	if err != nil {
		return nil, err // the state may contain what the script left
	}
	s.host, s.numbers = Host{}, nil
	s.watch.Stop()
	s.L.SetTop(0)
	pool.Put(s)
	return values, nil
}

func (s *State) run(ctx context.Context, host Host, chunk *lua.FunctionProto, function string, arguments func() ([]lua.LValue, error), results int) ([]lua.LValue, error) {
	s.host = host
	globals := s.refresh()
	L := s.L
	s.watch.Start(ctx, host.Memory)
	L.Push(L.NewFunctionFromProto(chunk))
	if err := s.call(0, lua.MultRet); err != nil {
		return nil, err
	}
	given, err := arguments()
	if err != nil {
		return nil, err
	}
	f := globals.RawGetString(function)
	switch f.(type) {
	case *lua.LFunction:
	case *lua.LNilType:
		return nil, fmt.Errorf("not found function %s", function)
	default:
		return nil, fmt.Errorf("%s is not a function: %s", function, f.Type())
	}
	L.Push(f)
	for _, v := range given {
		L.Push(v)
	}
	if err := s.call(len(given), results); err != nil {
		return nil, err
	}
	if err := s.watch.Err(); err != nil {
		return nil, err
	}
	values := make([]lua.LValue, results)
	for i := range values {
		values[i] = L.Get(i + 1)
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
