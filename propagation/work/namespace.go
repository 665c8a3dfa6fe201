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

// NamespaceInput is what the Works of a namespace are made of. None of it is written.
type NamespaceInput struct {
	Namespace *unstructured.Unstructured
	Clusters  []api.Cluster // all that there are, ready or not
	Overrides Overrides
	Stored    []api.Work       // as in [Input]
	Skipped   []*regexp.Regexp // of names that stay where they are; Karmada's default is ^kube-.*$
}

// Skip is why a namespace does not go to the clusters, in words for a person, and "" if it does:
//
//  1. It is one of Karmada's own, see [api.IsReservedNamespace], or the one called default.
//  2. An expression matches its name.
//  3. It is being deleted. Its Works go by themselves, as it owns them.
//  4. Its label namespace.karmada.io/skip-auto-propagation is true, in whatever case. Works that are there stay.
func (in NamespaceInput) Skip() string {
	if in.Namespace == nil {
		return "there is no namespace"
	}
	name := content.Ref(in.Namespace).Name
	switch {
	case api.IsReservedNamespace(name) || name == "default":
		return "the namespace " + name + " is reserved"
	case slices.ContainsFunc(in.Skipped, func(r *regexp.Regexp) bool { return r != nil && r.MatchString(name) }):
		return "the namespace " + name + " is one of those that are skipped by name"
	case content.Deleting(in.Namespace):
		return "the namespace " + name + " is being deleted"
	case strings.ToLower(content.Labels(in.Namespace)[api.SkipAutoPropagationLabel]) == "true":
		return "the namespace " + name + " is skipped by its label " + api.SkipAutoPropagationLabel
	}
	return ""
}

// Namespace gives the Works by which every cluster gets a namespace, sorted by namespace and name; none if it is skipped, see
// [NamespaceInput.Skip].
//
//  1. The override policies act on the namespace; as it is in none itself, only cluster-wide ones.
//  2. The manifest is finished as any other, see [Finish], with a spec even if it is empty. Nothing is said about conflicts.
//     A namespace without apiVersion and kind gets them.
//  3. The Work has its name from the namespace as it is in the control plane, and a new one is owned by it. Whether to send it, and to keep
//     what it made, is left open.
//
// The error is an [*Error] for every cluster that failed, joined; the other Works come out all the same.
func Namespace(in NamespaceInput) ([]api.Work, error) {
	if in.Skip() != "" {
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
	clusters := slices.Clone(in.Clusters)
	slices.SortStableFunc(clusters, func(a, b api.Cluster) int { return cmp.Compare(a.Name, b.Name) })
	selection, works := in.Overrides.Set.Select(namespace), newWorkSet(in.Stored)
	var errs []error
	for i := range clusters {
		object, annotations, err := in.Overrides.apply(selection, &clusters[i])
		if err == nil {
			err = works.add(api.Work{ObjectMeta: metav1.ObjectMeta{
				Namespace:       api.ExecutionNamespace(clusters[i].Name),
				Name:            api.WorkName(ref.Kind, "", ref.Name),
				Finalizers:      []string{api.ExecutionFinalizer},
				Annotations:     annotations,
				OwnerReferences: []metav1.OwnerReference{*owner.DeepCopy()},
			}}, object, metadata{})
		}
		if err != nil {
			errs = append(errs, &Error{ref, clusters[i].Name, err})
		}
	}
	return works.sorted(), errors.Join(errs...)
}
