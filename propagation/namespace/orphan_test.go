package namespace_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/namespace"
	"github.com/overridekit/overridekit/testdata/casetest"
)

func TestOrphans(t *testing.T) {
	t.Parallel()
	const (
		deleting = "{metadata: {name: shop, uid: u-1, deletionTimestamp: '2026-01-01T00:00:00Z'}}"
		owned    = "{metadata: {namespace: karmada-es-m1, name: w, ownerReferences: [{apiVersion: v1, kind: Namespace, name: shop, uid: u-1}]}}"
	)
	for _, c := range []struct {
		name, reason, namespace, work string
		why                           string // empty: it stays
	}{
		{"being deleted", "its Works go with it", deleting, owned, "the namespace shop is being deleted"},
		{"gone", "its Works go with it", "", owned, "the namespace shop is gone"},
		{"exists", "its Works stay", shop, owned, ""},
		{"skipped", "a label that comes later leaves the Works", "{metadata: {name: shop, uid: u-1, labels: {namespace.karmada.io/skip-auto-propagation: 'true'}}}", owned, ""},
		{"of an earlier namespace", "the uid differs", deleting,
			"{metadata: {namespace: karmada-es-m1, name: w, ownerReferences: [{apiVersion: v1, kind: Namespace, name: shop, uid: u-0}]}}", ""},
		{"of an earlier namespace that is gone", "nothing with the name is left", "",
			"{metadata: {namespace: karmada-es-m1, name: w, ownerReferences: [{apiVersion: v1, kind: Namespace, name: shop, uid: u-0}]}}", "the namespace shop is gone"},
		{"of another namespace", "the name differs", "", "{metadata: {namespace: karmada-es-m1, name: w, ownerReferences: [{apiVersion: v1, kind: Namespace, name: store, uid: u-1}]}}", ""},
		{"of another kind", "the kind differs", "", "{metadata: {namespace: karmada-es-m1, name: w, ownerReferences: [{apiVersion: v1, kind: Cluster, name: shop, uid: u-1}]}}", ""},
		{"second owner", "one of the owners counts", deleting,
			"{metadata: {namespace: karmada-es-m1, name: w, ownerReferences: [{kind: Cluster, name: m1}, {apiVersion: v1, kind: Namespace, name: shop, uid: u-1}]}}", "the namespace shop is being deleted"},
		{"of another group", "the group of the owner counts", "", "{metadata: {namespace: karmada-es-m1, name: w, ownerReferences: [{apiVersion: servicebus.azure.com/v1, kind: Namespace, name: shop, uid: u-1}]}}", ""},
		{"of no group", "an owner has an apiVersion", "", "{metadata: {namespace: karmada-es-m1, name: w, ownerReferences: [{kind: Namespace, name: shop, uid: u-1}]}}", ""},
		{"without a uid", "it is that of no namespace", "{metadata: {name: shop, deletionTimestamp: '2026-01-01T00:00:00Z'}}", "{metadata: {namespace: karmada-es-m1, name: w, ownerReferences: [{apiVersion: v1, kind: Namespace, name: shop}]}}", ""},
		{"without a uid and gone", "it is that of no namespace", "", "{metadata: {namespace: karmada-es-m1, name: w, ownerReferences: [{apiVersion: v1, kind: Namespace, name: shop}]}}", ""},
		{"another namespace is being deleted", "the name counts, even if the uid is equal", "{metadata: {name: store, uid: u-1, deletionTimestamp: '2026-01-01T00:00:00Z'}}", owned, ""},
		{"ConfigMap", "it is not a namespace", "{apiVersion: v1, kind: ConfigMap, metadata: {name: shop, uid: u-1, deletionTimestamp: '2026-01-01T00:00:00Z'}}", owned, ""},
		{"Namespace of another group", "it is another kind", "{apiVersion: servicebus.azure.com/v1, kind: Namespace, metadata: {name: shop, uid: u-1, deletionTimestamp: '2026-01-01T00:00:00Z'}}", owned, ""},
		{"no owner", "it has the name of a namespace's Work, but its owner is unknown", "", "{metadata: {namespace: karmada-es-m1, name: shop-7dcb8f5cbc}}", ""},
		{"already deleted", "it is not deleted twice", deleting,
			"{metadata: {namespace: karmada-es-m1, name: w, deletionTimestamp: '2026-01-01T00:00:00Z', ownerReferences: [{apiVersion: v1, kind: Namespace, name: shop, uid: u-1}]}}", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			object, gone := casetest.Object(t, shop), c.namespace == ""
			if !gone {
				object = casetest.Object(t, c.namespace)
			}
			stored := casetest.Decode[api.Work](t, c.work)
			orphans := namespace.Orphans(object, gone, []*api.Work{nil, stored})
			require.Equal(t, casetest.Decode[api.Work](t, c.work), stored, "the input is not written")
			if c.why == "" {
				require.Empty(t, orphans, c.reason)
				return
			}
			require.Len(t, orphans, 1, c.reason)
			require.Equal(t, stored.Ref(), orphans[0].Work)
			require.Equal(t, c.why, orphans[0].Reason)
		})
	}
}

// TestOrphansOfRendered deletes namespaces whose Works were rendered: each takes exactly its own Works along.
func TestOrphansOfRendered(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		var all []*api.Work
		of := map[string][]*api.Work{}
		for i := range 1 + random.IntN(5) {
			name := fmt.Sprintf("ns-%d", i)
			works, err := render(namespace.Input{
				Namespace: &unstructured.Unstructured{Object: map[string]any{"metadata": map[string]any{"name": name, "uid": name}}},
				Clusters:  clusters("m1", "m2", "m3")[:random.IntN(4)],
			})
			require.NoError(t, err)
			of[name], all = works, append(all, works...)
		}
		random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		for name, works := range of {
			var want, got []string
			for _, w := range works {
				want = append(want, w.Ref().String())
			}
			for _, o := range namespace.Orphans(&unstructured.Unstructured{Object: map[string]any{"metadata": map[string]any{"name": name}}}, true, all) {
				got = append(got, o.Work.String())
			}
			require.Equal(t, want, got)
			require.True(t, slices.IsSorted(got))
		}
	}
}

// A namespace is being deleted. The garbage collector would delete its Works once it is gone.
func ExampleOrphans() {
	w := &api.Work{ObjectMeta: metav1.ObjectMeta{
		Namespace: "karmada-es-m1", Name: "shop-7dcb8f5cbc",
		OwnerReferences: []metav1.OwnerReference{{APIVersion: "v1", Kind: "Namespace", Name: "shop", UID: types.UID("1")}},
	}}
	object := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "Namespace", "metadata": map[string]any{
		"name": "shop", "uid": "1", "deletionTimestamp": "2026-01-02T03:04:05Z",
	}}}
	for _, orphan := range namespace.Orphans(object, false, []*api.Work{w}) {
		fmt.Println("delete", orphan.Work, "because", orphan.Reason)
	}
	// Output: delete Work karmada-es-m1/shop-7dcb8f5cbc because the namespace shop is being deleted
}
