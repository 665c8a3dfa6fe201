package work_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/testdata/casetest"
	"github.com/overridekit/overridekit/testdata/wild"
)

// requireBytes checks that the JSON of each Work is that of json.Marshal, the first time and later.
func requireBytes(t testing.TB, in work.Input) {
	t.Helper()
	rendered, _ := work.Prepare(context.Background(), in)
	for range 3 {
		for _, r := range rendered {
			want, err := json.Marshal(r.Work())
			require.NoError(t, err)
			got, err := r.AppendJSON([]byte("before "))
			require.NoError(t, err)
			require.Equal(t, "before "+string(want), string(got))
		}
	}
}

// TestAppendJSON has Works with everything that differs between clusters. The recorded cases check it, too.
func TestAppendJSON(t *testing.T) {
	t.Parallel()
	stored := casetest.Decode[api.Work](t, "metadata: {namespace: karmada-es-m1, name: "+nameOf(t)+", uid: u, labels: {work.karmada.io/permanent-id: old, a: <b>}, finalizers: [x]}\n"+
		"spec: {workload: {manifests: [{}]}}\nstatus: {conditions: [{type: Applied, status: 'True', reason: r, message: m, lastTransitionTime: null}]}")
	stored.ManagedFields = []metav1.ManagedFieldsEntry{{Manager: "x", FieldsV1: &metav1.FieldsV1{Raw: []byte(`{"spec":{"workload":{"manifests":[null]}}}`)}}}
	ids := func(of override.Ref) string { return "id-of-" + of.Namespace }
	for _, template := range []string{
		web, "{apiVersion: v1, kind: Secret, metadata: {namespace: shop, name: s, labels: {}, annotations: {a: '</script>'}}, data: {a: b}}",
		"{apiVersion: batch/v1, kind: Job, metadata: {namespace: shop, name: j, labels: {work.karmada.io/permanent-id: own}}, spec: {completions: 5}}",
	} {
		for _, spec := range []string{
			"{resource: {}, clusters: [{name: m3, replicas: 1}, {name: m1, replicas: 1}, {name: m2, replicas: 2}]}",
			"{resource: {}, clusters: [{name: m1}, {name: m2}], suspension: {dispatchingOnClusters: {clusterNames: [m1]}}, preserveResourcesOnDeletion: true}",
			"{resource: {}, clusters: [{name: m1}], suspension: {dispatching: true}}",
		} {
			in := work.Input{
				Binding: binding(t, spec), Template: casetest.Object(t, template), Clusters: clusters("m1", "m2", "m3"), Interpreter: hooks,
				Overrides: overrides(t, "{overrideRules: [{targetCluster: {clusterNames: [m2]}, overriders: {labelsOverrider: [{operator: add, value: {x: y}}]}}]}"),
			}
			requireBytes(t, in)
			in.NewID, in.Stored = ids, []*api.Work{stored}
			requireBytes(t, in)
		}
	}
}

// TestAppendJSONOfMade has Works that are already made, and one that is not JSON.
func TestAppendJSONOfMade(t *testing.T) {
	t.Parallel()
	for _, w := range []*api.Work{nil, {}, casetest.Decode[api.Work](t, "metadata: {name: x}\nspec: {workload: {manifests: [{a: 1}]}}")} {
		want, err := json.Marshal(w)
		require.NoError(t, err)
		got, err := work.PreparedOf(w).AppendJSON([]byte("a"))
		require.NoError(t, err)
		require.Equal(t, "a"+string(want), string(got))
	}
	invalid := &api.Work{}
	invalid.ManagedFields = []metav1.ManagedFieldsEntry{{FieldsV1: &metav1.FieldsV1{Raw: []byte("{")}}}
	invalid.Namespace, invalid.Name = "karmada-es-m1", nameOf(t)
	draft, err := work.NewDraft(&api.Work{ObjectMeta: metav1.ObjectMeta{Name: invalid.Name}}, casetest.Object(t, web))
	require.NoError(t, err)
	rendered, err := draft.For("m1", invalid, nil)
	require.NoError(t, err)
	for _, r := range []work.Prepared{work.PreparedOf(invalid), rendered} {
		got, err := r.AppendJSON([]byte("a"))
		require.ErrorContains(t, err, "karmada-es-m1/"+invalid.Name)
		require.Equal(t, "a", string(got))
	}
}

// TestAppendJSONWild has manifests that no decoder returns. JSON would repeat a map that is shared many times.
func TestAppendJSONWild(t *testing.T) {
	t.Parallel()
	for name, v := range wild.Values() {
		w := &api.Work{}
		w.Spec.Workload.Manifests = []api.Manifest{nil, {"a": v}}
		made := work.PreparedOf(w)
		got, err := made.AppendJSON([]byte("a"))
		require.Equal(t, err != nil, len(got) == 1, name)
		require.NotNil(t, made.Work(), name)
		if strings.Contains(name, "itself") || strings.Contains(name, "shared") {
			require.ErrorContains(t, err, "manifest 1 nests more than 10000 levels deep, or has more than 10000000 values", name)
		}
	}
}

// TestAppendJSONConcurrently appends the Works of one object in many goroutines. The race detector finds writes.
func TestAppendJSONConcurrently(t *testing.T) {
	t.Parallel()
	draft, err := work.NewDraft(&api.Work{ObjectMeta: metav1.ObjectMeta{Name: "x"}}, casetest.Object(t, web))
	require.NoError(t, err)
	var done sync.WaitGroup
	for i := range 8 {
		done.Go(func() {
			for j := range 20 {
				r, err := draft.For(fmt.Sprintf("m%d-%d", i, j), nil, nil)
				if err != nil {
					t.Error(err)
					return
				}
				want, _ := json.Marshal(r.Work())
				if got, err := r.AppendJSON(nil); err != nil || string(got) != string(want) {
					t.Errorf("%s, %v, expected %s", got, err, want)
				}
			}
		})
	}
	done.Wait()
}

// BenchmarkAppendJSON writes the Work of one cluster as JSON. "marshal" makes the Work before.
func BenchmarkAppendJSON(b *testing.B) {
	text, err := os.ReadFile("../../testdata/bench/deployment.json")
	require.NoError(b, err)
	in := work.Input{Binding: binding(b, "{resource: {}, clusters: [{name: m1}, {name: m2}]}"), Template: casetest.Object(b, string(text)), Clusters: clusters("m1", "m2"), NewID: func(override.Ref) string { return strings.Repeat("x", 36) }}
	rendered, err := work.Prepare(context.Background(), in)
	require.NoError(b, err)
	made := rendered[0].Work()
	var body []byte
	for _, c := range []struct {
		name string
		do   func() error
	}{
		{"marshal", func() (err error) { _, err = json.Marshal(rendered[0].Work()); return err }},
		{"marshal made", func() (err error) { _, err = json.Marshal(made); return err }},
		{"bytes", func() (err error) { body, err = rendered[0].AppendJSON(body[:0]); return err }},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := c.do(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
