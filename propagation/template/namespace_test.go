package template_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/template"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// TestRenderNamespace has a Namespace with stored Works in some clusters.
func TestRenderNamespace(t *testing.T) {
	t.Parallel()
	const unmade = "no Work can be made in gone: the cluster is being deleted, and its execution namespace is gone"
	never, always := func(override.Ref) bool { return false }, func(override.Ref) bool { return true }
	for _, c := range []struct {
		name, reason string
		works        []string
		change       func(control *template.Control, in *template.NamespaceInput)
		want         []string // Works
		deleted      []string
		warnings     []string // their beginnings
	}{
		{name: "new", reason: "every cluster that is not being deleted", want: []string{"m1", "m2"}, warnings: []string{unmade}},
		{name: "stored", reason: "a stored Work in a cluster that is being deleted is updated", works: []string{"gone", "m1"}, want: []string{"gone stored", "m1 stored", "m2"}},
		{name: "space", reason: "the execution namespace exists", change: func(c *template.Control, _ *template.NamespaceInput) { c.Spaces = map[string]bool{"gone": true} },
			want: []string{"gone", "m1", "m2"}},
		{name: "bound", reason: "a binding makes the Work in m1", change: func(_ *template.Control, in *template.NamespaceInput) { in.Bound = map[string]bool{"m1": true} },
			want: []string{"m2"}, warnings: []string{unmade}},
		{name: "gone", reason: "all are deleted", works: []string{"m1", "m2"}, change: func(_ *template.Control, in *template.NamespaceInput) { in.Gone = true },
			deleted: []string{"karmada-es-m1", "karmada-es-m2"}},
		{name: "deleting", reason: "the binding keeps its Work", works: []string{"m1", "m2"}, change: func(_ *template.Control, in *template.NamespaceInput) {
			in.Namespace.SetDeletionTimestamp(goingSince)
			in.Bound = map[string]bool{"m2": true}
		}, deleted: []string{"karmada-es-m1"}},
		{name: "untouched", reason: "the rule applies in m1 only since its labels have changed", works: []string{"m1", "m2", "gone"}, change: func(c *template.Control, _ *template.NamespaceInput) { c.Touched = never },
			want: []string{"gone stored", "m1 stored old", "m2 stored"}, warnings: []string{"it stays as it is in m1, although"}},
		{name: "overridden", reason: "a policy has changed", works: []string{"m1", "m2", "gone"}, change: func(c *template.Control, _ *template.NamespaceInput) { c.Touched, c.Overridden = never, always },
			want: []string{"gone stored", "m1 stored", "m2 stored"}},
		{name: "nil", reason: "nothing is known of it", change: func(_ *template.Control, in *template.NamespaceInput) { in.Namespace = nil }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			control, in := renderControl(t), template.NamespaceInput{Namespace: casetest.Object(t, "{apiVersion: v1, kind: Namespace, metadata: {name: shop, uid: u}}")}
			for _, text := range c.works {
				w := workOf(text, api.WorkName("Namespace", "", "shop"))
				w.OwnerReferences = []metav1.OwnerReference{{APIVersion: "v1", Kind: "Namespace", Name: "shop", UID: "u"}}
				in.Works = append(in.Works, w)
			}
			if c.change != nil {
				c.change(control, &in)
			}
			before := casetest.Frozen(t, in.Works)
			made := template.RenderNamespace(control, in)
			require.Equal(t, before, casetest.Frozen(t, in.Works), "the input is not written")
			require.Equal(t, c.want, textsOf(made.Works), c.reason)
			require.Equal(t, c.deleted, namespacesOf(made.Delete), c.reason)
			require.Len(t, made.Warnings, len(c.warnings), c.reason)
			for i, begins := range c.warnings {
				require.Contains(t, made.Warnings[i], begins, c.reason)
			}
			require.NoError(t, made.Err, c.reason)
		})
	}
	require.Empty(t, template.RenderNamespace(nil, template.NamespaceInput{}))
}
