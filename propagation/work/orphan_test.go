package work_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/testdata/casetest"
)

func TestOrphans(t *testing.T) {
	t.Parallel()
	const direct = "gracefulEvictionTasks: [{fromCluster: m1, purgeMode: Directly, reason: r, producer: p}]"
	const waits = "web must be gone from cluster m1 first, and Work karmada-es-m1/w is still there"
	for name, c := range map[string]struct {
		spec     string   // of a binding of the object web
		works    []string // the namespace and the state of the Work
		deleting bool
		want     []string
		wait     string
		err      string
		reason   string
	}{
		"a target": {spec: "clusters: [{name: m1}]", works: []string{"karmada-es-m1"}, reason: "it stays"},
		"required": {spec: "requiredBy: [{name: x, clusters: [{name: m1}]}]", works: []string{"karmada-es-m1"}, reason: "another binding needs it there"},
		"left": {
			spec:  "gracefulEvictionTasks: [{fromCluster: m1, reason: r, producer: p}, {fromCluster: m2, purgeMode: Never, reason: r, producer: p}]",
			works: []string{"karmada-es-m1", "karmada-es-m2"}, reason: "it is evicted later, or never",
		},
		"no more": {
			works:  []string{"karmada-es-m2", "karmada-es-m1"},
			want:   []string{"karmada-es-m1/w: cluster m1 is no longer a target of web", "karmada-es-m2/w: cluster m2 is no longer a target of web"},
			reason: "sorted",
		},
		"another's":     {works: []string{"karmada-es-m1 foreign", "default foreign"}, reason: "Works of others are ignored"},
		"at once, gone": {spec: direct, works: []string{"karmada-es-m1"}, want: []string{"karmada-es-m1/w: cluster m1 is no longer a target of web"}, reason: "it has no finalizer"},
		"at once, held": {spec: direct, works: []string{"karmada-es-m1 held"}, want: []string{"karmada-es-m1/w: cluster m1 is no longer a target of web"}, wait: waits, reason: "two clusters must not have it"},
		"going":         {spec: direct, works: []string{"karmada-es-m1 held going"}, wait: waits, reason: "it is not deleted twice"},
		"and back":      {spec: "clusters: [{name: m1}]\n" + direct, works: []string{"karmada-es-m1"}, wait: waits, reason: "as long as the eviction exists"},
		"nowhere": {
			works: []string{"default", "karmada-es-m1"}, reason: "nothing is deleted",
			err: `ResourceBinding shop/web-deployment: Work default/w: found the namespace "default", expected one that begins with karmada-es-`,
		},
		"deleted": {
			spec: "clusters: [{name: m1}]", works: []string{"karmada-es-m1 held", "default"}, deleting: true, reason: "all of them, in any namespace",
			want: []string{"default/w: ResourceBinding shop/web-deployment is being deleted", "karmada-es-m1/w: ResourceBinding shop/web-deployment is being deleted"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rb, works := binding(t, "resource: {name: web}\n"+c.spec), stored(c.works)
			if c.deleting {
				rb.DeletionTimestamp = &metav1.Time{Time: time.Unix(1, 0)}
				rb.Finalizers = []string{"a", "karmada.io/binding-controller", "b"}
			}
			before := casetest.Frozen(t, []any{rb, works})
			cleanup, err := work.Orphans(rb, works)
			require.Equal(t, before, casetest.Frozen(t, []any{rb, works}))
			if c.err != "" {
				require.EqualError(t, err, c.err)
				require.Empty(t, cleanup.Delete)
				return
			}
			require.NoError(t, err)
			var deleted []string
			for _, o := range cleanup.Delete {
				deleted = append(deleted, o.Work.Namespace+"/"+o.Work.Name+": "+o.Reason)
			}
			require.Equal(t, c.want, deleted, c.reason)
			require.Equal(t, c.wait, cleanup.Wait, c.reason)
			require.Equal(t, c.deleting, cleanup.Deleting)
			if c.deleting {
				require.Equal(t, []string{"a", "b"}, cleanup.Finalizers)
			}
		})
	}
	_, err := work.Orphans(nil, nil)
	require.Error(t, err)
}

// TestOrphansWithoutID has a binding without an id. It owns the Works whose id is set and empty.
func TestOrphansWithoutID(t *testing.T) {
	t.Parallel()
	works := *casetest.Decode[[]*api.Work](t, `
- {metadata: {namespace: karmada-es-m1, name: empty, labels: {clusterresourcebinding.karmada.io/permanent-id: ""}}, spec: {}}
- {metadata: {namespace: karmada-es-m1, name: none}, spec: {}}
`)
	cleanup, err := work.Orphans(&api.ClusterResourceBinding{}, works)
	require.NoError(t, err)
	require.Len(t, cleanup.Delete, 1)
	require.Equal(t, "empty", cleanup.Delete[0].Work.Name)
}

// stored returns Works called w of the binding id-1 from their namespaces and states: held by a finalizer, going, or foreign.
func stored(texts []string) []*api.Work {
	works := make([]*api.Work, len(texts))
	for i, text := range texts {
		words := strings.Fields(text)
		works[i] = &api.Work{}
		works[i].Namespace, works[i].Name = words[0], "w"
		works[i].Labels = map[string]string{"resourcebinding.karmada.io/permanent-id": "id-1"}
		for _, word := range words[1:] {
			switch word {
			case "held":
				works[i].Finalizers = []string{"f"}
			case "going":
				works[i].DeletionTimestamp = &metav1.Time{Time: time.Unix(1, 0)}
			case "foreign":
				works[i].Labels = map[string]string{"resourcebinding.karmada.io/permanent-id": "id-2", "clusterresourcebinding.karmada.io/permanent-id": "id-1"}
			}
		}
	}
	return works
}
