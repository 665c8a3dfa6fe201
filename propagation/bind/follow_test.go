package bind_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/bind"
)

const (
	bindHPA = `{apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, metadata: {name: web, namespace: shop, uid: h}, spec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}}}`

	// The bindings of two Deployments, web in m1 and api in m2, and of the HPA web that is attached to one of them.
	bindWeb   = `{metadata: {name: web-deployment, namespace: shop, labels: {resourcebinding.karmada.io/permanent-id: web}}, spec: {resource: {apiVersion: apps/v1, kind: Deployment, namespace: shop, name: web}, clusters: [{name: m1, replicas: 2}]}}`
	bindAPI   = `{metadata: {name: api-deployment, namespace: shop, labels: {resourcebinding.karmada.io/permanent-id: api}}, spec: {resource: {apiVersion: apps/v1, kind: Deployment, namespace: shop, name: api}, clusters: [{name: m2}]}}`
	bindOfHPA = `resource: {apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, namespace: shop, name: web, uid: h}`
	bindByWeb = `{metadata: {name: web-horizontalpodautoscaler, namespace: shop, labels: {` + bindDependedBy + `}}, spec: {` + bindOfHPA + `, conflictResolution: Abort, preserveResourcesOnDeletion: false,
		requiredBy: [{namespace: shop, name: web-deployment, clusters: [{name: m1, replicas: 2}]}]}}`
	bindByAPI = `{metadata: {name: web-horizontalpodautoscaler, namespace: shop, labels: {resourcebinding.karmada.io/depended-by-6f8c7bd6b: api}}, spec: {` + bindOfHPA + `,
		requiredBy: [{namespace: shop, name: api-deployment, clusters: [{name: m2}]}]}}`
)

func TestFollow(t *testing.T) {
	t.Parallel()
	const gone = `{apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, metadata: {name: web, namespace: shop}}`
	for _, c := range []struct {
		name, reason string
		follower     string
		bindings     []string
		requiredBy   string // of the binding of the follower; empty: it does not exist
		labels       string
		changed      []string
		why, err     string
	}{
		{name: "new", reason: "the HPA goes where the Deployment is", follower: bindHPA, bindings: []string{bindWeb, bindAPI},
			requiredBy: `[{namespace: shop, name: web-deployment, clusters: [{name: m1, replicas: 2}]}]`, labels: `{` + bindDependedBy + `}`,
			why: "required by ResourceBinding shop/web-deployment"},
		{name: "nothing new", reason: "nothing is written", follower: bindHPA, bindings: []string{bindWeb, bindByWeb},
			requiredBy: `[{namespace: shop, name: web-deployment, clusters: [{name: m1, replicas: 2}]}]`, labels: `{` + bindDependedBy + `}`,
			why: "required by ResourceBinding shop/web-deployment"},
		{name: "retargeted", reason: "it followed api before", follower: bindHPA, bindings: []string{bindWeb, bindAPI, bindByAPI},
			requiredBy: `[{namespace: shop, name: web-deployment, clusters: [{name: m1, replicas: 2}]}]`, labels: `{` + bindDependedBy + `}`,
			changed: []string{"metadata.labels", "spec.requiredBy", "spec.conflictResolution", "spec.preserveResourcesOnDeletion"},
			why:     "no longer required by ResourceBinding shop/api-deployment; required by ResourceBinding shop/web-deployment"},
		{name: "retargeted to nowhere", reason: "it leaves the old one at once", follower: bindHPA, bindings: []string{bindAPI, bindByAPI},
			requiredBy: `null`, labels: `null`, changed: []string{"metadata.labels", "spec.requiredBy"},
			why: "no longer required by ResourceBinding shop/api-deployment; no binding requires it",
			err: "HorizontalPodAutoscaler shop/web follows Deployment shop/web, and ResourceBinding shop/web-deployment does not exist"},
		{name: "gone", reason: "it follows nothing any more", follower: gone, bindings: []string{bindWeb, bindByWeb},
			requiredBy: `null`, labels: `null`, changed: []string{"metadata.labels", "spec.requiredBy", "spec.conflictResolution", "spec.preserveResourcesOnDeletion"},
			why: "no longer required by ResourceBinding shop/web-deployment; no binding requires it"},
		{name: "gone with its binding", reason: "the garbage collector was faster", follower: gone, bindings: []string{bindWeb}, why: "nothing to attach or detach"},
		{name: "with a policy of its own", reason: "a policy may also select an HPA", follower: gone,
			bindings:   []string{`{metadata: {name: web-horizontalpodautoscaler, namespace: shop}, spec: {` + bindOfHPA + `, placement: {}}}`},
			requiredBy: `null`, labels: `null`, why: "nothing to attach or detach"},
		{name: "workload gone", reason: "the entry of a binding that does not exist is removed", follower: bindHPA, bindings: []string{bindByWeb},
			requiredBy: `null`, labels: `null`, changed: []string{"metadata.labels", "spec.requiredBy", "spec.conflictResolution", "spec.preserveResourcesOnDeletion"},
			why: "no longer required by ResourceBinding shop/web-deployment; no binding requires it",
			err: "HorizontalPodAutoscaler shop/web follows Deployment shop/web, and ResourceBinding shop/web-deployment does not exist"},
		{name: "workload being deleted", reason: "its clusters are being emptied", follower: bindHPA,
			bindings:   []string{`{metadata: {name: web-deployment, namespace: shop, deletionTimestamp: "2026-01-02T03:04:05Z"}, spec: {resource: {apiVersion: apps/v1, kind: Deployment, namespace: shop, name: web}}}`, bindByWeb},
			requiredBy: `null`, labels: `null`, changed: []string{"metadata.labels", "spec.requiredBy", "spec.conflictResolution", "spec.preserveResourcesOnDeletion"},
			why: "no longer required by ResourceBinding shop/web-deployment; no binding requires it",
			err: "HorizontalPodAutoscaler shop/web follows Deployment shop/web, and ResourceBinding shop/web-deployment is being deleted"},
		{name: "another version", reason: "the control plane reads the Deployment in another version", follower: bindHPA,
			bindings:   []string{`{metadata: {name: web-deployment, namespace: shop}, spec: {resource: {apiVersion: apps/v1beta2, kind: Deployment, namespace: shop, name: web}}}`},
			requiredBy: `[{namespace: shop, name: web-deployment}]`, labels: `null`, why: "required by ResourceBinding shop/web-deployment"},
		{name: "kind in another case", reason: "a user may write it so, and the name of the binding is the same", follower: strings.Replace(bindHPA, "kind: Deployment", "kind: deployment", 1), bindings: []string{bindWeb},
			requiredBy: `[{namespace: shop, name: web-deployment, clusters: [{name: m1, replicas: 2}]}]`, labels: `{` + bindDependedBy + `}`, why: "required by ResourceBinding shop/web-deployment"},
		{name: "another group", reason: "names of bindings do not contain the group", follower: bindHPA,
			bindings: []string{`{metadata: {name: web-deployment, namespace: shop}, spec: {resource: {apiVersion: example.com/v1, kind: Deployment, namespace: shop, name: web}}}`},
			why:      "nothing to attach or detach",
			err:      "HorizontalPodAutoscaler shop/web follows Deployment shop/web, and ResourceBinding shop/web-deployment is the binding of example.com/v1 Deployment shop/web, expected apps/v1 Deployment shop/web"},
		{name: "another namespace", reason: "a workload there is another one", follower: bindHPA,
			bindings: []string{`{metadata: {name: web-deployment, namespace: store}, spec: {resource: {apiVersion: apps/v1, kind: Deployment, namespace: store, name: web}}}`},
			why:      "nothing to attach or detach", err: "HorizontalPodAutoscaler shop/web follows Deployment shop/web, and ResourceBinding shop/web-deployment does not exist"},
		{name: "workload that is attached itself", reason: "it goes where the workload is, unlike a dependency", follower: bindHPA,
			bindings: []string{`{metadata: {name: web-deployment, namespace: shop}, spec: {resource: {apiVersion: apps/v1, kind: Deployment, namespace: shop, name: web},
				requiredBy: [{namespace: shop, name: app-app, clusters: [{name: m1}]}]}}`},
			requiredBy: `[{namespace: shop, name: web-deployment, clusters: [{name: m1}]}]`, labels: `null`, why: "required by ResourceBinding shop/web-deployment"},
		{name: "also a dependency", reason: "api has recorded it as its dependency", follower: bindHPA, bindings: []string{bindWeb, bindByAPI,
			`{metadata: {name: api-deployment, namespace: shop, annotations: {resourcebinding.karmada.io/dependencies: '[{"apiVersion":"autoscaling/v2","kind":"HorizontalPodAutoscaler","namespace":"shop","name":"web"}]'}}, spec: {propagateDeps: true}}`},
			requiredBy: `[{namespace: shop, name: api-deployment, clusters: [{name: m2}]}, {namespace: shop, name: web-deployment, clusters: [{name: m1, replicas: 2}]}]`,
			labels:     `{resourcebinding.karmada.io/depended-by-6f8c7bd6b: api, ` + bindDependedBy + `}`,
			changed:    []string{"metadata.labels", "spec.requiredBy", "spec.conflictResolution", "spec.preserveResourcesOnDeletion"},
			why:        "required by ResourceBinding shop/web-deployment"},
		{name: "also a dependency in another version", reason: "api has recorded it in v1, the binding is in v2", follower: bindHPA, bindings: []string{bindWeb, bindByAPI,
			`{metadata: {name: api-deployment, namespace: shop, annotations: {resourcebinding.karmada.io/dependencies: '[{"apiVersion":"autoscaling/v1","kind":"HorizontalPodAutoscaler","namespace":"shop","name":"web"}]'}}, spec: {propagateDeps: true}}`},
			requiredBy: `[{namespace: shop, name: api-deployment, clusters: [{name: m2}]}, {namespace: shop, name: web-deployment, clusters: [{name: m1, replicas: 2}]}]`,
			labels:     `{resourcebinding.karmada.io/depended-by-6f8c7bd6b: api, ` + bindDependedBy + `}`,
			changed:    []string{"metadata.labels", "spec.requiredBy", "spec.conflictResolution", "spec.preserveResourcesOnDeletion"},
			why:        "required by ResourceBinding shop/web-deployment"},
		{name: "no longer a dependency", reason: "without propagateDeps the record does not count", follower: bindHPA, bindings: []string{bindWeb, bindByAPI,
			`{metadata: {name: api-deployment, namespace: shop, annotations: {resourcebinding.karmada.io/dependencies: '[{"apiVersion":"autoscaling/v2","kind":"HorizontalPodAutoscaler","namespace":"shop","name":"web"}]'}}}`},
			requiredBy: `[{namespace: shop, name: web-deployment, clusters: [{name: m1, replicas: 2}]}]`, labels: `{` + bindDependedBy + `}`,
			changed: []string{"metadata.labels", "spec.requiredBy", "spec.conflictResolution", "spec.preserveResourcesOnDeletion"},
			why:     "no longer required by ResourceBinding shop/api-deployment; required by ResourceBinding shop/web-deployment"},
		{name: "unreadable record", reason: "it may be a dependency, so it stays", follower: bindHPA, bindings: []string{bindWeb, bindByAPI,
			`{metadata: {name: api-deployment, namespace: shop, annotations: {resourcebinding.karmada.io/dependencies: '{'}}, spec: {propagateDeps: true}}`},
			requiredBy: `[{namespace: shop, name: api-deployment, clusters: [{name: m2}]}, {namespace: shop, name: web-deployment, clusters: [{name: m1, replicas: 2}]}]`,
			labels:     `{resourcebinding.karmada.io/depended-by-6f8c7bd6b: api, ` + bindDependedBy + `}`,
			changed:    []string{"metadata.labels", "spec.requiredBy", "spec.conflictResolution", "spec.preserveResourcesOnDeletion"},
			why:        "required by ResourceBinding shop/web-deployment",
			err:        "ResourceBinding shop/api-deployment: annotation resourcebinding.karmada.io/dependencies: unexpected end of JSON input"},
		{name: "entered by hand", reason: "without its label, another controller has attached it", follower: gone,
			bindings:   []string{bindAPI, `{metadata: {name: web-horizontalpodautoscaler, namespace: shop}, spec: {` + bindOfHPA + `, requiredBy: [{namespace: shop, name: api-deployment}]}}`},
			requiredBy: `[{namespace: shop, name: api-deployment}]`, labels: `null`, why: "nothing to attach or detach"},
		{name: "binding of another object", reason: "it is not that of this follower", follower: bindHPA,
			bindings: []string{bindWeb, `{metadata: {name: web-horizontalpodautoscaler, namespace: shop}, spec: {resource: {apiVersion: example.com/v1, kind: HorizontalPodAutoscaler, namespace: shop, name: web}}}`},
			err:      "HorizontalPodAutoscaler shop/web: ResourceBinding shop/web-horizontalpodautoscaler is already the binding of example.com/v1: names of bindings do not contain the API group"},
		{name: "binding of an earlier follower", reason: "it must be deleted first", follower: bindHPA,
			bindings: []string{bindWeb, `{metadata: {name: web-horizontalpodautoscaler, namespace: shop, ownerReferences: [{kind: HorizontalPodAutoscaler, name: web, uid: old, controller: true}]}}`},
			labels:   `null`, requiredBy: `null`, why: "nothing to attach or detach", err: "ResourceBinding shop/web-horizontalpodautoscaler belongs to HorizontalPodAutoscaler web with uid old, expected uid h"},
		{name: "required by an unknown binding", reason: "it has no label of the missing binding", follower: bindHPA,
			bindings: []string{bindWeb, `{metadata: {name: web-horizontalpodautoscaler, namespace: shop}, spec: {` + bindOfHPA + `, requiredBy: [{namespace: shop, name: gone}]}}`},
			err:      "ResourceBinding shop/web-horizontalpodautoscaler is required by ResourceBinding shop/gone, which does not exist"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			read := func() (in bind.FollowInput) {
				in.Follower = bindObject(t, bindYAML(t, c.follower))
				in.Index = bindIndex(nil)
				for _, text := range c.bindings {
					in.Index.Put(bindNamed(t, text))
				}
				return in
			}
			in := read()
			got, err := bind.Follow(in)
			require.Equal(t, read(), in, "the input is not written")
			if c.err == "" {
				require.NoError(t, err, c.reason)
			} else {
				require.EqualError(t, err, c.err, c.reason)
			}
			require.Equal(t, c.why, got.Reason, c.reason)
			require.Equal(t, c.changed, got.Changed, c.reason)
			if c.requiredBy == "" {
				require.Nil(t, got.Binding, c.reason)
				return
			}
			require.Equal(t, "ResourceBinding shop/web-horizontalpodautoscaler", got.Binding.Ref().String())
			bindRequireText(t, c.requiredBy, got.Binding.Spec.RequiredBy, c.reason)
			bindRequireText(t, c.labels, got.Binding.Labels, c.reason)
		})
	}
}

func TestFollowers(t *testing.T) {
	t.Parallel()
	var index bind.Followers
	require.Empty(t, index.Of(bindNamed(t, bindWeb)))
	for _, text := range []string{
		bindHPA,
		`{apiVersion: keda.sh/v1alpha1, kind: ScaledObject, metadata: {name: b, namespace: shop}, spec: {scaleTargetRef: {name: web}}}`,
		`{apiVersion: keda.sh/v1alpha1, kind: ScaledObject, metadata: {name: a, namespace: shop}, spec: {scaleTargetRef: {apiVersion: apps/v1beta1, name: web}}}`,
		`{apiVersion: keda.sh/v1alpha1, kind: ScaledObject, metadata: {name: c, namespace: shop}, spec: {scaleTargetRef: {name: api}}}`,
		`{apiVersion: keda.sh/v1alpha1, kind: ScaledObject, metadata: {name: d, namespace: away}, spec: {scaleTargetRef: {name: web}}}`,
		`{apiVersion: keda.sh/v1alpha1, kind: ScaledObject, metadata: {name: e, namespace: shop}, spec: {scaleTargetRef: {apiVersion: example.com/v1, name: web}}}`,
		`{apiVersion: v1, kind: ConfigMap, metadata: {name: e, namespace: shop}}`,
	} {
		require.NoError(t, index.Add(bindObject(t, bindYAML(t, text))))
	}
	require.NoError(t, index.Add(bindObject(t, bindYAML(t, `{apiVersion: v1, kind: ConfigMap, metadata: {name: web, namespace: shop}, for: {apiVersion: apps/v1, kind: Deployment, name: web}}`)), "for"))
	require.Error(t, index.Add(nil))
	var names []string
	for _, f := range index.Of(bindNamed(t, bindWeb)) {
		names = append(names, f.GetKind()+" "+f.GetName())
	}
	require.Equal(t, []string{"ConfigMap web", "HorizontalPodAutoscaler web", "ScaledObject a", "ScaledObject b"}, names, "of the group and namespace, sorted, in any version")
}

// TestWorkloadError is what a caller can do with the error.
func TestWorkloadError(t *testing.T) {
	t.Parallel()
	_, err := bind.Follow(bind.FollowInput{Follower: bindObject(t, bindYAML(t, bindHPA))})
	var missing *bind.WorkloadError
	require.True(t, errors.As(fmt.Errorf("sync: %w", err), &missing))
	require.Equal(t, "web-deployment", missing.Binding.Name)
	require.Equal(t, "web", missing.Workload.Name)
	require.Zero(t, missing.Found)
	require.False(t, missing.Deleting)
}

// TestBatchFollow follows before and after a binding of the same batch records other dependencies.
func TestBatchFollow(t *testing.T) {
	t.Parallel()
	hpa := bindObject(t, bindYAML(t, bindHPA))
	template := bindObject(t, bindYAML(t, `{apiVersion: apps/v1, kind: Deployment, metadata: {name: api, namespace: shop}}`))
	needs := bindNeeds{{APIVersion: "autoscaling/v2", Kind: "HorizontalPodAutoscaler", Namespace: "shop", Name: "web"}}
	for _, c := range []struct {
		reason string
		needs  []bindNeeds // of api, one after the other
		want   []string
	}{
		{"it followed api before", nil, []string{"web-deployment"}},
		{"api needs it", []bindNeeds{needs}, []string{"web-deployment", "api-deployment"}},
		{"api no longer needs it", []bindNeeds{needs, {}}, []string{"web-deployment"}},
		{"api needs it again", []bindNeeds{needs, {}, needs}, []string{"web-deployment", "api-deployment"}},
	} {
		other := bindNamed(t, bindAPI)
		other.Spec.PropagateDeps = true
		batch := bind.NewBatch([]*api.ResourceBinding{bindNamed(t, bindWeb), other, bindNamed(t, bindByAPI)}, nil)
		require.NoError(t, batch.Follow(bind.FollowInput{Follower: hpa}))
		for _, needs := range c.needs {
			_, err := batch.Distribute(context.Background(), bind.DistributeInput{Independent: other, Template: template, Registry: interpreter.NewRegistry(needs), Find: bind.FindIn(hpa)})
			require.NoError(t, err)
			require.NoError(t, batch.Follow(bind.FollowInput{Follower: hpa}))
		}
		planned, err := batch.Finish()
		require.NoError(t, err)
		var names []string
		for _, p := range planned {
			for _, by := range p.Binding.Spec.RequiredBy {
				names = append(names, by.Name)
			}
		}
		require.Equal(t, c.want, names, c.reason)
	}
}
