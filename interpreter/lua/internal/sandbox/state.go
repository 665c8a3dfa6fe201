package sandbox

import (
	"math/rand"
	"time"

	lua "github.com/yuin/gopher-lua"

	"github.com/overridekit/overridekit/interpreter/lua/internal/limits"
	"github.com/overridekit/overridekit/interpreter/lua/internal/value"
)

// Host is what the caller gives to scripts. A script that needs a function that is nil fails.
type Host struct {
	Now    func() time.Time
	Random func() int64 // not negative
	Memory int          // bytes that a run may allocate; 0 allows no allocation
}

// State runs scripts one after the other. It reuses memory, but nothing that a script can see.
type State struct {
	L     *lua.LState
	watch *limits.Watch
	view  *value.View

	functions, textLibrary, mathLibrary, tableLibrary, osLibrary members
	globalMeta                                                   *lua.LTable
	openKube, loadlib                                            *lua.LFunction

	run
}

// run is the present run.
type run struct {
	host    Host
	numbers *rand.Rand // nil until one is needed

	globals, text, maths, tables, os *lua.LTable
	pkg                              *lua.LTable // nil until a script asks for it
}

// The size of a state is that upstream.
const (
	callFrames = 256
	registers  = 256 * 20
)

func newState() *State {
	L := lua.NewState(lua.Options{SkipOpenLibs: true, CallStackSize: callFrames, RegistrySize: registers})
	L.Panic = func(L *lua.LState) { panic(raised{L.Get(-1)}) }
	s := &State{L: L, watch: limits.NewWatch(L), view: value.NewView(L)}
	s.functions = s.base()
	s.textLibrary = membersOf(L, shared().boundedStrings)
	s.mathLibrary = s.math()
	s.tableLibrary = s.table()
	s.osLibrary = membersOf(L, s.clock())
	s.globalMeta = s.globalTable()
	s.openKube = s.kube()
	s.loadlib = L.NewFunction(loadlib)
	return s
}

// begin gives the state an environment that no script has seen.
func (s *State) begin(host Host) {
	s.run = run{host: host, globals: none.CreateTable(0, 8), maths: s.view.Table(s.mathLibrary), tables: s.view.Table(s.tableLibrary), os: s.view.Table(s.osLibrary)}
	s.globals.Metatable = s.globalMeta
	s.text = s.view.Table(s.textLibrary)
	s.text.RawSetString("__index", s.text) // the methods of strings
	s.L.G.Global, s.L.Env = s.globals, s.globals
	s.L.SetMetatable(lua.LString(""), s.text)
}

// end forgets the run.
func (s *State) end() {
	s.watch.Stop()
	s.view.Reset()
	s.run = run{}
	s.L.SetTop(0)
	nothing := none.CreateTable(0, 0)
	s.L.G.Global, s.L.Env, s.L.G.Registry = nothing, nothing, nothing
	s.L.SetMetatable(lua.LString(""), lua.LNil)
}
