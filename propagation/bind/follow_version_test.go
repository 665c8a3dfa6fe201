package bind_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/bind"
)

// bindHPAIn returns the HPA web in a version.
func bindHPAIn(t *testing.T, version string) *unstructured.Unstructured {
	hpa := bindObject(t, bindYAML(t, bindHPA))
	hpa.SetAPIVersion("autoscaling/" + version)
	return hpa
}

// TestFollowVersions has an HPA that api records as a dependency in v1. The controller of followers reads it in v2.
func TestFollowVersions(t *testing.T) {
	t.Parallel()
	needs := bindNeeds{{APIVersion: "autoscaling/v1", Kind: "HorizontalPodAutoscaler", Namespace: "shop", Name: "web"}}
	other := bindNamed(t, bindAPI)
	other.Spec.PropagateDeps = true
	distribute := bind.DistributeInput{
		Independent: other, Template: bindObject(t, bindYAML(t, `{apiVersion: apps/v1, kind: Deployment, metadata: {name: api, namespace: shop}}`)),
		Registry: interpreter.NewRegistry(needs), Find: bind.FindIn(bindHPAIn(t, "v1"), bindHPAIn(t, "v2")),
	}
	done, err := distributed(distribute, nil)
	require.NoError(t, err)
	distribute.Independent = done.Independent
	stored := done.Attached[0].Binding
	for i := range 3 {
		followed, err := bind.Follow(bind.FollowInput{Follower: bindHPAIn(t, "v2"), Index: bindIndex(bindNamed(t, bindWeb), done.Independent, stored)})
		require.NoError(t, err)
		require.Equal(t, i > 0, len(followed.Changed) == 0, "call %d changed %v", i, followed.Changed)
		require.Len(t, followed.Binding.Spec.RequiredBy, 2, "api has recorded it, in another version")
		require.Equal(t, "autoscaling/v1", followed.Binding.Spec.Resource.APIVersion, "api needs this version")
		stored = followed.Binding

		done, err := distributed(distribute, bindIndex(bindNamed(t, bindWeb), stored))
		require.NoError(t, err)
		require.Empty(t, done.Attached[0].Changed)
	}
	web := bindNamed(t, bindWeb)
	followed, err := bind.Follow(bind.FollowInput{Follower: bindHPAIn(t, "v1"), Index: bindIndex(web, bindNamed(t, bindByWeb))})
	require.NoError(t, err)
	require.Equal(t, "autoscaling/v1", followed.Binding.Spec.Resource.APIVersion, "without others, the version is that of the follower")
	own := bindNamed(t, bindByWeb)
	own.Spec.Placement = &api.Placement{}
	followed, err = bind.Follow(bind.FollowInput{Follower: bindHPAIn(t, "v1"), Index: bindIndex(web, own)})
	require.NoError(t, err)
	require.Equal(t, "autoscaling/v2", followed.Binding.Spec.Resource.APIVersion, "a policy has selected it in this version")
}

// TestDistributeFollowerVersion has the binding of a follower in another version: it stays in place.
func TestDistributeFollowerVersion(t *testing.T) {
	t.Parallel()
	for _, propagate := range []bool{true, false} {
		independent := bindNamed(t, bindWeb)
		independent.Spec.PropagateDeps = propagate
		stored := bindNamed(t, bindByWeb)
		stored.Spec.RequiredBy = append(stored.Spec.RequiredBy, api.BindingSnapshot{Namespace: "shop", Name: "api-deployment"})
		done, err := distributed(bind.DistributeInput{
			Independent: independent, Template: bindObject(t, bindYAML(t, `{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: shop}}`)),
			Registry: interpreter.NewRegistry(bindNeeds{}), Followers: []*unstructured.Unstructured{bindHPAIn(t, "v1")},
		}, bindIndex(stored, bindNamed(t, bindAPI)))
		require.NoError(t, err)
		require.Empty(t, done.Attached[0].Changed, "propagateDeps %t", propagate)
	}
}

// TestBatchVersions has one object in two versions in a batch, which is not a collision of names.
func TestBatchVersions(t *testing.T) {
	t.Parallel()
	planned := bindNamed(t, bindByWeb)
	planned.Spec.RequiredBy, planned.Labels, planned.Spec.Placement, planned.Spec.Resource.APIVersion = nil, nil, &api.Placement{}, "autoscaling/v1"
	for _, c := range []struct {
		reason   string
		planned  []*api.ResourceBinding
		versions []string // of the follower, one call after the other
		want     string   // the version of the resource
		object   string   // that of the planned object
	}{
		{"the last reader counts", nil, []string{"v1", "v2"}, "autoscaling/v2", "autoscaling/v1"},
		{"a policy has selected it", []*api.ResourceBinding{planned}, []string{"v2"}, "autoscaling/v1", "autoscaling/v1"},
	} {
		batch := bind.NewBatch([]*api.ResourceBinding{bindNamed(t, bindWeb)}, c.planned)
		for _, version := range c.versions {
			require.NoError(t, batch.Follow(bind.FollowInput{Follower: bindHPAIn(t, version)}), c.reason)
		}
		done, err := batch.Finish()
		require.NoError(t, err)
		require.Len(t, done, 1)
		require.Equal(t, c.want, done[0].Binding.Spec.Resource.APIVersion, c.reason)
		require.Equal(t, c.object, done[0].Object.APIVersion, c.reason)
	}

	independent := bindNamed(t, bindWeb)
	independent.Spec.PropagateDeps = true
	done, err := distributed(bind.DistributeInput{
		Independent: independent, Template: bindObject(t, bindYAML(t, `{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: shop}}`)),
		Registry: interpreter.NewRegistry(bindNeeds{{APIVersion: "autoscaling/v1", Kind: "HorizontalPodAutoscaler", Namespace: "shop", Name: "web"}}),
		Find:     bind.FindIn(bindHPAIn(t, "v1")), Followers: []*unstructured.Unstructured{bindHPAIn(t, "v2")},
	}, nil)
	require.NoError(t, err, "it is a dependency and a follower")
	require.Len(t, done.Attached, 1)
}
