package limits

import "github.com/yuin/gopher-lua/ast"

// statement visits a statement and what is in it. It returns false after an error.
func (c *census) statement(s ast.Stmt) bool {
	if !c.enter(s.Line()) {
		return false
	}
	defer c.leave()
	switch s := s.(type) {
	case *ast.AssignStmt:
		for _, e := range s.Lhs {
			if at, ok := e.(*ast.AttrGetExpr); ok {
				at.Key = guarded(at.Key)
			}
		}
		c.expressions(s.Lhs)
		c.expressions(s.Rhs)
	case *ast.LocalAssignStmt:
		c.expressions(s.Exprs)
		c.visible += len(s.Names)
	case *ast.FuncCallStmt:
		c.expression(s.Expr)
	case *ast.FuncDefStmt:
		c.expression(s.Name.Func)
		c.expression(s.Name.Receiver)
		c.constant(s.Name.Method)
		c.body(s.Func)
	case *ast.ReturnStmt:
		c.expressions(s.Exprs)
	case *ast.GotoStmt: // it is passed on from each block to the one around it
		c.function.gotos++
		c.add(8 * c.blocks)
	default:
		c.compound(s)
	}
	return c.err == nil
}

// compound visits a statement that has blocks.
func (c *census) compound(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.DoBlockStmt:
		c.block(s.Stmts)
	case *ast.WhileStmt:
		c.expression(s.Condition)
		c.block(s.Stmts)
	case *ast.RepeatStmt:
		c.block(s.Stmts)
		c.expression(s.Condition)
	case *ast.IfStmt:
		c.expression(s.Condition)
		c.block(s.Then)
		c.block(s.Else)
	case *ast.NumberForStmt:
		c.expression(s.Init)
		c.expression(s.Limit)
		c.expression(s.Step)
		c.loop(1, s.Stmts)
	case *ast.GenericForStmt:
		c.expressions(s.Exprs)
		c.loop(len(s.Names), s.Stmts)
	}
}

// loop visits a block with variables. The compiler adds three without a name.
func (c *census) loop(names int, statements []ast.Stmt) {
	c.visible += names + 3
	c.block(statements)
	c.visible -= names + 3
}

// expression visits an expression and what is in it, or nothing if it is nil. It returns false after an error.
func (c *census) expression(e ast.Expr) bool {
	if e == nil {
		return c.err == nil
	}
	if !c.enter(e.Line()) {
		return false
	}
	defer c.leave()
	switch e := e.(type) {
	case *ast.NumberExpr:
		c.constant("#" + e.Value)
	case *ast.StringExpr:
		c.constant(e.Value)
	case *ast.IdentExpr:
		c.name(e.Value)
	case *ast.AttrGetExpr:
		c.expression(e.Object)
		c.expression(e.Key)
	case *ast.TableExpr:
		for _, f := range e.Fields {
			f.Key = guarded(f.Key)
			if !c.expression(f.Key) || !c.expression(f.Value) {
				break
			}
		}
	case *ast.FuncCallExpr:
		c.expression(e.Func)
		c.expression(e.Receiver)
		c.constant(e.Method)
		c.expressions(e.Args)
	case *ast.FunctionExpr:
		c.body(e)
	default:
		c.operation(e)
	}
	return c.err == nil
}

// operation visits an operator. The compiler looks through a chain of operators again from each of them.
func (c *census) operation(e ast.Expr) {
	switch e := e.(type) {
	case *ast.LogicalOpExpr:
		c.operands(e.Lhs, e.Rhs)
	case *ast.RelationalOpExpr:
		c.operands(e.Lhs, e.Rhs)
	case *ast.StringConcatOpExpr:
		c.operands(e.Lhs, e.Rhs)
	case *ast.ArithmeticOpExpr:
		c.operands(e.Lhs, e.Rhs)
	case *ast.UnaryMinusOpExpr:
		c.operands(e.Expr)
	case *ast.UnaryNotOpExpr:
		c.operands(e.Expr)
	case *ast.UnaryLenOpExpr:
		c.operands(e.Expr)
	}
}

func (c *census) operands(list ...ast.Expr) {
	c.add(c.depth)
	c.expressions(list)
}
