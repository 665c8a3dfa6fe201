package lua_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/lua"
)

// Each script needs much more memory than it may, and the error comes before it is allocated. Only the traces of errors from deep calls are not counted:
// they are garbage at once.
func TestMemory(t *testing.T) {
	const limit = 8 << 20
	for _, test := range []struct{ name, reason, script string }{
		{"far index of globals", "a metamethod sets it", `function ReflectStatus(o) _G[30000000] = 1 return {} end`},
		{"far index of a library", "a metamethod sets it", `function ReflectStatus(o) math[30000000] = 1 return {} end`},
		{"far index of an argument", "a metamethod sets it", `function ReflectStatus(o) o.spec[30000000] = 1 return {} end`},
		{"globals", "a metamethod sets them", `function ReflectStatus(o) for i = 1, 1e6 do _G[-i] = true end return {} end`},
		{"a string that is not UTF-8", "each reference to it becomes a copy", `function ReflectStatus(o) local s, t = "\255", {}
			for i = 1, 16 do s = s .. s end for i = 1, 200 do t[i] = s end return t end`},
		{"a key that is not UTF-8", "each reference to it becomes a copy", `function ReflectStatus(o) local s, t = "\255", {}
			for i = 1, 16 do s = s .. s end for i = 1, 200 do t[i] = {[s] = 1} end return t end`},
		{"times", "each is a table", `function ReflectStatus(o) local t = {} for i = 1, 1e5 do t[i] = os.date("*t", 0) end return {} end`},
		{"formatted times", "a result is longer than the format", `function ReflectStatus(o) local f, t = "%c", {}
			for i = 1, 11 do f = f .. f end for i = 1, 1e4 do t[i] = os.date(f, 0) end return {} end`},
		{"dependencies", "they are kept in Go until a script looks at them", `local kube = require("kube") function ReflectStatus(o)
			local v, t = {}, {} for i = 1, 100 do v[i] = {name = "n", configMap = {name = "c" .. i}} end
			for i = 1, 1e4 do t[i] = kube.getPodDependencies({spec = {volumes = v}}, "x") end return {} end`},
		{"characters", "each argument is a byte", `function ReflectStatus(o) local c, t = {}, {} for i = 1, 4000 do c[i] = 65 end
			for i = 1, 1e4 do t[i] = string.char(unpack(c)) end return {} end`},
		{"caught errors", "each has a message and a trace", `function ReflectStatus(o) while true do pcall(error) end end`},
		{"caught errors of libraries", "each has a message and a trace", `function ReflectStatus(o) while true do pcall(math.max) end end`},
		{"caught errors with long traces", "the trace has a line for each frame below the call", `function ReflectStatus(o)
			local function f(n) if n > 0 then f(n - 1) return 1 end while true do pcall(error, {}) end end f(200) end`},
		{"caught errors from the depth", "the trace has a line for each frame in the call", `function ReflectStatus(o)
			local function f(n) if n > 0 then f(n - 1) return 1 end error({}) end while true do pcall(f, 200) end end`},
		{"caught errors from the depth of metamethods", "their frames are in the trace, without a call in the code", `function ReflectStatus(o)
			local n = 0 string.__add = function(a, b) n = n + 1 if n > 150 then error({}) end local x = a + b return x end
			while true do n = 0 pcall(function() local x = "a" + "b" return x end) end end`},
		{"caught errors after tail calls", "the trace has a line for each tail call", `function ReflectStatus(o)
			local function f(n) if n > 0 then return f(n - 1) end while true do pcall(error, {}) end end f(10000) end`},
		{"caught errors of nested calls", "library functions have frames in the trace, too", `function ReflectStatus(o) local c = {} for i = 1, 150 do c[i] = pcall end
			c[151] = error while true do pcall(unpack(c)) end end`},
		{"handled errors", "the handler gets the message", `function ReflectStatus(o) while true do xpcall(unpack, function() end) end end`},
		{"handlers that fail", "a second error has a trace", `function ReflectStatus(o) while true do xpcall(unpack, error) end end`},
		{"too many results", "all registers are copied to make room for the message", `function ReflectStatus(o) while true do pcall(unpack, {}, -1e15, 1e15) end end`},
		{"nearly too many results", "all registers are copied to make room for the message", `function ReflectStatus(o) while true do pcall(unpack, {}, 1, 9000) end end`},
		{"bytes", "each is a number", `function ReflectStatus(o) local s = "xxxxxxxxxxxxxxxx" s = s .. s .. s .. s s = s .. s .. s .. s
			while true do local a = string.byte(s, 1, -1) end end`},
		{"modules", "each is filled again", `function ReflectStatus(o) local t = {} for i = 1, 1e5 do
			package.loaded.kube = nil t[i] = require("kube") local f = t[i].resourceAdd end return {} end`},
	} {
		t.Run(test.name, func(t *testing.T) {
			interpreters, err := lua.New(lua.Options{Memory: limit}, customizationOf("w", interpreter.InterpretStatus, test.script))
			require.NoError(t, err)
			hook, _ := interpreter.NewRegistry(interpreters...).StatusInterpreter(widget)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err = hook.InterpretStatus(context.Background(), thing())
			runtime.ReadMemStats(&after)
			require.Error(t, err)
			if !late(err) {
				require.ErrorContains(t, err, "needs too much memory")
			}
			if !testing.Short() && !strings.Contains(test.reason, "the trace") {
				require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(2*limit), test.reason)
			}
		})
	}
}

// Neither an error nor a name grows with the number of documents.
func TestManyDocuments(t *testing.T) {
	_, err := lua.Decode(strings.NewReader(strings.Repeat("a: b\n---\n", 10_000)))
	require.ErrorContains(t, err, "document 100: ")
	require.ErrorContains(t, err, "too many errors")
	require.NotContains(t, err.Error(), "document 101: ")

	var many []lua.Customization
	for i := range 1000 {
		many = append(many, customizationOf(fmt.Sprintf("c%03d", i), interpreter.InterpretDependency, "x = 1"))
	}
	interpreters, err := lua.New(options(), many...)
	require.NoError(t, err)
	require.Equal(t, `lua "c000", "c001", "c002", "c003", "c004", "c005", "c006", "c007", "c008", "c009", and 990 more`,
		interpreters[0].(interpreter.Named).InterpreterName())
}

// Package json copies a string for each reference to it, and cannot be interrupted.
func TestLongJSON(t *testing.T) {
	hook, _ := registryOf(t, interpreter.InterpretDependency, `function GetDependencies(o) local s, t = "\1", {}
		for i = 1, 20 do s = s .. s end for i = 1, 10 do t[i] = {kind = s} end return t end`).DependencyInterpreter(widget)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := hook.InterpretDependency(context.Background(), thing())
	runtime.ReadMemStats(&after)
	require.Error(t, err)
	if !late(err) {
		require.ErrorContains(t, err, "bytes of JSON")
	}
	if !testing.Short() {
		require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(32<<20))
	}
}
