package simulation

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// BenchmarkSettle settles a world of 10 clusters with Deployments, Services that 5 clusters export, and ServiceImports in the others. The first time
// everything is made; after an edit one object is repaired; and Still is a world where nothing happens.
func BenchmarkSettle(b *testing.B) {
	for _, services := range []int{1, 10, 50} {
		b.Run(fmt.Sprintf("First/services=%d", services), func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				w := largeWorld(b, services)
				b.StartTimer()
				settleOnce(b, w)
			}
		})
		w := largeWorld(b, services)
		settleOnce(b, w)
		b.Run(fmt.Sprintf("Edit/services=%d", services), func(b *testing.B) {
			for b.Loop() {
				require.NoError(b, w.Edit("m0", override.RefOf(w.members["m0"].Kind("apps/v1", "Deployment")[0]), nil))
				settleOnce(b, w)
			}
		})
		b.Run(fmt.Sprintf("Still/services=%d", services), func(b *testing.B) {
			for b.Loop() {
				settleOnce(b, w)
			}
		})
	}
}

func settleOnce(b *testing.B, w *World) {
	_, err := w.Settle(context.Background())
	require.NoError(b, err)
}

func largeWorld(b *testing.B, services int) *World {
	w := newWorld()
	exporters, importers := "", ""
	for i := range 10 {
		require.NoError(b, w.PutCluster(casetest.Decode[api.Cluster](b, fmt.Sprintf("metadata: {name: m%d}", i))))
		if i < 5 {
			exporters += fmt.Sprintf("m%d,", i)
		} else {
			importers += fmt.Sprintf("m%d,", i)
		}
	}
	for name, spec := range map[string]string{
		"exporters": "{resourceSelectors: [{apiVersion: apps/v1, kind: Deployment}, {apiVersion: v1, kind: Service, labelSelector: {matchLabels: {own: a}}}, {apiVersion: multicluster.x-k8s.io/v1alpha1, kind: ServiceExport}], placement: {clusterAffinity: {clusterNames: [" + exporters + "]}}}",
		"importers": "{resourceSelectors: [{apiVersion: multicluster.x-k8s.io/v1alpha1, kind: ServiceImport}], placement: {clusterAffinity: {clusterNames: [" + importers + "]}}}",
	} {
		require.NoError(b, w.PutPolicy(casetest.Decode[api.PropagationPolicy](b, fmt.Sprintf("{metadata: {namespace: shop, name: %s}, spec: %s}", name, spec))))
	}
	for i := range services {
		for _, text := range []string{
			"{apiVersion: apps/v1, kind: Deployment, metadata: {namespace: shop, name: a%[1]d}, spec: {replicas: 3, template: {metadata: {labels: {of: a%[1]d}}}}}",
			"{apiVersion: v1, kind: Service, metadata: {namespace: shop, name: a%[1]d, labels: {own: a}}, spec: {selector: {of: a%[1]d}, ports: [{port: 80}]}}",
			"{apiVersion: multicluster.x-k8s.io/v1alpha1, kind: ServiceExport, metadata: {namespace: shop, name: a%[1]d}}",
			"{apiVersion: multicluster.x-k8s.io/v1alpha1, kind: ServiceImport, metadata: {namespace: shop, name: a%[1]d}, spec: {type: ClusterSetIP, ports: [{port: 80}]}}",
		} {
			require.NoError(b, w.PutTemplate(casetest.Object(b, fmt.Sprintf(text, i))))
		}
	}
	return w
}
