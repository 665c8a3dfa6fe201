package schema

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
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
	Path jsontree.Pointer // in the object; for a missing field, where it is expected
	Text string           // without the path: "is the string \"two\", expected an integer"

	// Dropped means that an API server drops the value, because the type has no such field. Otherwise it refuses the object,
	// unless Unchecked is set.
	Dropped bool

	// Unchecked means that the object is too large to be checked. The misfit has no path, and the API server may accept the object.
	Unchecked bool

	lists []int // the positions in Path of indexes of lists, ascending
}

// String returns the path and the text, for example: /spec/replicas is the string "two", expected an integer. A long path is shortened.
func (m Misfit) String() string {
	return strings.TrimSpace(fmt.Sprintf("%.500s %s", m.Path, m.Text))
}

// maxMisfits is the maximum number of listed misfits of an object: of values that an API server refuses, and of values that it drops.
const maxMisfits = 100

// Misfits returns where an object does not fit the type of its kind. First come the values that an API server refuses, then those that it drops,
// both sorted by path, and at most 100 of each. For a kind of Kubernetes, only the first refused value is found. The misfits share nothing
// with the object.
//
// An object that is not a tree of JSON values, or takes too long to check, has one misfit without a path. Nil has no misfits.
func (s *Schemas) Misfits(object *unstructured.Unstructured) []Misfit {
	if object == nil {
		return nil
	}
	if !jsontree.Fits(object.Object) {
		return []Misfit{{Text: "the object is too large or too deep to be checked", Unchecked: true}}
	}
	all := s.misfits(object)
	for i := range all {
		all[i].lists = indexes(object.Object, all[i].Path)
	}
	return all
}

// misfits returns the misfits of a tree of JSON values.
func (s *Schemas) misfits(object *unstructured.Unstructured) []Misfit {
	facts := selector.ObjectOf(object.Object)
	kind := apischema.FromAPIVersionAndKind(facts.APIVersion, facts.Kind)
	hidden := s.hide.Of(facts)
	if root, defined := s.custom[kind]; defined {
		c := &check{hidden: hidden, left: maxSteps}
		c.node(root, object.Object, place{})
		c.unknown(root, object.Object, place{}, kind)
		return c.misfits()
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
	for _, at := range native.UnknownFields(kind, object, maxMisfits) {
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
//  2. A misfit whose path differs from that of an old one only in indexes of lists is not added, because its element has moved. Keys of
//     objects are not indexes. Only misfits that [Schemas.Misfits] has returned have indexes.
//  3. Each old misfit matches one new misfit.
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
		for _, i := range m.lists {
			path[i] = ""
		}
	}
	return fmt.Sprintf("%t %v %q %q", m.Dropped, m.lists, []string(path), m.Text)
}

// indexes returns the positions of the tokens of a path that are indexes of lists.
func indexes(v any, path jsontree.Pointer) (lists []int) {
	for i, token := range path {
		switch in := v.(type) {
		case map[string]any:
			v = in[token]
		case []any:
			lists = append(lists, i)
			v = nil
			if at, err := strconv.Atoi(token); err == nil && at >= 0 && at < len(in) {
				v = in[at]
			}
		default:
			return lists
		}
	}
	return lists
}
