package schema_test

import (
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/policy/schema"
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
	// spec.workers should be less than or equal to 5
	// /spec/wrokers is not a field of example.com/v1 Crawler
}
