package sandbox

import (
	"fmt"

	lua "github.com/yuin/gopher-lua"
)

// modules makes the table "package" of the present run, in which require finds the loaded libraries and those to be loaded. It does not find the table
// itself: gopher-lua replaces the table of what is loaded after it has registered the library.
func (s *State) modules() *lua.LTable {
	loaded := none.CreateTable(0, 8)
	t := none.CreateTable(0, 4)
	for _, e := range []struct {
		name string
		t    *lua.LTable
	}{{"_G", s.globals}, {"math", s.maths}, {"os", s.os}, {"string", s.text}, {"table", s.tables}} {
		loaded.RawSetString(e.name, e.t)
	}
	preload := none.CreateTable(0, 1)
	preload.RawSetString("kube", s.openKube)
	loaders := none.CreateTable(1, 0)
	loaders.Append(s.L.NewFunction(func(L *lua.LState) int { return find(L, preload) }))

	registry := none.CreateTable(0, 2)
	registry.RawSetString("_LOADED", loaded) // require of gopher-lua reads both
	registry.RawSetString("_LOADERS", loaders)
	s.L.G.Registry = registry

	t.RawSetString("loaded", loaded)
	t.RawSetString("loaders", loaders)
	t.RawSetString("loadlib", s.loadlib)
	t.RawSetString("preload", preload)
	return t
}

// none makes tables. Making one reads nothing of a state.
var none *lua.LState

// find is the only loader of modules: it returns the function in package.preload.
func find(L *lua.LState, preload *lua.LTable) int {
	name := L.CheckString(1)
	f := preload.RawGetString(name)
	if f == lua.LNil {
		f = lua.LString(fmt.Sprintf("no field package.preload['%s']", name))
	}
	L.Push(f)
	return 1
}

func loadlib(L *lua.LState) int {
	L.RaiseError("loadlib is not supported")
	return 0
}
