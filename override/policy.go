package override

import (
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/override/words"
	"github.com/overridekit/overridekit/selector"
)

// Tier is a group of policies that act together. All policies of a tier act before the next tier selects its policies.
type Tier int

const (
	ClusterWide Tier = iota // policies for objects in any namespace and for cluster-scoped objects
	Namespaced              // policies for the objects in their own namespace

	tiers = iota
)

// String returns "cluster-wide" or "namespaced".
func (t Tier) String() string {
	if t == ClusterWide {
		return "cluster-wide"
	}
	return "namespaced"
}

// MarshalText implements [encoding.TextMarshaler] with String.
func (t Tier) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// PolicySpec is a policy as plain data, made by the compiler of a dialect or by hand.
type PolicySpec struct {
	Ref     Ref
	Tier    Tier             // Namespaced: the policy covers only objects in the namespace Ref.Namespace
	Objects selector.Objects // zero: every object
	AsGiven bool             // Objects match the input object, not the output of the previous tier
	Rules   []Rule           // in the order in which they act

	// References returns the policies that an object of the policy's system itself names, for [Selection.Missing]. All policies of an
	// API version must have the same. Nil: objects do not name policies.
	References References

	// Faults are the errors of the dialect's validation, for [Policy.Faults]. They do not affect a run; the steps do, see [Ignore]
	// and [Fail].
	Faults field.ErrorList
}

// Rule is a part of a policy, for some clusters.
type Rule struct {
	At       string            // field path in the policy: "spec.overrideRules[0]"
	Clusters selector.Clusters // zero: every cluster
	Stages   []Stage           // each starts with the output of the previous one
}

// Policy is a compiled policy. It is read-only and safe for concurrent use.
type Policy struct {
	spec     PolicySpec
	rule     [1]Rule  // storage of spec.Rules if there is only one: one allocation less for each policy of a set
	steps    int      // the largest number of steps of a rule
	scope    Scope    // of all steps
	anywhere bool     // a rule does not name its clusters
	clusters []string // the clusters that the rules name, sorted
	apart    [][]bool // of each stage of each rule: it has several lanes, which cannot see each other's edits; nil if no stage has
}

// NewPolicy checks a policy: it must have a name, and a namespace if and only if it is Namespaced. Every step must have an overrider that
// is not nil and, if it is a [Validator], valid. A step may be the overrider of another one, but not of itself. A rule or step without At is named by its
// index, rules[1].steps[0]. The slices of spec are kept: do not write them afterwards.
//
// The error has a [field.Error] for each fault. Its text has the first 20.
func NewPolicy(spec PolicySpec) (*Policy, error) {
	var errs field.ErrorList
	if spec.Ref.Name == "" {
		errs = append(errs, field.Required(field.NewPath("metadata", "name"), "a policy must have a name"))
	}
	if spec.Tier != ClusterWide && spec.Tier != Namespaced {
		errs = append(errs, field.Invalid(field.NewPath("tier"), int(spec.Tier), "must be ClusterWide or Namespaced"))
	}
	namespace := field.NewPath("metadata", "namespace")
	switch {
	case spec.Tier == Namespaced && spec.Ref.Namespace == "":
		errs = append(errs, field.Required(namespace, "a namespaced policy must have a namespace"))
	case spec.Tier == ClusterWide && spec.Ref.Namespace != "":
		errs = append(errs, field.Forbidden(namespace, "a cluster-wide policy must not have a namespace"))
	}
	most, scope := 0, Scope(0)
	for i, rule := range spec.Rules {
		steps := 0
		for _, stage := range rule.Stages {
			for _, lane := range stage {
				for _, step := range lane {
					err := step.check(i, steps)
					steps++
					if err != nil {
						errs = append(errs, err)
						continue
					}
					scope |= ScopeOf(step.Overrider)
				}
			}
		}
		most = max(most, steps)
	}
	if err := words.Faults(errs); err != nil {
		if name := spec.Ref.String(); name != "" {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		return nil, err
	}
	spec.Rules = named(spec.Rules)
	p := &Policy{spec: spec, steps: most, scope: scope}
	if len(spec.Rules) == 1 {
		p.rule[0] = spec.Rules[0]
		p.spec.Rules = p.rule[:]
	}
	for i, rule := range spec.Rules {
		names, only := rule.Clusters.Named()
		p.anywhere = p.anywhere || !only
		if i == 0 {
			p.clusters = slices.Clip(names) // most policies have one rule
		} else {
			p.clusters = append(p.clusters, names...)
		}
	}
	if !strictlySorted(p.clusters) {
		p.clusters = slices.Compact(slices.Sorted(slices.Values(p.clusters)))
	}
	p.findApart()
	return p, nil
}

// findApart sets apart.
func (p *Policy) findApart() {
	for i, rule := range p.spec.Rules {
		for j, stage := range rule.Stages {
			if len(stage) < 2 || !areApart(stage) {
				continue
			}
			if p.apart == nil {
				p.apart = make([][]bool, len(p.spec.Rules))
			}
			if p.apart[i] == nil {
				p.apart[i] = make([]bool, len(rule.Stages))
			}
			p.apart[i][j] = true
		}
	}
}

// strictlySorted reports whether a list is sorted and has nothing twice.
func strictlySorted(list []string) bool {
	for i := 1; i < len(list); i++ {
		if list[i-1] >= list[i] {
			return false
		}
	}
	return true
}

// Ref returns the name of the policy.
func (p *Policy) Ref() Ref {
	return p.spec.Ref
}

// Tier returns the tier in which the policy acts.
func (p *Policy) Tier() Tier {
	return p.spec.Tier
}

// Faults returns the errors of validation, in the order of the fields; empty for a valid policy. The slice is a copy, without nil.
func (p *Policy) Faults() field.ErrorList {
	return slices.DeleteFunc(slices.Clone(p.spec.Faults), func(e *field.Error) bool { return e == nil })
}

// Covers reports whether the policy selects object, and object is in the policy's namespace if the policy is Namespaced. It does not
// consider clusters, nor edits of the previous tier; see [Selection.Explain].
func (p *Policy) Covers(object selector.Object) bool {
	return p.rank(object) != selector.RankNone
}

// Objects returns the object selectors, which ignore the namespace of the policy; see [Policy.Covers].
func (p *Policy) Objects() selector.Objects {
	return p.spec.Objects
}

// rank returns how precisely the policy covers the object.
func (p *Policy) rank(obj selector.Object) selector.Rank {
	if p.spec.Tier == Namespaced && (obj.Namespace == "" || obj.Namespace != p.spec.Ref.Namespace) {
		return selector.RankNone
	}
	return p.spec.Objects.Match(obj)
}

// matchObject returns the object that the policy's selectors match: the input object or the current one, see [PolicySpec.AsGiven].
func (p *Policy) matchObject(given, now *selector.Object) *selector.Object {
	if p.spec.AsGiven {
		return given
	}
	return now
}

// distance returns how far the policy is from covering the object.
func (p *Policy) distance(obj *selector.Object) int {
	distance := p.spec.Objects.Distance(*obj)
	if p.spec.Tier == Namespaced && obj.Namespace != p.spec.Ref.Namespace {
		return distance | selector.Elsewhere
	}
	return distance
}
