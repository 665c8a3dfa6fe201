package controller

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/bind"
	"github.com/overridekit/overridekit/propagation/template"
)

// placing is a template that is placed.
type placing struct {
	*template.Placed
	ref           override.Ref
	object        *unstructured.Unstructured // as it is stored; nil: it is gone, or its binding is
	stored        api.Binding                // before, without a claim that was removed; nil: there was none
	genuine       bool                       // stored is not a forged one, see [Hub.isGenuine]
	changedByUser bool                       // a user has changed the template since it was placed
	control       *template.Control
	memory        template.Memory
}

// place decides about a template, and writes its claim. It returns nil if nothing is left to do.
//
//  1. First the binding loses the claim of a policy that has released the template, then the template gets its claim. Then both are read from the answers
//     and the template is placed again: the binding has the version of the template.
//  2. Clusters that change while the template is placed do not know yet where it may go. So it is placed again by them.
//  3. A lazy policy does not change a stored binding unless a user has changed the template since this process has started.
func (h *Hub) place(ctx context.Context, object *unstructured.Unstructured, stored api.Binding) (p *placing, err error) {
	ref := override.RefOf(object)
	_, byUser := h.changedByUser.LoadAndDelete(ref)
	defer func() {
		if byUser && err != nil {
			h.changedByUser.Store(ref, true)
		}
	}()
	p = &placing{ref: ref, object: object, stored: stored, genuine: true, changedByUser: byUser, control: h.control(), memory: h.evictions.of(ref)}
	if stored != nil {
		if p.genuine, err = h.isGenuine(ctx, object, stored); err != nil {
			return nil, err
		}
	}
	changed := byUser || !p.genuine
	p.control.Changed = func(override.Ref) bool { return changed }
	if err = h.look(ctx, p); err != nil {
		return nil, err
	}
	if !p.Row.ClaimEdit.Empty() {
		if err = h.storeClaim(ctx, p); apierrors.IsNotFound(err) { // the template or its binding is gone, and the event of that continues
			return nil, nil
		}
		if err != nil {
			h.reportFailed(object, "ClaimFailed", "Claim", err)
			return nil, err
		}
		changed = !p.Lazy
		if err = h.look(ctx, p); err != nil {
			return nil, err
		}
	}
	if done, err := h.refused(ctx, p); done || err != nil {
		return nil, err
	}
	h.Index.Expect(p.Binding)
	if now := h.Index.Fleet(); now != p.control.Clusters {
		p.control.Clusters = now
		if err = h.look(ctx, p); err == nil {
			h.Index.Expect(p.Binding)
		}
	}
	return p, err
}

// detach decides what a binding that is being deleted has attached.
func (h *Hub) detach(ctx context.Context, ref override.Ref, stored api.Binding) (*placing, error) {
	p := &placing{ref: ref, stored: stored, genuine: true, control: h.control()}
	return p, h.look(ctx, p)
}

// control returns what all templates have in common now.
func (h *Hub) control() *template.Control {
	c := template.NewControl(h.Index)
	c.Filter, c.PriorityClass, c.NewID, c.Now = h.filter, h.priorityClass, h.newID, time.Now()
	c.Taints, c.EvictionGracePeriod = h.Eviction, h.EvictionGracePeriod
	return c
}

// look decides about a template as it is stored.
func (h *Hub) look(ctx context.Context, p *placing) (err error) {
	in := template.Input{Template: p.object, Binding: p.stored, Bindings: h.Index.Bindings(), Memory: p.memory, Find: h.find}
	if p.stored != nil && !p.genuine {
		in.Binding = withoutPlaces(p.stored)
	}
	if p.Placed, err = template.Place(ctx, p.control, in); err == nil {
		log.FromContext(ctx).V(1).Info("placed", "reason", p.Row.Reason)
	}
	return err
}

// storeClaim writes what a template and its binding lose and get by its claim. The template is not written if it has changed meanwhile.
func (h *Hub) storeClaim(ctx context.Context, p *placing) error {
	if p.Released != nil && p.stored != nil {
		released := copyBinding(p.stored)
		released.SetLabels(p.Released.GetLabels())
		released.SetAnnotations(p.Released.GetAnnotations())
		if err := h.updateBinding(ctx, released); err != nil {
			return err
		}
		p.stored = released
	}
	edited := p.Row.ClaimEdit.Apply(p.object).DeepCopy()
	h.written.expect(p.ref, metadataOf(edited))
	metricWrites.WithLabelValues("template", "patch").Inc()
	err := h.client.Patch(ctx, edited, client.MergeFromWithOptions(p.object, client.MergeFromWithOptimisticLock{}))
	p.object = edited
	return err
}

// metadataOf returns what storeClaim writes.
func metadataOf(o *unstructured.Unstructured) any {
	return []map[string]string{o.GetLabels(), o.GetAnnotations()}
}

// refused handles a template that has no binding to write: its policy or its binding has an error, no policy claims it, or another binding must go first.
func (h *Hub) refused(ctx context.Context, p *placing) (done bool, err error) {
	var owner *bind.OwnerError
	unknown := p.stored != nil && !p.genuine && p.Row.Binding == (override.Ref{})
	switch {
	case p.Failed.Claim != nil:
		h.reportFailed(p.object, "ClaimFailed", "Claim", p.Failed.Claim)
		if p.Binding == nil || p.Row.Left || !p.genuine { // otherwise others require it meanwhile
			return true, p.Failed.Claim
		}
		return false, nil
	case errors.As(p.Failed.Bind, &owner):
		return true, h.deleteBinding(ctx, p.stored)
	case p.Failed.Bind != nil:
		h.reportFailed(p.object, "BindFailed", "Bind", p.Failed.Bind)
		return true, p.Failed.Bind
	case !p.Row.ClaimEdit.Empty():
		return true, errors.New("found another claim after the claim was written: a policy has changed meanwhile")
	case unknown:
		h.event(p.object, corev1.EventTypeWarning, "UnknownBinding", "Bind", fmt.Sprintf("%s was not made by a policy, and is ignored", p.stored.Ref()))
		works, err := h.worksOf(ctx, p.stored) // those of an earlier binding with this name
		if err != nil {
			return true, err
		}
		return true, h.deleteWorks(ctx, works)
	}
	return p.Binding == nil, nil
}

// reportFailed records an Event for an error, unless it is a conflict, which is tried again.
func (h *Hub) reportFailed(object *unstructured.Unstructured, reason, action string, err error) {
	if !isConflict(err) {
		h.event(object, corev1.EventTypeWarning, reason, action, err.Error())
	}
}

// reportSchedule records an Event with the clusters of a template, or why it has none.
func (h *Hub) reportSchedule(p *placing) {
	warnings := p.Scheduled.Warnings
	if err := p.Failed.Schedule; err != nil {
		h.event(p.object, corev1.EventTypeWarning, "ScheduleFailed", "Schedule", strings.Join(append([]string{err.Error()}, warnings...), "; "))
		return
	}
	spec := p.Binding.BindingSpec()
	parts := make([]string, len(spec.Clusters))
	for i, target := range spec.Clusters {
		parts[i] = fmt.Sprintf("%s:%d", target.Name, target.Replicas)
	}
	h.event(p.object, corev1.EventTypeNormal, "Scheduled", "Schedule", strings.Join(append([]string{strings.Join(parts, " ")}, warnings...), "; "))
}

// priorityClass looks up the value of a PriorityClass.
func (h *Hub) priorityClass(ctx context.Context, name string) (int32, bool, error) {
	class := newObject(schema.GroupVersionKind{Group: "scheduling.k8s.io", Version: "v1", Kind: "PriorityClass"})
	err := h.live.Get(ctx, types.NamespacedName{Name: name}, class)
	if err != nil {
		return 0, false, client.IgnoreNotFound(err)
	}
	value, _, err := unstructured.NestedInt64(class.Object, "value")
	if err == nil && int64(int32(value)) != value {
		err = fmt.Errorf("value is %d, expected a 32-bit integer", value)
	}
	return int32(value), err == nil, err
}
