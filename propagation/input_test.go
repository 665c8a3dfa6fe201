package propagation_test

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/propagation"
)

const everyKind = `
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec: {replicas: 2}
---
apiVersion: policy.karmada.io/v1alpha1
kind: PropagationPolicy
metadata: {name: web, namespace: shop}
spec:
  resourceSelectors: [{apiVersion: apps/v1, kind: Deployment}]
---
apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata: {name: web, namespace: shop}
spec: {}
---
apiVersion: cluster.karmada.io/v1alpha1
kind: Cluster
metadata: {name: m1}
spec: {syncMode: Push}
---
apiVersion: work.karmada.io/v1alpha2
kind: ResourceBinding
metadata: {name: web-deployment, namespace: shop}
spec: {resource: {apiVersion: apps/v1, kind: Deployment, name: web}}
---
apiVersion: work.karmada.io/v1alpha1
kind: Work
metadata: {name: web, namespace: karmada-es-m1}
spec: {}
`

// TestInputOf decodes a document for every list of the input.
func TestInputOf(t *testing.T) {
	t.Parallel()
	bundle, err := policy.Decode(strings.NewReader(everyKind))
	require.NoError(t, err)
	in := reflect.ValueOf(propagation.InputOf(bundle))
	for i := range in.NumField() {
		if field := in.Type().Field(i); field.Type.Kind() == reflect.Slice {
			require.Equal(t, 1, in.Field(i).Len(), "PlanInput.%s", field.Name)
		}
	}
}

// A stream of manifests is decoded and planned.
func ExampleInputOf() {
	bundle, err := policy.Decode(strings.NewReader(`
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec: {replicas: 2}
---
apiVersion: policy.karmada.io/v1alpha1
kind: PropagationPolicy
metadata: {name: web, namespace: shop}
spec:
  resourceSelectors: [{apiVersion: apps/v1, kind: Deployment}]
---
apiVersion: cluster.karmada.io/v1alpha1
kind: Cluster
metadata: {name: m1}
spec: {syncMode: Push}
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	in := propagation.InputOf(bundle)
	in.Registry = interpreter.NewRegistry(native.Interpreters(time.Now)...)
	in.Options.AssumeAPIs = true
	plan, err := propagation.NewPlan(context.Background(), in)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, row := range plan.Rows {
		fmt.Println(row.Template, row.Clusters[0].Name, row.Clusters[0].Replicas)
	}
	// Output: Deployment shop/web m1 2
}
