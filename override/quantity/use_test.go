package quantity_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const resourcePackage = `"k8s.io/apimachinery/pkg/api/resource"`

// unbounded lists the code of a file that can read quantities without limits:
//
//  1. resource.ParseQuantity, resource.MustParse and resource.QuantityValue.
//  2. A struct field with a resource.Quantity that has a json tag or is embedded.
//  3. A type that contains resource.Quantity, and a conversion to its pointer.
//  4. A call of an UnmarshalJSON or an UnmarshalCBOR.
//  5. An import of the package under another name, which would hide the others.
func unbounded(fset *token.FileSet, file *ast.File) (found []string) {
	note := func(n ast.Node, what string) {
		at := fset.Position(n.Pos())
		found = append(found, fmt.Sprintf("%s:%d: %s", filepath.ToSlash(at.Filename), at.Line, what))
	}
	imported := false
	for _, i := range file.Imports {
		if i.Path.Value == resourcePackage {
			imported = true
			if i.Name != nil && i.Name.Name != "resource" {
				note(i, "import as "+i.Name.Name)
			}
		}
	}
	if !imported {
		return found
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			for _, name := range []string{"ParseQuantity", "MustParse", "QuantityValue"} {
				if isResource(n, name) {
					note(n, "resource."+name)
				}
			}
		case *ast.Field:
			if n.Tag != nil && strings.Contains(n.Tag.Value, "json:") && mentions(n.Type) {
				note(n, "field of resource.Quantity")
			}
		case *ast.StructType:
			for _, f := range n.Fields.List {
				if len(f.Names) == 0 && mentions(f.Type) {
					note(f, "embedded resource.Quantity")
				}
			}
		case *ast.TypeSpec:
			if _, isStruct := n.Type.(*ast.StructType); !isStruct && mentions(n.Type) {
				note(n, "type of resource.Quantity")
			}
		case *ast.CallExpr:
			if p, isParen := n.Fun.(*ast.ParenExpr); isParen && mentions(p.X) {
				note(n, "conversion to *resource.Quantity")
			}
			if s, isMethod := n.Fun.(*ast.SelectorExpr); isMethod && (s.Sel.Name == "UnmarshalJSON" || s.Sel.Name == "UnmarshalCBOR") {
				note(n, "call of "+s.Sel.Name)
			}
		}
		return true
	})
	return found
}

func isResource(n *ast.SelectorExpr, name string) bool {
	x, ok := n.X.(*ast.Ident)
	return ok && x.Name == "resource" && n.Sel.Name == name
}

// mentions reports whether a type contains resource.Quantity.
func mentions(t ast.Node) (found bool) {
	ast.Inspect(t, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok && isResource(s, "Quantity") {
			found = true
		}
		return !found
	})
	return found
}

// TestNoOtherParser checks that all code of the module, except tests, reads quantities with this package.
func TestNoOtherParser(t *testing.T) {
	t.Parallel()
	const root = "../.."
	fset, files := token.NewFileSet(), 0
	var found []string
	require.NoError(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			_, err := os.Stat(filepath.Join(path, "go.mod"))
			if path != root && (err == nil || d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".")) {
				return fs.SkipDir // another module, or not built
			}
			return nil
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		files++
		found = append(found, unbounded(fset, file)...)
		return nil
	}))
	require.Greater(t, files, 300, "the files of the module are found")
	here := "../../override/quantity/"
	var elsewhere, own []string
	for _, f := range found {
		if file, isHere := strings.CutPrefix(f, here); isHere {
			parts := strings.SplitN(file, ":", 3)
			own = append(own, parts[0]+parts[2])
		} else {
			elsewhere = append(elsewhere, f)
		}
	}
	require.Empty(t, elsewhere, "this code reads quantities without limits")
	require.ElementsMatch(t, []string{
		"parse.go resource.ParseQuantity", // in Parse, after the limits
		"list.go type of resource.Quantity",
		"quantity.go embedded resource.Quantity",
		"list.go call of UnmarshalJSON",     // of Quantity
		"quantity.go call of UnmarshalJSON", // of null
	}, own)
}

// TestUnbounded tests the function that TestNoOtherParser relies on.
func TestUnbounded(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason, body string
		want               []string
	}{
		{"arithmetic", "it does not read", "func f(q resource.Quantity, m map[string]resource.Quantity) int64 { return q.Value() }", nil},
		{"a constructor", "it does not read", "var q = *resource.NewQuantity(1, resource.DecimalSI)", nil},
		{"a field that is not decoded", "it has no tag", "type T struct { Q resource.Quantity }", nil},
		{"parsing", "it accepts any exponent", `func f() { q, _ := resource.ParseQuantity("1") }`, []string{"x.go:3: resource.ParseQuantity"}},
		{"must parse", "it accepts any exponent, and panics", `var q = resource.MustParse("1")`, []string{"x.go:3: resource.MustParse"}},
		{"a function as a value", "it may be called", `var f = resource.ParseQuantity`, []string{"x.go:3: resource.ParseQuantity"}},
		{"a field", "it is decoded", "type T struct { Q resource.Quantity `json:\"q\"` }", []string{"x.go:3: field of resource.Quantity"}},
		{"a map", "its elements are decoded", "type T struct { Q map[string]*resource.Quantity `json:\"q,omitempty\"` }", []string{"x.go:3: field of resource.Quantity"}},
		{"embedded", "its methods decode", "type T struct { *resource.Quantity }", []string{"x.go:3: embedded resource.Quantity"}},
		{"a field in a function", "it is decoded, too", "func f() { var t struct { Q []resource.Quantity `json:\"q\"` } }", []string{"x.go:3: field of resource.Quantity"}},
		{"a type", "it decodes its elements", "type T map[string]resource.Quantity", []string{"x.go:3: type of resource.Quantity"}},
		{"a conversion", "the pointer decodes", "func f(t *T, b []byte) { _ = (*resource.Quantity)(t) }", []string{"x.go:3: conversion to *resource.Quantity"}},
		{"a method", "it accepts any exponent", "func f(q resource.Quantity, b []byte) { q.UnmarshalJSON(b) }", []string{"x.go:3: call of UnmarshalJSON"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			fset := token.NewFileSet()
			file, err := parser.ParseFile(fset, "x.go", "package x\nimport "+resourcePackage+"\n"+c.body, parser.SkipObjectResolution)
			require.NoError(t, err)
			require.Equal(t, c.want, unbounded(fset, file), c.reason)
		})
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "x.go", "package x\nimport r "+resourcePackage+"\n", parser.SkipObjectResolution)
	require.NoError(t, err)
	require.Equal(t, []string{"x.go:2: import as r"}, unbounded(fset, file))
}
