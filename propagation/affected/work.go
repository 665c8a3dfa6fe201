package affected

import (
	"slices"

	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/work"
)

// PutWork adds or replaces a stored Work. It concerns:
//
//  1. Nothing if its labels, annotations, finalizers, deletion and spec stay as they are. Its status is a matter of package status.
//  2. The templates of the binding that it names, before and after, see [work.BindingOf].
//  3. If it names no binding, the Namespaces among its manifests.
//  4. The templates and Namespaces whose Works have its name: no other Work can have the name as long as it is there.
func (x *Index) PutWork(w *api.Work) []override.Ref {
	if w == nil {
		return nil
	}
	defer x.lock()()
	return x.replaceWork(w.Ref(), w)
}

// DeleteWork removes a Work that is gone. It concerns what a new one does, see [Index.PutWork].
func (x *Index) DeleteWork(ref override.Ref) []override.Ref {
	defer x.lock()()
	return x.replaceWork(ref, nil)
}

func (x *Index) replaceWork(ref override.Ref, after *api.Work) []override.Ref {
	before := x.stored[ref]
	if before == after {
		return nil
	}
	x.byBinding.set(ref, namedBy(before), namedBy(after))
	put(x.stored, ref, after)
	if x.filling || before != nil && after != nil && sameWork(before, after) {
		return nil
	}
	found := answer{}
	found.add(x.works[ref.Name])
	for _, w := range []*api.Work{before, after} {
		bindings := namedBy(w)
		for _, binding := range bindings {
			x.addTemplatesNamed(found, binding)
		}
		if w == nil || bindings != nil {
			continue
		}
		for _, m := range w.Spec.Workload.Manifests {
			if manifest := override.RefOf(&unstructured.Unstructured{Object: m}); content.IsNamespace(manifest) {
				found[manifest] = true
			}
		}
	}
	return found.sorted()
}

// namedBy returns the binding that a Work names, if any.
func namedBy(w *api.Work) []override.Ref {
	if binding, named := work.BindingOf(w); named {
		return []override.Ref{binding}
	}
	return nil
}

// sameWork implements rule 1 of [Index.PutWork].
func sameWork(a, b *api.Work) bool {
	was, is := a.Spec, b.Spec
	was.Workload.Manifests, is.Workload.Manifests = nil, nil
	return equality.Semantic.DeepEqual(a.Labels, b.Labels) && equality.Semantic.DeepEqual(a.Annotations, b.Annotations) && slices.Equal(a.Finalizers, b.Finalizers) &&
		(a.DeletionTimestamp == nil) == (b.DeletionTimestamp == nil) && equality.Semantic.DeepEqual(was, is) &&
		slices.EqualFunc(a.Spec.Workload.Manifests, b.Spec.Workload.Manifests, func(m, n api.Manifest) bool {
			return jsontree.Equal(map[string]any(m), map[string]any(n))
		})
}
