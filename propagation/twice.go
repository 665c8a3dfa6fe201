package propagation

import (
	"fmt"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// hiddenIn returns an input with only those objects of another that do not count, because an object with the same reference follows them.
func hiddenIn(in *PlanInput) PlanInput {
	return PlanInput{
		Templates: hidden(without(in.Templates, isNilObject), override.RefOf),
		Policies:  hidden(without(in.Policies, isNoPolicy), api.PropagationSource.Ref),
		Overrides: hidden(without(in.Overrides, isNil), api.OverrideSource.Ref),
		Clusters:  hidden(without(in.Clusters, isNilObject), (*api.Cluster).Ref),
		Bindings:  hidden(without(in.Bindings, content.NoBinding), api.Binding.Ref),
		Works:     hidden(without(in.Works, isNilObject), (*api.Work).Ref),
	}
}

// hidden returns the objects of a list after which another one has the same reference.
func hidden[T any](list []T, ref func(T) override.Ref) (all []T) {
	last := make(map[override.Ref]int, len(list))
	for i, object := range list {
		last[ref(object)] = i
	}
	if len(last) == len(list) {
		return nil
	}
	for i, object := range list {
		if last[ref(object)] != i {
			all = append(all, object)
		}
	}
	return all
}

// warnTwice warns of the objects that are given more than once, and of those without a name, of which a plan uses one. The templates among the latter
// have an error instead.
func (p *planner) warnTwice(in *PlanInput) {
	h := hiddenIn(in)
	warnHidden(p, "template ", without(h.Templates, isUnnamed), override.RefOf)
	warnHidden(p, "", h.Policies, api.PropagationSource.Ref)
	warnHidden(p, "", h.Overrides, api.OverrideSource.Ref)
	warnHidden(p, "", h.Clusters, (*api.Cluster).Ref)
	warnHidden(p, "stored ", h.Bindings, api.Binding.Ref)
	warnHidden(p, "stored ", h.Works, (*api.Work).Ref)
}

func warnHidden[T any](p *planner, what string, objects []T, ref func(T) override.Ref) {
	times := map[override.Ref]int{}
	for _, object := range objects {
		times[ref(object)]++
	}
	for _, of := range slices.SortedFunc(maps.Keys(times), content.CompareRefs) {
		n := times[of] + 1
		often := "twice"
		if n > 2 {
			often = fmt.Sprint(n, " times")
		}
		if of.Name == "" { // they are not the same object
			p.warn("%s%s: found %d objects without a name, the last one counts", what, content.ClipRef(of), n)
			continue
		}
		p.warn("%s%s is given %s, the last one counts", what, content.ClipRef(of), often)
	}
}

func isUnnamed(object *unstructured.Unstructured) bool { return override.RefOf(object).Name == "" }

// unedited returns the hidden objects whose references are not in the edits: a change takes the place of all objects with its reference.
func (e *edits) unedited(h PlanInput) PlanInput {
	return PlanInput{
		Templates: unedited(h.Templates, e.templates, override.RefOf),
		Policies:  unedited(h.Policies, e.policies, api.PropagationSource.Ref),
		Overrides: unedited(h.Overrides, e.overrides, api.OverrideSource.Ref),
		Clusters:  unedited(h.Clusters, e.clusters, (*api.Cluster).Ref),
		Bindings:  unedited(h.Bindings, e.bindings, api.Binding.Ref),
		Works:     unedited(h.Works, e.works, (*api.Work).Ref),
	}
}

func unedited[O, T any](objects []O, e edit[T], ref func(O) override.Ref) []O {
	if len(e) == 0 {
		return objects
	}
	return without(objects, func(object O) bool { return e.has(ref(object)) })
}

// unhides reports whether the edits set or remove an object that is given more than once.
func (e *edits) unhides(h PlanInput) bool {
	return edited(h.Templates, e.templates, override.RefOf) || edited(h.Policies, e.policies, api.PropagationSource.Ref) ||
		edited(h.Overrides, e.overrides, api.OverrideSource.Ref) || edited(h.Clusters, e.clusters, (*api.Cluster).Ref)
}

func edited[O, T any](objects []O, e edit[T], ref func(O) override.Ref) bool {
	return len(e) > 0 && slices.ContainsFunc(objects, func(object O) bool { return e.has(ref(object)) })
}
