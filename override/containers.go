package override

import (
	"fmt"
	"slices"
	"strings"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/selector"
)

// PodSpecs says where an object keeps its pod spec; ok is false for an object that has none.
type PodSpecs func(object selector.Object) (at jsontree.Pointer, ok bool)

// Containers are containers of an object's pod spec, without its init containers.
type Containers struct {
	PodSpecs PodSpecs
	Names    []string // only containers of these names; none given: all
}

// Images is where the containers keep their images. An object without a pod spec, or without such containers, has none, and
// the reason is noted; a pod spec or a list of containers of another type is an error.
func (c Containers) Images(in Input, out *Edits) ([]jsontree.Pointer, error) {
	found, err := c.find(in, out)
	images := make([]jsontree.Pointer, len(found))
	for i := range found {
		images[i] = found[i].at.Child("image")
	}
	return images, err
}

// find lists the containers, and notes why there are none.
func (c Containers) find(in Input, out *Edits) ([]container, error) {
	object := in.Object()
	podSpec, ok := c.PodSpecs(object)
	if !ok {
		out.Skip("%s", noPodSpec{object.APIVersion, object.Kind})
		return nil, nil
	}
	for i := range podSpec {
		v, exists := in.Get(podSpec[:i+1])
		if v == nil {
			out.Skip("%s", absent{podSpec[:i+1], exists})
			return nil, nil
		}
		if _, ok := v.(map[string]any); !ok {
			return nil, notA(podSpec[:i+1], v, exists, "an object")
		}
	}
	at := podSpec.Child("containers")
	v, exists := in.Get(at)
	if v == nil {
		out.Skip("%s", absent{at, exists})
		return nil, nil
	}
	list, ok := v.([]any)
	if !ok {
		return nil, notA(at, v, exists, "a list of containers")
	}
	var found []container
	for i, element := range list {
		content, ok := element.(map[string]any)
		if !ok {
			return nil, notA(at.Index(i), element, true, "a container")
		}
		if name, _ := content["name"].(string); len(c.Names) == 0 || slices.Contains(c.Names, name) {
			found = append(found, container{at.Index(i), content})
		}
	}
	switch {
	case len(list) == 0:
		out.Skip("%s is an empty list", at)
	case len(found) == 0:
		out.Skip("%s", noContainer{at, c.Names})
	}
	return found, nil
}

// noContainer is a reason: no container has one of the names.
type noContainer struct {
	at    jsontree.Pointer
	names []string
}

func (r noContainer) String() string {
	return fmt.Sprintf("%s has no container %q", r.at, strings.Join(r.names, ", "))
}

// noPodSpec is a reason: the kind of object has no pod spec that the step knows.
type noPodSpec struct{ apiVersion, kind string }

func (r noPodSpec) String() string {
	return r.apiVersion + " " + r.kind + " has no pod spec that this overrider knows"
}

// absent is a reason: a place is missing or null.
type absent struct {
	pointer jsontree.Pointer
	null    bool
}

func (r absent) String() string {
	if r.null {
		return r.pointer.String() + " is null"
	}
	return r.pointer.String() + " is absent"
}
