package library_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	lua "github.com/yuin/gopher-lua"

	"github.com/overridekit/overridekit/interpreter/lua/internal/limits"
	luastrings "github.com/overridekit/overridekit/interpreter/lua/internal/strings"
)

// A writer writes random scripts. Their variables are tables a and b, strings s and u, and numbers n and m.
type writer struct {
	random *rand.Rand
	depth  int
}

func (w *writer) pick(options ...string) string { return options[w.random.IntN(len(options))] }

func (w *writer) number() string {
	return w.pick("n", "m", "#a", "#b", "#s", "1", "2", "7", "0.5", "n + 1", "m * 2", "n % 50", "-n", "n - m", fmt.Sprint(w.random.IntN(2000)), "#u % 9 + 1")
}

func (w *writer) text() string {
	return w.pick("s", "u", "'x'", "'key' .. "+w.number(), "tostring("+w.number()+")", "s:sub(1, 20)", "u:upper()", "string.format('%5d|%s', n, u:sub(1, 9))",
		"(s:sub(1, 50) .. 'x')", "string.rep and type(s)", "(s:match('%w+') or '')", "u:reverse():sub(2)", "table.concat({n, m, 'x'}, ',')")
}

func (w *writer) value() string {
	if w.depth > 3 {
		return w.number()
	}
	w.depth++
	defer func() { w.depth-- }()
	return w.pick(w.number(), w.text(), "true", "nil", "a", "{}", "{"+w.value()+", "+w.value()+"}", "{x = "+w.value()+"}", "{y = "+w.value()+", ['z'] = 1, 2}",
		"{unpack(a, 1, 9)}", "function() return n, s end", "(function(...) return {...} end)("+w.value()+", n)", "(function(...) return arg end)(n)")
}

func (w *writer) statement() string {
	w.depth++
	defer func() { w.depth-- }()
	if w.depth > 4 {
		return "n = n + 1"
	}
	table := w.pick("a", "b")
	return w.pick(
		"s = s .. "+w.text(), "u = "+w.text(), "n = ("+w.number()+") % 1000", "m = "+w.number(),
		table+"["+w.number()+" % 3000 + 1] = "+w.value(), table+"["+w.number()+"] = "+w.value(), table+"["+w.text()+"] = "+w.value(),
		table+".f = "+w.value(), table+"[#"+table+" + 1] = "+w.value(), table+" = {}", table+" = "+"{next = a, "+w.value()+"}", table+"[true] = 1",
		"table.insert("+table+", "+w.value()+" or 1)", "table.insert("+table+", 1, 1)", "table.insert("+table+", n % 5000 + 1, 1)", "table.remove("+table+")",
		"table.sort({n, m, 3, #s})", "for x in s:gmatch('%d+') do u = x end", "_G['g' .. n] = "+w.value(), "if #s > 3000 then s = 'x' end",
		"for i = 1, "+fmt.Sprint(w.random.IntN(60))+" do "+w.block()+" end",
		"for k, v in pairs("+table+") do m = m + 1; if m > 1e4 then break end end",
		"local function f(x, ...) if x > 0 then return f(x - 1, ...) end "+w.block()+" end f(5, n, s)",
		"do local x = "+w.value()+"; b.g = function() x = n; return x end end",
	)
}

func (w *writer) block() string {
	var b strings.Builder
	for range 1 + w.random.IntN(4) {
		b.WriteString(w.statement())
		b.WriteString("\n")
	}
	return b.String()
}

func (w *writer) script() string {
	body := ""
	for range 8 {
		body += w.block()
	}
	return "a, b, s, u, n, m = {}, {}, 'x', 'y', 1, 2\nfor round = 1, 500 do\n" + body + "end"
}

// The watch counts at least three quarters of what a random script allocates, and ends it before it allocates much more than it may.
func requireCounted(t *testing.T, seed uint64) (spent int, err error) {
	script := (&writer{random: rand.New(rand.NewPCG(seed, 7))}).script()
	const limit = 4 << 20
	state := newState(t, 5*time.Minute, limit)
	table := state.GetGlobal("string").(*lua.LTable)
	for name, f := range luastrings.Functions() {
		table.RawSetString(name, state.NewFunction(f))
	}
	proto, err := limits.Compile(script, "<string>")
	require.NoError(t, err, script)
	state.Push(state.NewFunctionFromProto(proto))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	err = state.PCall(0, 0, nil)
	runtime.ReadMemStats(&after)
	spent = limits.Of(state).Spent()
	allocated := int(after.TotalAlloc - before.TotalAlloc)
	require.LessOrEqual(t, spent, limit)
	require.Less(t, allocated, spent*4/3+1<<20, script)
	return spent, err
}

func TestRandomScriptsAreCounted(t *testing.T) {
	var full, finished int
	seeds, enough := uint64(20), 5
	if testing.Short() {
		seeds, enough = 6, 1
	}
	for seed := range seeds {
		spent, err := requireCounted(t, seed)
		switch {
		case err == nil:
			finished++
		case strings.Contains(err.Error(), "memory"):
			full++
			require.Greater(t, spent, 1<<20, "seed %d", seed)
		}
	}
	t.Logf("%d scripts ended, %d needed too much memory", finished, full)
	require.Greater(t, full, enough)
}

func FuzzScriptsAreCounted(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) { _, _ = requireCounted(t, seed) })
}
