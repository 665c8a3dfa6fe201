package lua

import (
	"fmt"
	"strings"

	lua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/parse"
)

// chunkName is the name of every script in its messages, as in Karmada's.
const chunkName = "<string>"

// compile returns the code of a script. The error is that of the compiler, at most maxMessage bytes long.
func compile(text string) (code *lua.FunctionProto, err error) {
	defer func() {
		if v := recover(); v != nil { // the compiler panics instead of returning some errors
			code, err = nil, fmt.Errorf("%.*s", maxMessage, fmt.Sprint(v))
		}
	}()
	chunk, err := parse.Parse(strings.NewReader(text), chunkName)
	if err != nil {
		return nil, shortened(err)
	}
	code, err = lua.Compile(chunk, chunkName)
	if err != nil {
		return nil, shortened(err)
	}
	return code, nil
}
