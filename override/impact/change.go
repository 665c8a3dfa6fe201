package impact

import (
	"iter"
	"maps"
	"reflect"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/selector"
)

// Change is a change of policies, clusters or objects, or of several of them at once. The zero Change changes nothing. It is neither
// modified nor copied: do not modify it while its rows are computed or their results are in use.
type Change struct {
	Before, After State
	Objects       iter.Seq[Object] // read once for each call of [Change.Rows]; a duplicate counts twice; nil means that there are no objects
}

// State is the policies and the clusters at one time. The nil Set is empty. Among clusters with the same name, the last one counts.
type State struct {
	Policies *override.Set
	Clusters []selector.Cluster
}

// Object is an object before and after a change. The same pointer means that it does not change, and nil that it does not exist. If the
// names differ, the one after counts.
type Object struct{ Before, After *unstructured.Unstructured }

// ref returns the name of the object.
func (o Object) ref() override.Ref {
	if o.After == nil {
		return override.RefOf(o.Before)
	}
	return override.RefOf(o.After)
}

// unchanged reports whether the object certainly does not change. A comparison that is stricter than JSON is on the safe side.
func (o Object) unchanged() bool {
	if o.Before == o.After {
		return true
	}
	return o.Before != nil && o.After != nil && jsontree.Fits(o.Before.Object) && jsontree.Fits(o.After.Object) &&
		reflect.DeepEqual(o.Before.Object, o.After.Object)
}

// Same returns objects that do not change. Nil objects are left out.
func Same(objects ...*unstructured.Unstructured) iter.Seq[Object] {
	return func(yield func(Object) bool) {
		for _, o := range objects {
			if o != nil && !yield(Object{o, o}) {
				return
			}
		}
	}
}

// Objects returns the objects before and after a change, matched by their [override.Ref] and sorted by it. Among objects with the same Ref, the last
// one counts. Nil objects are left out.
func Objects(before, after []*unstructured.Unstructured) iter.Seq[Object] {
	return func(yield func(Object) bool) {
		pairs := map[override.Ref]Object{}
		for _, o := range before {
			if o != nil {
				pairs[override.RefOf(o)] = Object{Before: o}
			}
		}
		for _, o := range after {
			if o != nil {
				pairs[override.RefOf(o)] = Object{Before: pairs[override.RefOf(o)].Before, After: o}
			}
		}
		for _, ref := range slices.SortedFunc(maps.Keys(pairs), compareRefs) {
			if !yield(pairs[ref]) {
				return
			}
		}
	}
}

// Reversed swaps before and after. Its impact is that of rolling back the whole change. To roll back a rollout
// that has not reached every cluster, see [Impact.RolloutFrom].
func (c Change) Reversed() Change {
	objects := c.Objects
	back := Change{Before: c.After, After: c.Before}
	if objects != nil {
		back.Objects = func(yield func(Object) bool) {
			for o := range objects {
				if !yield(Object{o.After, o.Before}) {
					return
				}
			}
		}
	}
	return back
}

// compareRefs orders by API version, kind, namespace and name.
func compareRefs(a, b override.Ref) int {
	for _, pair := range [...][2]string{{a.APIVersion, b.APIVersion}, {a.Kind, b.Kind}, {a.Namespace, b.Namespace}, {a.Name, b.Name}} {
		if c := strings.Compare(pair[0], pair[1]); c != 0 {
			return c
		}
	}
	return 0
}
