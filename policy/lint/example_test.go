package lint_test

import (
	"fmt"
	"log"
	"strings"

	jsonpatch "github.com/evanphx/json-patch/v5"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/policy/lint"
)

// A stream with a policy, an object and a cluster: each name is misspelt.
func ExampleCheck() {
	const stream = `
apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata: {name: verbose, namespace: shop}
spec:
  resourceSelectors:
  - apiVersion: apps/v1
    kind: Deployment
  overrideRules:
  - targetCluster:
      clusterNames: [paris, belrin]
    overriders:
      argsOverrider:
      - {containerName: wbe, operator: add, value: [-v]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec: {template: {spec: {containers: [{name: web, image: nginx}]}}}
---
apiVersion: cluster.karmada.io/v1alpha1
kind: Cluster
metadata: {name: paris}
---
apiVersion: cluster.karmada.io/v1alpha1
kind: Cluster
metadata: {name: berlin}
`
	bundle, err := policy.Decode(strings.NewReader(stream))
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range lint.Check(bundle, lint.Options{Objects: bundle.Objects, Clusters: bundle.Clusters}) {
		fmt.Printf("%d: %s: %s\n", f.Line, f.Code, f.Message)
	}
	// Output:
	// 11: unknown-cluster: there is no cluster "belrin", did you mean "berlin"?
	// 14: unknown-container: no object that the overrider covers has a container "wbe", did you mean "web"?
}

// A fix is a JSON patch of the policy. No objects and clusters are needed to see this mistake.
func ExampleCheck_fix() {
	const text = `apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata:
  name: rewrite
  namespace: shop
spec:
  resourceSelectors:
  - apiVersion: networking.k8s.io/v1
    kind: Ingress
  overrideRules:
  - overriders:
      plaintext:
      - operator: replace
        path: /metadata/annotations/nginx.ingress.kubernetes.io/rewrite-target
        value: /
`
	bundle, err := policy.Decode(strings.NewReader(text))
	if err != nil {
		log.Fatal(err)
	}
	document, err := yaml.YAMLToJSON([]byte(text))
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range lint.Check(bundle, lint.Options{}) {
		fmt.Println(f.Code)
		patch, err := jsonpatch.DecodePatch(f.Fix)
		if err != nil {
			log.Fatal(err)
		}
		if document, err = patch.Apply(document); err != nil {
			log.Fatal(err)
		}
	}
	fixed, err := yaml.JSONToYAML(document)
	if err != nil {
		log.Fatal(err)
	}
	_, rules, _ := strings.Cut(string(fixed), "plaintext:\n")
	fmt.Print(strings.Split(rules, "resourceSelectors")[0])
	// Output:
	// unescaped-slash
	//       - operator: replace
	//         path: /metadata/annotations/nginx.ingress.kubernetes.io~1rewrite-target
	//         value: /
}

// A policy silences a code with a reason. A silence of nothing is a finding.
func ExampleCheck_silence() {
	const stream = `
apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata:
  name: image
  namespace: shop
  annotations:
    overridekit.dev/lint-ignore: |
      index-path: the chart renders one container
      identity-field: for the old clusters
spec:
  resourceSelectors:
  - apiVersion: apps/v1
    kind: Deployment
  overrideRules:
  - overriders:
      plaintext:
      - {path: /spec/template/spec/containers/0/args/0, operator: replace, value: -v}
`
	bundle, err := policy.Decode(strings.NewReader(stream))
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range lint.Check(bundle, lint.Options{}) {
		fmt.Printf("%d: %s: %s\n", f.Line, f.Code, f.Message)
	}
	// Output:
	// 8: unused-silence: identity-field is silenced, but not found
}

// A program can decide by the code: with one of these, the policy does not work or stops an object.
func ExampleCodes() {
	for _, info := range lint.Codes() {
		if info.Severity == lint.Error {
			fmt.Println(info.Code)
		}
	}
	// Output:
	// invalid
	// unescaped-slash
	// fails
	// missing-parent
	// changes-identity
}
