package library_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	lua "github.com/yuin/gopher-lua"

	"github.com/overridekit/overridekit/interpreter/lua/internal/library"
	"github.com/overridekit/overridekit/interpreter/lua/internal/limits"
)

// newState returns a watched state with the functions of this package.
func newState(t testing.TB, timeout time.Duration, limit int) *lua.LState {
	state := lua.NewState()
	t.Cleanup(state.Close)
	for name, functions := range map[string]map[string]lua.LGFunction{"_G": library.Base(), "table": library.Table(), "math": library.Math()} {
		table := state.GetGlobal(name).(*lua.LTable)
		for name, f := range functions {
			require.NotNil(t, f, name)
			require.NotEqual(t, lua.LNil, table.RawGetString(name), name)
			table.RawSetString(name, state.NewFunction(f))
		}
	}
	watch := limits.NewWatch(state)
	ctx, cancel := context.WithTimeout(t.Context(), timeout)
	t.Cleanup(cancel)
	watch.Start(ctx, limit)
	return state
}

// Each script sets "result". Errors are compared by their text.
var scripts = []string{
	`result = table.concat({1, "a", 2.5}, "-")`,
	`result = table.concat({1, 2, 3}, ",", 2)`,
	`result = table.concat({1, 2, 3}, ",", 2, 9)`,
	`result = table.concat({1, 2, 3}, ",", 4) .. table.concat({}, ",") .. table.concat({1}, ",", 0, 0)`,
	`result = table.concat({1, {}, 3})`,
	`result = table.concat({1, nil, 3})`,
	`result = table.concat(1)`,
	`result = table.concat({1}, {})`,
	`local t = {}; for i = 1, 3000 do t[i] = "x" end result = table.concat(t, ",")`,
	`local t = {}; for i = 1, 5000 do t[i] = "x" end result = #table.concat(t)`,
	`local t = {1, 2}; table.insert(t, 3); table.insert(t, 1, 0); table.insert(t, 9, 9); table.insert(t, 0, "z"); table.insert(t, -1, "y")
		result = #t .. tostring(t[9]) .. t[0] .. t[-1]`,
	`table.insert({})`,
	`table.insert({}, "x", 1)`,
	`table.insert(nil, 1)`,
	`local t = {3, 1, 2}; table.sort(t); result = table.concat(t, " ")`,
	`local t = {"b", "a", "c"}; table.sort(t, function(a, b) return a > b end); result = table.concat(t, " ")`,
	`local t = {3, "a", 2}; table.sort(t)`,
	`local t = {{}, {}}; table.sort(t)`,
	`local t = {3, nil, 2}; table.sort(t)`,
	`table.sort({1, 2}, 1)`,
	`table.sort({2, 1}, function() error("x") end)`,
	`local t = {}; for i = 1, 200 do t[i] = {i % 7, i} end table.sort(t, function(a, b) return a[1] < b[1] end)
		local s = {}; for i, v in ipairs(t) do s[i] = v[2] end result = table.concat(s, " ")`,
	`local t = {}; for i = 1, 200 do t[i] = i * 7919 % 200 end table.sort(t, function(a, b) return true end) result = table.concat(t, " ")`,
	`result = table.concat({pcall(error, "x")} and {select(2, pcall(error, "x"))})`,
	`result = tostring(select(2, pcall(error, nil))) .. tostring(select(2, pcall(error)))`,
	`error({})`,
	`error("x", 2)`,
	`assert(false)`,
	`assert(nil, "message")`,
	`assert(false, {})`,
	`result = assert(1, 2)`,
	`result = tostring(tonumber("0x10")) .. tostring(tonumber("1e3")) .. tostring(tonumber("1.5")) .. tostring(tonumber("zz", 36)) .. tostring(tonumber({}))`,
	`result = select("#", 1, 2) .. select(-1, 1, 2)`,
	`result = select("x", 1)`,
	`result = type(require("table"))`,
	`package.loaders[2] = nil; result = require("nothing")`,
	`package.preload.m = function(n) return {n} end; result = require("m")[1] .. tostring(require("m") == require("m"))`,
	`package.preload.m = function(n) end; result = tostring(require("m")) .. tostring(package.loaded.m)`,
	`package.preload.m = function(n) package.loaded.m = 7 end; result = require("m") + require("m")`,
	`package.preload.m = function(n) return require("m") end; require("m")`,
	`package.preload.m = function(n) error("x") end; pcall(require, "m"); require("m")`,
	`package.loaders[2] = function() return 5 end; package.loaders[3] = function(n) return function(m) return n .. m end end; result = require("m")`,
	`require()`,
	`result = math.floor("1.5") + math.max(1, "2", 3) + math.ldexp(1, 3)`,
	`math.floor("x")`,
	`math.max()`,
}

func outcome(state *lua.LState, script string) string {
	if err := state.DoString(script); err != nil {
		text, _, _ := strings.Cut(err.Error(), "\nstack traceback") // sort calls a function of its own
		return "error: " + err.(*lua.ApiError).Object.Type().String() + " " + strings.Split(text, "table: ")[0]
	}
	return state.GetGlobal("result").String()
}

func TestLikeGopherLua(t *testing.T) {
	for _, script := range scripts {
		theirs := lua.NewState()
		want := outcome(theirs, script)
		theirs.Close()
		require.Equal(t, want, outcome(newState(t, time.Minute, 1<<30), script), script)
	}
}

func TestSortLikeGopherLua(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range 200 {
		ours, theirs := newState(t, time.Minute, 1<<30), lua.NewState()
		var list []string
		for range random.IntN(100) {
			list = append(list, fmt.Sprint(random.IntN(50)))
		}
		less := []string{"", ", function(a, b) return a > b end", ", function(a, b) return a % 5 < b % 5 end", ", function(a, b) return a <= b end"}[random.IntN(4)]
		script := "local t = {" + strings.Join(list, ", ") + "}; table.sort(t" + less + ") result = table.concat(t, ' ')"
		require.Equal(t, outcome(theirs, script), outcome(ours, script), script)
		theirs.Close()
	}
}

const long = `local s = "x"; for i = 1, 20 do s = s .. s end `

func TestFunctionsAreBounded(t *testing.T) {
	for _, c := range []struct{ name, script, want string }{
		{"far insert", `table.insert({}, 67108863, 1)`, "memory"},
		{"inserts", `local t = {}; while true do table.insert(t, "x") end`, "memory"},
		{"inserts at a key", `local t = {}; for i = 1, 1e9 do table.insert(t, -i, 1) end`, "memory"},
		{"inserts after the end", `local t = {}; for i = 1, 1e9 do t = {t}; table.insert(t, 1000, 1) end`, "memory"},
		{"concat of one text", long + `local t = {}; for i = 1, 2000 do t[i] = s end table.concat(t)`, "memory"},
		{"concat with a separator", long + `local t = {}; for i = 1, 2000 do t[i] = 1 end table.concat(t, s)`, "memory"},
		{"errors", long + `while true do pcall(error, s) end`, "memory"},
		{"assertions", long + `while true do pcall(assert, false, s) end`, "memory"},
		{"selections", long + `while true do pcall(select, s) end`, "memory"},
		{"modules", long + `while true do pcall(require, s) end`, "memory"},
		{"messages of loaders", long + `for i = 1, 1e4 do package.loaders[i] = tostring end pcall(require, s) for i = 1, 10 do end`, "memory"},
		{"messages of other loaders", long + `for i = 1, 1e4 do package.loaders[i] = function() return s end end pcall(require, "x") for i = 1, 10 do end`, "memory"},
		{"modules", `package.loaders[1] = function() return function() end end; for i = 1, 1e9 do require("m" .. i) end`, "memory"},
		{"numbers", long + `while true do tonumber(s) end`, "memory"},
		{"mathematics", long + `while true do pcall(math.floor, s) end`, "memory"},
		{"long sort", `local s = "x"; for i = 1, 16 do s = s .. s end
			local t = {}; for i = 1, 100 do t[i] = s .. i end while true do table.sort(t) end`, "deadline"},
		{"sort without an end", `table.sort({3, 1, 2}, function() while true do end end)`, "deadline"},
	} {
		t.Run(c.name, func(t *testing.T) {
			timeout, limit := 5*time.Minute, 16<<20
			if c.want == "deadline" {
				timeout, limit = 300*time.Millisecond, math.MaxInt
			}
			state := newState(t, timeout, limit)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			err := state.DoString(c.script)
			runtime.ReadMemStats(&after)
			require.ErrorContains(t, err, c.want)
			require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(25<<20))
		})
	}
}
