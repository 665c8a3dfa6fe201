package library

import (
	lua "github.com/yuin/gopher-lua"

	"github.com/overridekit/overridekit/interpreter/lua/internal/limits"
)

// caughtSize is what the message of an error and its trace take, without those of deep calls, in bytes and rounded up.
const caughtSize = 4096

// protect notes that pcall or xpcall catches an error, and does not let it catch the end of the time or the memory.
func protect(original lua.LGFunction) lua.LGFunction {
	return func(state *lua.LState) int {
		limits.Check(state, 0)
		results := original(state)
		if results == 2 && state.Get(-2) == lua.LFalse {
			limits.Catch(state)
			limits.Check(state, caughtSize)
		}
		return results
	}
}

// maxResults is how many registers a state has.
const maxResults = 256 * 20

// unpack refuses more results than a state has room for before the first one is pushed. gopher-lua fills its registers, and then copies them to make
// room for the message.
func unpack(original lua.LGFunction) lua.LGFunction {
	return func(state *lua.LState) int {
		table := state.CheckTable(1)
		first, last := state.OptInt(2, 1), state.OptInt(3, table.Len())
		if last > first && uint(last)-uint(first) >= maxResults {
			state.RaiseError("registry overflow")
		}
		return original(state)
	}
}
