package overrider

import (
	"fmt"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
)

// Some systems read a list or a map, fold what their entries say into it, and write it back as a whole. In a stage of several
// lanes that shows: what another lane has done to a part of it is undone, also by an entry that changes nothing. The overriders of
// that kind do so here. Yet their changes are those of the keys and elements in which the new map or list differs from the one that
// was there: there may be as many entries as elements, and a list for each would be the square of them.

// WholeCommand overrides the command of containers and writes it as a whole. The values are kept: do not write them
// afterwards.
//
//  1. ListSet puts the values in the place of the command; no values make an empty list.
//  2. ListAppend puts the values behind it. It is an error to give none.
//  3. ListDelete takes away every item that equals one of the values. If nothing is left, or nothing was there, the command
//     becomes null.
//  4. ListSet aside, a command that is no list of strings is an error; absent and null are an empty list.
func WholeCommand(where Containers, verb ListVerb, values []string) override.Overrider {
	return wholeEntrypoint{"command", where, verb, values, anys(values), setOf(values)}
}

// WholeArgs overrides the arguments of containers, as [WholeCommand] does the command.
func WholeArgs(where Containers, verb ListVerb, values []string) override.Overrider {
	return wholeEntrypoint{"args", where, verb, values, anys(values), setOf(values)}
}

type wholeEntrypoint struct {
	field  string
	where  Containers
	verb   ListVerb
	values []string
	list   []any           // the values
	set    map[string]bool // the values
}

// Validate implements [override.Validator].
func (o wholeEntrypoint) Validate() error { return checkVerb(int(o.verb), int(ListDelete)+1) }

// Override implements [override.Overrider].
func (o wholeEntrypoint) Override(in override.Input, out *override.Edits) error {
	if o.verb == ListAppend && len(o.values) == 0 {
		return override.Fault(fmt.Errorf("append needs values"))
	}
	containers, err := o.where.Find(in, out)
	if err != nil {
		return err
	}
	for _, c := range containers {
		at := c.Field(o.field)
		if err := out.Whole(at, func() error { return o.edit(at, c.Content[o.field], in, out) }); err != nil {
			return err
		}
	}
	return nil
}

func (o wholeEntrypoint) edit(at jsontree.Pointer, v any, in override.Input, out *override.Edits) error {
	if o.verb == ListSet {
		return out.Set(at, o.list)
	}
	list, ok := v.([]any)
	if v != nil && !ok {
		return jsontree.NotA(at, v, true, "a list of strings")
	}
	listed := in.Strings(list, at)
	if i := listed.Odd(); i >= 0 {
		return jsontree.NotA(at.Index(i), list[i], true, "a string")
	}
	switch o.verb {
	case ListAppend:
		if len(list) == 0 {
			return out.Set(at, o.list)
		}
		return appendAll(at, len(list), o.list, out)
	case ListDelete:
		doomed := listed.All(o.set)
		if len(doomed) == len(list) {
			return out.Set(at, nil)
		}
		return out.RemoveItems(at, list, doomed)
	}
	return override.Fault(fmt.Errorf("%s cannot be done to a container's %s", o.verb, o.field))
}
