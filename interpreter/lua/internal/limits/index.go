package limits

import (
	lua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"
)

// guardName is the name of the guard in a tree. No source can have it as the name of a variable.
const guardName = "(index)"

// guarded returns the key of an assignment t[k] = v, or of a constructor {[k] = v}, as a call of the guard with the key. Names need none.
func guarded(key ast.Expr) ast.Expr {
	if _, ok := key.(*ast.StringExpr); ok || key == nil {
		return key
	}
	name := &ast.IdentExpr{Value: guardName}
	call := &ast.FuncCallExpr{Func: name, Args: []ast.Expr{key}}
	for _, e := range []ast.Expr{name, call} {
		e.SetLine(key.Line())
		e.SetLastLine(key.LastLine())
	}
	return call
}

// linkGuard makes each use of the name of the guard in compiled code the guard itself, as a constant.
func linkGuard(p *lua.FunctionProto) {
	const constant, register = 1<<18 - 1, 0xff << 18 // the operands of both instructions
	own := uint32(len(p.Constants))
	used := false
	for i, instruction := range p.Code {
		isGuard := int(instruction>>26) == lua.OP_GETGLOBAL && p.Constants[instruction&constant] == lua.LString(guardName)
		if isGuard && own <= constant {
			p.Code[i] = uint32(lua.OP_LOADK)<<26 | instruction&register | own
			used = true
		}
	}
	if used {
		p.Constants = append(p.Constants, guard)
	}
	for _, inner := range p.FunctionPrototypes {
		linkGuard(inner)
	}
}

// guard returns its argument, a key. It ends the script if the key is an index up to which gopher-lua would have to fill a list that needs more memory
// than the script may have. It belongs to no state.
var guard = &lua.LFunction{IsG: true, GFunction: func(state *lua.LState) int {
	key := state.Get(1)
	number, ok := key.(lua.LNumber)
	if w := Of(state); ok && w != nil && number > lua.LNumber(w.limit/gapSize) && number < lua.LNumber(lua.MaxArrayIndex) {
		Fail(state, w.tooMuch())
	}
	state.Push(key)
	return 1
}}
