package override

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/overridekit/overridekit/override/jsontree"
)

// Command overrides the command of containers. The values are kept: do not write them afterwards.
//
//  1. VerbAppend puts the values behind the command. A command that is absent or null is made first, also by no values.
//  2. VerbDelete takes away every item that equals one of the values; what is left may be an empty list. A command that
//     is absent or null becomes one.
//  3. A command that is no list, or that holds something other than strings, is an error.
//
// A container that does not exist is no error; the reason is noted.
func Command(where Containers, verb Verb, values []string) Overrider {
	return newEntrypoint("command", where, verb, values)
}

// Args overrides the arguments of containers, as [Command] does the command.
func Args(where Containers, verb Verb, values []string) Overrider {
	return newEntrypoint("args", where, verb, values)
}

// entrypoint edits a list of strings of containers.
type entrypoint struct {
	field  string
	where  Containers
	verb   Verb
	values []string
}

func newEntrypoint(field string, where Containers, verb Verb, values []string) Overrider {
	if verb != VerbAppend && verb != VerbDelete {
		return Fail(fmt.Errorf("%s cannot be done to a container's %s", verb, field))
	}
	return entrypoint{field, where, verb, values}
}

// Override implements [Overrider].
func (o entrypoint) Override(in Input, out *Edits) error {
	containers, err := o.where.find(in, out)
	if err != nil {
		return err
	}
	for _, c := range containers {
		if err := o.edit(c, out); err != nil {
			return err
		}
	}
	return nil
}

func (o entrypoint) edit(c container, out *Edits) error {
	at := c.field(o.field)
	v, exists := c.content[o.field]
	if v == nil {
		list := []any{}
		if o.verb == VerbAppend {
			for _, value := range o.values {
				list = append(list, value)
			}
		}
		return out.Add(at, list)
	}
	list, ok := v.([]any)
	if !ok {
		return notA(at, v, exists, "a list of strings")
	}
	for i, item := range list {
		if _, ok := item.(string); !ok {
			return notA(at.Index(i), item, true, "a string")
		}
	}
	if o.verb == VerbAppend {
		for i, value := range o.values {
			if err := out.Add(at.Index(len(list)+i), value); err != nil {
				return err
			}
		}
		return nil
	}
	unwanted := setOf(o.values)
	var doomed []int
	left := []any{}
	for i, item := range list {
		if unwanted[item.(string)] {
			doomed = append(doomed, i)
		} else {
			left = append(left, item)
		}
	}
	switch {
	case len(doomed) == 0:
		out.Skip("%s holds none of %q", at, o.values)
	case len(doomed) > manyItems:
		return out.Replace(at, left)
	}
	for _, i := range slices.Backward(doomed) {
		if err := out.Remove(at.Index(i)); err != nil {
			return err
		}
	}
	return nil
}

// manyItems is from where on a list is written anew instead of item by item, each of which moves all behind it.
const manyItems = 100

func setOf(values []string) map[string]bool {
	set := make(map[string]bool, len(values))
	for _, value := range values {
		set[value] = true
	}
	return set
}

// container is a container of the object as a step finds it.
type container struct {
	podSpec jsontree.Pointer
	list    string // the field of the pod spec that it is in
	index   int
	content map[string]any
}

// field is the place of a field of the container.
func (c container) field(name string) jsontree.Pointer {
	return c.podSpec.Child(c.list, strconv.Itoa(c.index), name)
}
