// Package plantest makes inputs of plans for the tests of package propagation and of the packages above and below it.
package plantest

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// Natives interprets the built-in kinds.
var Natives = interpreter.NewRegistry(native.Interpreters(func() time.Time { return time.Unix(0, 0) })...)

// Estate returns the given numbers of templates, clusters and policies: Deployments, divided or duplicated, and the ConfigMaps that they need.
func Estate(templates, clusters, policies int) propagation.PlanInput {
	in := propagation.PlanInput{Registry: Natives}
	in.Options.AssumeAPIs = true
	for i := range clusters {
		c := &api.Cluster{ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprintf("member%d", i), Labels: map[string]string{"ring": fmt.Sprint(i % 4)}}}
		c.Spec.Region = fmt.Sprint("region-", i%5)
		if i%11 == 10 {
			c.Spec.Taints = []api.Taint{{Key: "maintenance", Effect: api.TaintNoSchedule}}
		}
		in.Clusters = append(in.Clusters, c)
	}
	for i := range policies {
		p := &api.PropagationPolicy{ObjectMeta: metav1.ObjectMeta{Namespace: fmt.Sprint("ns-", i%20), Name: fmt.Sprint("policy-", i)}}
		p.Spec.ResourceSelectors = []api.ResourceSelector{{APIVersion: "apps/v1", Kind: "Deployment", LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"app": fmt.Sprint("app-", i/20)}}}}
		p.Spec.PropagateDeps = i%2 == 0
		p.Spec.Placement.ClusterAffinity = &api.ClusterAffinity{LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"ring": fmt.Sprint(i % 4)}}}
		if i%3 != 0 {
			p.Spec.Placement.ReplicaScheduling = &api.ReplicaSchedulingStrategy{ReplicaSchedulingType: api.Divided, ReplicaDivisionPreference: api.Weighted}
		}
		in.Policies = append(in.Policies, p)
	}
	for i := range templates {
		name, namespace := fmt.Sprint("web-", i), fmt.Sprint("ns-", i%20)
		in.Templates = append(in.Templates, &unstructured.Unstructured{Object: map[string]any{
			"apiVersion": "apps/v1", "kind": "Deployment",
			"metadata": map[string]any{"name": name, "namespace": namespace, "uid": fmt.Sprint("uid-", i), "labels": map[string]any{"app": fmt.Sprint("app-", i/20%max(1, policies/20))}},
			"spec": map[string]any{"replicas": int64(i % 50), "template": map[string]any{"spec": map[string]any{"containers": []any{map[string]any{
				"name": "web", "image": "web:1", "envFrom": []any{map[string]any{"configMapRef": map[string]any{"name": fmt.Sprint("settings-", i%40)}}},
			}}}}},
		}})
	}
	for i := range min(40, templates) {
		in.Templates = append(in.Templates, &unstructured.Unstructured{Object: map[string]any{
			"apiVersion": "v1", "kind": "ConfigMap", "metadata": map[string]any{"name": fmt.Sprint("settings-", i), "namespace": fmt.Sprint("ns-", i%20), "uid": fmt.Sprint("settings-", i)},
		}})
	}
	return in
}

// Shop returns a divided Deployment, its ConfigMap, and three clusters.
func Shop(t testing.TB) propagation.PlanInput {
	t.Helper()
	in := propagation.PlanInput{Registry: Natives}
	in.Options.AssumeAPIs = true
	for _, name := range []string{"member1", "member2", "member3"} {
		in.Clusters = append(in.Clusters, &api.Cluster{ObjectMeta: metav1.ObjectMeta{Name: name}})
	}
	in.Templates = []*unstructured.Unstructured{casetest.Object(t, `
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop, uid: web}
spec:
  replicas: 6
  template: {spec: {containers: [{name: web, image: "web:1", envFrom: [{configMapRef: {name: settings}}]}]}}
`), casetest.Object(t, `
apiVersion: v1
kind: ConfigMap
metadata: {name: settings, namespace: shop, uid: settings}
data: {language: en}
`)}
	in.Policies = []api.PropagationSource{casetest.Decode[api.PropagationPolicy](t, `
metadata: {name: web, namespace: shop}
spec:
  propagateDeps: true
  resourceSelectors: [{apiVersion: apps/v1, kind: Deployment}]
  placement:
    clusterAffinity: {clusterNames: [member1, member2]}
    replicaScheduling: {replicaSchedulingType: Divided, replicaDivisionPreference: Weighted}
`)}
	return in
}

// PlanOf plans an input that must not fail.
func PlanOf(t testing.TB, in propagation.PlanInput) *propagation.Plan {
	t.Helper()
	plan, err := propagation.NewPlan(context.Background(), in)
	require.NoError(t, err)
	return plan
}
