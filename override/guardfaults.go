package override

import (
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/override/jsontree"
)

// IdentityWrite is a step that writes a place which a [Guard] protects, as far as the policy alone shows it.
type IdentityWrite struct {
	At      string           // the field path of the step in the policy
	Pointer jsontree.Pointer // the protected place
	Certain bool             // every object that the policy covers gets another value, or the step fails
}

// IdentityWrites returns the steps that can only change what the guard protects, fail, or do nothing, in their order. Each step is examined on its own.
//
//  1. A step that writes or removes a protected place, or something inside it. Not if the selectors of the policy show that all objects have
//     the value that it writes.
//  2. A step that writes something around a protected place, if it is certain that the place gets another value.
//  3. Only a [Writer] is examined. A step that tests a value does not write it.
//
// Whether the guard is for the tier of the policy does not matter here.
func (p *Policy) IdentityWrites(g Guard) []IdentityWrite {
	var found []IdentityWrite
	selected := p.selected()
	for _, rule := range p.spec.Rules {
		for _, stage := range rule.Stages {
			for _, lane := range stage {
				for _, step := range lane {
					for _, w := range WritesOf(step.Overrider) {
						found = append(found, p.identityWrites(g, step.At, w, selected)...)
					}
				}
			}
		}
	}
	return found
}

// GuardFaults returns an error for each of [Policy.IdentityWrites], with the field path of the step, if the guard is for the tier of the policy. It is for
// admission, before the policy fails objects. It finds less than [Set.Guarding], which compares objects.
func (p *Policy) GuardFaults(g Guard) field.ErrorList {
	var faults field.ErrorList
	if !g.Guards(p.Tier()) {
		return nil
	}
	for _, w := range p.IdentityWrites(g) {
		faults = append(faults, field.Forbidden(field.NewPath(w.At), fmt.Sprintf("%s identifies the object, and a %s policy must not change it", w.Pointer, p.spec.Tier)))
	}
	return faults
}

// identityWrites returns what one write does to the places that the guard protects.
func (p *Policy) identityWrites(g Guard, step string, w KnownWrite, selected map[string]map[string]bool) (found []IdentityWrite) {
	at, guarded := g.place(w.Pointer)
	if !guarded {
		return nil
	}
	places := g.inside(at, value{}, value{})
	around := len(places) != 1 || !places[0].Equal(at)
	for _, place := range places {
		after := value{w.Value, w.HasValue && !w.Removes}
		exact := len(w.Pointer) <= len(place)
		if exact {
			after = after.at(place[len(w.Pointer):])
		}
		same, certain := p.compareIdentity(place, after, len(w.Pointer) == len(place), selected)
		certain = certain && exact && (w.HasValue || w.Removes)
		if certain || !around && !(same && exact && w.HasValue) {
			found = append(found, IdentityWrite{step, slices.Clone(place), certain})
		}
	}
	return found
}

// selected returns the values that the selectors of the policy require, by field. An empty one can be anything.
func (p *Policy) selected() map[string]map[string]bool {
	selected := map[string]map[string]bool{}
	for _, field := range []string{"apiVersion", "kind", "name", "namespace"} {
		selected[field] = map[string]bool{}
	}
	for _, o := range p.spec.Objects.Required() {
		selected["apiVersion"][o.APIVersion], selected["kind"][o.Kind] = true, true
		selected["name"][o.Name], selected["namespace"][o.Namespace] = true, true
	}
	if p.spec.Tier == Namespaced {
		selected["namespace"] = map[string]bool{p.spec.Ref.Namespace: true}
	}
	return selected
}

// compareIdentity reports whether all objects that the policy covers have a value at a place, and whether none has it. direct is true for a step that
// writes the place itself: removing what an object does not have fails.
func (p *Policy) compareIdentity(at jsontree.Pointer, v value, direct bool, selected map[string]map[string]bool) (all, none bool) {
	field := at[len(at)-1]
	values := selected[field]
	if len(at) == 3 || values == nil { // a label or an annotation, or another field
		return false, false
	}
	text, isText := v.is.(string)
	if !isText || !v.exists || text == "" { // all objects have these fields, but only some have a namespace
		return false, field != "namespace" || direct || p.spec.Tier == Namespaced
	}
	return len(values) == 1 && values[text], len(values) > 0 && !values[""] && !values[text]
}
