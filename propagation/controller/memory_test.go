package controller_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/controller"
	"github.com/overridekit/overridekit/testdata/estate"
)

// memory is an API server in memory, as far as a Hub needs one: uids, resource versions, generations, optimistic locks, finalizers and statuses. Members
// remove what they have at once, so a Work needs no finalizer. The namespace of the Works of a cluster exists as long as the Cluster, or if it is stored.
type memory struct {
	client.Client // nil
	objects       map[override.Ref]client.Object
	writes        int
	events        []event                   // that nobody has handled yet
	refuse        func(client.Object) error // nil: creates everything
}

type event struct {
	of            override.Ref
	before, after client.Object
}

func (m *memory) write(of override.Ref, o client.Object) {
	before := m.objects[of]
	m.writes++
	if o == nil {
		delete(m.objects, of)
	} else {
		o.SetResourceVersion(fmt.Sprint(m.writes))
		m.objects[of] = o
	}
	m.events = append(m.events, event{of, before, o})
}

// deliver hands over the events to a Hub.
func (m *memory) deliver(to *controller.Driven) (writes int) {
	for len(m.events) > 0 {
		next := m.events[0]
		m.events = m.events[1:]
		to.Handle(next.of, next.before, next.after)
	}
	return m.writes
}

// of returns the objects of a kind, sorted.
func (m *memory) of(kind schema.GroupVersionKind) (all []client.Object) {
	version, name := kind.ToAPIVersionAndKind()
	for _, ref := range slices.SortedFunc(maps.Keys(m.objects), func(a, b override.Ref) int { return strings.Compare(a.String(), b.String()) }) {
		if ref.APIVersion == version && ref.Kind == name {
			all = append(all, m.objects[ref])
		}
	}
	return all
}

func copied(o client.Object) client.Object { return o.DeepCopyObject().(client.Object) }

// into overwrites an object.
func into(to, from any) { reflect.ValueOf(to).Elem().Set(reflect.ValueOf(from).Elem()) }

func (m *memory) notFound(of override.Ref) error {
	return apierrors.NewNotFound(schema.GroupResource{Resource: of.Kind}, of.Name)
}

func (m *memory) Get(_ context.Context, key client.ObjectKey, o client.Object, _ ...client.GetOption) error {
	of := estate.RefOf(o)
	of.Namespace, of.Name = key.Namespace, key.Name
	stored := m.objects[of]
	if stored == nil {
		return m.notFound(of)
	}
	into(o, copied(stored))
	return nil
}

func (m *memory) List(_ context.Context, list client.ObjectList, opts ...client.ListOption) error {
	options := (&client.ListOptions{}).ApplyOptions(opts)
	matches := func(o client.Object) bool {
		return (options.Namespace == "" || options.Namespace == o.GetNamespace()) &&
			(options.LabelSelector == nil || options.LabelSelector.Matches(labels.Set(o.GetLabels())))
	}
	switch list := list.(type) {
	case *api.ResourceBindingList:
		for _, o := range m.of(api.BindingGroupVersion.WithKind("ResourceBinding")) {
			if matches(o) {
				list.Items = append(list.Items, *o.(*api.ResourceBinding).DeepCopy())
			}
		}
	case *api.WorkList:
		for _, o := range m.of(api.WorkGroupVersion.WithKind("Work")) {
			w := o.(*api.Work)
			owned := func(owner string) bool { return options.FieldSelector.Matches(fields.Set{"owner": owner}) }
			if matches(o) && (options.FieldSelector == nil || slices.ContainsFunc(controller.OwnersOf(w), owned)) {
				list.Items = append(list.Items, *w.DeepCopy())
			}
		}
	case *unstructured.UnstructuredList:
		kind := list.GroupVersionKind()
		kind.Kind = strings.TrimSuffix(kind.Kind, "List")
		for _, o := range m.of(kind) {
			if matches(o) {
				list.Items = append(list.Items, *o.(*unstructured.Unstructured).DeepCopy())
			}
		}
	default:
		return fmt.Errorf("found a list of %T, expected one of those that the Hub lists", list)
	}
	return nil
}

func (m *memory) Create(_ context.Context, o client.Object, _ ...client.CreateOption) error {
	of := estate.RefOf(o)
	if m.objects[of] != nil {
		return apierrors.NewAlreadyExists(schema.GroupResource{Resource: of.Kind}, of.Name)
	}
	if w, isWork := o.(*api.Work); isWork && m.staying(w) == nil {
		return m.notFound(of)
	}
	if m.refuse != nil {
		if err := m.refuse(o); err != nil {
			return err
		}
	}
	stored := copied(o)
	if stored.GetUID() == "" {
		stored.SetUID(types.UID(fmt.Sprint("uid-", m.writes+1)))
	}
	setDefaults(stored)
	stored.SetGeneration(1)
	if _, user := o.(*api.Cluster); !user {
		setStatus(stored, nil)
	}
	m.write(of, stored)
	into(o, copied(stored))
	return nil
}

// staying returns the cluster of a Work, or nil if it is gone, or is being deleted and its namespace is not stored.
func (m *memory) staying(w *api.Work) *api.Cluster {
	name, err := api.ClusterOfNamespace(w.Namespace)
	c, _ := m.objects[(&api.Cluster{ObjectMeta: metav1.ObjectMeta{Name: name}}).Ref()].(*api.Cluster)
	space := override.Ref{APIVersion: "v1", Kind: "Namespace", Name: w.Namespace}
	if err != nil || c == nil || c.DeletionTimestamp != nil && m.objects[space] == nil {
		return nil
	}
	return c
}

func (m *memory) Update(_ context.Context, o client.Object, _ ...client.UpdateOption) error {
	return m.update(o, func(stored client.Object) client.Object {
		after := copied(o)
		after.SetUID(stored.GetUID())
		after.SetDeletionTimestamp(stored.GetDeletionTimestamp())
		after.SetGeneration(stored.GetGeneration())
		setDefaults(after)
		if _, user := o.(*api.Cluster); !user {
			setStatus(after, stored)
		}
		if !sameContent(stored, after) {
			after.SetGeneration(stored.GetGeneration() + 1)
		}
		return after
	})
}

// Patch is an Update: the Hub patches with an optimistic lock only.
func (m *memory) Patch(ctx context.Context, o client.Object, _ client.Patch, _ ...client.PatchOption) error {
	return m.Update(ctx, o)
}

func (m *memory) update(o client.Object, change func(stored client.Object) client.Object) error {
	of := estate.RefOf(o)
	stored := m.objects[of]
	if stored == nil {
		return m.notFound(of)
	}
	if o.GetResourceVersion() != "" && o.GetResourceVersion() != stored.GetResourceVersion() {
		return apierrors.NewConflict(schema.GroupResource{Resource: of.Kind}, of.Name, fmt.Errorf("found version %s, expected %s", o.GetResourceVersion(), stored.GetResourceVersion()))
	}
	after := change(stored)
	after.SetResourceVersion(stored.GetResourceVersion())
	switch {
	case after.GetDeletionTimestamp() != nil && len(after.GetFinalizers()) == 0:
		m.write(of, nil)
	case !equality.Semantic.DeepEqual(stored, after):
		m.write(of, after)
	}
	into(o, copied(after))
	return nil
}

func (m *memory) Delete(_ context.Context, o client.Object, opts ...client.DeleteOption) error {
	of, options := estate.RefOf(o), (&client.DeleteOptions{}).ApplyOptions(opts)
	stored := m.objects[of]
	if stored == nil {
		return m.notFound(of)
	}
	if p := options.Preconditions; p != nil && p.UID != nil && *p.UID != stored.GetUID() {
		return apierrors.NewConflict(schema.GroupResource{Resource: of.Kind}, of.Name, fmt.Errorf("found uid %s, expected %s", stored.GetUID(), *p.UID))
	}
	if _, isWork := stored.(*api.Work); isWork || len(stored.GetFinalizers()) == 0 {
		m.write(of, nil)
	} else if stored.GetDeletionTimestamp() == nil {
		after := copied(stored)
		after.SetDeletionTimestamp(estate.Deleted)
		m.write(of, after)
	}
	return nil
}

func (m *memory) Status() client.SubResourceWriter { return memoryStatus{memory: m} }

// memoryStatus writes statuses.
type memoryStatus struct {
	client.SubResourceWriter // nil
	*memory
}

func (s memoryStatus) Create(context.Context, client.Object, client.Object, ...client.SubResourceCreateOption) error {
	panic("the Hub creates no subresource")
}

func (s memoryStatus) Update(_ context.Context, o client.Object, _ ...client.SubResourceUpdateOption) error {
	return s.update(o, func(stored client.Object) client.Object {
		after := copied(stored)
		setStatus(after, o)
		return after
	})
}

// Patch patches the condition of a policy, which a Karmada does not store.
func (s memoryStatus) Patch(_ context.Context, o client.Object, _ client.Patch, _ ...client.SubResourcePatchOption) error {
	return s.notFound(estate.RefOf(o))
}

// setDefaults sets the default of the schema of bindings.
func setDefaults(o client.Object) {
	if b, isBinding := o.(api.Binding); isBinding && b.BindingSpec().ConflictResolution == "" {
		b.BindingSpec().ConflictResolution = api.ConflictAbort
	}
}

// setStatus copies the status of an object, or clears it.
func setStatus(to, from client.Object) {
	switch to := to.(type) {
	case api.Binding:
		status := api.ResourceBindingStatus{}
		if from != nil {
			status = *from.(api.Binding).BindingStatus().DeepCopy()
		}
		*to.BindingStatus() = status
	case *api.Work:
		to.Status = api.WorkStatus{}
		if from != nil {
			to.Status = from.(*api.Work).DeepCopy().Status
		}
	}
}

// sameContent reports whether two objects are the same but for their metadata and statuses.
func sameContent(a, b client.Object) bool {
	switch a := a.(type) {
	case api.Binding:
		return equality.Semantic.DeepEqual(a.BindingSpec(), b.(api.Binding).BindingSpec())
	case *api.Work:
		return equality.Semantic.DeepEqual(a.Spec, b.(*api.Work).Spec)
	case *api.Cluster:
		return equality.Semantic.DeepEqual(a.Spec, b.(*api.Cluster).Spec)
	}
	x, y := maps.Clone(a.(*unstructured.Unstructured).Object), maps.Clone(b.(*unstructured.Unstructured).Object)
	for _, content := range []map[string]any{x, y} {
		delete(content, "metadata")
		delete(content, "status")
	}
	return equality.Semantic.DeepEqual(x, y)
}

// untyped returns a policy as the Hub reads it, and any other object as it is.
func untyped(t testing.TB, o estate.Object) client.Object {
	t.Helper()
	switch o.(type) {
	case api.PropagationSource, api.OverrideSource:
		text, err := json.Marshal(o)
		require.NoError(t, err)
		u, of := &unstructured.Unstructured{}, estate.RefOf(o)
		require.NoError(t, utiljson.Unmarshal(text, &u.Object))
		u.SetAPIVersion(of.APIVersion)
		u.SetKind(of.Kind)
		return u
	}
	return copied(o)
}
