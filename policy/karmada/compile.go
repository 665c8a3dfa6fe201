package karmada

import (
	"errors"
	"fmt"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/internal/dialect"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/selector"
)

// Compile makes a policy ready to be applied. Nothing of s is kept that could be written.
//
// A policy with faults compiles all the same, and carries what [Lint] says; see the package comment for what such a
// policy does. Only a policy without a name, or an OverridePolicy without a namespace, is an error: nothing could be
// said about it; and so is nil.
//
//  1. The policy covers an object when any of its resourceSelectors does; without any, it covers every object.
//  2. Its overrideRules act in order. Without overrideRules, targetCluster and overriders are the one rule.
//  3. Within a rule the overriders act in the order image, command, args, labels, annotations, field, plaintext. Each entry
//     sees what the ones before it did. The plaintext entries are one JSON patch.
func Compile(s api.OverrideSource) (*override.Policy, error) {
	if dialect.IsNil(s) {
		return nil, errors.New("there is no policy")
	}
	ref, given := s.Ref(), s.OverrideSpec()
	tier := dialect.TierOf(ref)
	spec := given.DeepCopy()
	objects, _ := selector.NewObjects(selectors(spec.ResourceSelectors)...)
	policy := override.PolicySpec{Ref: ref, Tier: tier, Objects: objects, Faults: Lint(s)}
	if len(spec.OverrideRules) > 0 {
		for i := range spec.OverrideRules {
			rule := &spec.OverrideRules[i]
			policy.Rules = append(policy.Rules, compileRule(specPath.Child("overrideRules").Index(i), rule.TargetCluster, &rule.Overriders))
		}
	} else {
		policy.Rules = []override.Rule{compileRule(specPath, spec.TargetCluster, &spec.Overriders)}
	}
	compiled, err := override.NewPolicy(policy)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", ref, err)
	}
	return compiled, nil
}

var specPath = field.NewPath("spec")

// overriders is the ordered table of what a rule can do.
var overriders = []struct {
	field    string
	compile  func(at *field.Path, o *api.Overriders) []override.Stage
	validate func(at *field.Path, o *api.Overriders) field.ErrorList
}{
	{"imageOverrider",
		func(at *field.Path, o *api.Overriders) []override.Stage {
			return eachAlone(at, o.ImageOverrider, image)
		},
		func(at *field.Path, o *api.Overriders) field.ErrorList {
			return dialect.ValidateEach(at, o.ImageOverrider, validateImage)
		}},
	{"commandOverrider",
		func(at *field.Path, o *api.Overriders) []override.Stage {
			return eachAlone(at, o.CommandOverrider, command)
		},
		func(at *field.Path, o *api.Overriders) field.ErrorList {
			return dialect.ValidateEach(at, o.CommandOverrider, validateEntrypoint)
		}},
	{"argsOverrider",
		func(at *field.Path, o *api.Overriders) []override.Stage { return eachAlone(at, o.ArgsOverrider, args) },
		func(at *field.Path, o *api.Overriders) field.ErrorList {
			return dialect.ValidateEach(at, o.ArgsOverrider, validateEntrypoint)
		}},
	{"labelsOverrider",
		func(at *field.Path, o *api.Overriders) []override.Stage {
			return eachAlone(at, o.LabelsOverrider, labels)
		},
		func(at *field.Path, o *api.Overriders) field.ErrorList {
			return dialect.ValidateEach(at, o.LabelsOverrider, validateLabels)
		}},
	{"annotationsOverrider",
		func(at *field.Path, o *api.Overriders) []override.Stage {
			return eachAlone(at, o.AnnotationsOverrider, annotations)
		},
		func(at *field.Path, o *api.Overriders) field.ErrorList {
			return dialect.ValidateEach(at, o.AnnotationsOverrider, validateAnnotations)
		}},
	{"fieldOverrider",
		func(at *field.Path, o *api.Overriders) []override.Stage {
			return eachAlone(at, o.FieldOverrider, embeddedField)
		},
		func(at *field.Path, o *api.Overriders) field.ErrorList {
			return dialect.ValidateEach(at, o.FieldOverrider, validateField)
		}},
	{"plaintext",
		func(at *field.Path, o *api.Overriders) []override.Stage { return patch(at, o.Plaintext) },
		func(at *field.Path, o *api.Overriders) field.ErrorList {
			return dialect.ValidateEach(at, o.Plaintext, validatePlaintext)
		}},
}

// eachAlone is a stage for each entry, so that each sees what the one before it did.
func eachAlone[T any](at *field.Path, entries []T, compile func(T) override.Overrider) []override.Stage {
	steps := make([]override.Step, len(entries))
	for i, entry := range entries {
		steps[i] = override.Step{At: at.Index(i).String(), Overrider: compile(entry)}
	}
	return override.Steps(steps...)
}

func compileRule(at *field.Path, target *api.ClusterAffinity, o *api.Overriders) override.Rule {
	rule := override.Rule{At: at.String()}
	if target != nil {
		rule.Clusters, _ = selector.NewClusters(target.Selector())
	}
	for _, overrider := range overriders {
		rule.Stages = append(rule.Stages, overrider.compile(at.Child("overriders", overrider.field), o)...)
	}
	return rule
}

func selectors(list []api.ResourceSelector) []selector.ObjectSelector {
	out := make([]selector.ObjectSelector, len(list))
	for i, s := range list {
		out[i] = selector.ObjectSelector{APIVersion: s.APIVersion, Kind: s.Kind, Namespace: s.Namespace, Name: s.Name, LabelSelector: s.LabelSelector}
	}
	return out
}
