package override

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/selector"
)

// Tier says which policies act before which. Every policy of a tier has acted on an object before the next tier even
// looks at it.
type Tier int

const (
	ClusterWide Tier = iota // policies for objects of any namespace and for objects of none
	Namespaced              // policies for the objects of their own namespace

	tiers = iota
)

// String is "cluster-wide" or "namespaced".
func (t Tier) String() string {
	if t == ClusterWide {
		return "cluster-wide"
	}
	return "namespaced"
}

// MarshalText is String, so that JSON says it in words.
func (t Tier) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// PolicySpec is a policy as plain data: what a dialect's compiler fills in, or a program by hand.
type PolicySpec struct {
	Ref     Ref
	Tier    Tier             // Namespaced: the policy covers only objects whose namespace is Ref.Namespace
	Objects selector.Objects // zero: every object
	AsGiven bool             // the policy covers an object by what it was before any tier acted on it
	Rules   []Rule           // in the order in which they act

	// References lists what an object of the policy's system names itself, for [Selection.Missing]. The policies of one API version
	// have the same. Nil: objects name no policies.
	References References

	// Faults is what the dialect's validation found. It is only kept for [Policy.Faults]; what a fault means at run time
	// is said by the steps, see [Ignore] and [Fail].
	Faults field.ErrorList
}

// Rule is what a policy does in some clusters.
type Rule struct {
	At       string            // its place in the policy, as a field path: "spec.overrideRules[0]"
	Clusters selector.Clusters // zero: every cluster
	Stages   []Stage           // one after the other, each on what the one before left
}

// Stage is a set of lanes that do not see each other: each reads the object as it was before the stage. Then the edits of
// all lanes are carried out in order.
type Stage []Lane

// Lane is a list of steps, each of which sees what the steps before it in the lane did.
type Lane []Step

// Step is one overrider and its place in the policy, as a field path:
// "spec.overrideRules[0].overriders.imageOverrider[1]". Errors, changes and validation all name it by this string.
type Step struct {
	At string
	Overrider
}

// Steps are stages of one step each: the common case, in which every step sees all before it.
func Steps(steps ...Step) []Stage {
	stages := make([]Stage, len(steps))
	for i := range steps {
		stages[i] = Stage{Lane{steps[i]}}
	}
	return stages
}

// Policy is a compiled policy. It is read-only and safe for concurrent use.
type Policy struct {
	spec     PolicySpec
	steps    []int    // of each rule, how many steps it has
	anywhere bool     // a rule does not name its clusters
	clusters []string // if not, those that they name
}

// NewPolicy checks a policy: it must have a name, a namespace if and only if it is Namespaced, and in every step an overrider that is
// not nil and, if it is a [Validator], valid. The slices of spec are kept: do not write them afterwards.
func NewPolicy(spec PolicySpec) (*Policy, error) {
	var errs field.ErrorList
	if spec.Ref.Name == "" {
		errs = append(errs, field.Required(field.NewPath("metadata", "name"), "a policy has a name"))
	}
	if spec.Tier != ClusterWide && spec.Tier != Namespaced {
		errs = append(errs, field.Invalid(field.NewPath("tier"), int(spec.Tier), "there are only ClusterWide and Namespaced"))
	}
	namespace := field.NewPath("metadata", "namespace")
	switch {
	case spec.Tier == Namespaced && spec.Ref.Namespace == "":
		errs = append(errs, field.Required(namespace, "a namespaced policy covers the objects of its namespace"))
	case spec.Tier == ClusterWide && spec.Ref.Namespace != "":
		errs = append(errs, field.Forbidden(namespace, "a cluster-wide policy is in no namespace"))
	}
	steps := make([]int, len(spec.Rules))
	for i, rule := range spec.Rules {
		for _, stage := range rule.Stages {
			for _, lane := range stage {
				steps[i] += len(lane)
				for _, step := range lane {
					if err := step.check(i); err != nil {
						errs = append(errs, err)
					}
				}
			}
		}
	}
	if err := errs.ToAggregate(); err != nil {
		if name := spec.Ref.String(); name != "" {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		return nil, err
	}
	p := &Policy{spec: spec, steps: steps}
	for _, rule := range spec.Rules {
		names, only := rule.Clusters.Named()
		p.clusters, p.anywhere = append(p.clusters, names...), p.anywhere || !only
	}
	slices.Sort(p.clusters)
	p.clusters = slices.Compact(p.clusters)
	return p, nil
}

// check returns the error of a step of the rule with that index.
func (s Step) check(rule int) *field.Error {
	at := field.NewPath(cmp.Or(s.At, fmt.Sprintf("rules[%d]", rule)))
	if isNil(s.Overrider) {
		return field.Required(at, "a step has an overrider")
	}
	if v, ok := s.Overrider.(Validator); ok {
		if err := v.Validate(); err != nil {
			return field.Invalid(at, field.OmitValueType{}, err.Error())
		}
	}
	return nil
}

// isNil reports whether there is no overrider, be it a nil pointer or function in the interface.
func isNil(o Overrider) bool {
	v := reflect.ValueOf(o)
	return !v.IsValid() || (v.Kind() == reflect.Pointer || v.Kind() == reflect.Func) && v.IsNil()
}

// Ref names the policy; of nil it is zero.
func (p *Policy) Ref() Ref {
	if p == nil {
		return Ref{}
	}
	return p.spec.Ref
}

// Tier is the tier in which the policy acts.
func (p *Policy) Tier() Tier {
	if p == nil {
		return ClusterWide
	}
	return p.spec.Tier
}

// Faults is what validation found wrong with the policy, in the order of its fields; empty for a sound one. The slice is
// the caller's.
func (p *Policy) Faults() field.ErrorList {
	if p == nil {
		return nil
	}
	return slices.Clone(p.spec.Faults)
}

// Covers reports whether the policy selects an object as it is, and the object is in its namespace if it is Namespaced. For which clusters, and
// whether the policies of the tier before change that, is for [Selection.Explain].
func (p *Policy) Covers(object selector.Object) bool {
	return p != nil && p.rank(object) != selector.RankNone
}

// Objects is what the policy selects, in any namespace; see [Policy.Covers].
func (p *Policy) Objects() selector.Objects {
	if p == nil {
		return selector.Objects{}
	}
	return p.spec.Objects
}

// rank is how precisely the policy covers the object.
func (p *Policy) rank(obj selector.Object) selector.Rank {
	if p.spec.Tier == Namespaced && (obj.Namespace == "" || obj.Namespace != p.spec.Ref.Namespace) {
		return selector.RankNone
	}
	return p.spec.Objects.Match(obj)
}
