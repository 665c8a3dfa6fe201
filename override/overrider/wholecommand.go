package overrider

import (
	"fmt"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
)

// Some systems read a list or a map, edit it, and write it back as a whole. In a stage of several lanes, this undoes the edits of earlier
// lanes inside the list or map, even if the entry itself changes nothing. The Whole overriders do the same, see
// [override.Edits.Whole]. Their changes are still those of single keys and elements: a change of the whole list for each entry would
// take quadratic memory.

// WholeCommand overrides the command of containers and writes it as a whole. The values are kept: do not write them afterwards.
//
//  1. ListSet replaces the command by the values. Without values, the command is an empty list.
//  2. ListAppend appends the values. At least one value is required.
//  3. ListDelete removes every item that equals one of the values. If no item is left, or there was none, the command is null.
//  4. For ListAppend and ListDelete, a command that is not a list of strings is an error. An absent or null one is an empty list.
func WholeCommand(where Containers, verb ListVerb, values []string) override.Overrider {
	return wholeStringList{"command", where, verb, values, toAny(values), setOf(values)}
}

// WholeArgs overrides the arguments of containers, as [WholeCommand] does the command.
func WholeArgs(where Containers, verb ListVerb, values []string) override.Overrider {
	return wholeStringList{"args", where, verb, values, toAny(values), setOf(values)}
}

type wholeStringList struct {
	field  string
	where  Containers
	verb   ListVerb
	values []string
	list   []any           // the values
	set    map[string]bool // the values
}

// Validate implements [override.Validator].
func (o wholeStringList) Validate() error { return checkVerb(int(o.verb), int(ListDelete)+1) }

// Override implements [override.Overrider].
func (o wholeStringList) Override(in override.Input, out *override.Edits) error {
	if o.verb == ListAppend && len(o.values) == 0 {
		return override.Fault(fmt.Errorf("append without values"))
	}
	return o.where.each(in, out, func(c Container) error {
		at := c.Field(o.field)
		return out.Whole(at, func() error { return o.edit(at, c.Content[o.field], in, out) })
	})
}

func (o wholeStringList) edit(at jsontree.Pointer, v any, in override.Input, out *override.Edits) error {
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
		indexes := listed.All(o.set)
		if len(indexes) == len(list) {
			return out.Set(at, nil)
		}
		return out.RemoveItems(at, indexes)
	}
	return override.Fault(fmt.Errorf("%s is not supported for a container's %s", o.verb, o.field))
}
