package member_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/controller/controllertest"
	"github.com/overridekit/overridekit/propagation/work"
)

// patience is the limit of waits. It is long because a machine may be slow and busy.
const patience = 3 * time.Minute

// eventually waits until check returns nil.
func eventually(t *testing.T, what string, check func() error) {
	t.Helper()
	deadline := time.Now().Add(patience)
	for {
		err := check()
		if err == nil {
			return
		}
		if time.Now().After(deadline) {
			require.NoError(t, err, what)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func clusterIs(t *testing.T, name string, want metav1.ConditionStatus) error {
	c := &api.Cluster{}
	if err := clientOf(fleet.Hub).Get(t.Context(), client.ObjectKey{Name: name}, c); err != nil {
		return err
	}
	condition := meta.FindStatusCondition(c.Status.Conditions, api.ClusterReady)
	if condition == nil || condition.Status != want {
		return fmt.Errorf("cluster %s: condition Ready is %v, expected %s", name, condition, want)
	}
	return nil
}

// object decodes YAML, in which %s is the namespace.
func object(t *testing.T, text, space string) *unstructured.Unstructured {
	t.Helper()
	u := &unstructured.Unstructured{}
	require.NoError(t, yaml.Unmarshal(fmt.Appendf(nil, text, space), &u.Object))
	return u
}

// newSpace makes a namespace in the hub and in all members.
func newSpace(t *testing.T, name string) string {
	t.Helper()
	for _, s := range append([]*controllertest.Server{fleet.Hub}, fleet.Members...) {
		require.NoError(t, clientOf(s).Create(t.Context(), &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: name}}))
	}
	return name
}

// plan is a template in the hub, its binding and its Works, as the controllers of the hub make them.
type plan struct {
	t        *testing.T
	hub      client.Client
	template *unstructured.Unstructured
	binding  *api.ResourceBinding
}

// propagate makes a template, its binding and its Works for all clusters.
func propagate(t *testing.T, template *unstructured.Unstructured, change func(*api.ResourceBinding), clusters ...string) *plan {
	t.Helper()
	p := &plan{t: t, hub: clientOf(fleet.Hub), template: template}
	require.NoError(t, p.hub.Create(t.Context(), template))
	b := &api.ResourceBinding{ObjectMeta: metav1.ObjectMeta{
		Namespace: template.GetNamespace(), Name: api.BindingName(template.GetKind(), template.GetName()),
		Labels: map[string]string{api.BindingIDLabel: "id-" + template.GetNamespace() + "-" + template.GetName()},
	}}
	b.Spec.Resource = api.ObjectReference{
		APIVersion: template.GetAPIVersion(), Kind: template.GetKind(), Namespace: template.GetNamespace(), Name: template.GetName(),
	}
	for _, c := range clusters {
		b.Spec.Clusters = append(b.Spec.Clusters, api.TargetCluster{Name: c})
	}
	if change != nil {
		change(b)
	}
	require.NoError(t, p.hub.Create(t.Context(), b))
	t.Cleanup(func() { must(client.IgnoreNotFound(p.hub.Delete(context.Background(), b))) }) // a cluster cannot leave while a binding has it
	now := metav1.Now()
	b.Status.LastScheduledTime = &now
	require.NoError(t, p.hub.Status().Update(t.Context(), b))
	p.binding = b
	p.render()
	return p
}

// render stores the Works of the template.
func (p *plan) render() {
	p.t.Helper()
	ctx := p.t.Context()
	require.NoError(p.t, p.hub.Get(ctx, client.ObjectKeyFromObject(p.template), p.template))
	in := work.Input{
		Binding: p.binding, Template: p.template, Clusters: map[string]*api.Cluster{}, Interpreter: registry,
		NewID: func(of override.Ref) string { return "id-" + of.Namespace + "-" + of.Name }, Stored: p.works(),
	}
	for _, target := range p.binding.Spec.Clusters {
		c := &api.Cluster{}
		require.NoError(p.t, p.hub.Get(ctx, client.ObjectKey{Name: target.Name}, c))
		in.Clusters[target.Name] = c
	}
	works, err := work.Render(ctx, in)
	require.NoError(p.t, err)
	for _, w := range works {
		if w.ResourceVersion == "" {
			require.NoError(p.t, p.hub.Create(ctx, w))
			continue
		}
		require.NoError(p.t, retryConflict(func() error {
			latest := &api.Work{}
			if err := p.hub.Get(ctx, client.ObjectKeyFromObject(w), latest); err != nil {
				return err
			}
			w.ResourceVersion = latest.ResourceVersion
			return p.hub.Update(ctx, w)
		}))
	}
}

func retryConflict(f func() error) error {
	for {
		if err := f(); !apierrors.IsConflict(err) {
			return err
		}
	}
}

// edit changes the template, and stores its Works again.
func (p *plan) edit(change func(*unstructured.Unstructured)) {
	p.t.Helper()
	require.NoError(p.t, retryConflict(func() error {
		if err := p.hub.Get(p.t.Context(), client.ObjectKeyFromObject(p.template), p.template); err != nil {
			return err
		}
		change(p.template)
		return p.hub.Update(p.t.Context(), p.template)
	}))
	p.render()
}

func (p *plan) works() []*api.Work {
	list := &api.WorkList{}
	require.NoError(p.t, p.hub.List(p.t.Context(), list, client.MatchingLabels{api.BindingIDLabel: p.binding.Labels[api.BindingIDLabel]}))
	var works []*api.Work
	for i := range list.Items {
		works = append(works, &list.Items[i])
	}
	owned, err := work.Owned(p.binding, works)
	require.NoError(p.t, err)
	return owned
}

// delete deletes the Works of some clusters.
func (p *plan) delete(clusters ...string) {
	for _, w := range p.works() {
		for _, c := range clusters {
			if w.Namespace == api.ExecutionNamespace(c) {
				require.NoError(p.t, p.hub.Delete(p.t.Context(), w))
			}
		}
	}
}

// in returns the object in a member, or nil.
func (p *plan) in(i int) *unstructured.Unstructured {
	u := &unstructured.Unstructured{}
	u.SetGroupVersionKind(p.template.GroupVersionKind())
	err := clientOf(fleet.Members[i]).Get(context.Background(), client.ObjectKeyFromObject(p.template), u)
	if apierrors.IsNotFound(err) {
		return nil
	}
	require.NoError(p.t, err)
	return u
}

// has waits until a member has a value at a path.
func (p *plan) has(i int, want any, path ...string) {
	p.t.Helper()
	eventually(p.t, fmt.Sprintf("member%d has %v at %v", i+1, want, path), func() error {
		u := p.in(i)
		if u == nil {
			return errors.New("the object does not exist")
		}
		found, _, err := unstructured.NestedFieldNoCopy(u.Object, path...)
		if err != nil || found != want {
			return fmt.Errorf("found %v (%v), expected %v", found, err, want)
		}
		return nil
	})
}

// gone waits until a member does not have the object.
func (p *plan) gone(i int) {
	p.t.Helper()
	eventually(p.t, "the object is gone", func() error {
		if p.in(i) != nil {
			return errors.New("the object exists")
		}
		return nil
	})
}

// change changes the object in a member.
func (p *plan) change(i int, edit func(*unstructured.Unstructured)) {
	p.t.Helper()
	c := clientOf(fleet.Members[i])
	require.NoError(p.t, retryConflict(func() error {
		u := p.in(i)
		require.NotNil(p.t, u)
		edit(u)
		return c.Update(p.t.Context(), u)
	}))
}

// applied waits until the condition Applied of the Work in a cluster has a status and, in its message, a text.
func (p *plan) applied(cluster string, want metav1.ConditionStatus, text string) {
	p.t.Helper()
	eventually(p.t, "the Work is applied: "+string(want), func() error {
		for _, w := range p.works() {
			if w.Namespace != api.ExecutionNamespace(cluster) {
				continue
			}
			c := meta.FindStatusCondition(w.Status.Conditions, api.WorkApplied)
			if c != nil && c.Status == want && strings.Contains(c.Message, text) {
				return nil
			}
			return fmt.Errorf("found %v, expected %s with %q", c, want, text)
		}
		return errors.New("found no Work")
	})
}

// reported waits until the Work in a cluster has the status of its object, and returns that.
func (p *plan) reported(cluster string) (found api.ManifestStatus) {
	p.t.Helper()
	eventually(p.t, "the Work has the status of its object", func() error {
		for _, w := range p.works() {
			if w.Namespace == api.ExecutionNamespace(cluster) && len(w.Status.ManifestStatuses) == 1 {
				found = w.Status.ManifestStatuses[0]
				return nil
			}
		}
		return errors.New("found no status")
	})
	return found
}

// aggregated waits until the binding has the status of that many clusters, and is fully applied.
func (p *plan) aggregated(clusters int) {
	p.t.Helper()
	eventually(p.t, "the binding has the status of its clusters", func() error {
		b := &api.ResourceBinding{}
		if err := p.hub.Get(p.t.Context(), client.ObjectKeyFromObject(p.binding), b); err != nil {
			return err
		}
		if len(b.Status.AggregatedStatus) != clusters || !meta.IsStatusConditionTrue(b.Status.Conditions, api.BindingFullyApplied) {
			return fmt.Errorf("found %v", b.Status)
		}
		return nil
	})
}
