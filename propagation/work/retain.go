package work

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// Retain returns a manifest with what the member cluster decides about the observed object. It is what an update must send.
//
//  1. resourceVersion, finalizers and owners are those of the observed object. Of an owner, only the six known fields are kept; a finalizer
//     that is not a string removes all.
//  2. Labels and annotations that only the observed object has are added, unless its annotations list their keys as managed: then
//     an earlier manifest had them, and this one does not. Without such a list, the empty key counts as managed.
//  3. The interpreter of the kind retains its own fields, see [interpreter.Retainer].
//
// Labels or annotations of the manifest that are not strings are an error, because Karmada loses all of them. If those of the observed object
// are not strings, it counts as having none. Null is read as empty.
//
// The result shares no memory with the arguments.
func Retain(ctx context.Context, interpreters *interpreter.Registry, manifest, observed *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	for _, o := range []*unstructured.Unstructured{manifest, observed} {
		if o == nil || o.Object == nil {
			return nil, errors.New("found no object, expected a manifest and an observed object")
		}
		if err := content.Check(o.Object); err != nil {
			return nil, fmt.Errorf("%s: %w", override.RefOf(o), err)
		}
	}
	_, merged, err := retain(ctx, interpreters, manifest, observed)
	return merged, err
}

// retain implements [Retain] for valid objects. It also returns the object as it is before the interpreter has retained its fields, which
// shares memory with the manifest.
func retain(ctx context.Context, interpreters *interpreter.Registry, manifest, observed *unstructured.Unstructured) (before, after *unstructured.Unstructured, err error) {
	before, err = retainMetadata(manifest, observed)
	if err != nil {
		return nil, nil, err
	}
	retainer, found := interpreters.Retainer(content.Kind(before))
	if !found {
		return before, before.DeepCopy(), nil
	}
	after, err = retainer.Retain(ctx, before, observed)
	switch {
	case err != nil:
		return nil, nil, interpreters.Hidden(manifest, err)
	case after == nil || after.Object == nil:
		return nil, nil, errors.New("found no object with retained fields, expected one")
	}
	if err := content.Check(after.Object); err != nil {
		return nil, nil, fmt.Errorf("with retained fields, %w", err)
	}
	return before, after, nil
}

// retainMetadata is rules 1 and 2 of [Retain]. The result has metadata of its own, and shares all else with the manifest.
func retainMetadata(manifest, observed *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	result := &unstructured.Unstructured{Object: maps.Clone(manifest.Object)}
	if m, ok := manifest.Object["metadata"].(map[string]any); ok {
		result.Object["metadata"] = maps.Clone(m)
	}
	annotations := content.Annotations(observed)
	if err := retainMap(result, "labels", content.Labels(observed), annotations[api.ManagedLabelsAnnotation]); err != nil {
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

// retainMap adds the observed labels or annotations whose keys are not in managed, a list joined by commas. If there are none in the end, the
// field does not change.
func retainMap(o *unstructured.Unstructured, field string, observed map[string]string, managed string) error {
	own, _, err := readMetadata(o, field)
	if err != nil {
		return err
	}
	dropped := sets.New(strings.Split(managed, ",")...)
	kept := make(map[string]string, len(observed))
	for key, value := range observed {
		if _, found := own[key]; !found && !dropped.Has(key) {
			kept[key] = value
		}
	}
	if len(own)+len(kept) == 0 {
		return nil
	}
	_, err = setMetadata(o, field, kept)
	return err
}
