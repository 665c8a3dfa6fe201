package template

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/selector"
)

// rescaled finds the override policies that change the replicas that the scheduler has assigned by dividing them. The row has the assigned ones.
type rescaled struct {
	clusters []api.TargetCluster // of the binding
	at       jsontree.Pointer    // the place of the replicas in the object; nil: nothing is found
	found    map[rescaling][]string

	searches int
	assigned map[string]int32 // of clusters, after a few searches
}

// rescaling is what a policy does to the replicas of some clusters.
type rescaling struct {
	by       override.Ref
	does     string
	assigned int32
}

// newRescaled returns one for an object whose replicas are divided. Duplicated replicas are independent: an override in one cluster is deliberate.
//
//  1. An interpreter must revise them. Objects with several components are not divided.
//  2. The interpreters of package native write spec.replicas, or spec.parallelism of a Job. For others, spec.replicas counts if the template has the
//     replicas of the binding there.
//  3. If the place is hidden, nothing is found.
func (c *Control) newRescaled(b api.Binding, object *unstructured.Unstructured) rescaled {
	spec, kind := b.BindingSpec(), content.Kind(object)
	if _, revised := c.Registry.ReplicaReviser(kind); !revised || !divided(spec) || spec.Replicas == 0 || len(spec.Components) > 1 {
		return rescaled{}
	}
	at := jsontree.Pointer{"spec", "replicas"}
	if c.Registry.Name(kind, interpreter.ReviseReplica) != "native" {
		if own, _ := jsontree.Get(object.Object, at); !isNumber(own, spec.Replicas) {
			return rescaled{}
		}
	} else if kind.Kind == "Job" {
		at = jsontree.Pointer{"spec", "parallelism"}
	}
	if c.Hide.Of(selector.ObjectOf(object.Object)).Hides(at) {
		return rescaled{}
	}
	return rescaled{clusters: spec.Clusters, at: at}
}

// add looks at what some clusters get. They have the same number of replicas. Nothing is assigned to a cluster that only another binding requires; such
// clusters come last.
func (r *rescaled) add(clusters []string, result *override.Result) {
	if r.at == nil {
		return
	}
	assigned, found := r.assignedTo(clusters[0])
	value, exists := jsontree.Get(result.SharedContent(), r.at)
	if !found || exists && isNumber(value, assigned) {
		return
	}
	change, changed := result.Blame(r.at)
	if !changed {
		return
	}
	to := rescaling{change.Origin.Policy, fmt.Sprintf("sets %s to %s", r.at, jsontree.Describe(value)), assigned}
	switch value.(type) {
	case int64, float64:
		to.does = fmt.Sprintf("sets %s to %v", r.at, value)
	}
	if !exists {
		to.does = fmt.Sprintf("removes %s", r.at)
	}
	if r.found == nil {
		r.found = map[rescaling][]string{}
	}
	r.found[to] = append(r.found[to], clusters...)
}

// assignedTo returns the replicas of a cluster of the binding. Most bindings have few outcomes, for which an index costs more than a search.
func (r *rescaled) assignedTo(cluster string) (replicas int32, found bool) {
	const few = 4
	if r.searches++; r.searches <= few {
		for i := range r.clusters {
			if r.clusters[i].Name == cluster {
				return r.clusters[i].Replicas, true
			}
		}
		return 0, false
	}
	if r.assigned == nil {
		r.assigned = make(map[string]int32, len(r.clusters))
		for _, c := range slices.Backward(r.clusters) {
			r.assigned[c.Name] = c.Replicas
		}
	}
	replicas, found = r.assigned[cluster]
	return replicas, found
}

// warnings returns a warning for each policy, what it does, and the replicas that it replaces, sorted.
func (r *rescaled) warnings() (warnings []string) {
	all := slices.SortedFunc(maps.Keys(r.found), func(a, b rescaling) int {
		return cmp.Or(content.CompareRefs(a.by, b.by), cmp.Compare(a.does, b.does), cmp.Compare(a.assigned, b.assigned))
	})
	for _, to := range all {
		clusters, noun := r.found[to], "cluster"
		slices.Sort(clusters)
		if clusters = slices.Compact(clusters); len(clusters) > 1 {
			noun = "clusters"
		}
		warnings = append(warnings, fmt.Sprintf("%s %s in %s %s, where the scheduler has assigned %d", content.ClipRef(to.by), to.does, noun, content.ClipList(clusters), to.assigned))
	}
	return warnings
}

// isNumber reports whether a value is a number of replicas.
func isNumber(v any, replicas int32) bool {
	switch v := v.(type) {
	case int64:
		return v == int64(replicas)
	case float64:
		return v == float64(replicas)
	}
	return false
}
