package events

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/policy/karmada/api"
	kubeadmiral "github.com/overridekit/overridekit/policy/kubeadmiral/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/simulation"
	"github.com/overridekit/overridekit/testdata/exported"
	"github.com/overridekit/overridekit/testdata/wild"
)

// TestNilArguments calls everything with nil and zero values.
func TestNilArguments(t *testing.T) {
	t.Parallel()
	calls := map[string]func(t *testing.T){
		"Decode": func(t *testing.T) {
			_, err := Decode(nil)
			require.EqualError(t, err, "there is no stream")
		},
		"Begin": func(t *testing.T) {
			all, err := Begin(nil, []Event{{}})
			require.NoError(t, err)
			require.Len(t, all, 2)
		},
		"CheckKinds": func(t *testing.T) {
			require.NoError(t, CheckKinds(nil))
			require.NoError(t, CheckKinds(&policy.Bundle{
				Bindings: []api.Binding{nil, (*api.ResourceBinding)(nil), (*api.ClusterResourceBinding)(nil)}, Works: []*api.Work{nil},
				KubeAdmiralOverrides: []kubeadmiral.OverrideSource{nil},
			}))
			long := strings.Repeat("n", 1<<20)
			for _, b := range []*policy.Bundle{
				{Bindings: []api.Binding{nil, &api.ResourceBinding{ObjectMeta: metav1.ObjectMeta{Name: long}}}},
				{Works: []*api.Work{nil, {ObjectMeta: metav1.ObjectMeta{Name: long}}}},
				{KubeAdmiralOverrides: []kubeadmiral.OverrideSource{nil, &kubeadmiral.OverridePolicy{ObjectMeta: metav1.ObjectMeta{Name: long}}}},
			} {
				err := CheckKinds(b)
				require.ErrorContains(t, err, "expected templates, policies and Clusters of Karmada")
				require.Less(t, len(err.Error()), 1000)
			}
		},
		"TableOf": func(t *testing.T) {
			require.NotEmpty(t, TableOf(0, Event{}, simulation.New(propagation.PlanInput{}, start), nil, nil).String())
		},
		"Event.Happen": func(t *testing.T) { require.NoError(t, Event{}.Happen(simulation.New(propagation.PlanInput{}, start))) },
		"Table.WriteTo": func(t *testing.T) {
			n, err := Table{}.WriteTo(t.Output())
			require.NoError(t, err)
			require.Positive(t, n)
		},
	}
	exported.Methods(t, calls, &Error{}, &Event{}, &Table{})
	exported.Walk(t, calls)
}

// TestBeginHostileObjects begins with objects that no decoder returns.
func TestBeginHostileObjects(t *testing.T) {
	t.Parallel()
	for name, v := range wild.Values() {
		for _, kind := range []string{"ConfigMap", "Namespace"} { // with and without a namespace
			for _, metadata := range []any{v, map[string]any{"name": "a", "namespace": v}, map[string]any{"name": "a", "labels": v}} {
				object := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": kind, "metadata": metadata}}
				all, err := Begin(&policy.Bundle{Objects: []*unstructured.Unstructured{object, nil}, Assumed: []*unstructured.Unstructured{object}}, nil)
				require.NoError(t, err, name)
				world := simulation.New(propagation.PlanInput{}, start)
				if err := all[0].Happen(world); err != nil {
					require.Less(t, len(err.Error()), 3000, name)
				}
				require.NotEmpty(t, TableOf(0, all[0], world, nil, nil).String(), name)
			}
		}
	}
}
