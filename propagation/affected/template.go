package affected

import (
	"maps"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/selector"
)

// PutTemplate adds or replaces a template, which may be any object of the control plane that templates need or that matters to them. It concerns:
//
//  1. Nothing if [claim.Changed] reports no change: its status, its managed fields and its resource version do not matter.
//  2. The template itself.
//  3. The templates whose binding has the name of its own, and then their Works have, too: one of them has the name.
//  4. If it is new or has other labels, the templates that need it: by its name only if it is new, by its labels only if a selector matches it in
//     another way. What a template needs is what its stored binding lists. A dependency whose content changes concerns only itself.
//  5. A PriorityClass concerns the templates that were claimed by a policy which names it.
//  6. A CustomResourceDefinition concerns the templates of its group and kind: it may change whether they have a namespace.
//  7. The execution namespace of a cluster that is being deleted concerns the templates in the cluster: without it they have no Work there.
func (x *Index) PutTemplate(o *unstructured.Unstructured) []override.Ref {
	if o == nil {
		return nil
	}
	defer x.lock()()
	return x.replaceTemplate(override.RefOf(o), o)
}

// DeleteTemplate removes a template that is gone. It concerns what a new one does, see [Index.PutTemplate].
func (x *Index) DeleteTemplate(ref override.Ref) []override.Ref {
	defer x.lock()()
	return x.replaceTemplate(ref, nil)
}

func (x *Index) replaceTemplate(ref override.Ref, after *unstructured.Unstructured) []override.Ref {
	before := x.templates[ref]
	if before == after {
		return nil
	}
	x.setTemplate(ref, before, after)
	if before != nil && after != nil && claim.Changed(before, after).Kind == claim.ChangeNone {
		return nil
	}
	found := answer{}
	if !x.filling {
		found[ref] = true
		found.add(x.named[content.BindingRef(ref)])
		x.addDependents(found, before, after)
	}
	group := kindOf(ref).GroupKind()
	switch {
	case group == schema.GroupKind{Group: "scheduling.k8s.io", Kind: "PriorityClass"}:
		for policy := range x.classes[ref.Name] {
			x.addClaimed(found, policy)
		}
	case group == schema.GroupKind{Group: "apiextensions.k8s.io", Kind: "CustomResourceDefinition"}:
		for _, o := range []*unstructured.Unstructured{before, after} {
			found.add(x.kinds[definedKind(o)])
		}
	case group == schema.GroupKind{Kind: "Namespace"}:
		if cluster, err := api.ClusterOfNamespace(ref.Name); err == nil && x.clusters[cluster] != nil && x.clusters[cluster].DeletionTimestamp != nil {
			x.addTargeting(found, cluster)
		}
	}
	return found.sorted()
}

// setTemplate writes the indexes of the templates. A reference keeps its kind and name, so only what the content decides may change.
func (x *Index) setTemplate(ref override.Ref, before, after *unstructured.Unstructured) {
	if content.IsNamespace(ref) {
		x.spaces = nil
	}
	x.claimed.set(ref, claim.Named(content.Annotations(before)), claim.Named(content.Annotations(after)))
	switch {
	case after == nil:
		delete(x.templates, ref)
		x.named.remove(content.BindingRef(ref), ref)
		x.works.remove(workName(ref), ref)
		x.kinds.remove(kindOf(ref).GroupKind(), ref)
		x.custom.remove(apiOf(ref), ref)
		x.pending[ref] = nil
		if e := x.expected.all[content.BindingRef(ref)]; e != nil && e.template == ref {
			x.expected.set(e.ref, nil)
		}
		return
	case before == nil:
		x.named.add(content.BindingRef(ref), ref)
		x.works.add(workName(ref), ref)
		x.kinds.add(kindOf(ref).GroupKind(), ref)
		if x.revisesAnything(kindOf(ref)) {
			x.custom.add(apiOf(ref), ref)
		}
	}
	x.templates[ref] = after
	if before == nil || !maps.Equal(content.Labels(before), content.Labels(after)) {
		x.pending[ref] = after
	}
}

// addDependents implements rule 4 of [Index.PutTemplate].
func (x *Index) addDependents(found answer, before, after *unstructured.Unstructured) {
	was, is := selector.ObjectOf(content.Of(before)), selector.ObjectOf(content.Of(after))
	if before != nil && after != nil && was.Equal(&is) {
		return
	}
	for _, s := range []*bounds{&x.bindings, &x.expected} {
		candidates := map[override.Ref]bool{}
		for _, version := range []*unstructured.Unstructured{before, after} {
			if version == nil {
				continue
			}
			object := selector.ObjectOf(version.Object)
			for _, entry := range s.needs.Find(nil, &object) {
				maps.Copy(candidates, *entry)
			}
		}
		for ref := range candidates {
			b := s.all[ref]
			if (before != nil && b.needs.Match(was) != selector.RankNone) != (after != nil && b.needs.Match(is) != selector.RankNone) {
				x.addTemplatesOf(found, b)
			}
		}
	}
}

// revisesAnything reports whether a kind has an interpreter of replicas that is not of package native. Those are known to revise only replicas. Override
// policies select what the interpreter returns, so the labels of the template do not decide for other kinds.
func (x *Index) revisesAnything(kind schema.GroupVersionKind) bool {
	_, found := x.Options.Registry.ReplicaReviser(kind)
	return found && x.Options.Registry.Name(kind, interpreter.ReviseReplica) != "native"
}

// definedKind returns the kind that a CustomResourceDefinition defines, or an empty one.
func definedKind(o *unstructured.Unstructured) schema.GroupKind {
	spec, _ := content.Of(o)["spec"].(map[string]any)
	names, _ := spec["names"].(map[string]any)
	group, _ := spec["group"].(string)
	kind, _ := names["kind"].(string)
	return schema.GroupKind{Group: group, Kind: kind}
}

func kindOf(ref override.Ref) schema.GroupVersionKind {
	return schema.FromAPIVersionAndKind(ref.APIVersion, ref.Kind)
}

// apiOf returns a reference without namespace and name.
func apiOf(ref override.Ref) override.Ref {
	return override.Ref{APIVersion: ref.APIVersion, Kind: ref.Kind}
}

func workName(template override.Ref) string {
	return api.WorkName(template.Kind, template.Namespace, template.Name)
}
