package sandbox

import lua "github.com/yuin/gopher-lua"

// forbidden returns the names of the functions that raise an error.
func forbidden() []string {
	return []string{
		"collectgarbage", "dofile", "getfenv", "getmetatable", "load", "loadfile", "loadstring", "rawequal", "rawget", "rawset",
		"setfenv", "setmetatable", "module", "newproxy",
	}
}

// base returns the global functions: those of gopher-lua, without output, and errors in the place of forbidden ones.
func base(L *lua.LState) library {
	changed := map[string]lua.LGFunction{"print": show, "_printregs": func(*lua.LState) int { return 0 }}
	for _, name := range forbidden() {
		changed[name] = func(L *lua.LState) int {
			L.RaiseError("call function %s is not supported in karmada customized resourceinterpreter.", name)
			return 0
		}
	}
	return opened(L, lua.OpenBase).with(libraryOf(L, changed))
}

// show is print without output.
func show(L *lua.LState) int {
	for i := 1; i <= L.GetTop(); i++ {
		L.ToStringMeta(L.Get(i))
	}
	return 0
}
