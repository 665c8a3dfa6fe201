package strings_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	lua "github.com/yuin/gopher-lua"

	"github.com/overridekit/overridekit/interpreter/lua/internal/limits"
	luastrings "github.com/overridekit/overridekit/interpreter/lua/internal/strings"
)

// newState returns a state with the base library and ours.
func newState(t testing.TB) *lua.LState {
	state := lua.NewState()
	t.Cleanup(state.Close)
	table := state.GetGlobal("string").(*lua.LTable)
	for name, f := range luastrings.Functions() {
		table.RawSetString(name, state.NewFunction(f))
	}
	return state
}

// call returns the results of a function of the string library, or "error" and the message.
func call(state *lua.LState, name string, arguments ...lua.LValue) (results []string) {
	defer state.SetTop(0)
	state.Push(state.GetField(state.GetGlobal("string"), name))
	for _, a := range arguments {
		state.Push(a)
	}
	if err := state.PCall(len(arguments), lua.MultRet, nil); err != nil {
		return []string{"error", err.(*lua.ApiError).Object.String()}
	}
	for i := 1; i <= state.GetTop(); i++ {
		results = append(results, state.Get(i).Type().String()+" "+state.Get(i).String())
	}
	return results
}

// requireLikeGopherLua compares a call with that of gopher-lua. Errors that are panics there have another text.
func requireLikeGopherLua(t testing.TB, ours, theirs *lua.LState, name string, arguments ...lua.LValue) (failed bool) {
	got, want := call(ours, name, arguments...), call(theirs, name, arguments...)
	if want != nil && want[0] == "error" && strings.Contains(want[1], "runtime error") {
		require.Equal(t, "error", got[0], "%s%v", name, arguments)
		return true
	}
	require.Equal(t, want, got, "%s%q", name, arguments)
	return len(got) > 0 && got[0] == "error"
}

func values(list ...any) (out []lua.LValue) {
	for _, v := range list {
		switch v := v.(type) {
		case string:
			out = append(out, lua.LString(v))
		case int:
			out = append(out, lua.LNumber(v))
		case float64:
			out = append(out, lua.LNumber(v))
		case bool:
			out = append(out, lua.LBool(v))
		default:
			out = append(out, lua.LNil)
		}
	}
	return out
}

func TestLikeGopherLua(t *testing.T) {
	ours, theirs := newState(t), lua.NewState()
	t.Cleanup(theirs.Close)
	for _, c := range []struct {
		function  string
		arguments []any
	}{
		{"find", []any{"abc", "b", 10}},
		{"find", []any{"abc", "b", 10, true}},
		{"find", []any{"abc", "", 10, true}},
		{"find", []any{"a.c", ".", 1, true}},
		{"find", []any{"a.c", "z", 1, true}},
		{"find", []any{"a.c", ".", 1, true, 1}},
		{"find", []any{"abc", "(b)()", -2}},
		{"find", []any{12, 2}},
		{"find", []any{"a"}},
		{"find", []any{}},
		{"find", []any{"a", "[", 1}},
		{"find", []any{"a", "a", "x"}},
		{"match", []any{"abc", "b", -10}},
		{"match", []any{"abc", "x"}},
		{"match", []any{"k=v", "(%w)=(%w)"}},
		{"match", []any{"abc", "()", 4}},
		{"match", []any{"abc", "()", 5}},
		{"byte", []any{"abc"}},
		{"byte", []any{"abc", 2}},
		{"byte", []any{"abc", -1}},
		{"byte", []any{"abc", 10}},
		{"byte", []any{strings.Repeat("x", 10000)}},
		{"char", []any{72, 105, 256 + 65}},
		{"char", []any{"x"}},
		{"len", []any{strings.Repeat("x", 2000000)}},
		{"sub", []any{"abc", -100, 2}},
		{"sub", []any{"abc"}},
		{"upper", []any{"äß"}},
		{"lower", []any{"ÄẞİI"}},
		{"reverse", []any{"äx"}},
		{"format", []any{"%d %s %q %x %5.1f %%", 1.9, nil, "a\n", "ab", 2.25, 4}},
		{"format", []any{"%d", "a"}},
		{"format", []any{"%[2]d %[1]d", 1, 2}},
		{"format", []any{"%*d|%z|%", 1, 2, 3}},
		{"format", []any{"%5s|%-5s|%05d", true, nil, false}},
		{"format", []any{"%9999999s", "x"}},
		{"format", []any{"%10000000s", "x"}},
		{"format", []any{"%99999999999999999999d", 1}},
		{"format", []any{"%.999999f", 1e300}},
		{"format", []any{"100%", 1}},
		{"format", []any{"%%%d%%", 1}},
	} {
		requireLikeGopherLua(t, ours, theirs, c.function, values(c.arguments...)...)
	}
}

// Calls with random arguments: most of them make sense.
func TestLikeGopherLuaAtRandom(t *testing.T) {
	ours, theirs := newState(t), lua.NewState()
	t.Cleanup(theirs.Close)
	random := rand.New(rand.NewPCG(3, 4))
	texts := []string{"", "a", "abc", "k=v, k2=v2", "äöü", "12", "-1.5", "0x1f", "%d", "(%w+)", "%s+", "^a", "c$", "[^,]*", "()", "%b()",
		"f(x)", "%5.2f|%s", "%-7q", "%+v %#x", "%[1]s", "\xff\x00"}
	numbers := []float64{0, 1, 2, 3, -1, -2, 1.5, 1e15, 1e300, math.MaxInt64, math.MinInt64, math.Inf(1), math.NaN()}
	value := func() lua.LValue {
		switch random.IntN(8) {
		case 0:
			return lua.LNumber(numbers[random.IntN(len(numbers))])
		case 1:
			return lua.LNumber(random.IntN(6))
		case 2:
			return lua.LBool(random.IntN(2) == 0)
		case 3:
			return lua.LNil
		}
		return lua.LString(texts[random.IntN(len(texts))])
	}
	names := []string{"byte", "char", "find", "format", "len", "lower", "match", "reverse", "sub", "upper"}
	good := map[string]int{}
	for range 60000 {
		name := names[random.IntN(len(names))]
		arguments := make([]lua.LValue, random.IntN(5))
		for i := range arguments {
			arguments[i] = value()
		}
		if name != "char" && len(arguments) > 0 && random.IntN(10) > 0 {
			arguments[0] = lua.LString(texts[random.IntN(len(texts))])
		}
		if !requireLikeGopherLua(t, ours, theirs, name, arguments...) {
			good[name]++
		}
	}
	for _, name := range names {
		require.Greater(t, good[name], 100, name)
	}
}

func TestGmatchLikeGopherLua(t *testing.T) {
	const script = `local out = {}
		for _, c in ipairs({{"k=v, k2=v2", "(%w+)=(%w+)"}, {"one two", "%a+"}, {"abc", ""}, {"abc", "()"}, {"abc", "^a"}, {"", "x*"}}) do
			for a, b in string.gmatch(c[1], c[2]) do out[#out + 1] = tostring(a) .. ":" .. tostring(b) end
			out[#out + 1] = "."
		end
		local f, s = string.gmatch("ab", "a")
		out[#out + 1] = tostring((f(s))) .. tostring((f(s))) .. tostring((pcall(f, s))) .. tostring((pcall(f, s))) .. tostring((pcall(f, 1)))
		out[#out + 1] = tostring(pcall(string.gmatch, "a", "%1"))
		out[#out + 1] = tostring(string.gfind ~= nil)
		result = table.concat(out, " ")`
	ours, theirs := newState(t), lua.NewState()
	t.Cleanup(theirs.Close)
	require.NoError(t, ours.DoString(script))
	require.NoError(t, theirs.DoString(script))
	require.Equal(t, theirs.GetGlobal("result").String(), ours.GetGlobal("result").String())
	require.Contains(t, ours.GetGlobal("result").String(), "k:v k2:v2 . one:nil two:nil .")
}

func TestUpstreamsErrors(t *testing.T) {
	state := newState(t)
	long := lua.LString(strings.Repeat("x", 1_000_001))
	for _, name := range []string{"find", "match", "gmatch", "byte", "lower", "upper", "reverse", "sub", "format"} {
		require.Equal(t, []string{"error",
			" string length 1000001 exceeds the maximum allowed input string length 1000000 in Karmada lua string lib, please check your lua script."},
			call(state, name, long, lua.LNumber(1)), name)
		require.NotContains(t, call(state, name, long[1:], lua.LNumber(1), lua.LNumber(1)), "error", name)
	}
	for _, name := range []string{"rep", "gsub", "dump"} {
		require.Equal(t, []string{"error", " The Lua function string." + name + " is not supported by Karmada. If you believe this function is essential for " +
			"your use case, please submit an issue to let us know why you need it."}, call(state, name, long), name)
	}
}

// Each of these would take gopher-lua long, or more memory than the state may use.
func TestCallsAreBounded(t *testing.T) {
	for _, c := range []struct{ name, script, want string }{
		{"backtracking", `local p = ("a?a?a?a?a?a?"):lower(); p = p .. p .. p .. p .. p; string.find(a30, p .. a30)`, "the pattern is too complex"},
		{"quadratic search", `string.find(s, "a-b")`, "the pattern is too complex"},
		{"search with captures", `string.match(s, "(a-)(a-)(a-)b")`, "the pattern is too complex"},
		{"many matches", `local t = {}; for i = 1, 1000 do local f, s = string.gmatch(s, "()"); t[i] = s end`, "memory"},
		{"padding", `string.format("%9999999d%9999999d%9999999d", 1, 2, 3)`, "the result of string.format may have"},
		{"padding of one argument", `string.format(("%[1]9999999d%[1]9999999d%[1]9999999d"), 1)`, "the result of string.format may have"},
		{"precision", `string.format("%.9999999d%.9999999d%.9999999d", 1, 2, 3)`, "the result of string.format may have"},
		{"repeated argument", `local f = "%[1]s"; for i = 1, 6 do f = f .. f end string.format(f, s)`, "the result of string.format may have"},
		{"formats", `local t = {}; for i = 1, 1e9 do t[i] = string.format("%999999d", i) end`, "memory"},
		{"copies", `local t = {}; for i = 1, 1e9 do t[i] = s:reverse() end`, "memory"},
		{"capitals", `local t = {}; for i = 1, 1e9 do t[i] = s:upper() end`, "memory"},
		{"parts", `local t = {}; for i = 1, 1e9 do t[i] = s:sub(2) end`, "memory"},
		{"time", `while true do pcall(string.find, s, "a-b") end`, "deadline"},
	} {
		timeout := 5 * time.Minute
		if c.name == "time" {
			timeout = 200 * time.Millisecond
		}
		t.Run(c.name, func(t *testing.T) {
			state := newState(t)
			watch := limits.NewWatch(state)
			state.SetGlobal("s", lua.LString(strings.Repeat("a", 1<<19)))
			state.SetGlobal("a30", lua.LString(strings.Repeat("a", 30)))
			ctx, cancel := context.WithTimeout(t.Context(), timeout)
			defer cancel()
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			watch.Start(ctx, 100<<20)
			err := state.DoString(c.script)
			runtime.ReadMemStats(&after)
			require.ErrorContains(t, err, c.want)
			require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(150<<20))
		})
	}
}

func TestFunctionsAreThoseOfGopherLua(t *testing.T) {
	state := lua.NewState()
	defer state.Close()
	var want, got []string
	state.GetGlobal("string").(*lua.LTable).ForEach(func(name, _ lua.LValue) {
		if name.String() != "__index" {
			want = append(want, name.String())
		}
	})
	for name := range luastrings.Functions() {
		got = append(got, name)
	}
	slices.Sort(got)
	slices.Sort(want)
	require.Equal(t, want, got)
}

// FuzzFormat compares with gopher-lua, and checks the estimate of the size.
func FuzzFormat(f *testing.F) {
	f.Add("%5s|%-5q|%05d %x", "abc", 1.5, true)
	f.Add("%[2]*[1]d %!%.3f%+v%#U% x", "\xff\n", -1e300, false)
	ours, theirs := newState(f), lua.NewState()
	f.Cleanup(theirs.Close)
	f.Fuzz(func(t *testing.T, layout, s string, n float64, b bool) {
		got := call(ours, "format", lua.LString(layout), lua.LString(s), lua.LNumber(n), lua.LBool(b), lua.LNil)
		if len(got) == 2 && strings.Contains(got[1], "expected at most") {
			t.Skip()
		}
		require.Equal(t, call(theirs, "format", lua.LString(layout), lua.LString(s), lua.LNumber(n), lua.LBool(b), lua.LNil), got)
	})
}

func BenchmarkFind(b *testing.B) {
	ours, theirs := newState(b), lua.NewState()
	defer theirs.Close()
	s := lua.LString(fmt.Sprintf("%060d=value", 0))
	for name, state := range map[string]*lua.LState{"ours": ours, "gopher-lua": theirs} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				call(state, "find", s, lua.LString("(%w+)=(%w+)"))
			}
		})
	}
}
