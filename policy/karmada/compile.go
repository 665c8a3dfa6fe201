package karmada

import (
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/internal/dialect"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/selector"
)

// Compile compiles a policy. It copies what it needs of s.
//
// A policy with faults also compiles, and its Faults are the errors of [Lint]; see the package comment for what it does. Only a policy
// without a name and an OverridePolicy without a namespace are errors. A generateName is not a name yet.
//
//  1. The policy selects an object if one of its resourceSelectors does; without resourceSelectors, it selects every object.
//  2. Its overrideRules act in order. Without overrideRules, targetCluster and overriders are the only rule.
//  3. Within a rule the overriders act in the order image, command, args, labels, annotations, field, plaintext. Each entry
//     sees what the entries before it did. The plaintext entries are one JSON patch.
func Compile(s api.OverrideSource) (*override.Policy, error) {
	if err := dialect.CheckNamed(s); err != nil {
		return nil, err
	}
	ref, given := s.Ref(), s.OverrideSpec()
	tier := dialect.TierOf(ref)
	spec := given.DeepCopy()
	objects, _ := selector.NewObjects(api.ObjectSelectors(spec.ResourceSelectors)...)
	policy := override.PolicySpec{Ref: ref, Tier: tier, Objects: objects, Faults: Lint(s)}
	if len(spec.OverrideRules) > 0 {
		for i := range spec.OverrideRules {
			rule := &spec.OverrideRules[i]
			policy.Rules = append(policy.Rules, compileRule(specPath.Child("overrideRules").Index(i), rule.TargetCluster, &rule.Overriders))
		}
	} else {
		policy.Rules = []override.Rule{compileRule(specPath, spec.TargetCluster, &spec.Overriders)}
	}
	return override.NewPolicy(policy)
}

var specPath = field.NewPath("spec")

func compileRule(at *field.Path, target *api.ClusterAffinity, o *api.Overriders) override.Rule {
	rule := override.Rule{At: dialect.PathOf(at)}
	if target != nil {
		rule.Clusters, _ = selector.NewClusters(target.Selector())
	}
	for _, overrider := range overriders {
		stages := overrider.compile(at.Child("overriders", overrider.name), o)
		if len(rule.Stages) == 0 { // most rules have overriders of one type
			rule.Stages = slices.Clip(stages)
		} else {
			rule.Stages = append(rule.Stages, stages...)
		}
	}
	return rule
}
