package limits_test

import (
	"context"
	"math"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	lua "github.com/yuin/gopher-lua"

	"github.com/overridekit/overridekit/interpreter/lua/internal/limits"
)

const megabyte = 1 << 20

// run runs a script in a new state with all of gopher-lua's libraries, and returns the watch and the error.
func run(t testing.TB, script string, timeout time.Duration, limit int) (*limits.Watch, *lua.LState, error) {
	state := lua.NewState()
	t.Cleanup(state.Close)
	watch := limits.NewWatch(state)
	ctx, cancel := context.WithTimeout(t.Context(), timeout)
	defer cancel()
	watch.Start(ctx, limit)
	proto, err := limits.Compile(script, "<string>")
	require.NoError(t, err)
	state.Push(state.NewFunctionFromProto(proto))
	return watch, state, state.PCall(0, lua.MultRet, nil)
}

// allocated returns the bytes that a function allocates.
func allocated(f func()) int {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return int(after.TotalAlloc - before.TotalAlloc)
}

var greedy = []struct{ name, reason, script string }{
	{"appending a byte", "all are garbage but the last", `local s = ""; while true do s = s .. "x" end`},
	{"list", "", `local t = {}; for i = 1, 1e9 do t[i] = i end`},
	{"list of fractions", "numbers are boxed", `local t = {}; for i = 1, 1e9 do t[i] = i + 0.5 end`},
	{"fields", "", `local t = {}; for i = 1, 1e9 do t["k" .. i] = i end`},
	{"globals", "", `for i = 1, 1e9 do _G["k" .. i] = i end`},
	{"keys of other types", "", `local t = {}; for i = 1, 1e9 do t[-i] = i end`},
	{"a key of another type after many fields", "its map has room for as many", `local t = {}; for i = 1, 5e3 do t["k" .. i] = 1 end
		for i = 1, 1e9 do local u = {}; for k in pairs(t) do u[k] = 1 end u[true] = 1 end`},
	{"keys that are removed", "gopher-lua never forgets a key", `local t = {}; for i = 1, 1e9 do t["k" .. i] = 1; t["k" .. i] = nil end`},
	{"empty tables", "", `local t = {}; for i = 1, 1e9 do t[i] = {} end`},
	{"tables with a field", "", `local t = {}; for i = 1, 1e9 do t[i] = {x = 1} end`},
	{"tables with a field that is set later", "", `local t = {}; for i = 1, 1e9 do t[i] = {}; t[i].x = 1 end`},
	{"tables with an element that is set later", "", `local t = {}; for i = 1, 1e9 do t[i] = {}; t[i][1] = 1 end`},
	{"nested tables", "", `local t = {}; while true do t = {t} end`},
	{"constructors", "", `local t = {}; for i = 1, 1e9 do t[i] = {i, i, i, i, i, x = 1, y = 2, z = 3} end`},
	{"constructors of arguments", "", `local function f(...) return {...} end
		local t = {}; for i = 1, 1e9 do t[i] = f(unpack({1, 2, 3, 4, 5, 6, 7, 8, 9, 10})) end`},
	{"functions", "", `local t = {}; for i = 1, 1e9 do t[i] = function() return i, t end end`},
	{"functions with many upvalues", "", `local t = {}; for i = 1, 1e9 do
		local a, b, c, d, e, f, g, h, j, k = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
		t[i] = function() return a, b, c, d, e, f, g, h, j, k end end`},
	{"numbers of a loop", "they are boxed", `for i = 1, 1e9 do end`},
	{"long lists", "", `local l = {}; for i = 1, 1000 do l[i] = i end while true do local t = {unpack(l)} end`},
	{"table of arguments", "", `local function f(...) return arg end; local t = {}; for i = 1, 1e9 do t[i] = f(i) end`},
	{"tables of arguments of a metamethod", "no instruction calls it", `string.__index = function(...) return arg end
		local s, t = "x", {}; for i = 1, 1e9 do t[i] = s.y end`},
	{"tables of arguments of a callback", "", `local t = {}; local function f(...) t[#t + 1] = arg end while true do pcall(f, 1) end`},
	{"indexes", "they are boxed", `local l, t = {}, {}; for i = 1, 300 do l[i] = true end while true do for i in ipairs(l) do t[i] = i end end`},
	{"errors with a long key", "the message is copied", `local s = "x"; for i = 1, 19 do s = s .. s end while true do pcall(function() local x = nil; x = x[s] end) end`},
	{"errors with a long key to set", "", `local s = "x"; for i = 1, 19 do s = s .. s end while true do pcall(function() local x = nil; x[s] = 1 end) end`},
	{"arithmetic on long strings", "the parser's errors copy them", `local s = "x"; for i = 1, 19 do s = s .. s end while true do pcall(function() local x = s + 1 end) end`},
	{"negation of long strings", "", `local s = "x"; for i = 1, 19 do s = s .. s end while true do pcall(function() local x = -s end) end`},
	{"tail calls", "an error has a line for each of them", `local function f() return f() end f()`},
}

// Each script would allocate without end. It ends with its time, or when it has executed too many instructions.
func TestGreedyScriptsEnd(t *testing.T) {
	for _, c := range greedy {
		t.Run(c.name, func(t *testing.T) {
			watch, _, err := run(t, c.script, 100*time.Millisecond, 16*megabyte)
			require.Error(t, err, c.reason)
			require.Error(t, watch.Err(), "pcall does not hide it")
			require.LessOrEqual(t, watch.Spent(), 16*megabyte)
		})
	}
}

// No single instruction allocates much more than a script may have.
func TestInstructionIsLimited(t *testing.T) {
	for _, c := range []struct{ name, reason, script string }{
		{"far index", "one instruction would fill the list up to it", `local t = {}; t[67108863] = 1`},
		{"far index in a constructor", "", `local t = {[67108863] = 1}`},
		{"far index among targets", "", `local a, t, i = 1, {}, 67108862; a, t[i + 1] = 1, 1`},
		{"far index in a function", "", `local f = function(t, ...) t[...] = 1 end f({}, 67108863, 2)`},
		{"far index of nil", "", `local t = {}; t[67108863] = nil`},
		{"far index in a caught function", "", `pcall(function() local t = {}; t[67108863] = 1 end) for i = 1, 10 do end`},
		{"far index by a metamethod", "strings have a metatable that scripts reach", `local t = {}; string.__newindex = t; local s = "x"; s[67108863] = 1`},
		{"doubling", "", `local s = "x"; for i = 1, 40 do s = s .. s end`},
		{"long concatenation", "", `local s = "x"; for i = 1, 12 do s = s .. s .. s .. s .. s .. s .. s .. s end`},
	} {
		t.Run(c.name, func(t *testing.T) {
			const limit = 8 * megabyte
			var err error
			total := allocated(func() { _, _, err = run(t, c.script, 5*time.Minute, limit) })
			require.ErrorContains(t, err, "the script ran too long or needs too much memory: more than 8 MiB in ", c.reason)
			require.Less(t, total, 4*limit)
		})
	}
}

func TestMemoryThatSuffices(t *testing.T) {
	watch, state, err := run(t, `
		local t = {}
		for i = 1, 1000 do t[i] = {name = "n" .. i, ready = i % 2 == 0} end
		local s = ""
		for i, v in ipairs(t) do if v.ready then s = s .. v.name end end
		result = #s`, time.Minute, 16*megabyte)
	require.NoError(t, err)
	require.Equal(t, lua.LNumber(1948), state.GetGlobal("result"))
	require.Positive(t, watch.Spent())
	require.Equal(t, 16*megabyte-watch.Spent(), watch.Left())
}

// Each script ends only if its time does.
func TestTimeIsLimited(t *testing.T) {
	for name, script := range map[string]string{
		"loop":        `while true do end`,
		"caught loop": `while true do pcall(function() while true do end end) end`,
		"callback":    `table.sort({1, 2, 3}, function() while true do end end)`,
		"metamethod":  `string.__index = function() while true do end end; local x = ("x").y`,
	} {
		t.Run(name, func(t *testing.T) {
			watch, _, err := run(t, script, 50*time.Millisecond, math.MaxInt)
			require.ErrorContains(t, err, "context deadline exceeded")
			require.ErrorIs(t, watch.Err(), context.DeadlineExceeded)
		})
	}
}

func TestCharge(t *testing.T) {
	state := lua.NewState()
	defer state.Close()
	require.Nil(t, limits.Of(state))
	require.NoError(t, limits.Of(state).Charge(math.MaxInt), "a nil watch limits nothing")
	watch := limits.NewWatch(state)

	ctx, cancel := context.WithCancel(t.Context())
	watch.Start(ctx, 100)
	require.EqualError(t, watch.Charge(101), "the script ran too long or needs too much memory: more than 100 bytes in library functions, conversions and instructions")
	watch.Start(ctx, 100)
	require.Same(t, watch, limits.Of(state))
	require.NoError(t, watch.Charge(60))
	require.Equal(t, 40, watch.Left())
	require.Error(t, watch.Charge(41))
	require.Error(t, watch.Charge(0), "an error stays")
	require.ErrorContains(t, state.DoString(`x = 1`), "100 bytes")

	watch.Start(ctx, 100)
	require.NoError(t, watch.Charge(100))
	cancel()
	require.ErrorIs(t, watch.Charge(0), context.Canceled)
	watch.Stop()
	require.NoError(t, state.DoString(`x = 1`), "it limits nothing after Stop")
}

// A key is what it is without the guard, whatever it is.
func TestKeys(t *testing.T) {
	_, state, err := run(t, `
		local t, i, f = {[1] = "a", [2] = "b", x = "c"}, 3, function() return 4, 5 end
		t[i], t[f()] = "d", "e"
		t["(index)"], t[-1], t[0.5], t[1e9], t[67108864] = "f", "g", "h", "i", "j"
		local function g(...) t[...] = "k" end
		g(5, 6)
		result = table.concat(t) .. t.x .. t["(index)"] .. t[-1] .. t[0.5] .. t[1e9] .. t[67108864] .. tostring(_G["(index)"])
		failed = select(2, pcall(function() t[nil] = 1 end))`, time.Minute, 16*megabyte)
	require.NoError(t, err)
	require.Equal(t, "abdekcfghijnil", state.GetGlobal("result").String())
	require.Contains(t, state.GetGlobal("failed").String(), "index is nil")
}

func BenchmarkInstructions(b *testing.B) {
	const script = `local t, s = {}, 0
		local function f(x) return x + 1 end
		for i = 1, 100000 do t.a = i; s = f(s) + i; if s > 10 then t[i % 10 + 1] = s end end`
	for _, watched := range []bool{false, true} {
		name := "context"
		if watched {
			name = "watch"
		}
		b.Run(name, func(b *testing.B) {
			state := lua.NewState()
			defer state.Close()
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			if watched {
				watch := limits.NewWatch(state)
				watch.Start(ctx, math.MaxInt)
			} else {
				state.SetContext(ctx)
			}
			f, err := state.LoadString(script)
			require.NoError(b, err)
			for b.Loop() {
				state.Push(f)
				require.NoError(b, state.PCall(0, 0, nil))
			}
		})
	}
}
