package work

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// Prune returns a copy of an object without the fields that only matter in the control plane, and without those that each cluster sets itself. Maps that
// become empty are kept.
//
//  1. It removes the status and, from the metadata, creationTimestamp, deletionTimestamp, deletionGracePeriodSeconds, generation,
//     managedFields, resourceVersion, selfLink, uid, ownerReferences and finalizers.
//  2. The other rules depend on the name of the kind, in any group.
//  3. Deployment: it removes the annotations with the revision.
//  4. Job: it removes spec.ttlSecondsAfterFinished, because a Job that a cluster cleans up would be created again. Unless spec.manualSelector is
//     true, it removes the labels that a cluster generates from spec.selector.matchLabels and spec.template. A Job that cannot be
//     decoded as batch/v1 is an error.
//  5. Secret of the type kubernetes.io/service-account-token: data becomes null, and the annotation with the uid of the account is removed.
//  6. ServiceAccount: it removes the secrets named <name>-token-…, but keeps one that directly follows a removed one. Any other secret whose
//     name is not a string is an error.
//  7. Service: it removes spec.clusterIP and spec.clusterIPs, unless clusterIP is absent or None.
//  8. PersistentVolumeClaim: it removes the annotation with the selected node, if that is a string and not empty.
func Prune(object *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	pruned, err := copyOf(object)
	if err != nil {
		return nil, err
	}
	if err := prune(pruned); err != nil {
		return nil, err
	}
	return pruned, nil
}

// prune implements [Prune] in place. After an error the object must not be used.
func prune(o *unstructured.Unstructured) error {
	for _, field := range []string{
		"creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds", "generation", "managedFields", "resourceVersion",
		"selfLink", "uid", "ownerReferences", "finalizers",
	} {
		unstructured.RemoveNestedField(o.Object, "metadata", field)
	}
	unstructured.RemoveNestedField(o.Object, "status")
	if rule, found := kindRules[o.GetKind()]; found {
		return rule.prune(o)
	}
	return nil
}

// kindRule is what prune does to the objects of a kind, in any group.
type kindRule struct {
	prune  func(o *unstructured.Unstructured) error
	writes []jsontree.Pointer // the maps and lists that it writes, outer ones first, apart from the annotations
}

// kindRules has the rules by kind.
var kindRules = map[string]kindRule{
	"Deployment": {prune: pruneRevision},
	"Job": {prune: pruneJob, writes: []jsontree.Pointer{
		{"spec"}, {"spec", "selector"}, {"spec", "selector", "matchLabels"},
		{"spec", "template"}, {"spec", "template", "metadata"}, {"spec", "template", "metadata", "labels"},
	}},
	"Secret":                {prune: pruneToken},
	"ServiceAccount":        {prune: pruneTokens, writes: []jsontree.Pointer{{"secrets"}}},
	"Service":               {prune: pruneIPs, writes: []jsontree.Pointer{{"spec"}}},
	"PersistentVolumeClaim": {prune: pruneNode},
}

// forPruning returns an object that shares memory with the given one, except for the maps and lists that prune writes. It does not copy
// the annotations, which [finish] replaces.
func forPruning(object map[string]any) map[string]any {
	c := make(map[string]any, len(object)+1)
	maps.Copy(c, object)
	copyInside(c, jsontree.Pointer{"metadata"})
	kind, _ := c["kind"].(string)
	for _, at := range kindRules[kind].writes {
		copyInside(c, at)
	}
	return c
}

// copyInside copies the map or the list at a place, whose parents are copies already.
func copyInside(object map[string]any, at jsontree.Pointer) {
	last := len(at) - 1
	for _, field := range at[:last] {
		object, _ = object[field].(map[string]any)
	}
	switch v := object[at[last]].(type) {
	case map[string]any:
		object[at[last]] = maps.Clone(v)
	case []any:
		object[at[last]] = slices.Clone(v)
	}
}

func pruneRevision(o *unstructured.Unstructured) error {
	removeAnnotation(o, "deployment.kubernetes.io/revision")
	removeAnnotation(o, "deployment.kubernetes.io/revision-history")
	return nil
}

func pruneToken(o *unstructured.Unstructured) error {
	if kind, _, _ := unstructured.NestedString(o.Object, "type"); kind == "kubernetes.io/service-account-token" {
		removeAnnotation(o, "kubernetes.io/service-account.uid")
		o.Object["data"] = nil
	}
	return nil
}

func pruneIPs(o *unstructured.Unstructured) error {
	if ip, found, _ := unstructured.NestedString(o.Object, "spec", "clusterIP"); found && ip != "None" {
		unstructured.RemoveNestedField(o.Object, "spec", "clusterIP")
		unstructured.RemoveNestedField(o.Object, "spec", "clusterIPs")
	}
	return nil
}

func pruneNode(o *unstructured.Unstructured) error {
	const node = "volume.kubernetes.io/selected-node"
	if name, _, _ := unstructured.NestedString(o.Object, "metadata", "annotations", node); name != "" {
		removeAnnotation(o, node)
	}
	return nil
}

func removeAnnotation(o *unstructured.Unstructured, key string) {
	unstructured.RemoveNestedField(o.Object, "metadata", "annotations", key)
}

func pruneJob(o *unstructured.Unstructured) error {
	if err := checkJob(o); err != nil {
		return err
	}
	if manual, _, _ := unstructured.NestedBool(o.Object, "spec", "manualSelector"); !manual {
		for _, generated := range []struct{ path, keys []string }{
			{[]string{"spec", "selector", "matchLabels"}, []string{"controller-uid", "batch.kubernetes.io/controller-uid"}},
			{[]string{"spec", "template", "metadata", "labels"}, []string{"controller-uid", "batch.kubernetes.io/controller-uid", "job-name", "batch.kubernetes.io/job-name"}},
		} {
			if _, _, err := unstructured.NestedStringMap(o.Object, generated.path...); err != nil {
				v, _, _ := unstructured.NestedFieldNoCopy(o.Object, generated.path...)
				return fmt.Errorf("%s is %s, expected an object of strings", jsontree.Pointer(generated.path), jsontree.Describe(v))
			}
			for _, key := range generated.keys {
				unstructured.RemoveNestedField(o.Object, append(slices.Clone(generated.path), key)...)
			}
		}
	}
	unstructured.RemoveNestedField(o.Object, "spec", "ttlSecondsAfterFinished")
	return nil
}

// checkJob returns an error if the object cannot be decoded as a Job of batch/v1, whatever its group.
func checkJob(o *unstructured.Unstructured) error {
	err := native.Check(schema.GroupVersionKind{Group: "batch", Version: "v1", Kind: "Job"}, o)
	if bad := new(interpreter.Error); errors.As(err, &bad) {
		return fmt.Errorf("not a Job of batch/v1: %s %w", bad.Pointer, bad.Err)
	}
	return err
}

func pruneTokens(o *unstructured.Unstructured) error {
	secrets, ok := o.Object["secrets"].([]any)
	if !ok || len(secrets) == 0 {
		return nil
	}
	prefix := o.GetName() + "-token-"
	kept := secrets[:0]
	for i := 0; i < len(secrets); i++ {
		entry, _ := secrets[i].(map[string]any)
		name, ok := entry["name"].(string)
		if !ok {
			return fmt.Errorf("/secrets has the entry %s, expected an object with a string as its name", jsontree.Describe(secrets[i]))
		}
		if strings.HasPrefix(name, prefix) {
			if i++; i == len(secrets) { // the next one is kept, see rule 6
				break
			}
		}
		kept = append(kept, secrets[i])
	}
	clear(secrets[len(kept):])
	o.Object["secrets"] = kept
	return nil
}

// copyOf returns a copy of an object, or an empty one for nil.
func copyOf(o *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	if o == nil || o.Object == nil {
		return &unstructured.Unstructured{Object: map[string]any{}}, nil
	}
	if err := content.Check(o.Object); err != nil {
		return nil, err
	}
	return o.DeepCopy(), nil
}
