package work

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// Prune gives an object without what the control plane alone knows of it, and without what each cluster decides itself. The object
// is copied. Maps that become empty stay, as empty ones.
//
//  1. The status goes, and of the metadata creationTimestamp, deletionTimestamp, deletionGracePeriodSeconds, generation,
//     managedFields, resourceVersion, selfLink, uid, ownerReferences and finalizers.
//  2. The rest is by the name of the kind, whatever its group.
//  3. Deployment: the annotations of its revision.
//  4. Job: spec.ttlSecondsAfterFinished, because a Job that a cluster cleans up would be made anew; unless spec.manualSelector is true,
//     the labels that a cluster generates, of spec.selector.matchLabels and of spec.template. A Job that cannot be decoded as one
//     of batch/v1 is an error.
//  5. Secret of the type kubernetes.io/service-account-token: data becomes null, and the annotation with the uid of the account goes.
//  6. ServiceAccount: the secrets named <name>-token-…, except that one that stands right behind another is kept. Any secret that is
//     looked at and has no string as its name is an error.
//  7. Service: spec.clusterIP and spec.clusterIPs, unless clusterIP is absent or None.
//  8. PersistentVolumeClaim: the annotation of the selected node, unless it is empty.
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

// prune writes the object itself, which on an error is of no use.
func prune(o *unstructured.Unstructured) error {
	for _, field := range []string{
		"creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds", "generation", "managedFields", "resourceVersion",
		"selfLink", "uid", "ownerReferences", "finalizers",
	} {
		unstructured.RemoveNestedField(o.Object, "metadata", field)
	}
	unstructured.RemoveNestedField(o.Object, "status")
	switch o.GetKind() {
	case "Deployment":
		removeAnnotation(o, "deployment.kubernetes.io/revision")
		removeAnnotation(o, "deployment.kubernetes.io/revision-history")
	case "Job":
		return pruneJob(o)
	case "Secret":
		if kind, _, _ := unstructured.NestedString(o.Object, "type"); kind == "kubernetes.io/service-account-token" {
			removeAnnotation(o, "kubernetes.io/service-account.uid")
			o.Object["data"] = nil
		}
	case "ServiceAccount":
		return pruneTokens(o)
	case "Service":
		if ip, found, _ := unstructured.NestedString(o.Object, "spec", "clusterIP"); found && ip != "None" {
			unstructured.RemoveNestedField(o.Object, "spec", "clusterIP")
			unstructured.RemoveNestedField(o.Object, "spec", "clusterIPs")
		}
	case "PersistentVolumeClaim":
		const node = "volume.kubernetes.io/selected-node"
		if v, _, _ := unstructured.NestedFieldNoCopy(o.Object, "metadata", "annotations", node); v != "" {
			removeAnnotation(o, node)
		}
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
		return fmt.Errorf("the object is not a Job of batch/v1: %s %w", bad.Pointer, bad.Err)
	}
	return err
}

func pruneTokens(o *unstructured.Unstructured) error {
	secrets, ok := o.Object["secrets"].([]any)
	if !ok || len(secrets) == 0 {
		return nil
	}
	prefix := o.GetName() + "-token-"
	for i := 0; i < len(secrets); i++ {
		entry, _ := secrets[i].(map[string]any)
		name, ok := entry["name"].(string)
		if !ok {
			return fmt.Errorf("/secrets has the entry %s, expected an object with a string as its name", jsontree.Describe(secrets[i]))
		}
		if strings.HasPrefix(name, prefix) {
			secrets = slices.Delete(secrets, i, i+1)
		}
	}
	o.Object["secrets"] = secrets
	return nil
}

// copyOf copies an object; nil is an empty one.
func copyOf(o *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	if o == nil || o.Object == nil {
		return &unstructured.Unstructured{Object: map[string]any{}}, nil
	}
	if err := content.Check(o.Object); err != nil {
		return nil, err
	}
	return o.DeepCopy(), nil
}
