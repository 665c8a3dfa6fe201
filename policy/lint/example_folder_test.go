package lint_test

import (
	"fmt"
	"log"
	"strings"

	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/policy/lint"
)

// The files of a folder are one stream, so that the policies and objects of all files are checked together. The line of a finding leads to
// the file.
func ExampleCheck_folder() {
	files := []struct{ name, text string }{
		{"policy.yaml", `apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata: {name: more, namespace: shop}
spec:
  resourceSelectors: [{apiVersion: apps/v1, kind: Deployment, name: wbe}]
  overrideRules:
  - overriders: {labelsOverrider: [{operator: add, value: {env: prod}}]}
`},
		{"web.yaml", `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
`},
	}
	var stream strings.Builder
	var starts []int // the line of the stream before the first one of each file
	lines := 0
	for _, file := range files {
		starts = append(starts, lines)
		part := file.text + "\n---\n"
		stream.WriteString(part)
		lines += strings.Count(part, "\n")
	}
	bundle, err := policy.Decode(strings.NewReader(stream.String()))
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range lint.Check(bundle, lint.Options{Objects: bundle.Objects}) {
		at := 0
		for at+1 < len(starts) && starts[at+1] < f.Line {
			at++
		}
		fmt.Printf("%s:%d: %s\n", files[at].name, f.Line-starts[at], f.Code)
	}
	// Output:
	// policy.yaml:5: unmatched-selector
}
