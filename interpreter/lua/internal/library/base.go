package library

import (
	lua "github.com/yuin/gopher-lua"

	"github.com/overridekit/overridekit/interpreter/lua/internal/limits"
)

// Base returns error, assert, tonumber, select and require, whose messages and conversions copy their arguments, pcall and xpcall, which catch errors,
// and unpack. As in gopher-lua, require looks into the registry of the state.
func Base() map[string]lua.LGFunction {
	original := limits.Opened(lua.OpenBase)
	return map[string]lua.LGFunction{
		"assert":   limits.Bound(original["assert"], 2, 4),
		"error":    limits.Bound(original["error"], 1, 4),
		"pcall":    protect(original["pcall"]),
		"require":  require,
		"select":   limits.Bound(original["select"], 1, 6),
		"tonumber": limits.Bound(original["tonumber"], 1, 4),
		"unpack":   unpack(original["unpack"]),
		"xpcall":   protect(original["xpcall"]),
	}
}

// Math returns the functions of the library math, except random and randomseed, which need a source. Arguments may be strings, which are parsed.
func Math() map[string]lua.LGFunction {
	functions := limits.Opened(lua.OpenMath)
	delete(functions, "random")
	delete(functions, "randomseed")
	for name, f := range functions {
		functions[name] = limits.Bound(f, 1<<20, 4)
	}
	return functions
}
