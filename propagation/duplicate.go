package propagation

import (
	"fmt"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// supersededIn returns an input with only those objects of another that do not count, because an object with the same reference follows them.
func supersededIn(in *PlanInput) PlanInput {
	return PlanInput{
		Templates: superseded(without(in.Templates, isNilObject), override.RefOf),
		Policies:  superseded(without(in.Policies, isNoPolicy), api.PropagationSource.Ref),
		Overrides: superseded(without(in.Overrides, isNil), api.OverrideSource.Ref),
		Clusters:  superseded(without(in.Clusters, isNilObject), (*api.Cluster).Ref),
		Bindings:  superseded(without(in.Bindings, content.NoBinding), api.Binding.Ref),
		Works:     superseded(without(in.Works, isNilObject), (*api.Work).Ref),
	}
}

// superseded returns the objects of a list after which another one has the same reference.
func superseded[T any](list []T, ref func(T) override.Ref) (all []T) {
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

// warnDuplicates warns of the objects that are given more than once, and of those without a name. A plan uses one of these. The templates among the latter
// have an error instead.
func (p *planner) warnDuplicates(in *PlanInput) {
	s := supersededIn(in)
	warnSuperseded(p, "template ", without(s.Templates, isUnnamed), override.RefOf)
	warnSuperseded(p, "", s.Policies, api.PropagationSource.Ref)
	warnSuperseded(p, "", s.Overrides, api.OverrideSource.Ref)
	warnSuperseded(p, "", s.Clusters, (*api.Cluster).Ref)
	warnSuperseded(p, "stored ", s.Bindings, api.Binding.Ref)
	warnSuperseded(p, "stored ", s.Works, (*api.Work).Ref)
}

func warnSuperseded[T any](p *planner, what string, objects []T, ref func(T) override.Ref) {
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

// without returns a new list without some entries.
func without[T any](all []T, not func(T) bool) (kept []T) {
	for _, v := range all {
		if !not(v) {
			kept = append(kept, v)
		}
	}
	return kept
}

func isNoPolicy(p api.PropagationSource) bool { return claim.PolicySpec(p) == nil }

func isNilObject[T any](object *T) bool { return object == nil }
