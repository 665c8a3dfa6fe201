package bind_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/bind"
)

// budget returns a follower of another one by its field for, and its binding, which is required by some others.
func budget(t *testing.T, name, of, requiredBy string) (*unstructured.Unstructured, *api.ResourceBinding) {
	o := named("Budget")
	o.SetName(name)
	o.Object["for"] = map[string]any{"apiVersion": "example.com/v1", "kind": "Budget", "name": of}
	return o, bindNamed(t, `{metadata: {name: `+name+`-budget, namespace: shop}, spec: {resource: {apiVersion: example.com/v1, kind: Budget, namespace: shop, name: `+name+`}, requiredBy: `+requiredBy+`}}`)
}

// TestFollowCircle has followers that follow each other. Their clusters come from others alone: they would keep their own forever.
func TestFollowCircle(t *testing.T) {
	t.Parallel()
	oa, a := budget(t, "a", "b", `[{namespace: shop, name: b-budget, clusters: [{name: m1}]}]`)
	_, b := budget(t, "b", "c", `[{namespace: shop, name: c-budget, clusters: [{name: m1}]}, {namespace: shop, name: web-deployment, clusters: [{name: m2}]}]`)
	_, c := budget(t, "c", "a", `[{namespace: shop, name: a-budget, clusters: [{name: m1}]}]`)
	done, err := bind.Follow(bind.FollowInput{Follower: oa, Field: []string{"for"}, Index: bindIndex(a, b, c, bindNamed(t, bindWeb))})
	require.NoError(t, err)
	bindRequireText(t, `[{namespace: shop, name: b-budget, clusters: [{name: m2}]}]`, done.Binding.Spec.RequiredBy, "m1 comes from the circle")
}

// TestFollowLongWay has followers of followers: up to 100 of them are known not to be a cycle.
func TestFollowLongWay(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ length, want int }{{50, 1}, {99, 1}, {101, 0}, {100_000, 0}} {
		last, _ := budget(t, "last", "n0", "[]")
		var bindings []*api.ResourceBinding
		for i := range c.length {
			b := &api.ResourceBinding{}
			b.Namespace, b.Name = "shop", fmt.Sprintf("n%d-budget", i)
			b.Spec.Resource = api.ObjectReference{APIVersion: "example.com/v1", Kind: "Budget", Namespace: "shop", Name: fmt.Sprintf("n%d", i)}
			b.Spec.RequiredBy = []api.BindingSnapshot{{Namespace: "shop", Name: fmt.Sprintf("n%d-budget", i+1), Clusters: []api.TargetCluster{{Name: "m1"}}}}
			bindings = append(bindings, b)
		}
		done, err := bind.Follow(bind.FollowInput{Follower: last, Field: []string{"for"}, Index: bindIndex(bindings...)})
		require.NoError(t, err)
		require.Len(t, done.Binding.Spec.RequiredBy[0].Clusters, c.want, "%d", c.length)
	}
}

// TestFollowInvalid has a new workload, but no binding can be made for the follower: it stays where it is.
func TestFollowInvalid(t *testing.T) {
	t.Parallel()
	hpa := bindObject(t, bindYAML(t, bindHPA))
	hpa.Object["spec"].(map[string]any)["maxReplicas"] = 3
	in := bind.FollowInput{Follower: hpa, Index: bindIndex(bindNamed(t, bindWeb), bindNamed(t, bindAPI), bindNamed(t, bindByAPI))}
	done, err := bind.Follow(in)
	require.EqualError(t, err, "follower of ResourceBinding shop/web-deployment: HorizontalPodAutoscaler shop/web: /spec/maxReplicas is a Go int, expected a JSON value (null, bool, int64, float64, string, list or map of those)")
	require.Nil(t, done.Binding)

	in.Gone = true
	done, err = bind.Follow(in)
	require.NoError(t, err, "only its name is read")
	require.Empty(t, done.Binding.Spec.RequiredBy)
}

// TestFollowSubjects has errors that say what they are about.
func TestFollowSubjects(t *testing.T) {
	t.Parallel()
	_, err := distributed(bind.DistributeInput{Independent: bindNamed(t, bindWeb), Followers: []*unstructured.Unstructured{{}}}, nil)
	require.EqualError(t, err, "follower of ResourceBinding shop/web-deployment: found no object, expected one to bind")
	_, err = bind.Follow(bind.FollowInput{Gone: true})
	require.EqualError(t, err, "found no object, expected one to bind")
}

// TestFollowLongRecord has a recorded labelSelector that is invalid and long.
func TestFollowLongRecord(t *testing.T) {
	t.Parallel()
	other := bindNamed(t, bindAPI)
	other.Spec.PropagateDeps = true
	for _, record := range []string{
		`[{"apiVersion":"autoscaling/v2","kind":"HorizontalPodAutoscaler","namespace":"shop","labelSelector":{"matchLabels":{"` + strings.Repeat("x", 1<<18) + `":"a"}}}]`,
		`[{"apiVersion":"` + strings.Repeat("x", 1<<18),
	} {
		other.Annotations = map[string]string{api.DependenciesAnnotation: record}
		done, err := bind.Follow(bind.FollowInput{Follower: bindObject(t, bindYAML(t, bindHPA)), Index: bindIndex(bindNamed(t, bindWeb), other, bindNamed(t, bindByAPI))})
		require.ErrorContains(t, err, "ResourceBinding shop/api-deployment: ")
		require.Less(t, len(err.Error()), 1_000)
		require.Len(t, done.Binding.Spec.RequiredBy, 2, "it may be a dependency, so it stays")
	}
}
