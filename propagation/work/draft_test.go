package work_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/testdata/casetest"
	"github.com/overridekit/overridekit/testdata/wild"
)

// TestDraftSharesNothing modifies every map and list of the result.
func TestDraftSharesNothing(t *testing.T) {
	t.Parallel()
	const meta = "metadata: {namespace: karmada-es-m1, name: w, labels: {a: b}, annotations: {a: b}, finalizers: [f]}\n"
	newID := func(override.Ref) string { return "new" }
	for name, stored := range map[string]*api.Work{"new": nil, "stored": casetest.Decode[api.Work](t, meta+"spec: {}")} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			desired, web := casetest.Decode[api.Work](t, meta+"spec: {suspendDispatching: true, workload: {manifests: [{a: b}]}}"), casetest.Object(t, web)
			before := casetest.Frozen(t, []any{stored, desired, web})
			got, err := work.Assemble(stored, desired, web, newID)
			require.NoError(t, err)
			require.Equal(t, before, casetest.Frozen(t, []any{stored, desired, web}), "a draft has written its arguments")
			got.Labels["x"], got.Annotations["x"], got.Finalizers[0], *got.Spec.SuspendDispatching = "x", "x", "x", false
			manifest := got.Spec.Workload.Manifests[0]
			manifest["metadata"].(map[string]any)["labels"].(map[string]any)["x"] = "x"
			pod := manifest["spec"].(map[string]any)["template"].(map[string]any)["spec"].(map[string]any)
			pod["containers"].([]any)[0].(map[string]any)["image"] = "x"
			require.Equal(t, before, casetest.Frozen(t, []any{stored, desired, web}), "the result shares memory with the arguments")
		})
	}
}

// TestDraftSharedLabels has two desired Works with the same map of labels, which a caller should not make.
func TestDraftSharedLabels(t *testing.T) {
	t.Parallel()
	labels := map[string]string{"team": "a"}
	newID := func(of override.Ref) string { return "id-" + of.Namespace }
	for _, namespace := range []string{"karmada-es-m1", "karmada-es-m2"} {
		w, err := work.Assemble(nil, &api.Work{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "w", Labels: labels}}, casetest.Object(t, web), newID)
		require.NoError(t, err)
		require.Equal(t, map[string]string{"team": "a", idLabel: "id-" + namespace}, w.Labels, "each Work has its own id")
	}
}

func TestDraftErrors(t *testing.T) {
	t.Parallel()
	_, err := work.Assemble(nil, nil, casetest.Object(t, web), nil)
	require.EqualError(t, err, "found no desired Work, expected one")
	_, err = work.Assemble(nil, &api.Work{ObjectMeta: metav1.ObjectMeta{Namespace: "karmada-es-m1", Name: "w"}}, nil, nil)
	require.EqualError(t, err, "Work karmada-es-m1/w: found no object, expected one")
	for name, object := range wild.Objects() {
		w, err := work.Assemble(nil, &api.Work{ObjectMeta: metav1.ObjectMeta{Namespace: "karmada-es-m1"}}, object, nil)
		require.Equal(t, w == nil, err != nil, name)
	}
}
