package policy_test

import (
	"fmt"
	"log"
	"strings"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/selector"
)

// A program that sends results to clusters guards its set: here, a policy of a namespace moves a ConfigMap to another one.
func ExampleGuard() {
	bundle, err := policy.Decode(strings.NewReader(`
{apiVersion: v1, kind: ConfigMap, metadata: {name: settings, namespace: tenant}}
---
apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata: {name: p, namespace: tenant}
spec:
  overrideRules: [{overriders: {plaintext: [{path: /metadata/namespace, operator: replace, value: kube-system}]}}]
`))
	if err != nil {
		log.Fatal(err)
	}
	guard, cluster := policy.Guard(override.GuardAll), selector.Cluster{Name: "member1"}
	set := override.NewSet(bundle.Policies...)
	result, err := set.Select(bundle.Objects[0]).Apply(cluster)
	fmt.Println(result.Warnings(), err)
	_, err = set.Guarding(guard).Select(bundle.Objects[0]).Apply(cluster)
	fmt.Println(err)
	fmt.Println(bundle.Policies[0].GuardFaults(guard)) // for admission
	// Output:
	// [OverridePolicy tenant/p: spec.overrideRules[0].overriders.plaintext[0]: /metadata/namespace: the policy makes another object of this one: "tenant" became "kube-system"] <nil>
	// OverridePolicy tenant/p: spec.overrideRules[0].overriders.plaintext[0]: ConfigMap tenant/settings in cluster member1: /metadata/namespace is "kube-system", expected "tenant": a guard protects the object against this policy
	// [spec.overrideRules[0].overriders.plaintext[0]: Forbidden: /metadata/namespace identifies the object, and a namespaced policy must not change it]
}
