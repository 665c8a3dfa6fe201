package bind_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/bind"
)

// FuzzFollow reads any object as a follower. The oracle decodes a typed autoscaler.
func FuzzFollow(f *testing.F) {
	for _, text := range []string{
		`{"apiVersion":"autoscaling/v2","kind":"HorizontalPodAutoscaler","metadata":{"name":"a","namespace":"shop"},"spec":{"scaleTargetRef":{"apiVersion":"apps/v1","kind":"Deployment","name":"web"}}}`,
		`{"apiVersion":"autoscaling/v1","kind":"HorizontalPodAutoscaler","metadata":{"name":"a","namespace":"shop"},"spec":{"scaleTargetRef":{"apiVersion":"apps/v1beta1","kind":"Deployment","name":"web"}}}`,
		`{"apiVersion":"autoscaling/v1","kind":"HorizontalPodAutoscaler","metadata":{"name":"a","namespace":"shop"},"spec":{"scaleTargetRef":{"kind":"Deployment","name":"web"}}}`,
		`{"apiVersion":"keda.sh/v1alpha1","kind":"ScaledObject","metadata":{"name":"a","namespace":"shop"},"spec":{"scaleTargetRef":{"name":"web"}}}`,
		`{"apiVersion":"autoscaling.k8s.io/v1","kind":"VerticalPodAutoscaler","metadata":{"name":"a","namespace":"shop"},"spec":{"targetRef":{"apiVersion":"apps/v1","kind":"Deployment","name":"web"}}}`,
		`{"apiVersion":"autoscaling/v1","kind":"HorizontalPodAutoscaler","metadata":{"name":"a","namespace":"shop"},"spec":{"scaleTargetRef":7}}`,
		`{"apiVersion":"autoscaling/v1","kind":"HorizontalPodAutoscaler","metadata":{"name":"a","namespace":"shop"}}`,
		`{"apiVersion":"a/b/c","kind":"","metadata":null}`,
	} {
		f.Add([]byte(text))
	}
	workload := &api.ResourceBinding{}
	workload.Namespace, workload.Name = "shop", "web-deployment"
	workload.Spec.Resource = api.ObjectReference{APIVersion: "apps/v1", Kind: "Deployment", Namespace: "shop", Name: "web"}
	f.Fuzz(func(t *testing.T, text []byte) {
		var content map[string]any
		if json.Unmarshal(text, &content) != nil {
			t.Skip()
		}
		o := &unstructured.Unstructured{Object: content}
		ref, err := bind.WorkloadOf(o)
		require.False(t, err != nil && ref != (override.Ref{}), "an error comes without a workload")
		var typed struct {
			APIVersion, Kind string
			Metadata         struct{ Namespace, Name string }
			Spec             struct {
				ScaleTargetRef, TargetRef struct{ APIVersion, Kind, Name, Namespace string }
			}
		}
		if err == nil && ref != (override.Ref{}) && json.Unmarshal(text, &typed) == nil {
			named := typed.Spec.ScaleTargetRef
			if typed.Kind == "VerticalPodAutoscaler" {
				named = typed.Spec.TargetRef
			}
			if typed.Kind == "ScaledObject" && named.APIVersion == "" {
				named.APIVersion = "apps/v1"
			}
			if typed.Kind == "ScaledObject" && named.Kind == "" {
				named.Kind = "Deployment"
			}
			if ref.Name == named.Name { // other keys may differ from the typed ones in their case only
				require.Equal(t, override.Ref{APIVersion: named.APIVersion, Kind: named.Kind, Namespace: typed.Metadata.Namespace, Name: named.Name}, ref)
			}
		}
		done, followErr := bind.Follow(bind.FollowInput{Follower: o, Index: bindIndex(workload)})
		var missing *bind.WorkloadError
		switch {
		case err != nil || ref == (override.Ref{}):
			require.Nil(t, done.Binding)
			require.Equal(t, err == nil, followErr == nil)
		case errors.As(followErr, &missing):
			require.NotEqual(t, "web shop Deployment apps/v1", ref.Name+" "+ref.Namespace+" "+ref.Kind+" "+ref.APIVersion)
			require.Nil(t, done.Binding)
		case followErr == nil:
			require.Equal(t, "Deployment shop/web", ref.String())
			require.Len(t, done.Binding.Spec.RequiredBy, 1)
			again, err := bind.Follow(bind.FollowInput{Follower: o, Index: bindIndex(workload, done.Binding)})
			require.NoError(t, err)
			require.Empty(t, again.Changed, "a stored result does not change")
		}
	})
}
