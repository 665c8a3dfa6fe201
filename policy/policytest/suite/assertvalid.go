package suite

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	apischema "k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/schema"
	"github.com/overridekit/overridekit/selector"
)

// Valid asserts that API servers accept the results as well as the objects: that no policy adds a value of a wrong type or an unknown field, see
// [schema.Added]. The types are those of Kubernetes, and those of the CustomResourceDefinitions of the case. An object whose kind has no type is not
// checked; if all objects have none, that is a failure.
//
//	valid: {}
type Valid struct {
	Objects  []string
	Clusters []string
}

func (v Valid) name() string { return "valid" }

func (v Valid) fault() (string, error) { return checkFilters(v.Objects, v.Clusters) }

func (v Valid) check(a *asserted) {
	schemas, errs := schema.New(a.in.Objects...)
	for _, err := range errs {
		a.fail("%v", err)
	}
	index := -1
	var before []schema.Misfit
	a.each(v.Objects, v.Clusters, func(s *seen) {
		if len(s.result.Changes()) == 0 {
			return
		}
		if s.index != index { // the outcomes of an object come one after the other
			index, before = s.index, schemas.Misfits(s.object)
		}
		result := &unstructured.Unstructured{Object: s.result.SharedContent()}
		for _, m := range schema.Added(before, schemas.Misfits(result)) {
			verdict := "an API server refuses the object"
			if m.Dropped {
				verdict = "an API server drops it"
			}
			a.fail("%s: %s, %s; %s", s.title(), m, verdict, s.decision(s.blamed(m.Path)))
		}
	})
	if a.visit == nil {
		return
	}
	for i, o := range a.in.objects {
		facts := selector.ObjectOf(o.Object)
		if (a.objects == nil || a.objects[i]) && schemas.Has(apischema.FromAPIVersionAndKind(facts.APIVersion, facts.Kind)) {
			return
		}
	}
	a.fail("the kind of no object has a known type, expected a kind of Kubernetes, or its CustomResourceDefinition in the case")
}

// blamed returns the pointer, or the nearest one around it that a policy has decided.
func (s *seen) blamed(p jsontree.Pointer) jsontree.Pointer {
	for around := p; len(around) > 0; around = around[:len(around)-1] {
		if _, written := s.result.Blame(around); written {
			return around
		}
	}
	return p
}
