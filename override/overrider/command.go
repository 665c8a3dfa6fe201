package overrider

import (
	"fmt"
	"slices"
	"strings"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
)

// AppendCommand appends values to the command of containers.
//
//  1. A command that is absent or null is created, even without values.
//  2. A command that is not a list, or has an item that is not a string, is an error.
//  3. If no container is selected, the overrider is skipped, see [Containers.Find].
func AppendCommand(where Containers, values ...string) override.Overrider {
	return newStringList("command", where, false, values)
}

// DeleteCommand removes every item of the command of containers that equals one of the values.
//
//  1. If no item is left, the command is an empty list. So is a command that was absent or null.
//  2. The other rules are those of [AppendCommand].
func DeleteCommand(where Containers, values ...string) override.Overrider {
	return newStringList("command", where, true, values)
}

// AppendArgs appends to the arguments of containers, as [AppendCommand] does to the command.
func AppendArgs(where Containers, values ...string) override.Overrider {
	return newStringList("args", where, false, values)
}

// DeleteArgs removes arguments of containers, as [DeleteCommand] does items of the command.
func DeleteArgs(where Containers, values ...string) override.Overrider {
	return newStringList("args", where, true, values)
}

// stringList edits the command or the arguments of containers.
type stringList struct {
	field  string
	where  Containers
	remove bool // else append
	values []string
	list   []any           // the values
	set    map[string]bool // the values
}

func newStringList(field string, where Containers, remove bool, values []string) override.Overrider {
	values = slices.Clone(values)
	return stringList{field, where, remove, values, toAny(values), setOf(values)}
}

func setOf(values []string) map[string]bool {
	set := make(map[string]bool, len(values))
	for _, value := range values {
		set[value] = true
	}
	return set
}

func toAny(list []string) []any {
	out := make([]any, len(list))
	for i, item := range list {
		out[i] = item
	}
	return out
}

// Override implements [override.Overrider].
func (o stringList) Override(in override.Input, out *override.Edits) error {
	return o.where.each(in, out, func(c Container) error { return o.edit(c, in, out) })
}

func (o stringList) edit(c Container, in override.Input, out *override.Edits) error {
	at := c.Field(o.field)
	v, exists := c.Content[o.field]
	if v == nil {
		if !o.remove {
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
	if !o.remove {
		return appendAll(at, len(list), o.list, out)
	}
	indexes := listed.All(o.set)
	if len(indexes) == 0 {
		out.Skip("%s contains none of %v", at, quoted(o.values))
	}
	return out.RemoveItems(at, indexes)
}

// appendAll appends elements to a list of the given length.
func appendAll[T any](at jsontree.Pointer, length int, elements []T, out *override.Edits) error {
	for i, element := range elements {
		if err := out.Add(at.Index(length+i), element); err != nil {
			return err
		}
	}
	return nil
}

// quoted formats strings for a message, cut to 1000 bytes.
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
