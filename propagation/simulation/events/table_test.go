package events

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/simulation"
)

// TestOneLine has a title and a reason that look like other lines of the output.
func TestOneLine(t *testing.T) {
	t.Parallel()
	step := &simulation.Step{Changes: []simulation.Change{{Action: "Create", Reason: "a\n1. another\tstep\x1b[31m"}}}
	table := Table{Title: " a\ttitle\n1. another step\x1b[31m\n", Step: step}
	require.Equal(t, "0. a title 1. another step\uFFFD[31m\n   control plane  Create  a 1. another step\uFFFD[31m\n\n     control plane\n   nothing\n\n", table.String())
}

// TestOnly leaves out an object and a cluster everywhere.
func TestOnly(t *testing.T) {
	t.Parallel()
	a, b := override.Ref{Kind: "A", Name: "a"}, override.Ref{Kind: "B", Name: "b"}
	object := func(ref override.Ref) *unstructured.Unstructured {
		return &unstructured.Unstructured{Object: map[string]any{"kind": ref.Kind, "metadata": map[string]any{"name": ref.Name}}}
	}
	all := Table{
		Step: &simulation.Step{
			Rows:    []*propagation.Row{{Template: a}, {Template: b}},
			Moves:   []simulation.Move{{Template: a}, {Template: b}},
			Changes: []simulation.Change{{Object: a}, {Object: b}},
			Actions: []simulation.Action{{Cluster: "m1", Object: a}, {Cluster: "m2", Object: a}, {Cluster: "m1", Object: b}},
		},
		Templates: []*unstructured.Unstructured{object(a), object(b)},
		Clusters: []simulation.ClusterState{
			{Name: "m1", Ready: true, Objects: []*unstructured.Unstructured{object(a), object(b)}}, {Name: "m2", Ready: true, Objects: []*unstructured.Unstructured{object(a)}},
		},
	}
	before := all.String()
	only := all.Only(func(ref override.Ref) bool { return ref == a }, func(name string) bool { return name == "m1" })
	require.Equal(t, "0. \n   A a  no cluster -> no cluster  \n   control plane  A a  \n   m1             A a  \n\n        control plane  m1\n   A a  yes            yes\n\n",
		only.String())
	require.Equal(t, before, all.String(), "the table is not written")
	require.Equal(t, before, all.Only(nil, nil).String())
	require.NotContains(t, only.String(), "B b")
	require.Equal(t, "0. \n   nothing moves\n\n     control plane\n   nothing\n\n", Table{}.Only(nil, nil).String())
}

// TestReplicasOfOverrides counts the replicas that an override policy has set, also if only other clusters are shown, and those of the schedule where the
// object does not exist yet.
func TestReplicasOfOverrides(t *testing.T) {
	t.Parallel()
	object := func(replicas, ready int64) *unstructured.Unstructured {
		return &unstructured.Unstructured{Object: map[string]any{
			"kind": "A", "metadata": map[string]any{"name": "a"}, "spec": map[string]any{"replicas": replicas}, "status": map[string]any{"readyReplicas": ready},
		}}
	}
	table := Table{
		Step: &simulation.Step{Rows: []*propagation.Row{{
			Template: override.Ref{Kind: "A", Name: "a"}, Clusters: []api.TargetCluster{{Name: "m1", Replicas: 3}, {Name: "m2", Replicas: 2}},
		}}},
		Templates: []*unstructured.Unstructured{object(5, 7)},
		Clusters:  []simulation.ClusterState{{Name: "m1", Ready: true, Objects: []*unstructured.Unstructured{object(7, 7)}}, {Name: "m2", Ready: true}},
	}
	require.Contains(t, table.Lines(), "  A a: 7/9 ready\n    m1: 7/7 ready\n")
	other := table.Only(nil, func(name string) bool { return name == "m2" })
	require.Contains(t, other.Lines(), "  A a: 7/9 ready\n\n")
}

// TestTableLines checks that what one cluster has is in lines of its own, and that no cell can make another line.
func TestTableLines(t *testing.T) {
	t.Parallel()
	ref := override.Ref{Kind: "Deployment", Namespace: "shop", Name: "web"}
	object := func(name string, replicas int64) *unstructured.Unstructured {
		return &unstructured.Unstructured{Object: map[string]any{
			"kind": ref.Kind, "metadata": map[string]any{"namespace": ref.Namespace, "name": name}, "spec": map[string]any{"replicas": replicas},
			"status": map[string]any{"readyReplicas": replicas},
		}}
	}
	table := func(cluster string, replicas int64) Table {
		return Table{
			Number: 1, Title: "eu is\nlost",
			Step: &simulation.Step{
				Rows:    []*propagation.Row{{Template: ref, Clusters: []api.TargetCluster{{Name: "us", Replicas: 3}}}},
				Moves:   []simulation.Move{{Template: ref, Before: []api.TargetCluster{{Name: "eu", Replicas: 3}}, After: []api.TargetCluster{{Name: "us", Replicas: 3}}, Reason: "eu\tleft"}},
				Actions: []simulation.Action{{Cluster: "us", Object: ref, Reason: "the object does not exist; not applied"}},
			},
			Templates: []*unstructured.Unstructured{object("web", 2)},
			Clusters: []simulation.ClusterState{
				{Name: cluster, Left: true}, {Name: "us", Ready: true, Objects: []*unstructured.Unstructured{object("web", replicas), object("only", 1)}},
			},
		}
	}
	want := `1. eu is lost
  Deployment shop/web: eu:3 -> us:3
    eu left
  us: Deployment shop/web: the object does not exist
  clusters after it: eu (left), us
  Deployment shop/web: 2/3 ready
    us: 3/3 ready
  Deployment shop/only: not in the control plane
    us: 1/1 ready

`
	require.Equal(t, want, table("eu", 3).Lines())
	require.Equal(t, strings.Replace(want, "eu (left)", "a-much-longer-name (left)", 1), table("a-much-longer-name", 3).Lines())
	require.Equal(t, strings.NewReplacer("us: 3/3", "us: 30000/30000", "2/3", "2/30000").Replace(want), table("eu", 30000).Lines())
	require.Equal(t, "0.\n  nothing moves\n  clusters after it: no cluster\n\n", Table{}.Lines())
}
