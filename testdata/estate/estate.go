package estate

import (
	"math/rand/v2"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
)

// Estate makes random control planes. They are small, so that their parts interact often. The same seed and number give the same values.
type Estate struct {
	*rand.Rand
	version int // the last resource version of a template
}

// New returns a generator.
func New(seed, number uint64) *Estate { return &Estate{Rand: rand.New(rand.NewPCG(seed, number))} }

// One reports true with probability 1/n.
func (e *Estate) One(n int) bool { return e.IntN(n) == 0 }

// Pick returns one of the values.
func Pick[T any](e *Estate, from ...T) T { return from[e.IntN(len(from))] }

// Some returns a random half of the values.
func Some[T any](e *Estate, from ...T) (chosen []T) {
	for _, v := range from {
		if e.One(2) {
			chosen = append(chosen, v)
		}
	}
	return chosen
}

// Input returns a control plane without bindings and Works.
func (e *Estate) Input(registry *interpreter.Registry) propagation.PlanInput {
	in := propagation.PlanInput{Registry: registry}
	in.Options.AssumeAPIs, in.Options.Reasons = !e.One(8), e.One(2)
	in.Options.FeatureGates = api.FeatureGates{
		api.GateMultiplePodTemplatesScheduling: e.One(6), api.GateResourceQuotaEstimate: e.One(6), api.GateWorkloadAffinity: e.One(2),
		api.GatePropagationPolicyPreemption: e.One(4),
	}
	o := &in.Options.Schedule
	o.EmptyWorkloads, o.UnboundedGroups, o.GroupByAnyField = e.One(5), e.One(4), e.One(4)
	o.GroupsWithCapacity, o.PreferredAffinityFirst = e.One(4), e.One(5)
	in.Templates, in.Policies, in.Overrides, in.Clusters = e.templates(), e.policies(), e.Overrides(), e.clusters()
	return in
}

func (e *Estate) templates() (all []*unstructured.Unstructured) {
	known := map[string]bool{}
	for range 1 + e.IntN(12) {
		t := e.template()
		if key := t.GetAPIVersion() + t.GetKind() + t.GetNamespace() + "/" + t.GetName(); !known[key] {
			known[key] = true
			all = append(all, t)
		}
	}
	return all
}
