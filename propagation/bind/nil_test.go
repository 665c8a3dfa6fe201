package bind_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/bind"
	"github.com/overridekit/overridekit/testdata/exported"
	"github.com/overridekit/overridekit/testdata/wild"
)

// TestNilArguments calls everything with nil and zero values. The results are errors or empty.
func TestNilArguments(t *testing.T) {
	t.Parallel()
	empty := &api.ResourceBinding{}
	calls := map[string]func(t *testing.T){
		"AlreadyBinds": func(t *testing.T) { require.Error(t, bind.AlreadyBinds(empty)) },
		"Batch.Distribute": func(t *testing.T) {
			for _, b := range []*bind.Batch{{}, bind.NewBatch(nil, nil)} {
				_, err := b.Distribute(context.Background(), bind.DistributeInput{Independent: empty})
				require.Error(t, err)
			}
		},
		"Batch.Finish": func(t *testing.T) {
			planned, err := (&bind.Batch{}).Finish()
			require.NoError(t, err)
			require.Empty(t, planned)
		},
		"Batch.Follow": func(t *testing.T) {
			for _, b := range []*bind.Batch{{}, bind.NewBatch([]*api.ResourceBinding{nil, empty}, []*api.ResourceBinding{nil})} {
				require.Error(t, b.Follow(bind.FollowInput{}))
				require.NoError(t, b.Follow(bind.FollowInput{Follower: named("Budget")}))
			}
		},
		"Batch.Latest": func(t *testing.T) { require.Same(t, empty, bind.NewBatch(nil, nil).Latest(empty)) },
		"Bind": func(t *testing.T) {
			_, err := bind.Bind(context.Background(), bind.Input{})
			require.Error(t, err)
		},
		"ChangedFields": func(t *testing.T) {
			require.Empty(t, bind.ChangedFields(nil, empty))
			require.Empty(t, bind.ChangedFields(empty, (*api.ClusterResourceBinding)(nil)))
		},
		"FindIn": func(t *testing.T) { require.NotNil(t, bind.FindIn(nil)) },
		"Follow": func(t *testing.T) {
			_, err := bind.Follow(bind.FollowInput{})
			require.Error(t, err)
			done, err := bind.Follow(bind.FollowInput{Follower: named("Budget"), Field: []string{""}, Index: bindIndex(nil, empty)})
			require.NoError(t, err)
			require.Nil(t, done.Binding)
		},
		"Followers.Add":    func(t *testing.T) { require.Error(t, (&bind.Followers{}).Add(nil)) },
		"Followers.Remove": func(*testing.T) { (&bind.Followers{}).Remove(nil) },
		"Followers.Of":     func(t *testing.T) { require.Empty(t, (&bind.Followers{}).Of(nil)) },
		"Index.Batch": func(t *testing.T) {
			require.NotNil(t, (*bind.Index)(nil).Batch(nil))
			require.NotNil(t, (&bind.Index{}).Batch())
		},
		"Index.Delete": func(*testing.T) { (&bind.Index{}).Delete("shop", "web") },
		"Index.Get": func(t *testing.T) {
			require.Nil(t, (*bind.Index)(nil).Get("shop", "web"))
			require.Nil(t, (&bind.Index{}).Get("shop", "web"))
		},
		"Index.Put": func(t *testing.T) {
			x := &bind.Index{}
			x.Put(nil)
			x.Put(empty)
			require.Same(t, empty, x.Get("", ""))
		},
		"Interpret": func(t *testing.T) {
			for _, o := range []*unstructured.Unstructured{nil, {}, {Object: map[string]any{}}, named("Budget")} {
				require.NotNil(t, bind.Interpret(context.Background(), nil, o))
			}
		},
		"Merge": func(t *testing.T) {
			_, _, err := bind.Merge(nil, nil)
			require.Error(t, err)
		},
		"NewBatch": func(t *testing.T) { require.NotNil(t, bind.NewBatch([]*api.ResourceBinding{nil}, nil)) },
		"Recorded": func(t *testing.T) {
			needed, err := bind.Recorded(nil)
			require.NoError(t, err)
			require.Empty(t, needed)
		},
		"WorkloadOf": func(t *testing.T) {
			for _, o := range []*unstructured.Unstructured{nil, {}, {Object: map[string]any{}}} {
				_, err := bind.WorkloadOf(o)
				require.Error(t, err)
			}
		},
	}
	exported.Methods(t, calls, &bind.OwnerError{})
	exported.Methods(t, calls, &bind.ReferrerError{})
	exported.Methods(t, calls, &bind.WorkloadError{})
	exported.Walk(t, calls)
}

func named(kind string) *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{"apiVersion": "example.com/v1", "kind": kind, "metadata": map[string]any{"name": "wild", "namespace": "shop"}}}
}

// TestFollowWild has followers that no decoder returns: with a strange value as, or in, their reference, and at any other place.
func TestFollowWild(t *testing.T) {
	t.Parallel()
	workload := bindNamed(t, bindWeb)
	follow := func(o *unstructured.Unstructured, field ...string) {
		ref, err := bind.WorkloadOf(o, field...)
		require.False(t, err != nil && ref != (override.Ref{}))
		if err != nil {
			require.Less(t, len(err.Error()), 2_000)
		}
		done, err := bind.Follow(bind.FollowInput{Follower: o, Field: field, Index: bindIndex(workload)})
		require.True(t, err != nil || done.Binding == nil || len(done.Binding.Spec.RequiredBy) == 1)
		var index bind.Followers
		_ = index.Add(o, field...)
		_, _ = distributed(bind.DistributeInput{Independent: workload, Followers: index.Of(workload)}, nil)
	}
	for _, v := range wild.Values() {
		for _, key := range []string{"", "apiVersion", "kind", "name", "namespace", "other"} {
			o := named("Budget")
			ref := any(v)
			if key != "" {
				ref = map[string]any{"apiVersion": "apps/v1", "kind": "Deployment", "name": "web", key: v}
			}
			o.Object["for"] = ref
			follow(o, "for")
			follow(o, "for", "self", "self")
		}
	}
	for _, o := range wild.Objects() {
		if o != nil && o.Object != nil {
			o.Object["for"] = map[string]any{"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"}
		}
		follow(o, "for")
	}
}
