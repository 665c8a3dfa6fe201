package estate

import (
	"fmt"
	"reflect"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
)

// Object is an object of one of the lists of a propagation.PlanInput.
type Object interface {
	metav1.Object
	runtime.Object
}

// RefOf returns the reference of an object.
func RefOf(o Object) override.Ref {
	if typed, ok := o.(interface{ Ref() override.Ref }); ok {
		return typed.Ref()
	}
	return override.RefOf(o.(*unstructured.Unstructured))
}

// Change is what an event does to one object. Before is nil if the event creates it, and After if it deletes it. The zero Change does nothing.
type Change struct{ Before, After Object }

// Object returns the object after the change, or before if there is none after it; nil: nothing changes.
func (c Change) Object() Object {
	if c.After != nil {
		return c.After
	}
	return c.Before
}

// String returns what happens, for messages.
func (c Change) String() string {
	switch o := c.Object(); {
	case o == nil:
		return "nothing"
	case c.Before == nil:
		return "create " + RefOf(o).String()
	case c.After == nil:
		return "delete " + RefOf(o).String()
	default:
		return "change " + RefOf(o).String()
	}
}

// Apply returns the control plane after the change. It writes no list, so that earlier inputs keep their values.
func (c Change) Apply(in propagation.PlanInput) propagation.PlanInput {
	switch o := c.Object().(type) {
	case nil:
	case *unstructured.Unstructured:
		in.Templates = applied(in.Templates, o, c.After == nil)
	case api.PropagationSource:
		in.Policies = applied(in.Policies, o, c.After == nil)
	case api.OverrideSource:
		in.Overrides = applied(in.Overrides, o, c.After == nil)
	case *api.Cluster:
		in.Clusters = applied(in.Clusters, o, c.After == nil)
	case api.Binding:
		in.Bindings = applied(in.Bindings, o, c.After == nil)
	case *api.Work:
		in.Works = applied(in.Works, o, c.After == nil)
	default:
		panic(fmt.Sprintf("found a %s, expected an object of a control plane", reflect.TypeOf(o)))
	}
	return in
}

func applied[T Object](list []T, o T, gone bool) []T {
	list = slices.Clone(list)
	i := indexOf(list, o)
	switch {
	case gone && i >= 0:
		return slices.Delete(list, i, i+1)
	case gone:
		return list
	case i >= 0:
		list[i] = o
		return list
	}
	return append(list, o)
}

func indexOf[T Object](list []T, o T) int {
	return slices.IndexFunc(list, func(other T) bool { return RefOf(other) == RefOf(o) })
}

// put creates or replaces an object.
func put[T Object](list []T, o T) Change {
	if i := indexOf(list, o); i >= 0 {
		o.SetUID(list[i].GetUID())
		if generation := list[i].GetGeneration(); generation > 0 {
			o.SetGeneration(generation + 1)
		}
		return Change{list[i], o}
	}
	return Change{After: o}
}

// edit changes a copy of a random object. An empty list stays as it is.
func edit[T Object](e *Estate, list []T, edit func(T)) Change {
	if len(list) == 0 {
		return Change{}
	}
	before := list[e.IntN(len(list))]
	after := before.DeepCopyObject().(T)
	edit(after)
	return Change{before, after}
}

// remove deletes a random object. An empty list stays as it is.
func remove[T Object](e *Estate, list []T) Change {
	if len(list) == 0 {
		return Change{}
	}
	return Change{Before: list[e.IntN(len(list))]}
}
