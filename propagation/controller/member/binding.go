package member

import (
	"context"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	apierrors "k8s.io/apimachinery/pkg/api/errors"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/controller/shard"
	"github.com/overridekit/overridekit/propagation/status"
	"github.com/overridekit/overridekit/propagation/work"
)

// bindingIndex is an index of the Works in the cache of the manager, by the binding that they name: anybody may copy an id.
const bindingIndex = "overridekit/binding"

// bindingsOf returns the index values of a Work.
func bindingsOf(object client.Object) []string {
	if w, isWork := object.(*api.Work); isWork {
		if binding, named := work.BindingOf(w); named {
			return []string{binding.String()}
		}
	}
	return nil
}

// aggregator aggregates the statuses of one kind of bindings.
type aggregator struct {
	*Members
	newBinding func() api.Binding
	list       client.ObjectList
	idLabel    string
}

// Reconcile aggregates the Works of a binding in the status of the binding and of its template, see [status.AggregateOverridden] and
// [status.AggregateTemplate]. The Works are those that name the binding. It writes only what has changed, and only to a template of the binding's own namespace and name.
func (a *aggregator) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	b := a.newBinding()
	if err := a.hub.Get(ctx, request.NamespacedName, b); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if !a.options.owns(shard.OfBinding(b)) || b.GetLabels()[a.idLabel] == "" {
		return ctrl.Result{}, nil
	}
	works, err := listed[*api.Work](ctx, a.hub, &api.WorkList{}, client.MatchingFields{bindingIndex: b.Ref().String()}, client.UnsafeDisableDeepCopy)
	if err != nil {
		return ctrl.Result{}, err
	}
	ctx, cancel := a.options.fence(ctx)
	defer cancel()
	s, err := status.AggregateOverridden(b, works, time.Now())
	if err != nil {
		return ctrl.Result{}, err
	}
	err = a.write(ctx, b, s)
	if apierrors.IsConflict(err) {
		return ctrl.Result{RequeueAfter: 50 * time.Millisecond}, nil
	}
	return ctrl.Result{}, client.IgnoreNotFound(err)
}

func (a *aggregator) write(ctx context.Context, b api.Binding, s status.BindingStatus) error {
	if s.Changed {
		updated := b.DeepCopyObject().(api.Binding)
		updated.BindingStatus().AggregatedStatus, updated.BindingStatus().Conditions = s.Items, s.Conditions
		if err := a.hub.Status().Patch(ctx, updated, client.MergeFromWithOptions(b, client.MergeFromWithOptimisticLock{})); err != nil {
			return err
		}
	}
	resource := b.BindingSpec().Resource
	if b.GetNamespace() != resource.Namespace || b.GetName() != api.BindingName(resource.Kind, resource.Name) {
		return nil // whoever may write bindings in one namespace can name a template of another
	}
	kind := schema.FromAPIVersionAndKind(resource.APIVersion, resource.Kind)
	if _, ok := a.options.Interpreter.StatusAggregator(kind); !ok || b.GetDeletionTimestamp() != nil {
		return nil
	}
	template := &unstructured.Unstructured{}
	template.SetGroupVersionKind(kind)
	if err := a.live.Get(ctx, client.ObjectKey{Namespace: resource.Namespace, Name: resource.Name}, template); err != nil {
		return err
	}
	up, err := status.AggregateTemplate(ctx, status.TemplateInput{Binding: b, Items: s.Items, Template: template, Interpreter: a.options.Interpreter})
	if err != nil || up.Object == nil {
		return err
	}
	return a.hub.Status().Patch(ctx, up.Object, client.MergeFromWithOptions(template, client.MergeFromWithOptimisticLock{}))
}

// ofWork returns a request for the binding of a Work.
func (a *aggregator) ofWork(_ context.Context, object client.Object) []reconcile.Request {
	w, isWork := object.(*api.Work)
	if !isWork {
		return nil
	}
	if ref, named := work.BindingOf(w); named && ref.Kind == a.newBinding().Ref().Kind {
		return []reconcile.Request{{NamespacedName: client.ObjectKey{Namespace: ref.Namespace, Name: ref.Name}}}
	}
	return nil
}
