package render

import (
	"errors"
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/redact"
)

// problem is a value in a result that no API server takes.
type problem struct {
	where    string // the file and line of the policy that wrote it, or of the object
	object   override.Ref
	text     string
	written  bool   // by a policy, not in the object before
	first    string // a cluster
	clusters int
}

func (p *problem) String() string {
	if !p.written {
		return fmt.Sprintf("%s: %s", p.object, p.text)
	}
	in := p.first
	if p.clusters > 1 {
		in += fmt.Sprintf(" and %d more", p.clusters-1)
	}
	return fmt.Sprintf("%s in %s: %s", p.object, in, p.text)
}

// mostUnknown is the number of unknown fields of a result that are listed.
const mostUnknown = 5

// addProblems checks a result against the type of its kind, or the schema of the custom resource.
func (e *effects) addProblems(object *unstructured.Unstructured, v override.Variant, known map[string]*problem) {
	result := &unstructured.Unstructured{Object: v.Result.SharedContent()}
	kind := result.GroupVersionKind()
	add := func(at jsontree.Pointer, text string) {
		found := &problem{object: override.RefOf(object), text: text, first: v.Clusters[0]}
		change, written := v.Result.Blame(at)
		if found.written = written; written {
			found.where = e.bundle.Where(change.Origin.Policy, change.Origin.At)
		} else {
			found.where = e.bundle.Where(found.object, "")
		}
		key := fmt.Sprintf("%q %q %q", found.object, found.where, text)
		if known[key] == nil {
			known[key] = found
			e.problems = append(e.problems, found)
		}
		known[key].clusters += len(v.Clusters)
	}
	hidden := v.Result.Hidden()
	drop := func(at jsontree.Pointer) {
		add(at, fmt.Sprintf("%s is not a field of %s %s, an API server drops it", at, kind.GroupVersion(), kind.Kind))
	}
	var wrong *interpreter.Error
	switch s, defined := e.schemas[kind]; {
	case defined:
		for _, m := range misfits(s, result.Object) {
			if hidden != nil {
				m.text = "it does not fit the schema" // the text may quote a value
			}
			add(m.at, m.text+", an API server refuses the object")
		}
		most := mostUnknown
		unknownFields(s, result.Object, nil, func(at jsontree.Pointer) {
			if most--; most >= 0 {
				drop(at)
			}
		})
	case native.HasType(kind):
		if errors.As(native.Check(kind, result), &wrong) {
			add(wrong.Pointer, refused(wrong, hidden))
		}
		for _, at := range native.UnknownFields(kind, result, mostUnknown) {
			drop(at)
		}
	}
}

// refused returns the text of an error without values that are hidden.
func refused(err *interpreter.Error, hidden redact.Region) string {
	if hidden.Touches(err.Pointer) {
		return err.Pointer.String() + " has the wrong type, an API server refuses the object"
	}
	return fmt.Sprintf("%s %v, an API server refuses the object", err.Pointer, err.Err)
}
