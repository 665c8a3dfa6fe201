package interpreter

import (
	"cmp"
	"fmt"
	"reflect"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"
)

// Named is an optional interface of an [Interpreter] for [Registry.Name].
type Named interface {
	InterpreterName() string // such as: webhook "config/w.example.com"
}

// Name returns the name of the interpreter that answers for an operation on objects of a kind: its own if it is [Named], otherwise that of
// its Go package, such as native. Only interpreters of package native of this module have the name native. Any other that would have it, also by its
// own method, has the path of its package instead. The name is empty if there is no interpreter.
func (r *Registry) Name(kind schema.GroupVersionKind, op Operation) string {
	if r == nil {
		return ""
	}
	for _, i := range r.registered {
		if !Supports(i.Interpreter, op) || !i.understands(kind) {
			continue
		}
		name, _, _ := strings.Cut(strings.TrimLeft(fmt.Sprintf("%T", i.Interpreter), "*"), ".")
		if named, ok := i.Interpreter.(Named); ok {
			name = named.InterpreterName()
		}
		if path := pathOf(i.Interpreter); name == "native" && path != pathOf(Registry{})+"/native" {
			return cmp.Or(path, fmt.Sprintf("%T", i.Interpreter)) // a type without a name has no path
		}
		return name
	}
	return ""
}

// pathOf returns the path of the package of a type, or of what it points to.
func pathOf(v any) string {
	t := reflect.TypeOf(v)
	for t.Name() == "" && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.PkgPath()
}
