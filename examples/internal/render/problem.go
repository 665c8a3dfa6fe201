package render

import (
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
)

// problem is a value in a result that an API server refuses or drops.
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

// maxDropped is the number of fields of a result that are listed because an API server drops them.
const maxDropped = 5

// addProblems checks a result against the type of its kind, or the schema of the custom resource.
func (e *effects) addProblems(at int, object *unstructured.Unstructured, v override.Variant, known map[string]*line) {
	droppable := maxDropped
	for _, m := range e.schemas.HidingAlso(v.Result.Hidden()).Misfits(&unstructured.Unstructured{Object: v.Result.SharedContent()}) {
		text := m.String() + ", an API server refuses the object"
		if m.Unchecked {
			text = m.String() + ", it was not checked"
		}
		if m.Dropped {
			if droppable--; droppable < 0 {
				return
			}
			text = m.String() + ", an API server drops it"
		}
		found := &problem{object: override.RefOf(object), text: text, first: v.Clusters[0]}
		change, written := v.Result.Blame(m.Path)
		if found.written = written; written {
			found.where = e.bundle.Where(change.Origin.Policy, change.Origin.At)
		} else {
			found.where = e.bundle.Where(found.object, "")
		}
		key := fmt.Sprintf("%q %q %q", found.object, found.where, text)
		if known[key] == nil {
			known[key] = &line{At: at, Where: found.where, message: found, clusters: &found.clusters}
			e.Problems = append(e.Problems, known[key])
		}
		*known[key].clusters += len(v.Clusters)
	}
}
