package controller

import (
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/claim"
)

// claimed is a template after its claim was decided and written.
type claimed struct {
	template *unstructured.Unstructured
	binding  api.Binding           // the stored one, or nil
	policy   api.PropagationSource // nil: the binding stays as it is
}

// claim decides about the claim of a template, and writes it.
//
//  1. A policy that no longer selects the template, or is being deleted or gone, releases it: first the binding loses the claim, then the template. A
//     policy that was never edited keeps a template that has changed, see [claim.Policies.ReleaseClaimed].
//  2. A released template is matched again at once.
//  3. A lazy policy does not change a stored binding unless a user has changed the template since this process has started.
func (h *Hub) claim(ctx context.Context, template *unstructured.Unstructured, stored api.Binding, touched bool) (claimed, error) {
	c := claimed{template: template, binding: stored}
	if eligible, reason := h.filter.Eligible(template); !eligible {
		logOf(ctx).V(1).Info("not propagated", "reason", reason)
		return c, nil
	}
	policies := h.Index.Policies()
	in := claim.DecideInput{Policies: policies, OverrideExists: h.Policies.Exists, ChangedByKarmada: stored != nil && !touched}
	for {
		decision, err := h.decideOnce(in, c.template)
		logOf(ctx).V(1).Info("claim", "decision", decision.Kind, "reason", decision.Reason)
		if err != nil {
			return c, err
		}
		if decision.Kind == claim.DecisionCleanup && c.binding != nil {
			if c.binding, err = h.editBinding(ctx, c.binding, decision.RemoveClaim(c.binding.GetLabels())); err != nil {
				return c, err
			}
		}
		if c.template, err = h.editTemplate(ctx, c.template, decision.Edit); err != nil {
			return c, err
		}
		switch decision.Kind {
		case claim.DecisionCleanup:
			in.ChangedByKarmada = false
			continue
		case claim.DecisionApply:
			c.policy = h.Index.Policy(decision.Policy)
		}
		return c, nil
	}
}

// decideOnce returns the next decision. The policy of a claim may release the template first.
func (h *Hub) decideOnce(in claim.DecideInput, template *unstructured.Unstructured) (claim.Decision, error) {
	if release := in.Policies.ReleaseClaimed(template); release.Kind == claim.DecisionCleanup {
		return release, nil
	}
	in.Object = template
	return claim.Decide(in)
}

// editTemplate writes an edit to a template, and returns what the API server has then. The template is not written if it has changed meanwhile.
func (h *Hub) editTemplate(ctx context.Context, template *unstructured.Unstructured, edit claim.Edit) (*unstructured.Unstructured, error) {
	if edit.Empty() {
		return template, nil
	}
	edited := template.DeepCopy()
	edited.SetLabels(edit.Labels(edited.GetLabels()))
	edited.SetAnnotations(edit.Annotations(edited.GetAnnotations()))
	h.written.expect(override.RefOf(edited), metadataOf(edited))
	metricWrites.WithLabelValues("template", "patch").Inc()
	return edited, h.client.Patch(ctx, edited, client.MergeFromWithOptions(template, client.MergeFromWithOptimisticLock{}))
}

// editBinding writes an edit to the labels and annotations of a binding.
func (h *Hub) editBinding(ctx context.Context, binding api.Binding, edit claim.Edit) (api.Binding, error) {
	if edit.Empty() {
		return binding, nil
	}
	edited := copyBinding(binding)
	edited.SetLabels(edit.Labels(edited.GetLabels()))
	edited.SetAnnotations(edit.Annotations(edited.GetAnnotations()))
	return edited, h.updateBinding(ctx, edited)
}

// metadataOf returns what editTemplate writes.
func metadataOf(o *unstructured.Unstructured) any {
	return []map[string]string{o.GetLabels(), o.GetAnnotations()}
}
