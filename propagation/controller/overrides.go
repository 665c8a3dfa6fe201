package controller

import (
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada"
	karmadaapi "github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/policy/kubeadmiral"
	kubeadmiralapi "github.com/overridekit/overridekit/policy/kubeadmiral/api"
	"github.com/overridekit/overridekit/propagation/affected"
	"github.com/overridekit/overridekit/propagation/work"
)

// OverrideKinds returns the kinds that [CompileOverride] accepts, in two dialects: those of policy.karmada.io/v1alpha1 and core.kubeadmiral.io/v1alpha1.
func OverrideKinds() []schema.GroupVersionKind {
	var kinds []schema.GroupVersionKind
	for _, group := range []schema.GroupVersion{karmadaapi.PolicyGroupVersion, kubeadmiralapi.GroupVersion} {
		kinds = append(kinds, group.WithKind("OverridePolicy"), group.WithKind("ClusterOverridePolicy"))
	}
	return kinds
}

// CompileOverride compiles an override policy that an API server stores, for [affected.Index.PutOverride]. The policy is not kept.
//
//  1. A policy with faults is not an error: it fails the objects that it selects, and no others. See [override.Policy.Faults].
//  2. A policy of another kind, or one that cannot be read at all, is an error. If an index has it from before, leave it there: to delete it would
//     undo its overrides in every cluster.
func CompileOverride(policy *unstructured.Unstructured) (affected.Override, error) {
	compiled, err := compile(policy)
	if err != nil {
		return affected.Override{}, fmt.Errorf("%s: %w", override.RefOf(policy), err)
	}
	return compiled, nil
}

func compile(policy *unstructured.Unstructured) (c affected.Override, err error) {
	kind := policy.GroupVersionKind()
	switch {
	case !slices.Contains(OverrideKinds(), kind):
		return c, fmt.Errorf("found the kind %s, expected an override policy of Karmada or KubeAdmiral", kind)
	case kind.Group == kubeadmiralapi.GroupVersion.Group:
		source, err := kubeadmiral.From(policy)
		if err != nil {
			return c, err
		}
		c.Policy, err = kubeadmiral.Compile(source)
		return c, err
	}
	source, err := karmada.From(policy)
	if err != nil {
		return c, err
	}
	if c.Records, err = work.Record(source); err != nil {
		return c, err
	}
	c.Policy, err = karmada.Compile(source)
	return c, err
}

// versionOf names a generation of an object. An API server increases it with each change of the spec.
func versionOf(o *unstructured.Unstructured) string {
	if o.GetGeneration() == 0 {
		return string(o.GetUID()) + "/" + o.GetResourceVersion()
	}
	return fmt.Sprintf("%s/%d", o.GetUID(), o.GetGeneration())
}

// nameOf returns the namespace and the name of a Ref.
func nameOf(ref override.Ref) types.NamespacedName {
	return types.NamespacedName{Namespace: ref.Namespace, Name: ref.Name}
}
