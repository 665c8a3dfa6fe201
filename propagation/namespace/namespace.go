package work

import (
	"cmp"
	"errors"
	"regexp"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// NamespaceInput is the input of [Namespace]. It is never written.
type NamespaceInput struct {
	Namespace *unstructured.Unstructured
	Clusters  []*api.Cluster // all clusters, ready or not
	Overrides Overrides
	Stored    []*api.Work      // as in [Input]
	Skipped   []*regexp.Regexp // match names that are not propagated; Karmada's default is ^kube-.*$
}

// ShouldSkip reports whether a namespace is not propagated, and why or why not. It is skipped for these reasons:
//
//  1. It is reserved by Karmada, see [api.IsReservedNamespace], or called default.
//  2. An expression in Skipped matches its name.
//  3. It is being deleted. It owns its Works, so they are deleted with it.
//  4. Its label namespace.karmada.io/skip-auto-propagation is true, in any case. Existing Works stay.
func (in NamespaceInput) ShouldSkip() (skip bool, reason string) {
	if in.Namespace == nil {
		return true, "the namespace is nil"
	}
	name := override.RefOf(in.Namespace).Name
	switch {
	case api.IsReservedNamespace(name) || name == "default":
		return true, "the namespace " + name + " is reserved"
	case slices.ContainsFunc(in.Skipped, func(r *regexp.Regexp) bool { return r != nil && r.MatchString(name) }):
		return true, "the namespace " + name + " is skipped by its name"
	case content.Deleting(in.Namespace):
		return true, "the namespace " + name + " is being deleted"
	case strings.ToLower(content.Labels(in.Namespace)[api.SkipAutoPropagationLabel]) == "true":
		return true, "the namespace " + name + " is skipped by its label " + api.SkipAutoPropagationLabel
	}
	return false, "nothing skips the namespace " + name
}

// Namespace renders a Work with the namespace for every cluster, sorted by namespace and name. It returns nil if the namespace is skipped, see
// [NamespaceInput.ShouldSkip].
//
//  1. Cluster-wide override policies act on the namespace. Others do not, because it is not in a namespace itself.
//  2. The manifest is finished, see [Finish]. It has a spec even if that is empty, and no conflict resolution.
//     A namespace without apiVersion and kind gets them.
//  3. The Work is named after the namespace in the control plane, which owns it if it is new. suspendDispatching and
//     preserveResourcesOnDeletion are not set.
//
// The error joins an [*Error] for every cluster that failed; the Works of the other clusters are returned with it.
func Namespace(in NamespaceInput) ([]*api.Work, error) {
	if skip, _ := in.ShouldSkip(); skip {
		return nil, nil
	}
	namespace, err := copyOf(in.Namespace)
	if err != nil {
		return nil, err
	}
	for field, value := range map[string]string{"apiVersion": "v1", "kind": "Namespace"} { // which a typed client drops
		if namespace.Object[field] == nil {
			namespace.Object[field] = value
		}
	}
	if namespace.Object["spec"] == nil {
		namespace.Object["spec"] = map[string]any{}
	}
	ref := override.Ref{APIVersion: "v1", Kind: "Namespace", Name: namespace.GetName()}
	yes := true
	owner := metav1.OwnerReference{
		APIVersion: ref.APIVersion, Kind: ref.Kind, Name: ref.Name, UID: namespace.GetUID(), Controller: &yes, BlockOwnerDeletion: &yes,
	}
	clusters := slices.DeleteFunc(slices.Clone(in.Clusters), func(c *api.Cluster) bool { return c == nil })
	slices.SortStableFunc(clusters, func(a, b *api.Cluster) int { return cmp.Compare(a.Name, b.Name) })
	selection, works := in.Overrides.Set.Select(namespace), newWorkSet(in.Stored, nil)
	var errs []error
	for _, cluster := range clusters {
		result, err := selection.Apply(cluster.Facts())
		var object *unstructured.Unstructured
		if err == nil {
			object, err = result.Object()
		}
		if err == nil {
			err = works.add(&api.Work{ObjectMeta: metav1.ObjectMeta{
				Namespace:       api.ExecutionNamespace(cluster.Name),
				Name:            api.WorkName(ref.Kind, "", ref.Name),
				Finalizers:      []string{api.ExecutionFinalizer},
				Annotations:     in.Overrides.Annotations(result),
				OwnerReferences: []metav1.OwnerReference{*owner.DeepCopy()},
			}}, object, metadata{})
		}
		if err != nil {
			errs = append(errs, &Error{ref, cluster.Name, err})
		}
	}
	return works.sorted(), errors.Join(errs...)
}
