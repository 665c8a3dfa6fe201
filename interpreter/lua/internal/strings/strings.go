package strings

import (
	lua "github.com/yuin/gopher-lua"

	"github.com/overridekit/overridekit/interpreter/lua/internal/limits"
)

// maxText is the maximum length of a string argument.
const maxText = 1_000_000

// Functions returns the functions of the library by name. They belong to no state and may be used by several at once.
func Functions() map[string]lua.LGFunction {
	original := limits.Opened(lua.OpenString)
	return map[string]lua.LGFunction{
		"byte":    byteAt(original["byte"]),
		"char":    char(original["char"]),
		"dump":    unsupported("dump"),
		"find":    find,
		"format":  format,
		"gfind":   gmatch,
		"gmatch":  gmatch,
		"gsub":    unsupported("gsub"),
		"len":     limits.Bound(original["len"], 0, 0),
		"lower":   plain(original["lower"], 3),
		"match":   match,
		"rep":     unsupported("rep"),
		"reverse": plain(original["reverse"], 3),
		"sub":     plain(original["sub"], 0),
		"upper":   plain(original["upper"], 3),
	}
}

// plain returns a function of gopher-lua that first checks its string.
func plain(f lua.LGFunction, copies int) lua.LGFunction {
	bound := limits.Bound(f, 1, copies)
	return func(state *lua.LState) int {
		text(state, 1)
		return bound(state)
	}
}

// byteSize is a number that byte returns.
const byteSize = 8

// byteAt counts a number for each byte from the first to the last argument, which may count from the end. With only one of them, it is one byte.
func byteAt(f lua.LGFunction) lua.LGFunction {
	return func(state *lua.LState) int {
		length := len(text(state, 1))
		first, last := state.OptInt(2, 1), state.OptInt(3, -1)
		if first < 0 {
			first += length + 1
		}
		if last < 0 {
			last += length + 1
		}
		count := max(min(last, length)-max(first, 1)+1, 0)
		if state.GetTop() == 2 {
			count = 1
		}
		limits.Check(state, resultSize+byteSize*count)
		return f(state)
	}
}

// char counts a byte for each argument, and its copies.
func char(f lua.LGFunction) lua.LGFunction {
	return func(state *lua.LState) int {
		limits.Check(state, resultSize+4*state.GetTop())
		return f(state)
	}
}

func unsupported(name string) lua.LGFunction {
	return func(state *lua.LState) int {
		state.RaiseError("The Lua function string.%s is not supported by Karmada. If you believe this function is essential for your use case, "+
			"please submit an issue to let us know why you need it.", name)
		return 0
	}
}

// text returns an argument that must be a string or a number.
func text(state *lua.LState, i int) string {
	s := state.CheckString(i)
	if len(s) > maxText {
		state.RaiseError("string length %d exceeds the maximum allowed input string length %d in Karmada lua string lib, please check your lua script.",
			len(s), maxText)
	}
	return s
}
