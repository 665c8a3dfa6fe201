package lint

import (
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/selector"
)

var specPointer = jsontree.Pointer{"spec"}

// readKarmada reads a policy of Karmada. The rules are those that [karmada.Compile] compiles.
func (s *subject) readKarmada(source api.OverrideSource, spec *api.OverrideSpec) {
	s.karmada, s.annotations = spec, source.GetAnnotations()
	s.selectors, s.rules = nil, nil
	for i := range spec.ResourceSelectors {
		written := spec.ResourceSelectors[i].Selector()
		objects, err := selector.NewObjects(written)
		at := specPointer.Child("resourceSelectors").Index(i)
		s.selectors = append(s.selectors, objectSelector{at: at, written: written, objects: objects, invalid: err != nil})
	}
	s.kinds = kindsOf(s.selectors)
	if len(spec.OverrideRules) == 0 {
		s.rules = []rule{karmadaRule(specPointer, spec.TargetCluster, &spec.Overriders)}
		return
	}
	for i := range spec.OverrideRules {
		r := &spec.OverrideRules[i]
		s.rules = append(s.rules, karmadaRule(specPointer.Child("overrideRules").Index(i), r.TargetCluster, &r.Overriders))
	}
}

func karmadaRule(at jsontree.Pointer, target *api.ClusterAffinity, o *api.Overriders) rule {
	r := rule{at: at, clusters: target.Selector()}
	if target != nil {
		r.named = append(texts(at.Child("targetCluster", "clusterNames"), target.ClusterNames), texts(at.Child("targetCluster", "exclude"), target.ExcludeClusters)...)
	}
	at = at.Child("overriders")
	for i, e := range o.ImageOverrider {
		s := &step{at: at.Child("imageOverrider").Index(i), what: workloadStep, operator: string(e.Operator), image: true}
		if e.Predicate != nil {
			s.what, s.path = otherStep, written{s.at.Child("predicate", "path"), e.Predicate.Path}
		}
		r.steps = append(r.steps, s)
	}
	entrypoints := func(field string, entries []api.CommandArgsOverrider) {
		for i, e := range entries {
			s := &step{at: at.Child(field).Index(i), what: workloadStep, operator: string(e.Operator)}
			s.containers = []written{{s.at.Child("containerName"), e.ContainerName}}
			r.steps = append(r.steps, s)
		}
	}
	entrypoints("commandOverrider", o.CommandOverrider)
	entrypoints("argsOverrider", o.ArgsOverrider)
	maps := func(field string, entries []api.LabelAnnotationOverrider) {
		for i, e := range entries {
			r.steps = append(r.steps, &step{at: at.Child(field).Index(i), what: mapStep, operator: string(e.Operator)})
		}
	}
	maps("labelsOverrider", o.LabelsOverrider)
	maps("annotationsOverrider", o.AnnotationsOverrider)
	for i, e := range o.FieldOverrider {
		s := &step{at: at.Child("fieldOverrider").Index(i), what: fieldStep}
		s.path = written{s.at.Child("fieldPath"), e.FieldPath}
		for j, op := range e.JSON {
			s.inText = append(s.inText, written{s.at.Child("json").Index(j).Child("subPath"), op.SubPath})
		}
		for j, op := range e.YAML {
			s.inText = append(s.inText, written{s.at.Child("yaml").Index(j).Child("subPath"), op.SubPath})
		}
		r.steps = append(r.steps, s)
	}
	for i, e := range o.Plaintext {
		s := &step{at: at.Child("plaintext").Index(i), what: patchStep, operator: string(e.Operator), value: e.Value.Raw}
		s.path = written{s.at.Child("path"), e.Path}
		r.steps = append(r.steps, s)
	}
	return r
}
