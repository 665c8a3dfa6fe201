package status_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/status"
	"github.com/overridekit/overridekit/testdata/exported"
)

// TestNilArguments calls everything with nil and zero values. The results are errors or empty.
func TestNilArguments(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	exported.Walk(t, map[string]func(t *testing.T){
		"AggregateBinding": func(t *testing.T) {
			for _, b := range []api.Binding{nil, (*api.ResourceBinding)(nil), (*api.ClusterResourceBinding)(nil), foreignBinding{}} {
				s, err := status.AggregateBinding(b, []*api.Work{nil}, now)
				require.Error(t, err)
				require.Zero(t, s)
			}
			s, err := status.AggregateBinding(&api.ResourceBinding{}, []*api.Work{nil, {}}, now)
			require.NoError(t, err)
			require.Empty(t, s.Items)
		},
		"AggregateOverridden": func(t *testing.T) {
			s, err := status.AggregateOverridden(nil, []*api.Work{nil}, now)
			require.Error(t, err)
			require.Zero(t, s)
			unnamed := &api.Work{ObjectMeta: metav1.ObjectMeta{Labels: map[string]string{api.BindingIDLabel: ""}}}
			unnamed.Spec.Workload.Manifests = []api.Manifest{nil}
			_, err = status.AggregateOverridden(&api.ResourceBinding{}, []*api.Work{unnamed}, now)
			require.Error(t, err)
		},
		"AggregateTemplate": func(t *testing.T) {
			for _, b := range []api.Binding{nil, (*api.ResourceBinding)(nil), (*api.ClusterResourceBinding)(nil), foreignBinding{}} {
				s, err := status.AggregateTemplate(ctx, status.TemplateInput{Binding: b})
				require.Error(t, err)
				require.Zero(t, s)
			}
			for _, template := range []*unstructured.Unstructured{nil, {}} {
				s, err := status.AggregateTemplate(ctx, status.TemplateInput{Binding: &api.ResourceBinding{}, Template: template})
				require.NoError(t, err)
				require.Equal(t, status.TemplateStatus{Reason: "no interpreter has AggregateStatus for /, Kind=: the Registry is nil or empty"}, s)
				s, err = status.AggregateTemplate(ctx, status.TemplateInput{Binding: &api.ResourceBinding{}, Template: template, Interpreter: returning(template)})
				require.NoError(t, err)
				require.Nil(t, s.Object)
			}
		},
		"BindingChanged": func(t *testing.T) {
			require.False(t, status.BindingChanged(nil, nil))
			require.False(t, status.BindingChanged(&api.ResourceBinding{}, (*api.ResourceBinding)(nil)))
		},
		"Reflect": func(t *testing.T) {
			r, err := status.Reflect(ctx, status.ReflectInput{})
			require.NoError(t, err)
			require.Equal(t, status.ActionNone, r.Action)
			r, err = status.Reflect(ctx, status.ReflectInput{Object: &unstructured.Unstructured{}, Work: &api.Work{}})
			require.NoError(t, err)
			require.Equal(t, status.ActionNone, r.Action)
		},
		"WorkChanged": func(t *testing.T) { require.False(t, status.WorkChanged(nil, nil)) },
		"WorkOf": func(t *testing.T) {
			for _, object := range []*unstructured.Unstructured{nil, {}} {
				name, found, err := status.WorkOf(object)
				require.NoError(t, err)
				require.False(t, found)
				require.Zero(t, name)
			}
		},
	})
}
