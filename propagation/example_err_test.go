package propagation_test

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/work"
)

// eachError calls visit for each error that is joined in err, at any depth.
func eachError(err error, visit func(error)) {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, part := range joined.Unwrap() {
			eachError(part, visit)
		}
	} else if err != nil {
		visit(err)
	}
}

// An override fails in two of three clusters. NewPlan returns no error: those of a template are in its row, one for each cluster. The third
// cluster has its Work.
func ExampleRow_err() {
	bundle, err := policy.Decode(strings.NewReader(`
{apiVersion: v1, kind: ConfigMap, metadata: {name: settings, namespace: shop}}
---
apiVersion: policy.karmada.io/v1alpha1
kind: PropagationPolicy
metadata: {name: settings, namespace: shop}
spec: {resourceSelectors: [{apiVersion: v1, kind: ConfigMap}]}
---
apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata: {name: zone, namespace: shop}
spec:
  overrideRules:
  - targetCluster: {clusterNames: [m1, m2]}
    overriders: {plaintext: [{path: /data/zone, operator: replace, value: a}]}
---
{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: m1}}
---
{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: m2}}
---
{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: m3}}
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	in := propagation.InputOf(bundle)
	in.Options.AssumeAPIs = true
	plan, err := propagation.NewPlan(context.Background(), in)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, row := range plan.Rows {
		eachError(row.Err, func(err error) {
			var failed *work.Error
			if errors.As(err, &failed) {
				fmt.Printf("%s has no Work of %s: %v\n", failed.Cluster, row.Template, failed.Err)
				return
			}
			fmt.Println(row.Template, err)
		})
	}
	for _, w := range plan.Works {
		fmt.Println(w.Ref())
	}
	// Output:
	// m1 has no Work of ConfigMap shop/settings: OverridePolicy shop/zone: spec.overrideRules[0].overriders.plaintext[0]: ConfigMap shop/settings in cluster m1: replace /data/zone: the document has no key "data"
	// m2 has no Work of ConfigMap shop/settings: OverridePolicy shop/zone: spec.overrideRules[0].overriders.plaintext[0]: ConfigMap shop/settings in cluster m2: replace /data/zone: the document has no key "data"
	// Work karmada-es-m3/settings-5bcb6f9b88
}
