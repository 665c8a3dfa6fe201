package simulation

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/testdata/casetest"
)

var fuzzKinds = []override.Ref{
	{APIVersion: "apps/v1", Kind: "Deployment"}, {APIVersion: "v1", Kind: "Service"}, {APIVersion: importVersion, Kind: "ServiceExport"},
	{APIVersion: importVersion, Kind: "ServiceImport"}, {APIVersion: "v1", Kind: "ConfigMap"}, {APIVersion: sliceVersion, Kind: "EndpointSlice"},
	{APIVersion: "v1", Kind: "Namespace"}, {APIVersion: "batch/v1", Kind: "Job"},
}

// FuzzWorld carries out operations, each of two bytes, with templates and edits that have any JSON as a field. Nothing may panic. The world
// settles, and settling again changes nothing. After everything is deleted, the control plane is empty.
func FuzzWorld(f *testing.F) {
	f.Add([]byte{0, 0, 0, 1, 0, 2, 0, 3, 1, 0, 1, 1, 2, 0, 2, 2, 5, 0, 0, 1, 3, 0, 4, 0}, "spec", `{"selector": {"of": "a"}, "type": "ClusterSetIP", "ports": [{"port": 80}]}`)
	f.Add([]byte{0, 0, 0, 1, 1, 0, 2, 5, 2, 13, 6, 0, 7, 1, 8, 1, 9, 0}, "endpoints", `[{"addresses": ["10.0.0.1"]}, null, 7]`)
	f.Add([]byte{0, 0, 1, 0, 2, 0, 2, 8, 2, 6, 2, 7, 2, 9, 5, 0, 3, 0, 2, 0}, "metadata", `{"labels": {"of": 1}, "finalizers": ["x"], "ownerReferences": [{"uid": "x"}]}`)
	f.Add([]byte{0, 0, 1, 0, 243, 222, 24, 107}, "metadata", `{"labels": {"of": 1}}`)
	f.Fuzz(func(t *testing.T, ops []byte, field, text string) {
		var value any
		if len(ops) > 60 || len(text) > 1000 || utiljson.Unmarshal([]byte(text), &value) != nil {
			t.Skip()
		}
		carryOut(t, ops, field, value)
	})
}

// carryOut carries out the operations.
func carryOut(t *testing.T, ops []byte, field string, value any) {
	ctx, w := context.Background(), newWorld()
	require.NoError(t, w.PutPolicy(casetest.Decode[api.ClusterPropagationPolicy](t, `{metadata: {name: all}, spec: {resourceSelectors: [
		{apiVersion: apps/v1, kind: Deployment}, {apiVersion: v1, kind: Service}, {apiVersion: v1, kind: ConfigMap}, {apiVersion: batch/v1, kind: Job},
		{apiVersion: multicluster.x-k8s.io/v1alpha1, kind: ServiceExport}, {apiVersion: multicluster.x-k8s.io/v1alpha1, kind: ServiceImport}]}}`)))
	for i := 0; i+1 < len(ops); i += 2 {
		fuzzOperation(w, ops[i], int(ops[i+1]), field, value)
		if ops[i]%3 == 0 {
			settles(ctx, t, w)
		}
	}
	for range 2 { // what follows a ServiceImport goes after it
		for _, o := range w.Templates() {
			w.DeleteTemplate(override.RefOf(o))
		}
		for name := range w.clusters {
			w.SetReady(name, true)
		}
		settles(ctx, t, w)
	}
	require.Empty(t, w.templates)
	require.Empty(t, w.bindings)
	require.Empty(t, w.works)
}

// settles settles a world, and checks that nothing is left to do.
func settles(ctx context.Context, t *testing.T, w *World) {
	_, err := w.Settle(ctx)
	require.NoError(t, err)
	_, err = json.Marshal(w.Templates())
	require.NoError(t, err)
	again, err := w.Settle(ctx)
	require.NoError(t, err)
	require.Equal(t, 1, again.Rounds)
	require.Empty(t, again.Moves)
	for _, change := range again.Changes {
		require.Error(t, change.Err) // tried again
	}
}

func fuzzOperation(w *World, op byte, arg int, field string, value any) {
	cluster := fmt.Sprint("m", arg%3)
	o := objectOf(fuzzKinds[arg%8].APIVersion, fuzzKinds[arg%8].Kind, string("ab"[arg/8%2]))
	if o.GetKind() == "Namespace" {
		o.SetNamespace("")
	}
	set := func(o *unstructured.Unstructured) error {
		if given, ok := value.(map[string]any); ok && field == "metadata" {
			for key, v := range given {
				o.Object["metadata"].(map[string]any)[key] = v
			}
		} else {
			o.Object[field] = value
		}
		return nil
	}
	switch op % 10 {
	case 0, 1:
		c := &api.Cluster{}
		c.Name, c.Labels = cluster, map[string]string{"n": fmt.Sprint(arg)}
		_ = w.PutCluster(c)
	case 2, 3:
		_ = w.PutTemplate(o)
	case 4:
		_ = set(o)
		_ = w.PutTemplate(o)
	case 5:
		w.DeleteTemplate(override.RefOf(o))
	case 6:
		_ = w.Edit(cluster, override.RefOf(o), set)
	case 7:
		w.SetReady(cluster, arg%2 == 0)
	case 8:
		w.Leave(cluster)
	case 9:
		if objects := w.members[cluster]; objects != nil && len(objects.All()) > 0 {
			all := objects.All()
			_ = w.Edit(cluster, override.RefOf(all[arg%len(all)]), nil)
		}
		w.Wait(time.Duration(arg) * time.Hour)
	}
}
