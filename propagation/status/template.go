package status

import (
	"context"
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// TemplateInput is a binding with the statuses of its clusters, and its template.
type TemplateInput struct {
	Binding     api.Binding
	Items       []api.AggregatedStatusItem // of [AggregateBinding]
	Template    *unstructured.Unstructured // the one in spec.resource of the binding; nil if it is gone
	Interpreter *interpreter.Registry
}

// TemplateStatus is the status of a template.
type TemplateStatus struct {
	Object *unstructured.Unstructured // the template with the new status; nil if nothing is written
	Reason string                     // why nothing is written, in words for a person
}

// AggregateTemplate returns a template with the aggregated status of its clusters.
//
//  1. Nothing is written while the binding is being deleted, if the kind of the template has no AggregateStatus, or if the template is gone.
//  2. AggregateStatus gets the items in their order. A nil list differs from an empty one, for Pods.
//  3. Nothing is written if the status is equal to that of the template.
//  4. Only the status of the result is used. A result without content is an error.
//
// A template other than that of the binding is an error, and so is a status that is not JSON. An error of a hook does not show values that the
// Interpreter hides. The input is not written, and the result shares no memory with it.
func AggregateTemplate(ctx context.Context, in TemplateInput) (TemplateStatus, error) {
	if err := content.CheckType(in.Binding); err != nil {
		return TemplateStatus{}, err
	}
	ref := content.ResourceOf(in.Binding)
	if !in.Binding.GetDeletionTimestamp().IsZero() {
		return TemplateStatus{Reason: fmt.Sprintf("%s is being deleted", in.Binding.Ref())}, nil
	}
	kind := schema.FromAPIVersionAndKind(ref.APIVersion, ref.Kind)
	hook, found := in.Interpreter.StatusAggregator(kind)
	if !found {
		return TemplateStatus{Reason: in.Interpreter.Check(kind, interpreter.AggregateStatus).Error()}, nil
	}
	if in.Template == nil || in.Template.Object == nil {
		return TemplateStatus{Reason: fmt.Sprintf("%s does not exist", ref)}, nil
	}
	if own := override.RefOf(in.Template); own != ref {
		return TemplateStatus{}, fmt.Errorf("%s: found the template %s %s, expected %s %s", in.Binding.Ref(), own.APIVersion, own, ref.APIVersion, ref)
	}
	if err := content.Check(in.Template.Object); err != nil {
		return TemplateStatus{}, fmt.Errorf("%s: %w", ref, err)
	}
	status, found, err := in.aggregate(ctx, hook)
	if err != nil {
		return TemplateStatus{}, err
	}
	if jsontree.Equal(in.Template.Object["status"], status) {
		return TemplateStatus{Reason: fmt.Sprintf("%s has this status already", ref)}, nil
	}
	object := in.Template.DeepCopy()
	if delete(object.Object, "status"); found {
		object.Object["status"] = status
	}
	return TemplateStatus{Object: object}, nil
}

// aggregate returns a copy of the aggregated status, and whether there is one.
func (in TemplateInput) aggregate(ctx context.Context, hook interpreter.StatusAggregator) (status any, found bool, err error) {
	const op = interpreter.AggregateStatus
	var items []interpreter.StatusItem
	if in.Items != nil {
		items = make([]interpreter.StatusItem, len(in.Items))
	}
	for i, item := range in.Items {
		if items[i], err = item.Item(); err != nil {
			return nil, false, fmt.Errorf("%s: %w", in.Binding.Ref(), err)
		}
	}
	aggregated, err := hook.AggregateStatus(ctx, in.Template, items)
	if err != nil {
		return nil, false, in.Interpreter.Hidden(in.Template, err)
	}
	if aggregated == nil || aggregated.Object == nil {
		return nil, false, fmt.Errorf("%s: %s returned no object, expected the template with a status", override.RefOf(in.Template), op)
	}
	status, found = aggregated.Object["status"]
	if err := content.Check(map[string]any{"status": status}); err != nil {
		return nil, false, in.Interpreter.Hidden(in.Template, interpreter.NewError(op, in.Template, nil, err))
	}
	return runtime.DeepCopyJSONValue(status), found, nil
}
