package overrider

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/overridekit/overridekit/override"
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

// Containers selects containers of an object's pod spec. The zero value selects all but the init containers.
type Containers struct {
	PodSpecs PodSpecs // nil: DefaultPodSpecs
	Names    []string // only containers with these names; empty: all
	Init     bool     // also init containers, before the others
	First    bool     // among containers with the same name, only the first
	Required bool     // an object without a pod spec is an error
	NotNull  bool     // a list of containers that is null is an error
}

// Images implements [Images] with the images of the containers, see [Containers.Find].
func (c Containers) Images(in override.Input, out *override.Edits) ([]jsontree.Pointer, error) {
	found, err := c.Find(in, out)
	images := make([]jsontree.Pointer, len(found))
	for i := range found {
		images[i] = found[i].Field("image")
	}
	return images, err
}

// Find returns the selected containers. If the list is empty, it records the reason with [override.Edits.Skip]. A pod spec, a list of
// containers, or a container of another type is a [*jsontree.ValueError].
func (c Containers) Find(in override.Input, out *override.Edits) ([]Container, error) {
	object := in.Object()
	podSpecs := c.PodSpecs
	if podSpecs == nil {
		podSpecs = PodSpecsFunc(nil)
	}
	podSpec, ok := podSpecs.PodSpec(object)
	switch {
	case !ok && c.Required:
		return nil, &jsontree.ValueError{Pointer: jsontree.Pointer{"kind"}, Found: object.APIVersion + " " + object.Kind, Expected: "a kind with a pod spec"}
	case !ok:
		out.Skip("%s", noPodSpec{object.APIVersion, object.Kind})
		return nil, nil
	}
	root, _ := in.Get(nil)
	spec, _ := root.(map[string]any)
	for i, field := range podSpec {
		v, exists := spec[field]
		if v == nil {
			out.Skip("%s", absent{podSpec[:i+1], exists})
			return nil, nil
		}
		if spec, ok = v.(map[string]any); !ok {
			return nil, jsontree.NotA(podSpec[:i+1], v, exists, "an object")
		}
	}
	var found []Container
	var err error
	if c.Init {
		if found, err = c.list(in, spec, podSpec, "initContainers", nil, nil); err != nil {
			return nil, err
		}
	} else if c.selectsIn(in, spec, podSpec, "initContainers") {
		out.Skip("%s is skipped, this overrider does not apply to init containers", podSpec.Child("initContainers"))
	}
	return c.list(in, spec, podSpec, "containers", found, out)
}

// each calls do for the selected containers, until it returns an error.
func (c Containers) each(in override.Input, out *override.Edits, do func(Container) error) error {
	found, err := c.Find(in, out)
	if err != nil {
		return err
	}
	for _, container := range found {
		if err := do(container); err != nil {
			return err
		}
	}
	return nil
}

// selectsIn reports whether a list has a container that the names select.
func (c Containers) selectsIn(in override.Input, spec map[string]any, podSpec jsontree.Pointer, name string) bool {
	list, _ := spec[name].([]any)
	if len(c.Names) == 0 {
		return len(list) > 0
	}
	listed := in.Objects(list, podSpec, name)
	return slices.ContainsFunc(c.Names, func(name string) bool { return listed.First(name) >= 0 })
}

// list appends the selected containers of one list to found. If out is set and the list has no containers at all, list records the reason.
func (c Containers) list(in override.Input, spec map[string]any, podSpec jsontree.Pointer, name string, found []Container, out *override.Edits) ([]Container, error) {
	v, exists := spec[name]
	if v == nil && !(exists && c.NotNull) {
		if out != nil && len(found) == 0 {
			out.Skip("%s", absent{podSpec.Child(name), exists})
		}
		return found, nil
	}
	list, ok := v.([]any)
	if !ok {
		return nil, jsontree.NotA(podSpec.Child(name), v, exists, "a list of containers")
	}
	listed := in.Objects(list, podSpec, name)
	if i := listed.Odd(); i >= 0 {
		return nil, jsontree.NotA(podSpec.Child(name).Index(i), list[i], true, "a container")
	}
	found = slices.Grow(found, c.most(len(list)))
	if len(c.Names) == 0 {
		for i, element := range list {
			content, _ := element.(map[string]any)
			found = append(found, Container{podSpec, name, i, content})
		}
	} else {
		var few [8]int
		for _, i := range c.indexes(few[:0], listed) {
			content, _ := list[i].(map[string]any)
			found = append(found, Container{podSpec, name, i, content})
		}
	}
	if c.First {
		found = firstOfEachName(found)
	}
	switch {
	case out == nil || len(found) > 0:
	case len(list) == 0:
		out.Skip("%s is an empty list", podSpec.Child(name))
	default:
		out.Skip("%s", noContainer{podSpec.Child(name), c.Names})
	}
	return found, nil
}

// most estimates how many containers of a list are selected.
func (c Containers) most(length int) int {
	if len(c.Names) == 0 {
		return length
	}
	return min(length, len(c.Names))
}

// indexes appends the indexes of the containers with the names, in ascending order.
func (c Containers) indexes(found []int, listed override.List) []int {
	for _, name := range c.Names {
		if !c.First {
			found = listed.Append(found, name)
		} else if i := listed.First(name); i >= 0 {
			found = append(found, i)
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// firstOfEachName removes all but the first of the containers with the same name.
func firstOfEachName(found []Container) []Container {
	if len(found) < 2 {
		return found
	}
	seen := make(map[string]bool, len(found))
	return slices.DeleteFunc(found, func(c Container) bool {
		name := nameOf(c.Content)
		again := seen[name]
		seen[name] = true
		return again
	})
}

// nameOf returns the name of an environment variable or a container, or "".
func nameOf(entry map[string]any) string {
	name, _ := entry["name"].(string)
	return name
}

// noContainer is a reason: no container has one of the names.
type noContainer struct {
	at    jsontree.Pointer
	names []string
}

func (r noContainer) String() string {
	return fmt.Sprintf("%s has no container %q", r.at, strings.Join(r.names, ", "))
}

// noPodSpec is a reason: the kind has no known pod spec.
type noPodSpec struct{ apiVersion, kind string }

func (r noPodSpec) String() string {
	return r.apiVersion + " " + r.kind + " has no known pod spec"
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
