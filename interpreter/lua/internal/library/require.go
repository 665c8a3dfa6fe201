package library

import (
	"strings"

	lua "github.com/yuin/gopher-lua"

	"github.com/overridekit/overridekit/interpreter/lua/internal/limits"
)

// loading marks a module whose loader has not returned.
var loading = &lua.LUserData{}

// require returns a module: the one in _LOADED of the registry, or else the result of the function that the first successful one of _LOADERS finds.
// The messages of loaders that find nothing are counted, since scripts may add loaders.
func require(state *lua.LState) int {
	name := state.CheckString(1)
	registry := state.Get(lua.RegistryIndex)
	loaded := state.GetField(registry, "_LOADED")
	if v := state.GetField(loaded, name); lua.LVAsBool(v) {
		if v == loading {
			state.RaiseError("loop or previous error loading module: %.100s", name)
		}
		state.Push(v)
		return 1
	}
	function := loader(state, name)
	state.SetField(loaded, name, loading)
	state.Push(function)
	state.Push(lua.LString(name))
	state.Call(1, 1)
	result := state.Get(-1)
	if now := state.GetField(loaded, name); now != loading {
		result = now
	} else {
		if result == lua.LNil {
			result = lua.LTrue
		}
		limits.Check(state, 1024+len(name)) // the new key
		state.SetField(loaded, name, result)
	}
	state.Push(result)
	return 1
}

// loader returns the function that loads a module, or raises an error with the messages of all loaders.
func loader(state *lua.LState, name string) *lua.LFunction {
	loaders, ok := state.GetField(state.Get(lua.RegistryIndex), "_LOADERS").(*lua.LTable)
	if !ok {
		state.RaiseError("package.loaders must be a table")
	}
	var messages []string
	for i := 1; ; i++ {
		next := loaders.RawGetInt(i)
		if next == lua.LNil {
			break
		}
		limits.Check(state, 10*len(name)+elementSize)
		state.Push(next)
		state.Push(lua.LString(name))
		state.Call(1, 1)
		result := state.Get(-1)
		state.Pop(1)
		switch v := result.(type) {
		case *lua.LFunction:
			return v
		case lua.LString:
			limits.Check(state, 5*len(v)+elementSize)
			messages = append(messages, string(v))
		}
	}
	limits.Check(state, 10*len(name))
	state.RaiseError("module %s not found:\n\t%s, ", name, strings.Join(messages, "\n\t"))
	return nil
}
