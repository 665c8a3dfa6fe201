package dialect

import (
	"maps"
	"slices"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
)

// DivergeFromType finds the fields of a workload that do not convert to their Go types, so that upstream fails, and reports each by
// code. The first step that asks about a topic checks the whole workload. Each later step checks only what has changed since:
// upstream has failed on the rest before.
func DivergeFromType(in override.Input, out *override.Edits, podSpec jsontree.Pointer, topic, code string) {
	s := typeSearch{in: in, out: out, code: code, objects: typedObjects(podSpec), seen: map[string]bool{}}
	changes, asked := in.ChangesSince(topic + " " + podSpec.String())
	if !asked {
		for _, o := range s.objects {
			s.fields(o.at, o.fields)
		}
		for _, list := range containerLists {
			s.containers(podSpec.Child(list))
		}
		return
	}
	for i, list := range containerLists {
		s.lists[i] = podSpec.Child(list)
		s.moved[i] = slices.ContainsFunc(changes, func(c jsontree.Change) bool { return moves(c, s.lists[i]) })
	}
	for i := range changes {
		s.recheck(&changes[i])
	}
}

var containerLists = [...]string{"containers", "initContainers", "ephemeralContainers"}

// typeSearch is a search for fields of a wrong type.
type typeSearch struct {
	in      override.Input
	out     *override.Edits
	code    string
	objects []typedObject
	lists   [len(containerLists)]jsontree.Pointer
	moved   [len(containerLists)]bool // elements were added to the list, or removed
	seen    map[string]bool           // fields and lists that were checked again
}

// containers checks all elements of a list of containers.
func (s *typeSearch) containers(at jsontree.Pointer) {
	v, _ := s.in.Get(at)
	elements, _ := v.([]any)
	for i, element := range elements {
		s.fields(at.Index(i), containerFields)
		container, _ := element.(map[string]any)
		for _, o := range nestedInContainer {
			if container[o.at[0]] != nil {
				s.fields(at.Index(i).Child(o.at...), o.fields)
			}
		}
	}
}

// fields checks the fields of the object at a place. Null is of every type.
func (s *typeSearch) fields(at jsontree.Pointer, types map[string]string) {
	v, _ := s.in.Get(at)
	object, _ := v.(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(object)) {
		s.field(at, object, name, types)
	}
}

func (s *typeSearch) field(at jsontree.Pointer, object map[string]any, name string, types map[string]string) {
	want, known := types[name]
	if !known || object[name] == nil {
		return
	}
	if wrong, v := misfit(want, at.Child(name), object[name]); wrong != nil {
		found := jsontree.Describe(v)
		if s.in.Hidden(wrong) {
			found = jsontree.DescribeHidden(v)
		}
		s.out.Diverge(s.code, wrong, "fails: "+found+" has the wrong type", "only the fields that the override needs are read")
	}
}

// recheck checks what a change may have given another type.
func (s *typeSearch) recheck(c *jsontree.Change) {
	for _, o := range s.objects {
		s.recheckObject(c, o.at, o.fields)
	}
	for i, at := range s.lists {
		switch {
		case at.HasPrefix(c.Pointer), s.moved[i] && c.Pointer.HasPrefix(at):
			s.once(at.Child("-"), func() { s.containers(at) }) // the field containers is a place of its own
		case !c.Pointer.HasPrefix(at):
		default:
			container, inside := c.Pointer[:len(at)+1], c.Pointer[len(at)+1:]
			s.recheckObject(c, container, containerFields)
			for _, o := range nestedInContainer {
				if len(inside) == 0 || inside[0] == o.at[0] {
					s.recheckObject(c, container.Child(o.at...), o.fields)
				}
			}
		}
	}
}

// moves reports whether a change added an element to a list, or removed one, so that the others may be elsewhere.
func moves(c jsontree.Change, list jsontree.Pointer) bool {
	return c.InList && c.Op != jsontree.Replace && len(c.Pointer) == len(list)+1 && c.Pointer.HasPrefix(list)
}

// recheckObject checks the field that a change was in, or all fields if the change was at the object or around it.
func (s *typeSearch) recheckObject(c *jsontree.Change, at jsontree.Pointer, types map[string]string) {
	if at.HasPrefix(c.Pointer) {
		s.once(at, func() { s.fields(at, types) })
		return
	}
	if !c.Pointer.HasPrefix(at) {
		return
	}
	name, inside := c.Pointer[len(at)], len(c.Pointer)-len(at)-1
	if inside > 0 && !unfit(types[name], inside, c) {
		return
	}
	s.once(at.Child(name), func() {
		v, _ := s.in.Get(at)
		object, _ := v.(map[string]any)
		s.field(at, object, name, types)
	})
}

// unfit reports whether a change inside a field, so many levels down, can have given the field a wrong type.
func unfit(want string, inside int, c *jsontree.Change) bool {
	if want != "strings" && want != "map" || c.Op == jsontree.Remove {
		return false
	}
	_, isString := c.New.(string)
	return inside > 1 || !isString && c.New != nil
}

// once checks a place that was not checked yet.
func (s *typeSearch) once(at jsontree.Pointer, check func()) {
	if key := at.String(); !s.seen[key] {
		s.seen[key] = true
		check()
	}
}
