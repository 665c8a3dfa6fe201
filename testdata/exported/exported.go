// Package exported helps to test all exported functions and methods of a package. A test fails if it does not call a new one.
package exported

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// Walk calls every function of calls and checks that none panics. The keys must be exactly the exported functions and methods of the
// package in the working directory, such as "New" and "Set.With".
func Walk(t *testing.T, calls map[string]func(t *testing.T)) {
	t.Helper()
	names := functions(t)
	for _, name := range names {
		if calls[name] == nil {
			t.Errorf("%s is exported, but not called here", name)
		}
	}
	for name, call := range calls {
		if !slices.Contains(names, name) {
			t.Errorf("%s is called here, but not exported", name)
		}
		t.Run(name, func(t *testing.T) {
			defer func() {
				if r := recover(); r != nil {
					t.Errorf("%s panics: %v", name, r)
				}
			}()
			call(t)
		})
	}
}

// Methods adds to calls the missing methods of some types, each given by a pointer to its zero value. The methods are called with zero
// arguments on the zero value.
func Methods(t *testing.T, calls map[string]func(t *testing.T), zeros ...any) {
	t.Helper()
	names := functions(t)
	for _, zero := range zeros {
		pointer := reflect.TypeOf(zero)
		for i := range pointer.NumMethod() {
			method := pointer.Method(i)
			name := pointer.Elem().Name() + "." + method.Name
			if calls[name] != nil || !slices.Contains(names, name) {
				continue
			}
			calls[name] = func(*testing.T) {
				in := []reflect.Value{reflect.New(pointer.Elem())}
				arguments := method.Type.NumIn()
				if method.Type.IsVariadic() {
					arguments--
				}
				for j := 1; j < arguments; j++ {
					in = append(in, reflect.Zero(method.Type.In(j)))
				}
				method.Func.Call(in)
			}
		}
	}
}

func functions(t *testing.T) []string {
	t.Helper()
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range entries {
		if entry.IsDir() || !strings.HasSuffix(entry.Name(), ".go") || strings.HasSuffix(entry.Name(), "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), entry.Name(), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, exportedOf(file)...)
	}
	slices.Sort(names)
	return names
}

func exportedOf(file *ast.File) []string {
	var names []string
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || !f.Name.IsExported() {
			continue
		}
		name := f.Name.Name
		if f.Recv != nil {
			of := receiver(f.Recv.List[0].Type)
			if !ast.IsExported(of) {
				continue
			}
			name = of + "." + name
		}
		names = append(names, name)
	}
	return names
}

func receiver(e ast.Expr) string {
	if star, ok := e.(*ast.StarExpr); ok {
		e = star.X
	}
	if generic, ok := e.(*ast.IndexExpr); ok {
		e = generic.X
	}
	name, _ := e.(*ast.Ident)
	return name.Name
}
