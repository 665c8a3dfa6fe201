package sandbox

import (
	lua "github.com/yuin/gopher-lua"

	"github.com/overridekit/overridekit/interpreter/lua/internal/library"
)

// forbidden returns the names of the functions that raise an error.
func forbidden() []string {
	return []string{
		"collectgarbage", "dofile", "getfenv", "getmetatable", "load", "loadfile", "loadstring", "rawequal", "rawget", "rawset",
		"setfenv", "setmetatable", "module", "newproxy",
	}
}

// base returns the global functions: those of gopher-lua, without output, and errors in the place of forbidden ones.
func (s *State) base() members {
	others := library.Base()
	others["print"] = show
	others["_printregs"] = func(*lua.LState) int { return 0 }
	for _, name := range forbidden() {
		others[name] = func(L *lua.LState) int {
			L.RaiseError("call function %s is not supported in karmada customized resourceinterpreter.", name)
			return 0
		}
	}
	return opened(s.L, lua.OpenBase, s.filling).with(membersOf(s.L, others))
}

// filling returns a function that first fills the table which is its first argument.
func (s *State) filling(f lua.LGFunction) lua.LGFunction {
	return func(L *lua.LState) int {
		if t, ok := L.Get(1).(*lua.LTable); ok {
			s.fill(L, t)
		}
		return f(L)
	}
}

// show is print without output.
func show(L *lua.LState) int {
	for i := 1; i <= L.GetTop(); i++ {
		L.ToStringMeta(L.Get(i))
	}
	return 0
}
