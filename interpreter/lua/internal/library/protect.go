package library

import (
	lua "github.com/yuin/gopher-lua"

	"github.com/overridekit/overridekit/interpreter/lua/internal/limits"
)

// protect counts the errors that pcall or xpcall catches: their messages and traces are garbage at once, and a script can make them in a loop.
func protect(original lua.LGFunction) lua.LGFunction {
	return func(state *lua.LState) int {
		watch := limits.Of(state)
		limits.Check(state, 0)
		before := watch.Mark()
		results := original(state)
		if results == 2 && state.Get(-2) == lua.LFalse {
			watch.Caught(before)
			limits.Check(state, 0)
		}
		return results
	}
}

// unpack refuses more results than a state has room for before the first one is pushed. gopher-lua fills its registers, and then copies them to make
// room for the message.
func unpack(original lua.LGFunction) lua.LGFunction {
	return func(state *lua.LState) int {
		table := state.CheckTable(1)
		first, last := state.OptInt(2, 1), state.OptInt(3, table.Len())
		if last > first && uint(last)-uint(first) >= maxOperands {
			state.RaiseError("registry overflow")
		}
		return original(state)
	}
}
