package overrider

import (
	"strconv"

	"github.com/overridekit/overridekit/override/jsontree"
)

// Container is a container of the current object.
type Container struct {
	PodSpec jsontree.Pointer
	List    string         // the field of the pod spec, such as "initContainers"
	Index   int            // in the list
	Content map[string]any // shared: do not write it
}

// Field returns the pointer to a field of the container.
func (c Container) Field(name string) jsontree.Pointer {
	return c.PodSpec.Child(c.List, strconv.Itoa(c.Index), name)
}
