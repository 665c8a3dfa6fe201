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

// warnDuplicates warns of the objects that are given more than once, and of those without a name. A plan uses one of these. The templates among the latter
// have an error instead.
func (p *planner) warnDuplicates(in *PlanInput) {
	unnamed := func(o *unstructured.Unstructured) bool { return isNilObject(o) || override.RefOf(o).Name == "" }
	warnSuperseded(p, "template ", without(in.Templates, unnamed), override.RefOf)
	warnSuperseded(p, "", without(in.Policies, isNoPolicy), api.PropagationSource.Ref)
	warnSuperseded(p, "", without(in.Overrides, isNil), api.OverrideSource.Ref)
	warnSuperseded(p, "", without(in.Clusters, isNilObject), (*api.Cluster).Ref)
	warnSuperseded(p, "stored ", without(in.Bindings, content.NoBinding), api.Binding.Ref)
	warnSuperseded(p, "stored ", without(in.Works, isNilObject), (*api.Work).Ref)
}

func warnSuperseded[T any](p *planner, what string, objects []T, ref func(T) override.Ref) {
	times := make(map[override.Ref]int, len(objects))
	for _, object := range objects {
		times[ref(object)]++
	}
	if len(times) == len(objects) {
		return
	}
	maps.DeleteFunc(times, func(_ override.Ref, n int) bool { return n == 1 })
	for _, of := range slices.SortedFunc(maps.Keys(times), content.CompareRefs) {
		n := times[of]
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
