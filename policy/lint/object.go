package lint

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/schema"
)

// object is an object of the inventory.
type object struct {
	source  *unstructured.Unstructured
	content map[string]any
	ref     override.Ref
	kind    kind

	explained int // failures on it

	checked bool            // for misfits
	misfits []schema.Misfit // of the source

	read       bool            // of containers
	containers []string        // the names of all containers in the usual places of a pod spec
	has        map[string]bool // the same
}

func newObject(source *unstructured.Unstructured) *object {
	ref := override.RefOf(source)
	return &object{source: source, content: source.Object, ref: ref, kind: kind{ref.APIVersion, ref.Kind}}
}

// annotation returns an annotation, or "". GetAnnotations prints annotations of another type for an error that it drops, which never ends for a map
// that contains itself.
func (o *object) annotation(key string) string {
	v, _ := jsontree.Get(o.content, jsontree.Pointer{"metadata", "annotations", key})
	text, _ := v.(string)
	return text
}

// readContainers reads the names of containers.
func (o *object) readContainers() {
	if o.read {
		return
	}
	o.read, o.has = true, map[string]bool{}
	for _, spec := range []jsontree.Pointer{{"spec"}, {"spec", "template", "spec"}, {"spec", "jobTemplate", "spec", "template", "spec"}} {
		for _, field := range []string{"containers", "initContainers", "ephemeralContainers"} {
			v, _ := jsontree.Get(o.content, spec.Child(field))
			list, _ := v.([]any)
			for _, element := range list {
				container, _ := element.(map[string]any)
				if name, ok := container["name"].(string); ok && !o.has[name] {
					o.has[name] = true
					o.containers = append(o.containers, name)
				}
			}
		}
	}
}
