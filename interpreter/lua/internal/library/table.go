package library

import (
	"sort"

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
		bytes := limits.Of(state).Insert(table, 1)
		if state.GetTop() > 2 {
			bytes = limits.Of(state).Insert(table, state.CheckInt(2))
		}
		limits.Check(state, bytes)
		return original(state)
	}
}

// sortList sorts a list in place, in the way of gopher-lua: with [sort.Sort], so the order of equal elements is the same. It looks at the time between
// comparisons.
func sortList(original lua.LGFunction) lua.LGFunction {
	return func(state *lua.LState) int {
		watch := limits.Of(state)
		if watch == nil {
			return original(state)
		}
		s := sorter{state: state, table: state.CheckTable(1)}
		if state.GetTop() != 1 {
			s.less = state.CheckFunction(2)
		}
		s.length = watch.ListLen(s.table)
		sort.Sort(&s)
		return 0
	}
}

// A sorter is the list of a table.
type sorter struct {
	state  *lua.LState
	table  *lua.LTable
	less   *lua.LFunction // nil for the operator <
	length int
	work   int // bytes that were compared since the time was looked at
}

func (s *sorter) Len() int { return s.length }

func (s *sorter) Swap(i, j int) {
	a, b := s.table.RawGetInt(i+1), s.table.RawGetInt(j+1)
	s.table.RawSetInt(i+1, b)
	s.table.RawSetInt(j+1, a)
}

func (s *sorter) Less(i, j int) bool {
	a, b := s.table.RawGetInt(i+1), s.table.RawGetInt(j+1)
	if s.less == nil {
		s.count(a)
		return s.state.LessThan(a, b)
	}
	s.state.Push(s.less)
	s.state.Push(a)
	s.state.Push(b)
	s.state.Call(2, 1)
	result := s.state.Get(-1)
	s.state.Pop(1)
	return lua.LVAsBool(result)
}

// count adds a comparison with a value.
func (s *sorter) count(v lua.LValue) {
	const often = 16384
	s.work += 16
	if text, ok := v.(lua.LString); ok {
		s.work += len(text)
	}
	if s.work >= often {
		s.work = 0
		limits.Check(s.state, 0)
	}
}
