package kubeadmiral

import (
	"fmt"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/internal/dialect"
	"github.com/overridekit/overridekit/policy/kubeadmiral/api"
	"github.com/overridekit/overridekit/selector"
)

// Compile compiles a policy. It copies what it needs of s.
//
// A policy with faults also compiles, and its Faults are the errors of [Lint]; see the package comment for what it does. Only a policy
// without a name and an OverridePolicy without a namespace are errors. A generateName is not a name yet.
//
//  1. The policy selects the input objects that have its name in a label, see [References].
//  2. Its rules act in order, see [Rules].
func Compile(s api.OverrideSource) (*override.Policy, error) {
	if err := dialect.CheckNamed(s); err != nil {
		return nil, err
	}
	ref := s.Ref()
	tier := dialect.TierOf(ref)
	label := ClusterOverridePolicyNameLabel
	if tier == override.Namespaced {
		label = OverridePolicyNameLabel
	}
	compiled, err := override.NewPolicy(override.PolicySpec{
		Ref: ref, Tier: tier, Objects: selector.LabelEquals(label, ref.Name), AsGiven: true, References: References, Rules: Rules(s), Faults: Lint(s),
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", ref, err)
	}
	return compiled, nil
}

// Rules returns the rules of a policy, for programs that associate policies and objects by other means than labels. It copies what
// it needs of s.
//
//  1. The overriders of a rule act in the order image, command, args, envs, annotations, labels, jsonpatch.
//  2. Each of these types but the last reads the object as it was before the rule. The entries of one type see each other.
//     The operations of a jsonpatch see what all the others did.
func Rules(s api.OverrideSource) []override.Rule {
	source := s.OverrideSpec()
	spec := source.DeepCopy() // overriders keep its lists and maps
	rules := make([]override.Rule, len(spec.OverrideRules))
	for i, rule := range spec.OverrideRules {
		at := rulesPath.Index(i)
		rules[i] = override.Rule{At: dialect.PathOf(at)}
		if rule.TargetClusters != nil {
			rules[i].Clusters, _ = selector.NewClusters(rule.TargetClusters.Selector())
		}
		if rule.Overriders == nil {
			continue
		}
		var typed override.Stage
		for _, overrider := range overriders[:len(overriders)-1] {
			if lane := overrider.compile(at.Child("overriders", overrider.name), rule.Overriders); len(lane) > 0 {
				typed = append(typed, lane)
			}
		}
		last := overriders[len(overriders)-1]
		patch := last.compile(at.Child("overriders", last.name), rule.Overriders)
		rules[i].Stages = []override.Stage{typed, {patch}}
	}
	return rules
}

var rulesPath = field.NewPath("spec", "overrideRules")
