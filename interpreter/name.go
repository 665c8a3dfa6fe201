package interpreter

import (
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"
)

// Named is an optional interface of an [Interpreter] for [Registry.Name].
type Named interface {
	InterpreterName() string // such as: webhook "config/w.example.com"
}

// Name returns the name of the interpreter that answers for an operation on objects of a kind: its own if it is [Named], otherwise that of
// its Go package, such as native. It is empty if there is none.
func (r *Registry) Name(kind schema.GroupVersionKind, op Operation) string {
	if r == nil {
		return ""
	}
	for _, i := range r.registered {
		if !Supports(i.Interpreter, op) || !i.understands(kind) {
			continue
		}
		if named, ok := i.Interpreter.(Named); ok {
			return named.InterpreterName()
		}
		name, _, _ := strings.Cut(strings.TrimLeft(fmt.Sprintf("%T", i.Interpreter), "*"), ".")
		return name
	}
	return ""
}
