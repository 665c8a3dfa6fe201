package suite

import (
	"slices"
	"strconv"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	apischema "k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/schema"
	"github.com/overridekit/overridekit/selector"
)

// Valid asserts that no policy makes an object invalid for API servers: that no policy adds a value of a wrong type or an unknown field, see
// [schema.Added]. The types are those of Kubernetes, and those of the CustomResourceDefinitions of the case. A changed object that cannot be checked,
// because the type of its kind is not known or because too many values do not fit before the policies change it, is a failure.
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
	schemas = schemas.Hiding(a.in.hide)
	a.each(v.Objects, v.Clusters, func(s *seen) {
		if len(s.result.Changes()) == 0 {
			return
		}
		if facts := selector.ObjectOf(s.object.Object); !schemas.Has(apischema.FromAPIVersionAndKind(facts.APIVersion, facts.Kind)) {
			a.fail("%s: not checked: the type of %s %.100s is not known, expected a kind of Kubernetes, or its CustomResourceDefinition in the case",
				s.title(), facts.APIVersion, facts.Kind)
			return
		}
		result := &unstructured.Unstructured{Object: s.result.SharedContent()}
		misfits, complete := addedMisfits(schemas.HidingAlso(s.result.Hidden()), s.object, result)
		if !complete {
			a.fail("%s: not checked: too many values of the object itself do not fit its type", s.title())
		}
		for _, m := range misfits {
			verdict := "an API server refuses the object"
			if m.Unchecked {
				verdict = "it was not checked"
			}
			if m.Dropped {
				verdict = "an API server drops it"
			}
			a.fail("%s: %s, %s; %s", s.title(), m, verdict, s.decision(s.blamed(m.Path)))
		}
	})
}

// maxChecks is how often an object is checked again without a value that does not fit.
const maxChecks = 20

// addedMisfits returns the misfits that an object has in addition after a change, and whether these are all. For a kind of Kubernetes, only the first
// value that an API server refuses is known: what both objects have is removed to find the next one.
func addedMisfits(schemas *schema.Schemas, before, after *unstructured.Unstructured) (added []schema.Misfit, complete bool) {
	const most = 100 // of [schema.Schemas.Misfits]
	for range maxChecks {
		had, has := schemas.Misfits(before), schemas.Misfits(after)
		if added = schema.Added(had, has); len(added) > 0 {
			return added, true
		}
		dropped := 0
		var both jsontree.Pointer
		for _, m := range had {
			if m.Dropped {
				dropped++
			} else if both == nil && slices.ContainsFunc(has, func(n schema.Misfit) bool { return !n.Dropped && slices.Equal(n.Path, m.Path) }) {
				both = m.Path
			}
		}
		if dropped >= most || len(had)-dropped >= most {
			return nil, false
		}
		kind := before.GroupVersionKind()
		if len(both) == 0 || !native.HasType(kind) {
			return nil, true
		}
		removed := true
		if before, removed = withoutValue(before, both); !removed {
			return nil, true
		}
		after, _ = withoutValue(after, both)
	}
	return nil, false
}

// withoutValue returns a copy of an object without the value at a place, and whether there was one.
func withoutValue(object *unstructured.Unstructured, p jsontree.Pointer) (*unstructured.Unstructured, bool) {
	content, err := jsontree.Clone(object.Object)
	if err != nil {
		return object, false
	}
	around, _ := jsontree.Get(content, p[:len(p)-1])
	last := p[len(p)-1]
	switch v := around.(type) {
	case map[string]any:
		_, found := v[last]
		delete(v, last)
		return &unstructured.Unstructured{Object: content.(map[string]any)}, found
	case []any:
		if i, err := strconv.Atoi(last); err == nil && i >= 0 && i < len(v) {
			v[i] = nil // the others keep their places
			return &unstructured.Unstructured{Object: content.(map[string]any)}, true
		}
	}
	return object, false
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
