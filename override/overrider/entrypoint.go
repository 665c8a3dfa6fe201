package overrider

import (
	"fmt"
	"strings"

	"github.com/overridekit/overridekit/override"
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
func Command(where Containers, verb Verb, values []string) override.Overrider {
	return newEntrypoint("command", where, verb, values)
}

// Args overrides the arguments of containers, as [Command] does the command.
func Args(where Containers, verb Verb, values []string) override.Overrider {
	return newEntrypoint("args", where, verb, values)
}

// entrypoint edits a list of strings of containers.
type entrypoint struct {
	field  string
	where  Containers
	verb   Verb
	values []string
	list   []any           // the values
	set    map[string]bool // the values
}

func newEntrypoint(field string, where Containers, verb Verb, values []string) override.Overrider {
	if verb != VerbAppend && verb != VerbDelete {
		return override.Fail(fmt.Errorf("%s cannot be done to a container's %s", verb, field))
	}
	return entrypoint{field, where, verb, values, anys(values), setOf(values)}
}

func setOf(values []string) map[string]bool {
	set := make(map[string]bool, len(values))
	for _, value := range values {
		set[value] = true
	}
	return set
}

func anys(list []string) []any {
	out := make([]any, len(list))
	for i, item := range list {
		out[i] = item
	}
	return out
}

// Override implements [Overrider].
func (o entrypoint) Override(in override.Input, out *override.Edits) error {
	containers, err := o.where.Find(in, out)
	if err != nil {
		return err
	}
	for _, c := range containers {
		if err := o.edit(c, in, out); err != nil {
			return err
		}
	}
	return nil
}

func (o entrypoint) edit(c Container, in override.Input, out *override.Edits) error {
	at := c.Field(o.field)
	v, exists := c.Content[o.field]
	if v == nil {
		if o.verb == VerbAppend {
			return out.Add(at, o.list)
		}
		return out.Add(at, []any{})
	}
	list, ok := v.([]any)
	if !ok {
		return jsontree.NotA(at, v, exists, "a list of strings")
	}
	listed := in.Strings(list, at)
	if i := listed.Odd(); i >= 0 {
		return jsontree.NotA(at.Index(i), list[i], true, "a string")
	}
	if o.verb == VerbAppend {
		return appendAll(at, len(list), o.list, out)
	}
	doomed := listed.All(o.set)
	if len(doomed) == 0 {
		out.Skip("%s holds none of %v", at, quoted(o.values))
	}
	return out.RemoveItems(at, list, doomed)
}

// appendAll puts elements behind a list of so many.
func appendAll[T any](at jsontree.Pointer, length int, elements []T, out *override.Edits) error {
	for i, element := range elements {
		if err := out.Add(at.Index(length+i), element); err != nil {
			return err
		}
	}
	return nil
}

// quoted is strings for a message, of many or long ones only the beginning.
type quoted []string

func (q quoted) String() string {
	const most = 1000
	room := most
	for i, s := range q {
		if room -= len(s); room < 0 {
			first := q[:i]
			if i == 0 {
				first = quoted{strings.ToValidUTF8(s[:most], "")}
			}
			return fmt.Sprintf("%q and %d more", []string(first), len(q)-i)
		}
	}
	return fmt.Sprintf("%q", []string(q))
}
