package template_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/schedule"
	"github.com/overridekit/overridekit/propagation/template"
	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/testdata/casetest"
)

var goingSince = &metav1.Time{Time: time.Unix(1, 0)}

// renderControl returns a control with the clusters m1 and m2, and gone, which is being deleted. A policy labels the objects in m1.
func renderControl(t *testing.T) *template.Control {
	t.Helper()
	overrides, err := work.NewOverrides(casetest.Decode[api.ClusterOverridePolicy](t, `
metadata: {name: p}
spec:
  overrideRules:
  - {targetCluster: {clusterNames: [m1]}, overriders: {labelsOverrider: [{operator: add, value: {in: m1}}]}}
`))
	require.NoError(t, err)
	clusters := []*api.Cluster{
		{ObjectMeta: metav1.ObjectMeta{Name: "gone", DeletionTimestamp: goingSince}}, {ObjectMeta: metav1.ObjectMeta{Name: "m1"}}, {ObjectMeta: metav1.ObjectMeta{Name: "m2"}},
	}
	return &template.Control{Clusters: schedule.NewFleet(clusters...), Overrides: overrides}
}

// workOf returns a stored Work of a name. The text has its cluster, and held, going or foreign.
func workOf(text, name string) *api.Work {
	cluster, state, _ := strings.Cut(text, " ")
	w := &api.Work{ObjectMeta: metav1.ObjectMeta{
		Namespace: api.ExecutionNamespace(cluster), Name: name, UID: types.UID("stored"),
		Labels:      map[string]string{api.BindingIDLabel: "id"},
		Annotations: map[string]string{api.BindingNamespaceAnnotation: "shop", api.BindingNameAnnotation: "web-configmap"},
	}}
	w.Spec.Workload.Manifests = []api.Manifest{{"apiVersion": "v1", "kind": "ConfigMap", "data": map[string]any{"v": "old"}}}
	if strings.Contains(state, "held") {
		w.Finalizers = []string{api.ExecutionFinalizer}
	}
	if strings.Contains(state, "going") {
		w.DeletionTimestamp = goingSince
	}
	if strings.Contains(state, "foreign") {
		w.Labels, w.Annotations = nil, nil
	}
	return w
}

// textsOf returns the cluster of each Work, whether it is stored, and the data of its object.
func textsOf(rendered []work.Prepared) (texts []string) {
	for _, r := range rendered {
		w, text := r.Work(), r.Cluster()
		if w.UID != "" {
			text += " " + string(w.UID)
		}
		if data, _ := w.Spec.Workload.Manifests[0]["data"].(map[string]any); data != nil {
			text += " " + data["v"].(string)
		}
		texts = append(texts, text)
	}
	return texts
}

func namespacesOf(orphans []work.Orphan) (texts []string) {
	for _, o := range orphans {
		texts = append(texts, o.Work.Namespace)
	}
	return texts
}

// TestRender has a ConfigMap and its binding, with stored Works in some state.
func TestRender(t *testing.T) {
	t.Parallel()
	const targets, direct = "clusters: [{name: m1}, {name: m2}]\n", "gracefulEvictionTasks: [{fromCluster: m1, purgeMode: Directly, reason: r, producer: p}]\n"
	const keeps, unmade = "it stays as it is in m1, m2, although", "no Work can be made in gone: the cluster is being deleted, and its execution namespace is gone"
	never, always := func(override.Ref) bool { return false }, func(override.Ref) bool { return true }
	name := api.WorkName("ConfigMap", "shop", "web")
	waits := "web must be gone from cluster m1 first, and Work karmada-es-m1/" + name + " is still there"
	for _, c := range []struct {
		name, reason string
		spec         string // of the binding
		works        []string
		change       func(control *template.Control, in *template.RenderInput)
		want         []string // Works
		deleted      []string
		wait         string
		warning      string
		err          string
	}{
		{name: "new", reason: "one Work for each target", spec: targets, want: []string{"m1 new", "m2 new"}},
		{name: "stored", reason: "it is merged with the stored one", spec: targets, works: []string{"m1"}, want: []string{"m1 stored new", "m2 new"}},
		{name: "leaves", reason: "the cluster is not a target any more", spec: "clusters: [{name: m1}]", works: []string{"m1", "m2"}, want: []string{"m1 stored new"}, deleted: []string{"karmada-es-m2"}},
		{name: "foreign", reason: "a Work of that name that nobody owns is merged, too", spec: targets, change: func(_ *template.Control, in *template.RenderInput) {
			foreign := workOf("m1 foreign", name)
			in.Named = func(ref override.Ref) *api.Work {
				if ref == foreign.Ref() {
					return foreign
				}
				return nil
			}
		}, want: []string{"m1 stored new", "m2 new"}},
		{name: "foreign-deleted", reason: "a Work that is deleted does not count, even if Named returns it", works: []string{"m1"}, spec: "clusters: [{name: m2}]", change: func(_ *template.Control, in *template.RenderInput) {
			in.Named = func(override.Ref) *api.Work { return in.Works[0] }
			in.Binding.BindingSpec().Clusters[0].Name = "gone"
			in.Works[0].Namespace = "karmada-es-gone"
			in.Cleanup = &work.Cleanup{Delete: []work.Orphan{{Work: in.Works[0].Ref()}}}
		}, deleted: []string{"karmada-es-gone"}, warning: unmade},
		{name: "no-template", reason: "only the clean-up", spec: "clusters: [{name: m1}]", works: []string{"m1", "m2"}, change: func(_ *template.Control, in *template.RenderInput) { in.Template = nil }, deleted: []string{"karmada-es-m2"}},
		{name: "unknown-cluster", reason: "the others get their Works", spec: "clusters: [{name: m1}, {name: m3}]", want: []string{"m1 new"}, err: "m3: the cluster does not exist"},
		{name: "no-binding", reason: "a nil binding is an error", change: func(_ *template.Control, in *template.RenderInput) { in.Binding = (*api.ResourceBinding)(nil) }, err: "found no binding"},

		{name: "evicted-at-once", reason: "a plan has what is stored when the deleted Work is gone", spec: "clusters: [{name: m2}]\n" + direct, works: []string{"m1 held"}, want: []string{"m2 new"}, deleted: []string{"karmada-es-m1"}},
		{name: "evicted-going", reason: "it is gone in the end", spec: "clusters: [{name: m2}]\n" + direct, works: []string{"m1 held going"}, want: []string{"m2 new"}},
		{name: "evicted-at-once-now", reason: "the caller comes back when the deleted Work is gone", spec: "clusters: [{name: m2}]\n" + direct, works: []string{"m1 held"}, change: atOnce, deleted: []string{"karmada-es-m1"}, wait: waits},
		{name: "evicted-and-back", reason: "it waits as long as the eviction exists, and only stored Works are made again", spec: targets + direct, works: []string{"m1 held"}, want: []string{"m1 stored old"}, wait: waits},
		{name: "evicted-and-back-new", reason: "it waits for the Work that it makes", spec: targets + direct, want: []string{"m1 new", "m2 new"}, wait: waits},
		{name: "evicted-and-back-new-now", reason: "it waits from the next time", spec: targets + direct, change: atOnce, want: []string{"m1 new", "m2 new"}},

		{name: "untouched", reason: "nothing has changed", spec: targets, works: []string{"m1", "m2"}, change: touched(never, nil), want: []string{"m1 stored old", "m2 stored old"}, warning: keeps},
		{name: "changed", reason: "the template has changed", spec: targets, works: []string{"m1", "m2"}, change: touched(never, func(c *template.Control, _ *template.RenderInput) { c.Changed = always }), want: []string{"m1 stored new", "m2 stored new"}},
		{name: "overridden", reason: "a policy has changed", spec: targets, works: []string{"m1", "m2"}, change: touched(never, func(c *template.Control, _ *template.RenderInput) { c.Overridden = always }), want: []string{"m1 stored new", "m2 stored new"}},
		{name: "claims", reason: "its claim changes its resource version", spec: targets, works: []string{"m1", "m2"}, change: touched(always, func(_ *template.Control, in *template.RenderInput) { in.Claims = true }), want: []string{"m1 stored new", "m2 stored new"}},
		{name: "new-binding", reason: "a new binding is rendered", spec: targets, works: []string{"m1", "m2"}, change: touched(never, func(_ *template.Control, in *template.RenderInput) { in.Stored = nil }), want: []string{"m1 stored new", "m2 stored new"}},
		{name: "rescheduled", reason: "the spec of the binding changes", spec: targets, works: []string{"m1", "m2"}, change: touched(never, func(_ *template.Control, in *template.RenderInput) {
			in.Stored.BindingSpec().Clusters = in.Stored.BindingSpec().Clusters[:1]
		}), want: []string{"m1 stored new", "m2 stored new"}},

		{name: "space-gone", reason: "an execution namespace is deleted before its cluster", spec: "clusters: [{name: gone}, {name: m1}]", want: []string{"m1 new"}, warning: unmade},
		{name: "space-stored", reason: "a stored Work is in its namespace", spec: "clusters: [{name: gone}]", works: []string{"gone"}, want: []string{"gone stored new"}},
		{name: "space-there", reason: "the namespace still exists", spec: "clusters: [{name: gone}]", change: func(c *template.Control, _ *template.RenderInput) { c.Spaces = map[string]bool{"gone": true} }, want: []string{"gone new"}},

		{name: "left", reason: "Works stay, even those that are not targets", spec: "placement: {}\nclusters: [{name: m1}]", works: []string{"m1", "m2"}, change: left},
		{name: "left-required", reason: "the binding that requires it may not be known", spec: "requiredBy: [{name: x, clusters: [{name: m1}]}]", works: []string{"m1", "m2"}, change: left},
		{name: "left-detached", reason: "nothing requires it any longer", works: []string{"m1"}, change: left, deleted: []string{"karmada-es-m1"}},
		{name: "left-by-hand", reason: "without a placement nothing is rendered, but it is cleaned up", spec: "clusters: [{name: m1}]", works: []string{"m1", "m2"}, change: left, deleted: []string{"karmada-es-m2"}},
		{name: "left-deleting", reason: "it is being deleted", spec: "placement: {}\nclusters: [{name: m1}]", works: []string{"m1"}, change: func(c *template.Control, in *template.RenderInput) {
			left(c, in)
			in.Binding.SetDeletionTimestamp(goingSince)
		}, deleted: []string{"karmada-es-m1"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			control, in := renderControl(t), template.RenderInput{Template: casetest.Object(t, "{apiVersion: v1, kind: ConfigMap, metadata: {namespace: shop, name: web, resourceVersion: '1'}, data: {v: new}}")}
			b := casetest.Decode[api.ResourceBinding](t, "metadata: {namespace: shop, name: web-configmap, labels: {resourcebinding.karmada.io/permanent-id: id}}\n")
			b.Spec = *casetest.Decode[api.ResourceBindingSpec](t, "resource: {apiVersion: v1, kind: ConfigMap, namespace: shop, name: web, resourceVersion: '1'}\n"+c.spec)
			in.Binding, in.Stored = b, b.DeepCopy()
			for _, text := range c.works {
				in.Works = append(in.Works, workOf(text, name))
			}
			if c.change != nil {
				c.change(control, &in)
			}
			before := casetest.Frozen(t, []any{in.Template, in.Binding, in.Works})
			made := template.Render(t.Context(), control, in)
			require.Equal(t, before, casetest.Frozen(t, []any{in.Template, in.Binding, in.Works}), "the input is not written")
			require.Equal(t, c.want, textsOf(made.Works), c.reason)
			require.Equal(t, c.deleted, namespacesOf(made.Delete), c.reason)
			require.Equal(t, c.wait, made.Wait, c.reason)
			if c.warning == "" {
				require.Empty(t, made.Warnings, c.reason)
			} else {
				require.Len(t, made.Warnings, 1, c.reason)
				require.Contains(t, made.Warnings[0], c.warning, c.reason)
			}
			if c.err == "" {
				require.NoError(t, made.Err, c.reason)
			} else {
				require.ErrorContains(t, made.Err, c.err, c.reason)
			}
		})
	}
}

func atOnce(_ *template.Control, in *template.RenderInput) { in.AtOnce = true }

func left(_ *template.Control, in *template.RenderInput) { in.Left = true }

// touched sets Touched, and what a case changes.
func touched(of func(override.Ref) bool, change func(*template.Control, *template.RenderInput)) func(*template.Control, *template.RenderInput) {
	return func(c *template.Control, in *template.RenderInput) {
		if c.Touched = of; change != nil {
			change(c, in)
		}
	}
}

// TestRenderDeleting has a binding that is being deleted: it loses its finalizer after its Works.
func TestRenderDeleting(t *testing.T) {
	t.Parallel()
	b := &api.ResourceBinding{ObjectMeta: metav1.ObjectMeta{
		Namespace: "shop", Name: "web-configmap", DeletionTimestamp: goingSince, Finalizers: []string{"a", api.BindingFinalizer}, Labels: map[string]string{api.BindingIDLabel: "id"},
	}}
	made := template.Render(t.Context(), nil, template.RenderInput{Binding: b, Works: []*api.Work{workOf("m1", "w"), nil}})
	require.True(t, made.Deleting)
	require.Equal(t, []string{"a"}, made.Finalizers)
	require.Equal(t, []string{"karmada-es-m1"}, namespacesOf(made.Delete))
	require.NoError(t, made.Err)
}
