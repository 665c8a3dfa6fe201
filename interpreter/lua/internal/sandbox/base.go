package sandbox

import lua "github.com/yuin/gopher-lua"

// forbidden returns the names of the functions that raise an error.
func forbidden() []string {
	return []string{
		"collectgarbage", "dofile", "getfenv", "getmetatable", "load", "loadfile", "loadstring", "rawequal", "rawget", "rawset",
		"setfenv", "setmetatable", "module", "newproxy",
	}
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
