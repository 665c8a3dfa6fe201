package lua

import (
	lua "github.com/yuin/gopher-lua"

	"github.com/overridekit/overridekit/interpreter/lua/internal/limits"
)

// chunkName is the name of every script in its messages, as in Karmada's.
const chunkName = "<string>"

// compile returns the code of a script. The text of the error has at most 1000 bytes.
func compile(text string) (*lua.FunctionProto, error) {
	code, err := limits.Compile(text, chunkName)
	if err != nil {
		return nil, shortened(err)
	}
	return code, nil
}
