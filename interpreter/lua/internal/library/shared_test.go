package library_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	lua "github.com/yuin/gopher-lua"

	"github.com/overridekit/overridekit/interpreter/lua/internal/library"
	"github.com/overridekit/overridekit/interpreter/lua/internal/limits"
	luastrings "github.com/overridekit/overridekit/interpreter/lua/internal/strings"
)

// States share compiled scripts and the functions of libraries, and nothing else. The count is the same for each.
func TestStatesShareScriptsAndFunctions(t *testing.T) {
	proto, err := limits.Compile(`local t = {}
		for k, v in string.gmatch("a=1, b=2", "(%w)=(%w)") do table.insert(t, string.format("%s%d", k, tonumber(v))) end
		table.sort(t, function(a, b) return a > b end)
		result = table.concat(t, " ") .. #t`, "<string>")
	require.NoError(t, err)
	texts, tables, base := luastrings.Functions(), library.Table(), library.Base()
	spent := make([]int, 16)
	var group sync.WaitGroup
	for i := range spent {
		group.Go(func() {
			state := lua.NewState()
			defer state.Close()
			for name, functions := range map[string]map[string]lua.LGFunction{"_G": base, "table": tables, "string": texts} {
				state.SetFuncs(state.GetGlobal(name).(*lua.LTable), functions)
			}
			watch := limits.NewWatch(state)
			for range 20 {
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				watch.Start(ctx, 1<<20)
				state.Push(state.NewFunctionFromProto(proto))
				err := state.PCall(0, 0, nil)
				spent[i] = watch.Spent()
				watch.Stop()
				cancel()
				if got := state.GetGlobal("result").String(); err != nil || got != "b2 a12" {
					t.Errorf("got %q, %v", got, err)
					return
				}
			}
		})
	}
	group.Wait()
	for _, n := range spent {
		require.Equal(t, spent[0], n)
	}
}
