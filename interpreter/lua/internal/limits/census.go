package limits

import (
	"errors"
	"fmt"

	"github.com/yuin/gopher-lua/ast"
)

// A census walks a tree as the compiler would, and adds up how long the compiler would look through its lists. A unit of work is one comparison, some
// nanoseconds.
type census struct {
	work      int
	depth     int // of nodes
	blocks    int // that are open, in all functions
	visible   int // local variables, in all functions
	functions int // so far
	function  *counted
	err       error
}

// counted is what is known of the current function.
type counted struct {
	outer     *counted
	depth     int // of functions
	constants map[string]bool
	gotos     int
}

// inspect returns an error if a tree is too deep, or would take the compiler too long.
func inspect(chunk []ast.Stmt) error {
	c := census{function: &counted{constants: map[string]bool{}}}
	c.block(chunk)
	return c.err
}

// add counts work, and returns false if it is too much.
func (c *census) add(work int) bool {
	if c.work += work; c.work > maxWork && c.err == nil {
		c.err = errors.New("the script would take too long to compile")
	}
	return c.err == nil
}

// enter begins a node. It returns false if it is too deep. Each enter that returned true is followed by a leave.
func (c *census) enter(line int) bool {
	if c.depth >= maxDepth && c.err == nil {
		c.err = fmt.Errorf("line %d: statements and expressions are within each other more than %d deep", line, maxDepth)
	}
	if !c.add(1) {
		return false
	}
	c.depth++
	return true
}

func (c *census) leave() { c.depth-- }

// constant is searched for in the constants of its function.
func (c *census) constant(value string) {
	c.add(len(c.function.constants))
	c.function.constants[value] = true
}

// name is searched for in the local variables of all functions around it, and becomes an upvalue of each of them or a constant.
func (c *census) name(value string) {
	c.add(c.visible*(c.function.depth+2) + c.blocks)
	c.constant(value)
}

// block visits statements, whose local variables end with it.
func (c *census) block(statements []ast.Stmt) {
	visible := c.visible
	c.blocks++
	c.add(c.blocks)
	labels := 0
	for _, s := range statements {
		if _, ok := s.(*ast.LabelStmt); ok {
			labels++ // the compiler looks through the labels that follow each other, from each of them
			c.add(labels + 4*c.function.gotos)
		}
		if !c.statement(s) {
			break
		}
	}
	c.blocks--
	c.visible = visible
}

func (c *census) expressions(list []ast.Expr) {
	for _, e := range list {
		if !c.expression(e) {
			return
		}
	}
}

// body visits a function.
func (c *census) body(f *ast.FunctionExpr) {
	if c.functions++; c.functions > maxFunctions && c.err == nil {
		c.err = fmt.Errorf("line %d: more than %d functions", f.Line(), maxFunctions)
	}
	if c.err != nil {
		return
	}
	visible := c.visible
	c.function = &counted{outer: c.function, depth: c.function.depth + 1, constants: map[string]bool{}}
	c.visible += len(f.ParList.Names)
	c.block(f.Stmts)
	c.function = c.function.outer
	c.visible = visible
}
