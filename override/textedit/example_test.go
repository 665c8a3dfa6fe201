package textedit_test

import (
	"errors"
	"fmt"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/textedit"
)

// An edit of YAML writes only the lines that it must change. It preserves comments, the order of keys, quotes, and scalars
// such as on and 0777.
func ExamplePatch_YAML() {
	text := []byte(`# Deploys what is on main.
on:
  push: {branches: [main]} # and nothing else
mode: 0777

tags:
- "1.10"
`)
	patch, err := textedit.NewPatch(
		textedit.Operation{Op: jsontree.Replace, Path: jsontree.Pointer{"on", "push", "branches", "0"}, Value: []byte(`"release"`)},
		textedit.Operation{Op: jsontree.Add, Path: jsontree.Pointer{"tags", "-"}, Value: []byte(`"1.20"`)},
		textedit.Operation{Op: jsontree.Add, Path: jsontree.Pointer{"env"}, Value: []byte(`{"LEVEL": "debug", "ON": "yes"}`)},
	)
	if err != nil {
		panic(err)
	}
	edited, err := patch.YAML(text, 0)
	fmt.Print(string(edited), err)
	// Output:
	// # Deploys what is on main.
	// on:
	//   push: {branches: [release]} # and nothing else
	// mode: 0777
	//
	// tags:
	// - "1.10"
	// - "1.20"
	// env:
	//   LEVEL: debug
	//   "ON": "yes"
	// <nil>
}

// An edit of JSON preserves white space, digits and escapes, and writes new values in the same style.
func ExamplePatch_JSON() {
	text := []byte(`{
  "ratio": 1.50,
  "tags": ["a"]
}
`)
	patch, err := textedit.NewPatch(
		textedit.Operation{Op: jsontree.Add, Path: jsontree.Pointer{"tags", "-"}, Value: []byte(`"b"`)},
		textedit.Operation{Op: jsontree.Add, Path: jsontree.Pointer{"limits"}, Value: []byte(`{"cpu": 2}`)},
	)
	if err != nil {
		panic(err)
	}
	edited, err := patch.JSON(text)
	fmt.Print(string(edited), err)
	// Output:
	// {
	//   "ratio": 1.50,
	//   "tags": ["a", "b"],
	//   "limits": {
	//     "cpu": 2
	//   }
	// }
	// <nil>
}

// The error of an operation has its index and path.
func ExampleError() {
	text := []byte("base:\n  image: app:1\n")
	patch, err := textedit.NewPatch(textedit.Operation{Op: jsontree.Replace, Path: jsontree.Pointer{"base", "tag"}, Value: []byte(`"2"`)})
	if err != nil {
		panic(err)
	}
	_, err = patch.YAML(text, 0)
	var failed *textedit.Error
	fmt.Println(errors.As(err, &failed), failed.Index, failed.Path)
	fmt.Println(err)
	// Output:
	// true 0 /base/tag
	// replace /base/tag: /base (line 2) has no key "tag"
}

// An edit shows in one place only, even if an alias repeats it: the alias is written out and keeps the old value.
func ExamplePatch_YAML_anchors() {
	text := []byte("base: &base # shared\n  image: app:1\n  port: 80\nweb: *base\nworker: {<<: *base, port: 81}\n")
	patch, err := textedit.NewPatch(
		textedit.Operation{Op: jsontree.Replace, Path: jsontree.Pointer{"base", "port"}, Value: []byte("8080")},
		textedit.Operation{Op: jsontree.Replace, Path: jsontree.Pointer{"worker", "image"}, Value: []byte(`"app:2"`)},
	)
	if err != nil {
		panic(err)
	}
	edited, err := patch.YAML(text, 0)
	fmt.Print(string(edited), err)
	// Output:
	// base: &base # shared
	//   image: app:1
	//   port: 8080
	// web: # shared
	//   image: app:1
	//   port: 80
	// worker: {<<: *base, port: 81, image: "app:2"}
	// <nil>
}
