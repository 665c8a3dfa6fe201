package suite_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/overridekit/overridekit/policy/policytest/suite"
)

// A case that needs no golden file: nobody has changed the number of replicas.
func Example() {
	folder, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	for name, text := range map[string]string{
		"policies/mirror.yaml": `apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata: {name: mirror}
spec:
  overrideRules:
  - overriders:
      plaintext:
      - {path: /spec/replicas, operator: replace, value: 5}
`,
		"tests/replicas/case.yaml": `# The mirror of eu does not change the number of replicas.
assert:
- value: {objects: Deployment/web, path: /spec/replicas, is: 3}
`,
		"tests/replicas/input.yaml": `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec: {replicas: 3}
---
apiVersion: cluster.karmada.io/v1alpha1
kind: Cluster
metadata: {name: eu}
`,
	} {
		file := filepath.Join(folder, name)
		err := os.MkdirAll(filepath.Dir(file), 0o777)
		if err == nil {
			err = os.WriteFile(file, []byte(text), 0o666)
		}
		if err != nil {
			fmt.Println(err)
		}
	}
	s, err := suite.Load(filepath.Join(folder, "tests"), filepath.Join(folder, "policies"))
	if err != nil {
		fmt.Println(err)
	}
	for _, c := range s.Cases {
		report := c.Check(suite.Options{Hint: "-update"})
		fmt.Println(c.Name, strings.ReplaceAll(report.String(), folder+"/", ""))
	}
	// Output:
	// replicas The mirror of eu does not change the number of replicas.
	// tests/replicas/case.yaml:3: value: Deployment default/web in eu: /spec/replicas is 5, expected 3; decided by OverridePolicy default/mirror: spec.overrideRules[0].overriders.plaintext[0] (policies/mirror.yaml:8)
}
