package override

import (
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/selector"
)

// PodSpecs says where an object keeps its pod spec; ok is false for an object that has none.
type PodSpecs func(object selector.Object) (at jsontree.Pointer, ok bool)

// Containers are the containers of an object's pod spec, without its init containers.
type Containers struct {
	PodSpecs PodSpecs
}

// Images is where the containers keep their images. An object without a pod spec, or without containers, has none, and
// the reason is noted; a pod spec or a list of containers of another type is an error.
func (c Containers) Images(in Input, out *Edits) ([]jsontree.Pointer, error) {
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
	list, ok := v.([]any)
	switch {
	case v == nil:
		out.Skip("%s", absent{at, exists})
		return nil, nil
	case !ok:
		return nil, notA(at, v, exists, "a list of containers")
	case len(list) == 0:
		out.Skip("%s is an empty list", at)
		return nil, nil
	}
	images := make([]jsontree.Pointer, len(list))
	for i, container := range list {
		if _, ok := container.(map[string]any); !ok {
			return nil, notA(at.Index(i), container, true, "a container")
		}
		images[i] = at.Index(i).Child("image")
	}
	return images, nil
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
