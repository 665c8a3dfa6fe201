package jsontree_test

import (
	"fmt"

	"github.com/overridekit/overridekit/override/jsontree"
)

// A tree is a view: edits alter the view and not the document. Each edit returns its change.
func Example() {
	document := map[string]any{"spec": map[string]any{"args": []any{"--quiet"}, "replicas": int64(3)}}
	tree := jsontree.New(document)
	edits := []func() (jsontree.Change, bool, error){
		func() (jsontree.Change, bool, error) { return tree.Add(jsontree.Pointer{"spec", "args", "-"}, "--log") },
		func() (jsontree.Change, bool, error) { return tree.Set(jsontree.Pointer{"spec", "replicas"}, int64(5)) },
		func() (jsontree.Change, bool, error) { return tree.Set(jsontree.Pointer{"spec", "replicas"}, 5.0) },
		func() (jsontree.Change, bool, error) { return tree.Remove(jsontree.Pointer{"status"}) },
	}
	for _, edit := range edits {
		change, changed, err := edit()
		fmt.Println(changed, change.Op, change.Pointer, change.Old, change.New, err)
	}
	fmt.Println(tree.Root())
	fmt.Println(document)
	// Output:
	// true add /spec/args/1 <nil> --log <nil>
	// true replace /spec/replicas 3 5 <nil>
	// false   <nil> <nil> <nil>
	// false   <nil> <nil> remove /status: the document has no key "status"
	// map[spec:map[args:[--quiet --log] replicas:5]]
	// map[spec:map[args:[--quiet] replicas:3]]
}

func ExampleParse() {
	p, err := jsontree.Parse("/metadata/annotations/example.com~1owner")
	fmt.Println(len(p), p[2], err)
	fmt.Println(p)
	// Output:
	// 3 example.com/owner <nil>
	// /metadata/annotations/example.com~1owner
}

// Removing an element moves the later elements of the list.
func ExampleChange_Follow() {
	tree := jsontree.New(map[string]any{"list": []any{"a", "b"}})
	b := jsontree.Pointer{"list", "1"}
	change, _, err := tree.Remove(jsontree.Pointer{"list", "0"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(change.Follow(b))
	_, exists := change.Follow(jsontree.Pointer{"list", "0"})
	fmt.Println(exists)
	// Output:
	// /list/0 true
	// false
}

// Clone returns an error for a value that is not JSON.
func ExampleClone() {
	_, err := jsontree.Clone(map[string]any{"spec": map[string]any{"replicas": 3}})
	fmt.Println(err)
	// Output: /spec/replicas is a Go int, expected a JSON value (null, bool, int64, float64, string, list or map of those)
}

// An encoding is made once. Then it writes the JSON of each edited document, without encoding the rest again.
func ExampleEncoding_Append() {
	document := map[string]any{"metadata": map[string]any{"name": "web"}, "spec": map[string]any{"image": "app:v1"}}
	encoding, err := jsontree.Encode(document)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, image := range []string{"app:v2", "app:<none>"} {
		tree := jsontree.New(document)
		if _, _, err := tree.Set(jsontree.Pointer{"spec", "image"}, image); err != nil {
			fmt.Println(err)
			return
		}
		text, err := encoding.Append(nil, tree.Root())
		fmt.Println(string(text), err)
	}
	// Output:
	// {"metadata":{"name":"web"},"spec":{"image":"app:v2"}} <nil>
	// {"metadata":{"name":"web"},"spec":{"image":"app:\u003cnone\u003e"}} <nil>
}
