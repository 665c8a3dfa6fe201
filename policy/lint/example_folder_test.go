package lint_test

import (
	"fmt"
	"log"
	"strings"

	"github.com/overridekit/overridekit/policy/files"
	"github.com/overridekit/overridekit/policy/lint"
)

// Several files are one input, so that the policies and objects of all files are checked together. The bundle knows the file and the line of a
// finding. A program that reads a folder calls files.Reader.Read instead of Decode and Merge.
func ExampleCheck_folder() {
	var reader files.Reader
	bundle, report := files.Merge(
		reader.Decode(files.File{Name: "policy.yaml"}, strings.NewReader(`apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata: {name: more, namespace: shop}
spec:
  resourceSelectors: [{apiVersion: apps/v1, kind: Deployment, name: wbe}]
  overrideRules:
  - overriders: {labelsOverrider: [{operator: add, value: {env: prod}}]}
`)),
		reader.Decode(files.File{Name: "web.yaml"}, strings.NewReader(`apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
`)))
	if err := report.Err(); err != nil {
		log.Fatal(err)
	}
	for _, f := range lint.Check(&bundle.Bundle, lint.Options{Objects: bundle.Objects}) {
		fmt.Printf("%s: %s\n", bundle.Place(f.Policy, f.Path), f.Code)
	}
	// Output:
	// policy.yaml:5: unmatched-selector
}
