package sandbox

import (
	lua "github.com/yuin/gopher-lua"

	"github.com/overridekit/overridekit/interpreter/lua/internal/limits"
)

// globalTable is what the metamethods of the global table do. The table is empty at first: a library function is returned when a script names
// it. As soon as a script changes one, or asks for all names, the table gets all of them and no longer has metamethods.
func (s *State) globalTable() *lua.LTable {
	meta := s.L.NewTable()
	meta.RawSetString("__index", s.L.NewFunction(func(L *lua.LState) int {
		v := lua.LNil
		if name, ok := L.Get(2).(lua.LString); ok {
			v, _ = s.global(string(name))
		}
		L.Push(v)
		return 1
	}))
	meta.RawSetString("__newindex", s.L.NewFunction(func(L *lua.LState) int {
		t := L.CheckTable(1)
		if name, ok := L.Get(2).(lua.LString); ok {
			if _, known := s.global(string(name)); known {
				s.fill(L, t)
			}
		}
		limits.RawSet(L, t, L.Get(2), L.Get(3))
		return 0
	}))
	return meta
}

// global returns the value of a global name that no script has changed.
func (s *State) global(name string) (lua.LValue, bool) {
	switch name {
	case "_G":
		return s.globals, true
	case "_VERSION":
		return lua.LString(lua.LuaVersion), true
	case "_GOPHER_LUA_VERSION":
		return lua.LString(lua.PackageName + " " + lua.PackageVersion), true
	case "math":
		return s.maths, true
	case "os":
		return s.os, true
	case "package":
		return s.loading(), true
	case "require":
		s.loading()
	case "string":
		return s.text, true
	case "table":
		return s.tables, true
	}
	return s.functions.find(name)
}

// loading returns the table package of the run.
func (s *State) loading() *lua.LTable {
	if s.pkg == nil {
		s.pkg = s.modules()
	}
	return s.pkg
}

// fill fills a table that a function is about to read.
func (s *State) fill(L *lua.LState, t *lua.LTable) {
	if t.Metatable != s.globalMeta {
		s.view.Fill(L, t)
		return
	}
	t.Metatable = lua.LNil
	for _, name := range []string{"_G", "_GOPHER_LUA_VERSION", "_VERSION", "math", "os", "package", "string", "table"} {
		v, _ := s.global(name)
		t.RawSetString(name, v)
	}
	s.functions.FillTable(t)
}
