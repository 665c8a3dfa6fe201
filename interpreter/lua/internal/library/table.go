package library

import (
	lua "github.com/yuin/gopher-lua"

	"github.com/overridekit/overridekit/interpreter/lua/internal/limits"
)

// Table returns concat, insert and sort.
func Table() map[string]lua.LGFunction {
	original := limits.Opened(lua.OpenTable)
	return map[string]lua.LGFunction{
		"concat": concat(original["concat"]),
		"insert": insert(original["insert"]),
		"sort":   sortList(original["sort"]),
	}
}

// maxOperands is more than the stack of a state has room for.
const maxOperands = 10000

// elementSize is what an operand of concat needs besides its bytes.
const elementSize = 64

// concat counts the strings that gopher-lua is about to join.
func concat(original lua.LGFunction) lua.LGFunction {
	return func(state *lua.LState) int {
		table := state.CheckTable(1)
		separator := len(state.OptString(2, ""))
		first, last := max(state.OptInt(3, 1), 1), table.Len()
		last = min(state.OptInt(4, last), last)
		bytes := elementSize
		for i := first; i <= last && i-first < maxOperands; i++ {
			bytes += elementSize + separator
			if text, ok := table.RawGetInt(i).(lua.LString); ok {
				bytes += len(text)
			}
		}
		limits.Check(state, bytes)
		return original(state)
	}
}

// insert counts the growth of the table. An index far after its end fills it with nils.
func insert(original lua.LGFunction) lua.LGFunction {
	return func(state *lua.LState) int {
		table := state.CheckTable(1)
		index := table.Len() + 1
		if state.GetTop() > 2 {
			index = state.CheckInt(2)
		}
		limits.Check(state, limits.Insert(table, index))
		return original(state)
	}
}

// sortList looks at the time between the comparisons of the operator <.
func sortList(original lua.LGFunction) lua.LGFunction {
	return func(state *lua.LState) int {
		if state.GetTop() == 1 {
			state.Push(state.NewFunction(less()))
		}
		return original(state)
	}
}

// less returns the operator < as a function.
func less() lua.LGFunction {
	const often = 16384
	work := 0 // bytes that were compared since the time was looked at
	return func(state *lua.LState) int {
		a, b := state.Get(1), state.Get(2)
		work += 16
		if text, ok := a.(lua.LString); ok {
			work += len(text)
		}
		if work >= often {
			work = 0
			limits.Check(state, 0)
		}
		state.Push(lua.LBool(state.LessThan(a, b)))
		return 1
	}
}
