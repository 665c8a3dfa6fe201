package schema

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	apischema "k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/selector"
)

// Misfit is a place where an object does not fit the type of its kind.
type Misfit struct {
	Path jsontree.Pointer // in the object; of a field that is missing, where it is expected
	Text string           // without the path: "must be of type integer: \"string\""

	// Dropped means that an API server drops the value, because the type has no such field. Otherwise it refuses the object.
	Dropped bool

	place string // the path in words, as an API server writes it; "": Path
}

// String returns the place and the text, for example: spec.replicas must be of type integer: "string". A long place is shortened.
func (m Misfit) String() string {
	return strings.TrimSpace(fmt.Sprintf("%.500s %s", cmp.Or(m.place, m.Path.String()), m.Text))
}

// mostMisfits is the number of misfits of an object that are listed: of those that an API server refuses, and of those that it drops.
const mostMisfits = 100

// Misfits returns where an object does not fit the type of its kind. First come the values that an API server refuses, by their text, then
// those that it drops, by their path; at most 100 of each. A kind of Kubernetes has at most one value that is refused: the first. They
// share nothing with the object.
//
// An object that is not a tree of JSON values, or takes too long to check, has one misfit without a path. Nil has none.
func (s *Schemas) Misfits(object *unstructured.Unstructured) []Misfit {
	if object == nil {
		return nil
	}
	if !jsontree.Fits(object.Object) {
		return []Misfit{{Text: "the object is too large or too deep to be checked"}}
	}
	if s == nil {
		s = &Schemas{}
	}
	facts := selector.ObjectOf(object.Object)
	kind := apischema.FromAPIVersionAndKind(facts.APIVersion, facts.Kind)
	hidden := s.hide.Of(facts)
	if root, defined := s.custom[kind]; defined {
		c := &check{hidden: hidden, left: mostSteps}
		c.node(root, object.Object, place{})
		refused := c.refused()
		c.unknown(root, object.Object, nil, kind)
		return append(refused, c.dropped...)
	}
	var all []Misfit
	if !native.HasType(kind) {
		return nil
	}
	var wrong *interpreter.Error
	if errors.As(native.Check(kind, object), &wrong) {
		text := fmt.Sprint(wrong.Err)
		if hidden.Touches(wrong.Pointer) {
			text = "has the wrong type"
		}
		all = append(all, Misfit{Path: slices.Clone(wrong.Pointer), Text: text})
	}
	for _, at := range native.UnknownFields(kind, object, mostMisfits) {
		all = append(all, dropped(at, kind))
	}
	return all
}

func dropped(at jsontree.Pointer, kind apischema.GroupVersionKind) Misfit {
	return Misfit{Path: at, Text: fmt.Sprintf("is not a field of %s %s", kind.GroupVersion(), kind.Kind), Dropped: true}
}

// Added returns the misfits that a change has added, in their order:
//
//  1. A misfit that was there before, with the same path and text, is not added.
//  2. Neither is one that was there before at a path that differs in indexes of lists only: its element has moved. Each misfit before
//     stands for one after the change.
func Added(before, after []Misfit) []Misfit {
	exact, moved := map[string]int{}, map[string]int{}
	for _, m := range before {
		exact[m.key(false)]++
		moved[m.key(true)]++
	}
	var rest []Misfit
	for _, m := range after {
		if exact[m.key(false)] > 0 {
			exact[m.key(false)]--
			moved[m.key(true)]--
			continue
		}
		rest = append(rest, m)
	}
	var added []Misfit
	for _, m := range rest {
		if moved[m.key(true)] > 0 {
			moved[m.key(true)]--
			continue
		}
		added = append(added, m)
	}
	return added
}

// key identifies a misfit, or all misfits that differ in indexes of lists only.
func (m Misfit) key(anyIndex bool) string {
	path := m.Path
	if anyIndex {
		path = slices.Clone(path)
		for i, token := range path {
			if token != "" && strings.Trim(token, "0123456789") == "" {
				path[i] = "#"
			}
		}
	}
	return fmt.Sprintf("%t %q %q", m.Dropped, []string(path), m.Text)
}
