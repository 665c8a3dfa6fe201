package events

import (
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
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
			Rows:    []propagation.Row{{Template: a}, {Template: b}},
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
