package work

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// Retain returns a manifest with the fields that the member cluster sets, taken from the observed object. It is what an update must send.
//
//  1. resourceVersion, finalizers and ownerReferences are those of the observed object. Unknown fields of an owner are dropped; if any
//     finalizer is not a string, all are.
//  2. Labels and annotations that only the observed object has are added, unless its annotations list their keys as managed: then
//     an earlier manifest had them, and this one does not. Without such a list, the empty key counts as managed.
//  3. The interpreter of the kind retains its own fields, see [interpreter.Retainer]. A result that is another object is an error.
//
// Labels or annotations of the manifest that are not strings are an error, because Karmada loses all of them. If those of the observed object
// are not strings, it counts as having none. Null is read as empty.
//
// The result shares no memory with the arguments.
func Retain(ctx context.Context, registry *interpreter.Registry, manifest, observed *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	for _, o := range []*unstructured.Unstructured{manifest, observed} {
		if o == nil || o.Object == nil {
			return nil, errors.New("found no object, expected a manifest and an observed object")
		}
		if err := content.Check(o.Object); err != nil {
			return nil, fmt.Errorf("%s: %w", override.RefOf(o), err)
		}
	}
	merged, err := retain(ctx, registry, manifest, observed)
	if err != nil {
		return nil, err
	}
	return merged.DeepCopy(), nil
}

// retain implements [Retain] for valid objects. The result may share memory with the manifest.
func retain(ctx context.Context, registry *interpreter.Registry, manifest, observed *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	merged, err := retainMetadata(manifest, observed)
	if err != nil {
		return nil, err
	}
	retainer, found := registry.Retainer(content.Kind(merged))
	if !found {
		return merged, nil
	}
	if filter, ok := retainer.(interpreter.RetainFilter); ok && !filter.Retains(merged) {
		return merged, nil
	}
	hooked, err := retainer.Retain(ctx, merged, observed)
	switch {
	case err != nil:
		return nil, registry.Hidden(manifest, err)
	case hooked == nil || hooked.Object == nil:
		return nil, errors.New("found no object with retained fields, expected one")
	}
	if err := content.Check(hooked.Object); err != nil {
		return nil, fmt.Errorf("with retained fields, %w", err)
	}
	if found, expected := override.RefOf(hooked), override.RefOf(merged); found != expected {
		return nil, fmt.Errorf("the interpreter returned %s %s, expected %s %s", found.APIVersion, found, expected.APIVersion, expected)
	}
	if version := observed.GetResourceVersion(); hooked.GetResourceVersion() != version {
		hooked = hooked.DeepCopy() // it may be the observed object itself
		hooked.SetResourceVersion(version)
	}
	return hooked, nil
}

// retainMetadata is rules 1 and 2 of [Retain]. The result has metadata of its own, and shares all else with the manifest.
func retainMetadata(manifest, observed *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	result := &unstructured.Unstructured{Object: maps.Clone(manifest.Object)}
	if m, ok := manifest.Object["metadata"].(map[string]any); ok {
		result.Object["metadata"] = maps.Clone(m)
	}
	annotations := stringEntries(observed, "annotations")
	if err := retainMap(result, "labels", stringEntries(observed, "labels"), annotations[api.ManagedLabelsAnnotation]); err != nil {
		return nil, err
	}
	if err := retainMap(result, "annotations", annotations, annotations[api.ManagedAnnotationsAnnotation]); err != nil {
		return nil, err
	}
	result.SetResourceVersion(observed.GetResourceVersion())
	result.SetFinalizers(observed.GetFinalizers())
	result.SetOwnerReferences(observed.GetOwnerReferences())
	return result, nil
}

// retainMap adds the observed labels or annotations that the object lacks, except the keys in managed, a comma-separated list. If there are
// none in the end, the field does not change.
func retainMap(o *unstructured.Unstructured, field string, observed map[string]any, managed any) error {
	own := stringEntries(o, field)
	var kept map[string]string
	for key, value := range observed {
		if _, found := own[key]; !found {
			if kept == nil {
				kept = map[string]string{}
			}
			kept[key], _ = value.(string)
		}
	}
	if len(kept) > 0 {
		list, _ := managed.(string)
		for key := range strings.SplitSeq(list, ",") {
			delete(kept, key)
		}
	}
	if own != nil && len(kept) == 0 && !hasNull(own) {
		return nil
	}
	all, _, err := readMetadata(o, field)
	if err != nil || len(all)+len(kept) == 0 {
		return err
	}
	_, err = setMetadata(o, field, kept)
	return err
}
