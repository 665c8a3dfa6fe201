package limits

import (
	"errors"
	"fmt"
	"strings"

	lua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/parse"

	"github.com/overridekit/overridekit/override/words"
)

// The bounds of a script.
const (
	maxSource    = 128 << 10 // bytes
	maxDepth     = 1000      // statements and expressions within each other
	maxFunctions = 1000      // gopher-lua allocates some 20 kB for each before it looks at it
	maxWork      = 50e6      // see census
	maxQuote     = 64        // characters of the script in an error of the parser
)

// Compile parses and compiles a script. The name is for messages, and is "<string>" upstream. These are errors:
//
//  1. A script of more than 128 KiB. The parser needs up to a kilobyte for each byte.
//  2. What gopher-lua cannot parse, with its message. A token in it is cut after 64 characters.
//  3. Statements and expressions within each other more than 1,000 deep. The compiler works by recursion, and Go's stack is not to overflow. The
//     operands of an operator are within it, so this is also the limit of a+a+a…, and each elseif is within the one before it.
//  4. More than 1,000 functions.
//  5. What would take gopher-lua's compiler long, for example very many different constants in one function: it looks through lists for each.
//  6. What gopher-lua cannot compile, with its message.
//
// The result may be run by several states at once. It is smaller than gopher-lua's.
func Compile(source, name string) (proto *lua.FunctionProto, err error) {
	if len(source) > maxSource {
		return nil, fmt.Errorf("the script has %d bytes, expected at most %d", len(source), maxSource)
	}
	chunk, err := parse.Parse(strings.NewReader(source), name)
	if err != nil {
		var e *parse.Error
		if errors.As(err, &e) {
			e.Token = words.Clip(e.Token, maxQuote)
		}
		return nil, err
	}
	if err := inspect(chunk); err != nil {
		return nil, err
	}
	defer func() {
		if r := recover(); r != nil { // gopher-lua panics where it did not expect a tree
			proto, err = nil, fmt.Errorf("the script cannot be compiled: %v", r)
		}
	}()
	proto, err = lua.Compile(chunk, name)
	if err != nil {
		return nil, err
	}
	proto.IsVarArg &^= lua.VarArgNeedsArg // a chunk cannot see the table of its arguments
	linkGuard(proto)
	shrink(proto)
	return proto, nil
}

// shrink replaces slices that the compiler made for many more elements.
func shrink(p *lua.FunctionProto) {
	p.Code = append([]uint32(nil), p.Code...)
	p.DbgSourcePositions = append([]int(nil), p.DbgSourcePositions...)
	p.Constants = append([]lua.LValue(nil), p.Constants...)
	p.DbgCalls = append([]lua.DbgCall(nil), p.DbgCalls...)
	p.FunctionPrototypes = append([]*lua.FunctionProto(nil), p.FunctionPrototypes...)
	for _, inner := range p.FunctionPrototypes {
		shrink(inner)
	}
}
