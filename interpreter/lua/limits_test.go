package lua_test

import (
	"context"
	"errors"
	"math"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/lua"
)

// thing is a small object.
func thing() *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "example.io/v1", "kind": "Widget", "metadata": map[string]any{"name": "w"}, "spec": map[string]any{"replicas": int64(3)},
	}}
}

// Each script would run forever, or take all memory. pcall does not help it.
func TestLimits(t *testing.T) {
	for _, test := range []struct{ name, script, want string }{
		{"a loop", `while true do end`, "the script ran longer than its time limit: context deadline exceeded"},
		{"a loop that counts", `while true do end`, "line 1: the script ran too long or needs too much memory: more than 64 MiB in "},
		{"a loop that catches", `while true do pcall(function() while true do end end) end`, "the script ran longer than its time limit: context deadline exceeded"},
		{"a loop in a handler", `xpcall(function() error("x") end, function() while true do end end)`, "context deadline exceeded"},
		{"tail calls", `local function f() return f() end f()`, ""},
		{"backtracking", `local s, p = "", "" for i = 1, 29 do s = s .. "a" p = p .. "a?" end s:find(p .. s)`, "too complex"},
		{"a quadratic search", `local s = "a" for i = 1, 19 do s = s .. s end s:find("a-b")`, "too complex"},
		{"a far index", `local t = {} t[67108863] = 1`, "memory"},
		{"a far insert", `table.insert({}, 67108863, 1)`, "memory"},
		{"a doubled string", `local s = "x" while true do s = s .. s end`, "memory"},
		{"a list", `local t = {} while true do t[#t + 1] = {1, 2, 3} end`, "memory"},
		{"keys", `local t = {} for i = 1, 1e9 do t["k" .. i] = i end`, ""},
		{"a wide format", `string.format("%999999999s", "x")`, ""},
		{"a sort", `table.sort({3, 1, 2}, function() while true do end end)`, "the script ran longer than its time limit: context deadline exceeded"},
		{"a deep result", `local d = {x = 1} for i = 1, 1e5 do d = {d} end return d`, "levels"},
		{"recursion", `local function f() return 1 + f() end f()`, "stack overflow"},
		{"one long text often", `local s = "x" for i = 1, 20 do s = s .. s end local t = {} for i = 1, 17 do t[i] = s end return t`, "more than 16777216 bytes of text"},
		{"many values", `local t = {} for i = 1, 6000 do t[i] = i end return {unpack(t)}`, "registry overflow"},
	} {
		t.Run(test.name, func(t *testing.T) {
			options := lua.Options{Memory: 64 << 20}
			if strings.Contains(test.want, "deadline") { // an instruction counts as memory, too
				options.Memory = math.MaxInt
			}
			interpreters, err := lua.New(options, customizationOf("w", interpreter.InterpretStatus, "function ReflectStatus(o) "+test.script+" end"))
			require.NoError(t, err)
			hook, _ := interpreter.NewRegistry(interpreters...).StatusInterpreter(widget)
			ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
			defer cancel()
			if strings.Contains(test.want, "memory") || test.want == "too complex" || test.want == "levels" {
				ctx = context.Background()
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err = hook.InterpretStatus(ctx, thing())
			runtime.ReadMemStats(&after)
			require.Error(t, err)
			if !late(err) { // on a busy machine, the time may be over first
				require.ErrorContains(t, err, test.want)
			}
			require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(600<<20))
			require.Less(t, len(err.Error()), 2000)
			if strings.Contains(test.want, "deadline") {
				require.ErrorIs(t, err, context.DeadlineExceeded)
			}
		})
	}
}

// A source whose numbers are all the same cannot keep a call from ending.
func TestConstantRandom(t *testing.T) {
	interpreters, err := lua.New(lua.Options{Random: func() int64 { return math.MaxInt64 }},
		customizationOf("w", interpreter.InterpretHealth, `function InterpretHealth(o) return math.random(10) < 11 end`))
	require.NoError(t, err)
	hook, _ := interpreter.NewRegistry(interpreters...).HealthInterpreter(widget)
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	_, err = hook.InterpretHealth(ctx, thing())
	require.ErrorIs(t, err, context.DeadlineExceeded)
}

// A context that has ended ends a call before it begins.
func TestEndedContext(t *testing.T) {
	hook, _ := registryOf(t, interpreter.InterpretHealth, `function InterpretHealth(o) return true end`).HealthInterpreter(widget)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := hook.InterpretHealth(ctx, thing())
	require.ErrorIs(t, err, context.Canceled)
	var none context.Context
	_, err = hook.InterpretHealth(none, thing())
	require.NoError(t, err)
}

// Scripts that gopher-lua needs long to compile are refused.
func TestScriptLimits(t *testing.T) {
	for name, script := range map[string]string{
		"size":           "x = 1 " + strings.Repeat(" ", 200_000),
		"functions":      strings.Repeat("function f() ", 3000) + strings.Repeat("end ", 3000),
		"blocks":         strings.Repeat("do ", 20_000) + strings.Repeat("end ", 20_000),
		"concatenations": "x = a" + strings.Repeat("..a", 40_000),
		"minus signs":    "x = " + strings.Repeat("- ", 60_000) + "1",
	} {
		t.Run(name, func(t *testing.T) {
			c := customizationOf("w", interpreter.Retain, script)
			require.Error(t, lua.Validate(c))
			interpreters, err := lua.New(options(), c)
			require.ErrorContains(t, err, "ResourceInterpreterCustomization w: spec.customizations.retention.luaScript: ")
			hook, found := interpreter.NewRegistry(interpreters...).Retainer(widget)
			require.True(t, found, "the hook is missing, another interpreter would answer")
			_, err = hook.Retain(context.Background(), thing(), nil)
			require.Error(t, err)
		})
	}
}

// Values that no JSON decoder returns are errors where they are read or copied, and never panic.
func TestHostileValues(t *testing.T) {
	deep := any(map[string]any{})
	for range 100_000 {
		deep = map[string]any{"a": deep}
	}
	cyclic := map[string]any{}
	cyclic["a"] = cyclic
	identity := registryOf(t, interpreter.Retain, `function Retain(d, o) return d end`)
	catch := registryOf(t, interpreter.Retain, `function Retain(d, o) pcall(function() return d.spec[1] end) return d end`)
	walk := registryOf(t, interpreter.InterpretHealth, `local function walk(v) if type(v) == "table" then for _, e in pairs(v) do walk(e) end end end
		function InterpretHealth(o) walk(o) return true end`)
	for name, v := range map[string]any{
		"an int": 1, "a struct": struct{}{}, "a map of strings": map[string]string{}, "a function": func() {}, "NaN": nan(), "deep": deep, "cyclic": cyclic,
	} {
		object := &unstructured.Unstructured{Object: map[string]any{"kind": "Widget", "spec": []any{v}}}
		retain, _ := identity.Retainer(widget)
		_, err := retain.Retain(context.Background(), object, object)
		require.Error(t, err, name)
		caught, _ := catch.Retainer(widget)
		_, err = caught.Retain(context.Background(), object, object)
		require.Error(t, err, name)
		health, _ := walk.HealthInterpreter(widget)
		_, err = health.InterpretHealth(context.Background(), object)
		require.Error(t, err, name)
		var failed *lua.ScriptError
		require.True(t, errors.As(err, &failed), name)
		require.Equal(t, "widgets", failed.Customization)
	}
}

func nan() float64 {
	zero := 0.0
	return zero / zero
}

// Nothing panics without an object, a customization or options.
func TestNil(t *testing.T) {
	interpreters, err := lua.New(lua.Options{})
	require.NoError(t, err)
	require.Empty(t, interpreters)
	require.NoError(t, lua.Validate(lua.Customization{}))
	_, err = lua.Decode(nil)
	require.Error(t, err)
	require.Equal(t, "no error", (*lua.ScriptError)(nil).Error())
	require.NoError(t, (*lua.ScriptError)(nil).Unwrap())
	require.Empty(t, lua.FunctionOf("x"))
	require.Empty(t, lua.Scripts{}.Script("x"))

	ctx := context.Background()
	for _, object := range []*unstructured.Unstructured{nil, {}} {
		hook, _ := registryOf(t, interpreter.Retain, `function Retain(d, o) d.seen = o return d end`).Retainer(widget)
		_, err = hook.Retain(ctx, object, thing())
		require.ErrorContains(t, err, "the object is nil")
		kept, err := hook.Retain(ctx, thing(), object)
		require.NoError(t, err)
		require.NotContains(t, kept.Object, "seen")
	}
	clock, err := lua.New(lua.Options{}, customizationOf("w", interpreter.InterpretStatus, `function ReflectStatus(o) return {os.time()} end`),
		customizationOf("x", interpreter.InterpretHealth, `function InterpretHealth(o) return math.random() < 2 end`))
	require.NoError(t, err)
	status, _ := interpreter.NewRegistry(clock...).StatusInterpreter(widget)
	_, err = status.InterpretStatus(ctx, thing())
	require.ErrorContains(t, err, "there is no clock")
	health, _ := interpreter.NewRegistry(clock...).HealthInterpreter(widget)
	_, err = health.InterpretHealth(ctx, thing())
	require.ErrorContains(t, err, "there is no source of random numbers")
}
