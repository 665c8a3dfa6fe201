package overrider

import (
	"strconv"

	"github.com/overridekit/overridekit/override/jsontree"
)

// Container is one container of an object, as a step finds it.
type Container struct {
	PodSpec jsontree.Pointer
	List    string         // the field of the pod spec that has it, such as "initContainers"
	Index   int            // in the list
	Content map[string]any // shared: read it, never write it
}

// Field is the place of a field of the container.
func (c Container) Field(name string) jsontree.Pointer {
	return c.PodSpec.Child(c.List, strconv.Itoa(c.Index), name)
}
