package member_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

const nginx = `
apiVersion: apps/v1
kind: Deployment
metadata: {name: nginx, namespace: %s}
spec:
  replicas: 2
  selector: {matchLabels: {app: nginx}}
  template:
    metadata: {labels: {app: nginx}}
    spec: {containers: [{name: nginx, image: nginx}]}
`

const settings = `
apiVersion: v1
kind: ConfigMap
metadata: {name: settings, namespace: %s}
data: {color: red}
`

func set(value any, path ...string) func(*unstructured.Unstructured) {
	return func(u *unstructured.Unstructured) { must(unstructured.SetNestedField(u.Object, value, path...)) }
}

// TestStory is the life of a Deployment in two members.
func TestStory(t *testing.T) {
	startOperator(t, nil)
	clusters := join(t, "story")
	p := propagate(t, object(t, nginx, newSpace(t, "story")), nil, clusters...)
	p.has(0, int64(2), "spec", "replicas")
	p.has(1, int64(2), "spec", "replicas")

	t.Log("the status goes up")
	for i, server := range fleet.Members {
		u := p.in(i)
		must(unstructured.SetNestedMap(u.Object, map[string]any{
			"observedGeneration": u.GetGeneration(), "replicas": int64(2), "readyReplicas": int64(2), "updatedReplicas": int64(2), "availableReplicas": int64(2),
		}, "status"))
		require.NoError(t, clientOf(server).Status().Update(t.Context(), u))
	}
	eventually(t, "the template has the sum of the replicas", func() error {
		b, u := &api.ResourceBinding{}, p.template.DeepCopy()
		if err := p.hub.Get(t.Context(), client.ObjectKeyFromObject(p.binding), b); err != nil {
			return err
		}
		if err := p.hub.Get(t.Context(), client.ObjectKeyFromObject(u), u); err != nil {
			return err
		}
		if len(b.Status.AggregatedStatus) != 2 || !meta.IsStatusConditionTrue(b.Status.Conditions, api.BindingFullyApplied) {
			return fmt.Errorf("the binding has %v", b.Status)
		}
		if found, _, _ := unstructured.NestedInt64(u.Object, "status", "readyReplicas"); found != 4 {
			return fmt.Errorf("the template has %d ready replicas, expected 4", found)
		}
		return nil
	})

	t.Log("an edit in a member is repaired, a deleted object is created again")
	p.change(0, set(int64(7), "spec", "replicas"))
	p.has(0, int64(2), "spec", "replicas")
	p.change(1, set("intruder", "spec", "template", "metadata", "labels", "added"))
	eventually(t, "the label is removed", func() error {
		if _, found, _ := unstructured.NestedString(p.in(1).Object, "spec", "template", "metadata", "labels", "added"); found {
			return errors.New("the label is still there")
		}
		return nil
	})
	uid := p.in(1).GetUID()
	require.NoError(t, clientOf(fleet.Members[1]).Delete(t.Context(), p.in(1)))
	eventually(t, "the object is there again", func() error {
		if u := p.in(1); u == nil || u.GetUID() == uid {
			return errors.New("the object was not created again")
		}
		return nil
	})

	t.Log("the template changes, and then one cluster does not get it any more")
	p.edit(set(int64(3), "spec", "replicas"))
	p.has(0, int64(3), "spec", "replicas")
	p.has(1, int64(3), "spec", "replicas")
	p.delete(clusters[1])
	p.gone(1)
	require.NotNil(t, p.in(0))

	t.Log("everything is deleted")
	p.delete(clusters[0])
	p.gone(0)
	eventually(t, "the Works are gone", func() error {
		if n := len(p.works()); n > 0 {
			return fmt.Errorf("found %d Works", n)
		}
		return nil
	})
}
