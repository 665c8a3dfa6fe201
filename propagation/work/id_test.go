package work_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/testdata/casetest"
)

const (
	idLabel       = "work.karmada.io/permanent-id"
	managedLabels = "resourcetemplate.karmada.io/managed-labels"
)

// TestRenderNewID has the cases of the permanent id of a Work.
func TestRenderNewID(t *testing.T) {
	t.Parallel()
	const none, stored = "no label", "metadata: {namespace: karmada-es-m1, name: %s, labels: %s}\nspec: {}"
	fresh := func(override.Ref) string { return "fresh" }
	for name, c := range map[string]struct {
		stored string // the labels of the stored Work
		newID  func(override.Ref) string
		change func(*work.Input)
		want   string
		asked  int
		reason string
	}{
		"new":             {"", fresh, nil, "fresh", 1, "admission sets the id of a new Work"},
		"stored":          {"{work.karmada.io/permanent-id: old}", fresh, nil, "old", 0, "a stored id is kept"},
		"stored, none":    {"{other: x}", fresh, nil, "fresh", 1, "admission also sees updates"},
		"stored, empty":   {"{work.karmada.io/permanent-id: ''}", fresh, nil, "fresh", 1, "an empty id is not an id"},
		"no function":     {"", nil, nil, none, 0, "a caller may leave ids to admission"},
		"kept without":    {"{work.karmada.io/permanent-id: old}", nil, nil, "old", 0, "a stored id is kept"},
		"empty without":   {"{work.karmada.io/permanent-id: ''}", nil, nil, "", 0, "a stored label is kept"},
		"empty":           {"", func(override.Ref) string { return "" }, nil, none, 1, "an empty id is not set"},
		"label of object": {"", fresh, func(in *work.Input) { in.Template.SetLabels(map[string]string{idLabel: "mine"}) }, "fresh", 1, "the label belongs to Karmada"},
		"label of policy": {"", fresh, func(in *work.Input) {
			in.Overrides = overrides(t, "overriders: {labelsOverrider: [{operator: add, value: {work.karmada.io/permanent-id: mine}}]}")
		}, "fresh", 1, "ids are set after policies act"},
		"twice": {"", fresh, func(in *work.Input) {
			in.Binding = binding(t, "{resource: {}, clusters: [{name: m1, replicas: 1}, {name: m1, replicas: 2}]}")
		}, "fresh", 1, "the second Work of a cluster replaces the first, which has an id"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			asked := 0
			w, err := render(t, web, "", func(in *work.Input) {
				if c.change != nil {
					c.change(in)
				}
				if c.stored != "" {
					in.Stored = []*api.Work{casetest.Decode[api.Work](t, fmt.Sprintf(stored, nameOf(t), c.stored))}
				}
				if c.newID != nil {
					in.NewID = func(of override.Ref) string {
						asked++
						require.Equal(t, "Work karmada-es-m1/"+nameOf(t), of.String())
						return c.newID(of)
					}
				}
			})
			require.NoError(t, err)
			require.Equal(t, c.asked, asked, c.reason)
			manifest := unstructured.Unstructured{Object: w.Spec.Workload.Manifests[0]}
			if c.want == none {
				require.NotContains(t, w.Labels, idLabel, c.reason)
				require.NotContains(t, manifest.GetLabels(), idLabel, c.reason)
				require.NotContains(t, manifest.GetAnnotations()[managedLabels], idLabel, c.reason)
				return
			}
			require.Contains(t, w.Labels, idLabel, c.reason)
			require.Equal(t, c.want, w.Labels[idLabel], c.reason)
			require.Contains(t, manifest.GetLabels(), idLabel, c.reason)
			require.Equal(t, c.want, manifest.GetLabels()[idLabel], c.reason)
			require.Equal(t, "karmada.io/managed,resourcebinding.karmada.io/permanent-id,work.karmada.io/permanent-id", manifest.GetAnnotations()[managedLabels], c.reason)
		})
	}
}

// TestRenderNewIDFailed has Works that cannot be rendered. NewID is not called for them.
func TestRenderNewIDFailed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(*work.Input)
		want   string
	}{
		"no cluster": {func(in *work.Input) { in.Clusters = nil }, "the cluster does not exist"},
		"a policy": {func(in *work.Input) {
			in.Overrides = overrides(t, "overriders: {plaintext: [{path: /none/x, operator: remove}]}")
		}, "/none"},
		"labels": {func(in *work.Input) { in.Template.Object["metadata"].(map[string]any)["labels"] = "x" }, "/metadata/labels is the string"},
		"deleting": {func(in *work.Input) {
			in.Stored = []*api.Work{casetest.Decode[api.Work](t, "metadata: {namespace: karmada-es-m1, name: "+nameOf(t)+", deletionTimestamp: '2026-01-01T00:00:00Z'}\nspec: {}")}
		}, "the stored Work is being deleted"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := render(t, web, "", func(in *work.Input) {
				c.change(in)
				in.NewID = func(of override.Ref) string {
					t.Errorf("NewID is called for %s", of)
					return "x"
				}
			})
			require.ErrorContains(t, err, c.want)
		})
	}
}

// TestRenderNewIDOrder has unsorted targets. One Work already has an id.
func TestRenderNewIDOrder(t *testing.T) {
	t.Parallel()
	in := work.Input{Binding: binding(t, "{resource: {}, clusters: [{name: m3}, {name: m1}, {name: m2}]}"), Template: casetest.Object(t, web), Clusters: clusters("m1", "m2", "m3")}
	in.Stored = []*api.Work{casetest.Decode[api.Work](t, "metadata: {namespace: karmada-es-m1, name: "+nameOf(t)+", labels: {work.karmada.io/permanent-id: old}}\nspec: {}")}
	var asked []string
	in.NewID = func(of override.Ref) string {
		asked = append(asked, of.Namespace)
		return fmt.Sprintf("id-%d", len(asked))
	}
	works, err := work.Render(context.Background(), in)
	require.NoError(t, err)
	require.Equal(t, []string{"karmada-es-m3", "karmada-es-m2"}, asked)
	var ids []string
	for _, w := range works {
		ids = append(ids, w.Labels[idLabel])
	}
	require.Equal(t, []string{"old", "id-2", "id-1"}, ids)
}

// TestAssembleID has the sources of the id of a manifest.
func TestAssembleID(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		work, stored map[string]string
		want         any
		reason       string
	}{
		"none":   {nil, map[string]string{"other": "x"}, nil, "a Work without the label has no id"},
		"work":   {map[string]string{idLabel: "new"}, nil, "new", "a caller that makes ids passes them"},
		"stored": {map[string]string{"other": "x"}, map[string]string{idLabel: "old"}, "old", "a stored id is kept"},
		"both":   {map[string]string{idLabel: "new"}, map[string]string{idLabel: "old"}, "new", "the Work has the same id"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			desired := &api.Work{ObjectMeta: metav1.ObjectMeta{Namespace: "karmada-es-m1", Labels: c.work}}
			merged, err := work.Assemble(&api.Work{ObjectMeta: metav1.ObjectMeta{Namespace: "karmada-es-m1", Labels: c.stored}}, desired, casetest.Object(t, web), nil)
			require.NoError(t, err)
			got, _, err := unstructured.NestedFieldNoCopy(merged.Spec.Workload.Manifests[0], "metadata", "labels", idLabel)
			require.NoError(t, err)
			require.Equal(t, c.want, got, c.reason)
			require.Equal(t, c.want != nil, merged.Labels[idLabel] != "", c.reason)
			if c.want != nil {
				require.Equal(t, c.want, merged.Labels[idLabel], c.reason)
			}
		})
	}
}
