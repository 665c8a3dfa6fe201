package status

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/work"
)

// BindingStatus is the part of a binding's status that its Works decide.
type BindingStatus struct {
	Items      []api.AggregatedStatusItem // sorted by cluster; not nil
	Conditions []metav1.Condition         // all conditions of the binding
	Changed    bool                       // the status differs from the stored one
}

// AggregateBinding returns the status of a binding from its Works. now is the time of a condition whose status changes.
//
//  1. The Works are those of [work.Owned], so works may have all Works, in any order. Works that are being deleted do not count.
//  2. Each Work has an item, named after the cluster of its namespace. Any other namespace is an error. Items of one cluster are in the order of the
//     names of their Works; Karmada's order is random.
//  3. The object of the binding must be a manifest of each Work, as in [Reflect]. One renamed object is an error for the whole binding.
//  4. An item is applied if the condition Applied of the Work is True. If it is False or Unknown, the item has its message. Any other status
//     of the condition is an error.
//  5. The status and health of an applied item are those of the first manifest status of the object. Without one, and if the item is
//     not applied, there is no status, and the health is Unknown.
//  6. The condition FullyApplied is True if there are as many items as clusters of [work.KeptClusters], at least one, each item is applied,
//     and its cluster is one of them. The other conditions stay.
//  7. Changed compares statuses as text. Empty and absent lists are equal.
//
// A binding that is being deleted is aggregated like any other; Karmada skips it. The input is not written, and the result shares no memory
// with it.
func AggregateBinding(binding api.Binding, works []*api.Work, now time.Time) (BindingStatus, error) {
	return aggregate(binding, works, now, identifierOf)
}

// AggregateOverridden is [AggregateBinding] for control planes in which override policies may make other objects of a template, see [override.Guard].
// There Karmada never has a status of the binding again. It differs in rule 3: if a Work has a single manifest, and that is another object, the item is
// that of this object. If its kind is another one, in any version, the item has no status, because the kind of the template cannot read it.
func AggregateOverridden(binding api.Binding, works []*api.Work, now time.Time) (BindingStatus, error) {
	return aggregate(binding, works, now, overriddenIdentifier)
}

// aggregate implements [AggregateBinding]. identify returns the identifier of the object of a Work.
func aggregate(binding api.Binding, works []*api.Work, now time.Time, identify func(*api.Work, override.Ref) (api.ResourceIdentifier, error)) (BindingStatus, error) {
	owned, err := work.Owned(binding, works)
	if err != nil {
		return BindingStatus{}, err
	}
	ref := content.ResourceOf(binding)
	s := BindingStatus{Items: []api.AggregatedStatusItem{}}
	for _, w := range owned {
		if !w.DeletionTimestamp.IsZero() {
			continue
		}
		id, err := identify(w, ref)
		if err != nil {
			return BindingStatus{}, fmt.Errorf("%s: %w", binding.Ref(), err)
		}
		item, err := itemOf(w, id)
		if err != nil {
			return BindingStatus{}, fmt.Errorf("%s: %s: %w", binding.Ref(), w.Ref(), err)
		}
		if version, _ := schema.ParseGroupVersion(ref.APIVersion); id.Kind != ref.Kind || id.Group != version.Group {
			item.Status = nil
		}
		s.Items = append(s.Items, item)
	}
	slices.SortStableFunc(s.Items, func(a, b api.AggregatedStatusItem) int { return cmp.Compare(a.ClusterName, b.ClusterName) })
	stored := binding.BindingStatus()
	s.Conditions = content.SetCondition(stored.Conditions, fullyApplied(binding.BindingSpec(), s.Items), now)
	s.Changed = !slices.Equal(stored.Conditions, s.Conditions) || !slices.EqualFunc(stored.AggregatedStatus, s.Items, sameItem)
	return s, nil
}

// itemOf returns the item of a Work for the object with an identifier.
func itemOf(w *api.Work, id api.ResourceIdentifier) (api.AggregatedStatusItem, error) {
	cluster, err := api.ClusterOfNamespace(w.Namespace)
	if err != nil {
		return api.AggregatedStatusItem{}, err
	}
	item := api.AggregatedStatusItem{ClusterName: cluster, Health: interpreter.UnknownHealth}
	if applied := meta.FindStatusCondition(w.Status.Conditions, api.WorkApplied); applied != nil {
		switch applied.Status {
		case metav1.ConditionTrue:
			item.Applied = true
		case metav1.ConditionFalse, metav1.ConditionUnknown:
			item.AppliedMessage = applied.Message
		default:
			return item, fmt.Errorf("the status of the condition %s is %q, expected True, False or Unknown", api.WorkApplied, applied.Status)
		}
	}
	if !item.Applied {
		return item, nil
	}
	for _, m := range w.Status.ManifestStatuses {
		m.Identifier.Resource = ""
		if m.Identifier == id {
			item.Health = m.Health
			if status := present(m.Status); status != nil {
				copied := status.DeepCopy()
				item.Status = &copied
			}
			break
		}
	}
	return item, nil
}

// fullyApplied returns the condition FullyApplied.
func fullyApplied(spec *api.ResourceBindingSpec, items []api.AggregatedStatusItem) metav1.Condition {
	kept := work.KeptClusters(spec)
	missing := func(i api.AggregatedStatusItem) bool { return !i.Applied || !kept.Has(i.ClusterName) }
	if len(kept) == 0 || len(kept) != len(items) || slices.ContainsFunc(items, missing) {
		return metav1.Condition{
			Type: api.BindingFullyApplied, Status: metav1.ConditionFalse,
			Reason: api.FullyAppliedFailedReason, Message: api.FullyAppliedFailedMessage,
		}
	}
	return metav1.Condition{
		Type: api.BindingFullyApplied, Status: metav1.ConditionTrue,
		Reason: api.FullyAppliedSuccessReason, Message: api.FullyAppliedSuccessMessage,
	}
}

// sameItem reports whether two items are equal, with their statuses as text.
func sameItem(a, b api.AggregatedStatusItem) bool {
	same := sameText(a.Status, b.Status)
	a.Status, b.Status = nil, nil
	return same && a == b
}
