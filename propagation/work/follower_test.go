package work_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/bind"
	"github.com/overridekit/overridekit/propagation/internal/casetest"
	"github.com/overridekit/overridekit/propagation/internal/wild"
	"github.com/overridekit/overridekit/propagation/work"
)

const (
	hpa = `{apiVersion: autoscaling/v1, kind: HorizontalPodAutoscaler, metadata: {namespace: shop, name: web, uid: h-1}, spec: {maxReplicas: 9, scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}}}`

	// The name of the Works: web, and the encoded FNV-1a hash of shop-web-horizontalpodautoscaler.
	hpaWork = "web-7778d57b67"
)

func TestRenderFollower(t *testing.T) {
	t.Parallel()
	const ofWeb = `resource: {apiVersion: apps/v1, kind: Deployment, namespace: shop, name: web}`
	for _, c := range []struct {
		name, reason string
		follower     string
		gone         bool
		leaving      bool     // the binding is being deleted
		binding      string   // its spec; empty: it does not exist
		stored       []string // Works
		works        []string
		deletes      []string // with reasons
		err          string
	}{
		{name: "new", reason: "one Work for each cluster", follower: hpa, binding: `{` + ofWeb + `, clusters: [{name: m2}, {name: m1}, {name: m2}]}`,
			works: []string{"karmada-es-m1/" + hpaWork, "karmada-es-m2/" + hpaWork}},
		{name: "clusters of others", reason: "requiredBy was not considered", follower: hpa, binding: `{` + ofWeb + `, requiredBy: [{namespace: shop, name: x, clusters: [{name: m1}]}]}`},
		{name: "cluster that is left", reason: "its Work is deleted, unlike in Karmada", follower: hpa, binding: `{` + ofWeb + `, clusters: [{name: m2}]}`,
			stored: []string{"metadata: {namespace: karmada-es-m2, name: " + hpaWork + "}", "metadata: {namespace: karmada-es-m1, name: " + hpaWork + "}"},
			works:  []string{"karmada-es-m2/" + hpaWork}, deletes: []string{"Work karmada-es-m1/" + hpaWork + ": cluster m1 is no longer a target of web"}},
		{name: "no clusters yet", reason: "everything that was made is deleted", follower: hpa, binding: `{` + ofWeb + `}`,
			stored: []string{"metadata: {namespace: karmada-es-m1, name: " + hpaWork + "}"}, deletes: []string{"Work karmada-es-m1/" + hpaWork + ": cluster m1 is no longer a target of web"}},
		{name: "gone", reason: "its Works are found by their name", follower: `{apiVersion: autoscaling/v1, kind: HorizontalPodAutoscaler, metadata: {namespace: shop, name: web}}`, gone: true, binding: `{` + ofWeb + `, clusters: [{name: m1}]}`,
			stored: []string{
				"metadata: {namespace: karmada-es-m2, name: " + hpaWork + "}", "metadata: {namespace: karmada-es-m1, name: " + hpaWork + "}", "metadata: {namespace: karmada-es-m1, name: other}",
				"metadata: {namespace: shop, name: " + hpaWork + "}", "metadata: {namespace: karmada-es-m3, name: " + hpaWork + ", deletionTimestamp: '2026-01-01T00:00:00Z'}",
				"metadata: {namespace: karmada-es-m4, name: " + hpaWork + ", labels: {resourcebinding.karmada.io/permanent-id: x}}",
			},
			deletes: []string{"Work karmada-es-m1/" + hpaWork + ": HorizontalPodAutoscaler shop/web is gone", "Work karmada-es-m2/" + hpaWork + ": HorizontalPodAutoscaler shop/web is gone"}},
		{name: "being deleted", reason: "nothing happens until it is gone", follower: `{apiVersion: autoscaling/v1, kind: HorizontalPodAutoscaler, metadata: {namespace: shop, name: web, deletionTimestamp: '2026-01-01T00:00:00Z'}}`,
			stored: []string{"metadata: {namespace: karmada-es-m1, name: " + hpaWork + "}"}},
		{name: "no binding", reason: "it is tried again", follower: hpa, stored: []string{"metadata: {namespace: karmada-es-m1, name: " + hpaWork + "}"},
			err: "HorizontalPodAutoscaler shop/web follows Deployment shop/web, and ResourceBinding shop/web-deployment does not exist"},
		{name: "binding of another workload", reason: "the caller has mixed them up", follower: hpa, binding: `{resource: {apiVersion: example.com/v1, kind: Deployment, namespace: shop, name: web}, clusters: [{name: m1}]}`,
			err: "HorizontalPodAutoscaler shop/web follows Deployment shop/web, and ResourceBinding shop/web-deployment is the binding of example.com/v1 Deployment shop/web, expected apps/v1 Deployment shop/web"},
		{name: "another version", reason: "only the group counts", follower: hpa, binding: `{resource: {apiVersion: apps/v1beta1, kind: Deployment, namespace: shop, name: web}, clusters: [{name: m1}]}`,
			works: []string{"karmada-es-m1/" + hpaWork}},
		{name: "no reference", reason: "there is nothing to follow", follower: `{apiVersion: v1, kind: ConfigMap, metadata: {namespace: shop, name: web}}`, binding: `{` + ofWeb + `}`, err: "ConfigMap shop/web names no workload, expected one"},
		{name: "unreadable reference", reason: "there is nothing to follow", follower: `{apiVersion: autoscaling/v1, kind: HorizontalPodAutoscaler, metadata: {namespace: shop, name: web}, spec: {scaleTargetRef: 1}}`, binding: `{` + ofWeb + `}`,
			err: "HorizontalPodAutoscaler shop/web: /spec/scaleTargetRef is the number 1, expected an object"},
		{name: "Work of a binding", reason: "a policy selects the HPA too", follower: hpa, binding: `{` + ofWeb + `, clusters: [{name: m1}, {name: m2}]}`,
			stored: []string{"metadata: {namespace: karmada-es-m1, name: " + hpaWork + ", labels: {resourcebinding.karmada.io/permanent-id: x}}"}, works: []string{"karmada-es-m2/" + hpaWork},
			err: "HorizontalPodAutoscaler shop/web in cluster m1: Work karmada-es-m1/" + hpaWork + " belongs to a binding, expected one that this follower has made"},
		{name: "Work of another group", reason: "names of Works do not contain the group", follower: hpa, binding: `{` + ofWeb + `, clusters: [{name: m1}, {name: m2}]}`,
			stored: []string{"{metadata: {namespace: karmada-es-m1, name: " + hpaWork + "}, spec: {workload: {manifests: [{apiVersion: example.com/v1, kind: HorizontalPodAutoscaler, metadata: {namespace: shop, name: web}}]}}}"}, works: []string{"karmada-es-m2/" + hpaWork},
			err: "HorizontalPodAutoscaler shop/web in cluster m1: Work karmada-es-m1/" + hpaWork + " has another object, expected one that this follower has made"},
		{name: "Works of others", reason: "only its own are deleted", follower: hpa, gone: true, stored: []string{
			"{metadata: {namespace: karmada-es-m1, name: " + hpaWork + "}, spec: {workload: {manifests: [{apiVersion: v1, kind: ConfigMap, metadata: {namespace: shop, name: web}}]}}}",
			"{metadata: {namespace: karmada-es-m2, name: " + hpaWork + "}, spec: {workload: {manifests: []}}}",
			"{metadata: {namespace: karmada-es-m3, name: " + hpaWork + "}, spec: {workload: {manifests: [{apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, metadata: {namespace: shop, name: web}}, null]}}}",
			"{metadata: {namespace: karmada-es-m4, name: " + hpaWork + "}, spec: {workload: {manifests: [{apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, metadata: {namespace: shop, name: web}}]}}}",
		}, deletes: []string{"Work karmada-es-m4/" + hpaWork + ": HorizontalPodAutoscaler shop/web is gone"}},
		{name: "listed twice", reason: "a Work of others is not replaced", follower: hpa, binding: `{` + ofWeb + `, clusters: [{name: m1}, {name: m2}]}`,
			stored: []string{
				"metadata: {namespace: karmada-es-m1, name: " + hpaWork + "}", "metadata: {namespace: karmada-es-m1, name: " + hpaWork + ", labels: {resourcebinding.karmada.io/permanent-id: x}}",
				"metadata: {namespace: karmada-es-m1, name: " + hpaWork + "}",
			}, works: []string{"karmada-es-m2/" + hpaWork},
			err: "HorizontalPodAutoscaler shop/web in cluster m1: Work karmada-es-m1/" + hpaWork + " belongs to a binding, expected one that this follower has made"},
		{name: "no cluster", reason: "it has no namespace", follower: hpa, binding: `{` + ofWeb + `, clusters: [{name: ""}, {name: A/b}, {name: m2}]}`, works: []string{"karmada-es-m2/" + hpaWork},
			err: "HorizontalPodAutoscaler shop/web in cluster : karmada-es- and the name of a cluster must be a valid name of a namespace\nHorizontalPodAutoscaler shop/web in cluster A/b: karmada-es- and the name of a cluster must be a valid name of a namespace"},
		{name: "binding being deleted", reason: "its clusters are being emptied", follower: hpa, binding: `{` + ofWeb + `, clusters: [{name: m1}]}`, leaving: true,
			err: "HorizontalPodAutoscaler shop/web follows Deployment shop/web, and ResourceBinding shop/web-deployment is being deleted"},
		{name: "Work being deleted", reason: "it is tried again", follower: hpa, binding: `{` + ofWeb + `, clusters: [{name: m1}, {name: m2}]}`,
			stored: []string{"metadata: {namespace: karmada-es-m1, name: " + hpaWork + ", deletionTimestamp: '2026-01-01T00:00:00Z'}"}, works: []string{"karmada-es-m2/" + hpaWork},
			err: "HorizontalPodAutoscaler shop/web in cluster m1: Work karmada-es-m1/" + hpaWork + ": the stored Work is being deleted"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			in := work.FollowerInput{Follower: casetest.Object(t, c.follower), Gone: c.gone, Stored: []*api.Work{nil}}
			if c.binding != "" {
				in.Binding = binding(t, c.binding)
			}
			if c.leaving {
				in.Binding.DeletionTimestamp = &metav1.Time{Time: time.Unix(1, 0)}
			}
			for _, text := range c.stored {
				w := casetest.Decode[api.Work](t, text)
				if w.Spec.Workload.Manifests == nil {
					w.Spec.Workload.Manifests = []api.Manifest{casetest.Object(t, hpa).Object}
				}
				in.Stored = append(in.Stored, w)
			}
			before := casetest.Frozen(t, in.Stored)
			done, err := work.RenderFollower(in)
			require.Equal(t, before, casetest.Frozen(t, in.Stored))
			require.Equal(t, casetest.Object(t, c.follower), in.Follower)
			if c.err == "" {
				require.NoError(t, err, c.reason)
			} else {
				require.EqualError(t, err, c.err, c.reason)
			}
			var works, deletes []string
			for _, w := range done.Works {
				works = append(works, w.Namespace+"/"+w.Name)
			}
			for _, o := range done.Delete {
				deletes = append(deletes, o.Work.String()+": "+o.Reason)
			}
			require.Equal(t, c.works, works, c.reason)
			require.Equal(t, c.deletes, deletes, c.reason)
		})
	}
}

// TestRenderFollowerContent is one Work as a whole.
func TestRenderFollowerContent(t *testing.T) {
	t.Parallel()
	done, err := work.RenderFollower(work.FollowerInput{
		Follower: casetest.Object(t, hpa), Binding: binding(t, `{resource: {apiVersion: apps/v1, kind: Deployment, namespace: shop, name: web}, clusters: [{name: m1}], conflictResolution: Overwrite}`),
		NewID: func(of override.Ref) string { return "id of " + of.Namespace },
	})
	require.NoError(t, err)
	require.Len(t, done.Works, 1)
	want := casetest.Decode[api.Work](t, `
apiVersion: work.karmada.io/v1alpha1
kind: Work
metadata: {namespace: karmada-es-m1, name: `+hpaWork+`, finalizers: [karmada.io/execution-controller], labels: {work.karmada.io/permanent-id: id of karmada-es-m1}}
spec: {workload: {manifests: [{
  apiVersion: autoscaling/v1, kind: HorizontalPodAutoscaler, spec: {maxReplicas: 9, scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}},
  metadata: {namespace: shop, name: web, labels: {karmada.io/managed: "true", work.karmada.io/permanent-id: id of karmada-es-m1}, annotations: {
    resourcetemplate.karmada.io/uid: h-1, work.karmada.io/name: `+hpaWork+`, work.karmada.io/namespace: karmada-es-m1,
    resourcetemplate.karmada.io/managed-labels: 'karmada.io/managed,work.karmada.io/permanent-id',
    resourcetemplate.karmada.io/managed-annotations: 'resourcetemplate.karmada.io/managed-annotations,resourcetemplate.karmada.io/managed-labels,resourcetemplate.karmada.io/uid,work.karmada.io/name,work.karmada.io/namespace'}}}]}}
`)
	require.Equal(t, casetest.Lean(t, want), casetest.Lean(t, done.Works[0]))
}

// TestRenderFollowerRandomly moves a workload between clusters: the Works are always in its clusters, and a second call changes nothing. In the
// end nothing is left.
func TestRenderFollowerRandomly(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	in := work.FollowerInput{Follower: casetest.Object(t, hpa), Binding: binding(t, `{resource: {apiVersion: apps/v1, kind: Deployment, namespace: shop, name: web}}`), NewID: func(of override.Ref) string { return of.Namespace }}
	stored := map[string]*api.Work{}
	step := func() {
		in.Stored = nil
		for _, w := range stored {
			in.Stored = append(in.Stored, w)
		}
		done, err := work.RenderFollower(in)
		require.NoError(t, err)
		for _, w := range done.Works {
			stored[w.Namespace] = w
		}
		for _, o := range done.Delete {
			require.NotNil(t, stored[o.Work.Namespace])
			delete(stored, o.Work.Namespace)
		}
	}
	for range 200 {
		in.Binding.Spec.Clusters = nil
		want := map[string]bool{}
		for _, i := range random.Perm(6)[:random.IntN(7)] {
			in.Binding.Spec.Clusters = append(in.Binding.Spec.Clusters, api.TargetCluster{Name: fmt.Sprint("m", i)})
			want[fmt.Sprint("karmada-es-m", i)] = true
		}
		step()
		require.Len(t, stored, len(want))
		for namespace := range want {
			require.NotNil(t, stored[namespace])
		}
		before := casetest.Frozen(t, stored)
		step()
		require.Equal(t, before, casetest.Frozen(t, stored))
	}
	in.Gone = true
	step()
	require.Empty(t, stored)
}

// TestRenderFollowerWild has objects that no decoder returns.
func TestRenderFollowerWild(t *testing.T) {
	t.Parallel()
	b := binding(t, `{resource: {apiVersion: apps/v1, kind: Deployment, namespace: shop, name: web}, clusters: [{name: m1}]}`)
	for name, o := range wild.Objects() {
		if o != nil && o.Object != nil {
			o.Object["for"] = map[string]any{"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"}
		}
		for _, gone := range []bool{true, false} {
			done, err := work.RenderFollower(work.FollowerInput{Follower: o, Field: []string{"for"}, Gone: gone, Binding: b, Stored: []*api.Work{nil, {}}})
			require.True(t, err == nil || len(done.Works) == 0, name)
		}
	}
	_, err := work.RenderFollower(work.FollowerInput{Follower: casetest.Object(t, hpa)})
	var missing *bind.WorkloadError
	require.True(t, errors.As(err, &missing))
}

// The historic form: an autoscaler without a binding gets a Work in each cluster of its workload, and loses that in the others.
func ExampleRenderFollower() {
	deployment := &api.ResourceBinding{}
	deployment.Namespace, deployment.Name = "default", "nginx-deployment"
	deployment.Spec.Resource = api.ObjectReference{APIVersion: "apps/v1", Kind: "Deployment", Namespace: "default", Name: "nginx"}
	autoscaler := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "autoscaling/v2", "kind": "HorizontalPodAutoscaler", "metadata": map[string]any{"namespace": "default", "name": "nginx"},
		"spec": map[string]any{"scaleTargetRef": map[string]any{"apiVersion": "apps/v1", "kind": "Deployment", "name": "nginx"}},
	}}
	var stored []*api.Work
	for _, clusters := range [][]api.TargetCluster{{{Name: "member1"}, {Name: "member2"}}, {{Name: "member2"}}} {
		deployment.Spec.Clusters = clusters
		done, err := work.RenderFollower(work.FollowerInput{Follower: autoscaler, Binding: deployment, Stored: stored})
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, w := range done.Works {
			fmt.Println("store", w.Ref())
		}
		for _, orphan := range done.Delete {
			fmt.Println("delete", orphan.Work, "because", orphan.Reason)
		}
		stored = done.Works
	}
	// Output:
	// store Work karmada-es-member1/nginx-6ccdcf94c4
	// store Work karmada-es-member2/nginx-6ccdcf94c4
	// store Work karmada-es-member2/nginx-6ccdcf94c4
	// delete Work karmada-es-member1/nginx-6ccdcf94c4 because cluster member1 is no longer a target of nginx
}
