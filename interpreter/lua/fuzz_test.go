package lua_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/lua"
)

// grammar makes scripts from bytes: each byte chooses an alternative.
type grammar struct {
	choices []byte
	left    int // statements and expressions
}

func (g *grammar) choose(n int) int {
	if len(g.choices) == 0 {
		return 0
	}
	c := int(g.choices[0])
	g.choices = g.choices[1:]
	return c % n
}

func (g *grammar) name() string { return string("abcdt"[g.choose(5)]) }

func (g *grammar) statement() string {
	if g.left--; g.left < 0 {
		return ""
	}
	switch g.choose(14) {
	case 0:
		return g.name() + " = " + g.expression()
	case 1:
		return "local " + g.name() + " = " + g.expression()
	case 2:
		return "while " + g.expression() + " do " + g.statement() + " end"
	case 3:
		return "for i = 1, " + g.expression() + " do " + g.statement() + " end"
	case 4:
		return "for k, v in pairs(" + g.expression() + ") do " + g.statement() + " end"
	case 5:
		return "if " + g.expression() + " then " + g.statement() + " else " + g.statement() + " end"
	case 6:
		return g.name() + "[" + g.expression() + "] = " + g.expression()
	case 7:
		return "pcall(function() " + g.statement() + " end)"
	case 8:
		return "function " + g.name() + "(...) " + g.statement() + " return " + g.expression() + " end"
	case 9:
		return "table.insert(" + g.name() + ", " + g.expression() + ")"
	case 10:
		return "table.sort(" + g.name() + ", function(x, y) " + g.statement() + " return " + g.expression() + " end)"
	case 11:
		return g.name() + " = " + g.name() + " .. " + g.name()
	case 12:
		return "string." + []string{"__index", "__call", "__concat", "upper"}[g.choose(4)] + " = " + g.expression()
	}
	return g.statement() + " " + g.statement()
}

func (g *grammar) expression() string {
	if g.left--; g.left < 0 {
		return "1"
	}
	switch g.choose(14) {
	case 0:
		return fmt.Sprint(g.choose(256) * g.choose(256) * g.choose(256))
	case 1:
		return `"` + strings.Repeat("a", g.choose(40)) + `"`
	case 2:
		return "{" + g.expression() + ", x = " + g.expression() + "}"
	case 3:
		return g.expression() + " .. " + g.expression()
	case 4:
		return "(" + g.expression() + " + " + g.expression() + ")"
	case 5:
		return g.name() + "(" + g.expression() + ")"
	case 6:
		return "#" + g.name()
	case 7:
		return g.name() + "." + g.name()
	case 8:
		return "string.find(" + g.expression() + `, "` + []string{"a-b", "(a*)*", "a?a?a?", "%b()", "[^a]+$"}[g.choose(5)] + `")`
	case 9:
		return "string.format('%" + fmt.Sprint(g.choose(256)*1000) + "s', " + g.expression() + ")"
	case 10:
		return "unpack({" + g.expression() + "}, 1, " + g.expression() + ")"
	case 11:
		return "function() " + g.statement() + " end"
	case 12:
		return []string{"o", "o.spec", "nil", "true", "o.metadata", "_G", "..."}[g.choose(7)]
	}
	return "table.concat(" + g.name() + ", " + g.expression() + ")"
}

// FuzzScripts runs scripts of a grammar. Whatever they do, a call ends soon after its deadline, allocates little more than its memory, and
// leaves no state.
func FuzzScripts(f *testing.F) {
	for _, seed := range []string{"", "while", "\x02\x0c\x03\x02", "\x03\x00\xff\xff\xff\x0b", "\x06\x00\xff\xff\xff\x01\x01", "\x0a\x02\x0c\x03", "table sort index"} {
		f.Add([]byte(seed))
	}
	const memory = 16 << 20
	check, err := lua.New(options(), customizationOf("check", interpreter.InterpretHealth,
		`function InterpretHealth(o) return a == nil and t == nil and string.__call == nil and ("x"):upper() == "X" and o.left == nil end`))
	require.NoError(f, err)
	hook, _ := interpreter.NewRegistry(check...).HealthInterpreter(widget)
	f.Fuzz(func(t *testing.T, choices []byte) {
		g := &grammar{choices, 60}
		script := "a, b, c, d, t = {}, 'x', 3, {1, 2}, {}\nfunction ReflectStatus(o, ...)\n" + g.statement() + "\n" + g.statement() + "\nreturn {r = " + g.expression() + "} end"
		interpreters, err := lua.New(lua.Options{Memory: memory, Now: noon}, customizationOf("w", interpreter.InterpretStatus, script))
		if err != nil {
			return
		}
		status, _ := interpreter.NewRegistry(interpreters...).StatusInterpreter(widget)
		ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
		defer cancel()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		began := time.Now()
		_, err = status.InterpretStatus(ctx, thing())
		took := time.Since(began)
		runtime.ReadMemStats(&after)
		require.Less(t, took, time.Minute, script) // 1200 times its time: no machine is that slow
		require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(20*memory), script)
		if err != nil {
			require.Less(t, len(err.Error()), 2000, script)
		}
		clean, err := hook.InterpretHealth(context.Background(), thing())
		if !late(err) {
			require.NoError(t, err)
			require.True(t, clean, script)
		}
	})
}
