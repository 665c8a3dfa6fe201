package sandbox

import (
	"maps"
	"sync"

	lua "github.com/yuin/gopher-lua"

	"github.com/overridekit/overridekit/interpreter/lua/internal/library"
	"github.com/overridekit/overridekit/interpreter/lua/internal/strings"
)

// libraries has the functions that all states use. They are only read.
type libraries struct {
	base, math, table                                  members // of gopher-lua
	bounded, boundedMath, boundedTable, boundedStrings map[string]lua.LGFunction
}

// shared returns the libraries, which it makes once: that takes longer than most scripts.
var shared = sync.OnceValue(func() libraries {
	return libraries{
		found(lua.OpenBase), found(lua.OpenMath), found(lua.OpenTable),
		library.Base(), library.Math(), library.Table(), strings.Functions(),
	}
})

// base returns the global functions: those of gopher-lua, without output, and errors in the place of forbidden ones.
func (s *State) base() members {
	others := maps.Clone(shared().bounded)
	others["print"] = show
	others["_printregs"] = func(*lua.LState) int { return 0 }
	for _, name := range forbidden() {
		others[name] = func(L *lua.LState) int {
			L.RaiseError("call function %s is not supported in karmada customized resourceinterpreter.", name)
			return 0
		}
	}
	own := shared().base.in(s.L, unchanged).with(membersOf(s.L, others))
	for i, m := range own {
		switch f, _ := m.value.(*lua.LFunction); m.name {
		case "ipairs", "next", "pairs", "unpack":
			own[i].value = changed(s.L, f, s.filling)
		}
	}
	return own
}

func unchanged(f lua.LGFunction) lua.LGFunction { return f }

// math returns the library math.
func (s *State) math() members {
	return shared().math.in(s.L, unchanged).with(membersOf(s.L, shared().boundedMath)).with(membersOf(s.L, s.chance()))
}

// table returns the library table.
func (s *State) table() members {
	others := maps.Clone(shared().boundedTable)
	for name, f := range others {
		others[name] = s.filling(f)
	}
	return shared().table.in(s.L, s.filling).with(membersOf(s.L, others))
}
