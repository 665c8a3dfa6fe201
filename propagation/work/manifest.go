package work

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/karmada"
	"github.com/overridekit/overridekit/propagation/names"
)

// Finish gives an object what every manifest carries, however it came to be. work is the metadata of the Work that is to have it,
// stored the Work that is there already, or nil. The object is copied.
//
//  1. The label karmada.io/managed is true.
//  2. Annotations name the object's uid, be it empty, and the Work; and how to resolve a conflict, if the Work says so.
//  3. What does not belong into a cluster is pruned, see [Prune].
//  4. The id of the stored Work becomes a label. A Work that is new has none yet.
//  5. Two annotations list the keys of all labels and of all annotations, these two included, sorted and joined by commas. By
//     them a cluster knows later what was taken away.
//
// Labels or annotations that are not all strings are an error; null reads as none, or as the empty string.
func Finish(object *unstructured.Unstructured, work metav1.ObjectMeta, stored *karmada.Work) (*unstructured.Unstructured, error) {
	finished, err := copyOf(object)
	if err != nil {
		return nil, err
	}
	return finished, finish(finished, work, stored)
}

// finish writes the object itself, which on an error is of no use.
func finish(o *unstructured.Unstructured, work metav1.ObjectMeta, stored *karmada.Work) error {
	labels := map[string]string{names.Managed: "true"}
	if stored != nil {
		if id, found := stored.Labels[names.WorkID]; found {
			labels[names.WorkID] = id
		}
	}
	annotations := map[string]string{
		names.TemplateUID:   string(o.GetUID()),
		names.WorkName:      work.Name,
		names.WorkNamespace: work.Namespace,
	}
	if resolution, found := work.Annotations[names.ConflictResolution]; found {
		annotations[names.ConflictResolution] = resolution
	}
	labels, err := addTexts(o, "labels", labels)
	if err != nil {
		return err
	}
	if _, err = addTexts(o, "annotations", annotations); err != nil {
		return err
	}
	if err = prune(o); err != nil {
		return err
	}
	if annotations, err = texts(o, "annotations"); err != nil {
		return err
	}
	annotations[names.ManagedLabels], annotations[names.ManagedAnnotations] = joined(labels), ""
	annotations[names.ManagedAnnotations] = joined(annotations)
	return unstructured.SetNestedStringMap(o.Object, annotations, "metadata", "annotations")
}

// joined is the keys of a map, sorted.
func joined(texts map[string]string) string {
	return strings.Join(slices.Sorted(maps.Keys(texts)), ",")
}

// texts reads the labels or the annotations of an object; null is none, and null as a value the empty string.
func texts(o *unstructured.Unstructured, field string) (map[string]string, error) {
	entries, at := o.Object, jsontree.Pointer{}
	for _, key := range []string{"metadata", field} {
		v := entries[key]
		at = at.Child(key)
		inner, ok := v.(map[string]any)
		if !ok && v != nil {
			return nil, fmt.Errorf("%s is %s, expected an object", at, jsontree.Describe(v))
		}
		entries = inner
	}
	all := make(map[string]string, len(entries))
	for _, key := range slices.Sorted(maps.Keys(entries)) {
		text, ok := entries[key].(string)
		if !ok && entries[key] != nil {
			return nil, fmt.Errorf("%s is %s, expected a string", at.Child(key), jsontree.Describe(entries[key]))
		}
		all[key] = text
	}
	return all, nil
}

// addTexts writes labels or annotations into the object itself, and gives all that there are afterwards.
func addTexts(o *unstructured.Unstructured, field string, added map[string]string) (map[string]string, error) {
	all, err := texts(o, field)
	if err != nil {
		return nil, err
	}
	maps.Copy(all, added)
	if metadata, found := o.Object["metadata"]; found && metadata == nil {
		return nil, errors.New("/metadata is null, expected an object")
	}
	if err = unstructured.SetNestedStringMap(o.Object, all, "metadata", field); err != nil {
		return nil, err
	}
	return all, nil
}
