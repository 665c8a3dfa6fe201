package limits_test

import (
	"context"
	"fmt"
	"time"

	lua "github.com/yuin/gopher-lua"

	"github.com/overridekit/overridekit/interpreter/lua/internal/limits"
)

func ExampleWatch() {
	state := lua.NewState()
	defer state.Close()
	watch := limits.NewWatch(state)
	script, err := limits.Compile(`
		pcall(function()
			local t = {}
			t[67108863] = 1
		end)
		print("pcall does not help")`, "<string>")
	if err != nil {
		panic(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()

	watch.Start(ctx, 1<<20)
	state.Push(state.NewFunctionFromProto(script))
	err = state.PCall(0, 0, nil)
	fmt.Println(err != nil, watch.Err())
	watch.Stop()
	// Output: true the script ran too long or needs too much memory: more than 1 MiB in library functions, conversions and instructions
}

func ExampleCompile() {
	_, err := limits.Compile("function InterpretHealth(object) return", "<string>")
	fmt.Print(err)
	// Output: <string> at EOF:   syntax error
}
