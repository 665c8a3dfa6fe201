package affected

import (
	"encoding/json"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/bind"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/selector"
)

// bound is a stored binding, and what the indexes have of it.
type bound struct {
	binding   api.Binding
	ref       override.Ref
	template  override.Ref     // its object; empty: it does not have the name of its binding
	text      string           // what needs was read from
	needs     selector.Objects // what its template needs, if it is not empty
	placement string           // as JSON; empty: none
}

// bounds has bindings by what events look for.
type bounds struct {
	all        map[override.Ref]*bound
	needs      selector.Index[map[override.Ref]bool] // by what their templates need
	placements groups[string]                        // by their placement, as JSON
}

// set replaces a binding. Nil removes it.
func (s *bounds) set(ref override.Ref, is *bound) {
	if s.all == nil {
		s.all = map[override.Ref]*bound{}
	}
	old := s.all[ref]
	if old != nil {
		s.placements.remove(old.placement, ref)
		if old.needs.Len() > 0 && (is == nil || old.text != is.text) {
			s.needs.Remove(old.needs, "", func(entry *map[override.Ref]bool) bool { delete(*entry, ref); return len(*entry) == 0 })
		}
	}
	if is == nil {
		delete(s.all, ref)
		return
	}
	s.all[ref] = is
	s.placements.add(is.placement, ref)
	if is.needs.Len() > 0 && (old == nil || old.text != is.text) {
		s.needs.Add(is.needs, "", func(entry *map[override.Ref]bool, _ int) {
			if *entry == nil {
				*entry = map[override.Ref]bool{}
			}
			(*entry)[ref] = true
		})
	}
}

// newBound returns a binding as the indexes have it, or nil. What the annotation of an older version has not changed is taken over. One that cannot be read lists
// nothing.
func newBound(old *bound, b api.Binding) *bound {
	if b == nil {
		return nil
	}
	is := &bound{binding: b, ref: b.Ref(), text: b.GetAnnotations()[api.DependenciesAnnotation]}
	if object := content.ResourceOf(b); content.BindingRef(object) == is.ref {
		is.template = object
	}
	if p := b.BindingSpec().Placement; p != nil {
		text, _ := json.Marshal(p) // it has only strings, numbers and lists
		is.placement = string(text)
	}
	if old != nil && old.text == is.text {
		is.needs = old.needs
		return is
	}
	independent, namespaced := b.(*api.ResourceBinding)
	if !namespaced {
		return is
	}
	var selectors []selector.ObjectSelector
	dependencies, _ := bind.Recorded(independent)
	for _, d := range dependencies {
		if d.Name != "" || d.LabelSelector != nil {
			selectors = append(selectors, selector.ObjectSelector{APIVersion: d.APIVersion, Kind: d.Kind, Namespace: d.Namespace, Name: d.Name, LabelSelector: d.LabelSelector})
		}
	}
	is.needs, _ = selector.NewObjects(selectors...) // an invalid selector selects nothing
	return is
}
