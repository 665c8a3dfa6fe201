package lua_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/lua"
)

// leaks are scripts that leave state, and scripts that look for it: in both, leave and look are statements of a function.
func leaks() map[string]struct{ leave, look string } {
	return map[string]struct{ leave, look string }{
		"a global":                     {`left = 1`, `return left`},
		"a global function":            {`function Other() return 1 end`, `return Other`},
		"a global in _G":               {`_G.left = 1`, `return _G.left`},
		"a changed function":           {`tostring = function() return "x" end`, `return tostring(1) ~= "1"`},
		"a removed function":           {`tostring = nil`, `return tostring == nil`},
		"a member of string":           {`string.upper = function() return "x" end`, `return ("a"):upper() ~= "A"`},
		"a new member of string":       {`string.left = 1`, `return string.left or ("a").left`},
		"a removed member":             {`math.floor = nil`, `return math.floor == nil`},
		"a member of table":            {`table.left = 1`, `return table.left`},
		"a member of os":               {`os.getenv = 1`, `return os.getenv`},
		"the metatable of strings":     {`string.__call = function() return 1 end`, `return (pcall(function() return ("x")() end))`},
		"the index of strings":         {`string.__index = function() return 1 end`, `return ("x").left`},
		"the concatenation of strings": {`string.__concat = function() return 1 end`, `return (pcall(function() return "x" .. {} end))`},
		"a loaded module":              {`package.loaded.left = 1`, `return (pcall(require, "left"))`},
		"a replaced module":            {`package.loaded.kube = {left = 1}`, `return require("kube").left`},
		"a preloaded module":           {`package.preload.left = function() return 1 end`, `return (pcall(require, "left"))`},
		"a loader":                     {`package.loaders[2] = function() return function() return 1 end end`, `return (pcall(require, "left"))`},
		"a member of kube":             {`require("kube").left = 1`, `return require("kube").left`},
		"a member of a kept kube":      {`require("kube").resourceAdd = nil`, `return require("kube").resourceAdd == nil`},
		"a restored function":          {`setmetatable = function() return 1 end`, `return (pcall(setmetatable, {}, {}))`},
		"the order of names":           {`string.aaa = 1 string.aaa = nil`, `for k in pairs(string) do if k == "aaa" then return 1 end end return nil`},
		"a random seed":                {`math.randomseed(1)`, `return math.random() ~= 0.25`},
		"an argument":                  {`obj.left = 1`, `return obj.left`},
		"an inner table":               {`obj.spec.left = 1`, `return obj.spec.left`},
		"an upvalue of a loop":         {`fs = {} for i = 1, 3 do fs[i] = function() return i end end`, `return fs`},
		"the length of globals":        {`_G[1] = 1`, `return #_G > 0`},
		"the number of registers":      {`for i = 1, 300 do pcall(unpack, {}, 1, 5115) end`, `return (pcall(unpack, {}, 1, 5115))`},
		"many values":                  {`local function f() return unpack(obj.spec.list) end select("#", f())`, `local a, b, c return a or b or c`},
	}
}

// status is a script whose function reports whether look found anything.
func status(statements string) string {
	return "function look(obj) " + statements + " end\nfunction ReflectStatus(obj) local found = look(obj) return {found = found ~= nil and found ~= false} end"
}

// Nothing of a call is visible to a later one, by any road, whether the first one succeeds or fails.
func TestIsolation(t *testing.T) {
	object := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "example.io/v1", "kind": "Widget", "metadata": map[string]any{"name": "w"},
		"spec": map[string]any{"list": []any{int64(1), int64(2), int64(3)}},
	}}
	ctx := context.Background()
	for name, leak := range leaks() {
		t.Run(name, func(t *testing.T) {
			run := func(leave string) {
				leaving := registryOf(t, interpreter.InterpretHealth, "function InterpretHealth(obj) "+leave+" end")
				hook, _ := leaving.HealthInterpreter(widget)
				for range 3 {
					_, _ = hook.InterpretHealth(ctx, object)
				}
				look, _ := registryOf(t, interpreter.InterpretStatus, status(leak.look)).StatusInterpreter(widget)
				for range 3 {
					got, err := look.InterpretStatus(ctx, object)
					if late(err) {
						continue
					}
					require.NoError(t, err)
					require.Equal(t, map[string]any{"found": false}, got)
				}
			}
			run(leak.leave + " return true")
			run(leak.leave + ` error("x")`)
			run(leak.leave + " while true do local t = {} t[1e7] = 1 end") // the memory is used up
		})
	}
}

// Each look finds what is left in the same call: otherwise TestIsolation would test nothing.
func TestLeaksAreFound(t *testing.T) {
	object := &unstructured.Unstructured{Object: map[string]any{"kind": "Widget", "spec": map[string]any{"list": []any{int64(1)}}}}
	for name, leak := range leaks() {
		if name == "many values" || name == "the order of names" {
			continue // only a register, or an order, could keep these
		}
		script := "function look(obj) " + leak.leave + " " + leak.look + " end\n" +
			"function ReflectStatus(obj) local found = look(obj) return {found = found ~= nil and found ~= false} end"
		hook, _ := registryOf(t, interpreter.InterpretStatus, script).StatusInterpreter(widget)
		got, err := hook.InterpretStatus(context.Background(), object)
		require.NoError(t, err, name)
		require.Equal(t, map[string]any{"found": true}, got, name)
	}
}

// The arguments are not written, and results share nothing with them.
func TestInputsAreNotWritten(t *testing.T) {
	script := `function Retain(d, o) d.spec.list[1] = 5 d.spec.other = o.spec.inner return d end`
	make := func() *unstructured.Unstructured {
		return &unstructured.Unstructured{Object: map[string]any{
			"kind": "Widget", "spec": map[string]any{"list": []any{int64(1), nil}, "inner": map[string]any{"a": []any{"x"}}, "other": 1.0},
		}}
	}
	desired, observed := make(), make()
	hook, _ := registryOf(t, interpreter.Retain, script).Retainer(widget)
	got, err := hook.Retain(context.Background(), desired, observed)
	require.NoError(t, err)
	require.Equal(t, map[string]any{
		"kind": "Widget", "spec": map[string]any{"list": []any{int64(5)}, "inner": map[string]any{"a": []any{"x"}}, "other": map[string]any{"a": []any{"x"}}},
	}, got.Object)
	require.Equal(t, make(), desired)
	require.Equal(t, make(), observed)
	got.Object["spec"].(map[string]any)["other"].(map[string]any)["a"].([]any)[0] = "y"
	got.Object["spec"].(map[string]any)["inner"].(map[string]any)["a"].([]any)[0] = "y"
	require.Equal(t, make(), desired)
	require.Equal(t, make(), observed)
}

// 64 goroutines use the same interpreters, and different ones, at once. Each call must see its own object only.
func TestConcurrentCalls(t *testing.T) {
	interpreters, err := lua.New(options(),
		customizationOf("a", interpreter.InterpretStatus, `count = (count or 0) + 1 function ReflectStatus(o) return {count = count, name = o.metadata.name:upper()} end`),
		customizationOf("b", interpreter.Retain, `function Retain(d, o) string.upper = nil d.spec.kept = o.metadata.name return d end`),
		customizationOf("c", interpreter.InterpretHealth, `function InterpretHealth(o) error(o.metadata.name) end`))
	require.NoError(t, err)
	registry := interpreter.NewRegistry(interpreters...)
	reflect, _ := registry.StatusInterpreter(widget)
	retain, _ := registry.Retainer(widget)
	health, _ := registry.HealthInterpreter(widget)
	var group sync.WaitGroup
	for i := range 64 {
		group.Go(func() {
			name := fmt.Sprintf("w%d", i)
			object := &unstructured.Unstructured{Object: map[string]any{"kind": "Widget", "metadata": map[string]any{"name": name}, "spec": map[string]any{}}}
			for range 20 {
				status, err := reflect.InterpretStatus(context.Background(), object)
				if late(err) {
					continue
				}
				if err != nil || status.(map[string]any)["name"] != fmt.Sprintf("W%d", i) || status.(map[string]any)["count"] != int64(1) {
					t.Errorf("%s: %v, %v", name, status, err)
				}
				kept, err := retain.Retain(context.Background(), object, object)
				if late(err) {
					continue
				}
				if err != nil || kept.Object["spec"].(map[string]any)["kept"] != name {
					t.Errorf("%s: %v, %v", name, kept, err)
				}
				if _, err := health.InterpretHealth(context.Background(), object); err == nil {
					t.Errorf("%s: no error", name)
				}
			}
		})
	}
	group.Wait()
}

// late reports whether a call has not had a processor for a second, which happens on a busy machine.
func late(err error) bool { return errors.Is(err, context.DeadlineExceeded) }

// An error has no addresses, so the same input has the same error.
func TestErrorWithoutAddress(t *testing.T) {
	hook, _ := registryOf(t, interpreter.InterpretStatus, `local kube = require("kube")
		function ReflectStatus(o) return {kube.getResourceQuantity("-100000000000000000000000000000000000001")} end`).StatusInterpreter(widget)
	_, err := hook.InterpretStatus(context.Background(), thing())
	require.ErrorContains(t, err, "negative value: resource.Quantity{")
	require.NotContains(t, err.Error(), "0x")
}
