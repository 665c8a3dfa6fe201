package schema_test

import (
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/schema"
	"github.com/overridekit/overridekit/selector"
)

func Example() {
	definition, object := &unstructured.Unstructured{}, &unstructured.Unstructured{}
	_ = yaml.Unmarshal([]byte(`
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: crawlers.example.com}
spec:
  group: example.com
  names: {kind: Crawler}
  versions:
  - name: v1
    schema:
      openAPIV3Schema:
        properties:
          spec: {properties: {workers: {type: integer, maximum: 5}}}
`), &definition.Object)
	_ = yaml.Unmarshal([]byte(`
apiVersion: example.com/v1
kind: Crawler
metadata: {name: news}
spec: {workers: 9, wrokers: 3}
`), &object.Object)

	schemas, errs := schema.New(definition)
	fmt.Println(errs)
	for _, m := range schemas.Misfits(object) {
		fmt.Println(m)
	}

	// Output:
	// []
	// /spec/workers should be less than or equal to 5
	// /spec/wrokers is not a field of example.com/v1 Crawler
}

// A change is checked against what was wrong before.
func ExampleAdded() {
	definition := &unstructured.Unstructured{}
	_ = yaml.Unmarshal([]byte(`
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: crawlers.example.com}
spec:
  group: example.com
  names: {kind: Crawler}
  versions: [{name: v1, schema: {openAPIV3Schema: {properties: {urls: {items: {type: string}}}}}}]
`), &definition.Object)
	crawler := func(urls ...any) *unstructured.Unstructured {
		return &unstructured.Unstructured{Object: map[string]any{"apiVersion": "example.com/v1", "kind": "Crawler", "urls": urls}}
	}
	schemas, _ := schema.New(definition)
	before := schemas.Misfits(crawler(int64(1)))
	after := schemas.Misfits(crawler("a", int64(1), true)) // an element was inserted before the 1
	fmt.Println(len(before), len(after), schema.Added(before, after))

	// Output:
	// 1 2 [/urls/2 is the boolean true, expected a string]
}

func ExampleSchemas_Hiding() {
	definition := &unstructured.Unstructured{}
	_ = yaml.Unmarshal([]byte(`
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: logins.example.com}
spec:
  group: example.com
  names: {kind: Login}
  versions: [{name: v1, schema: {openAPIV3Schema: {properties: {token: {format: uuid}}}}}]
`), &definition.Object)
	login := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "example.com/v1", "kind": "Login", "token": "hunter2"}}
	schemas, _ := schema.New(definition)
	fmt.Println(schemas.Misfits(login))
	tokens := func(selector.Object) []jsontree.Pointer { return []jsontree.Pointer{{"token"}} }
	fmt.Println(schemas.Hiding(tokens).Misfits(login))

	// Output:
	// [/token must be of type uuid: "hunter2"]
	// [/token must be of type uuid]
}
