package override

import (
	"fmt"
	"maps"
	"slices"

	"github.com/overridekit/overridekit/override/jsontree"
)

// Some systems read a list or a map, fold what their entries say into it, and write it back as a whole. In a stage of several
// lanes that shows: what another lane has done to a part of it is undone. The overriders here do so. They write also when
// nothing changes.

// WholeCommand overrides the command of containers and writes it as a whole. The values are kept: do not write them
// afterwards.
//
//  1. VerbSet puts the values in the place of the command; no values make an empty list.
//  2. VerbAppend puts the values behind it. It is an error to give none.
//  3. VerbDelete takes away every item that equals one of the values. If nothing is left, or nothing was there, the command
//     becomes null.
//  4. VerbSet aside, a command that is no list of strings is an error; absent and null are an empty list.
func WholeCommand(where Containers, verb Verb, values []string) Overrider {
	return wholeEntrypoint{"command", where, verb, values}
}

// WholeArgs overrides the arguments of containers, as [WholeCommand] does the command.
func WholeArgs(where Containers, verb Verb, values []string) Overrider {
	return wholeEntrypoint{"args", where, verb, values}
}

type wholeEntrypoint struct {
	field  string
	where  Containers
	verb   Verb
	values []string
}

// Override implements [Overrider].
func (o wholeEntrypoint) Override(in Input, out *Edits) error {
	if o.verb == VerbAppend && len(o.values) == 0 {
		return &faultError{fmt.Errorf("append needs values")}
	}
	containers, err := o.where.find(in, out)
	if err != nil {
		return err
	}
	for _, c := range containers {
		at := c.field(o.field)
		list, err := stringsOf(at, c.content[o.field])
		if err != nil && o.verb != VerbSet {
			return err
		}
		var whole any
		switch o.verb {
		case VerbSet:
			whole = anys(o.values)
		case VerbAppend:
			whole = append(anys(list), anys(o.values)...)
		case VerbDelete:
			unwanted := setOf(o.values)
			left := slices.DeleteFunc(list, func(item string) bool { return unwanted[item] })
			if len(left) > 0 {
				whole = anys(left)
			}
		default:
			return &faultError{fmt.Errorf("%s cannot be done to a container's %s", o.verb, o.field)}
		}
		if err := out.Set(at, whole); err != nil {
			return err
		}
	}
	return nil
}

// stringsOf is a list of strings, copied; null is an empty one.
func stringsOf(at jsontree.Pointer, v any) ([]string, error) {
	if v == nil {
		return nil, nil
	}
	list, ok := v.([]any)
	if !ok {
		return nil, notA(at, v, true, "a list of strings")
	}
	items := make([]string, len(list))
	for i, item := range list {
		if items[i], ok = item.(string); !ok {
			return nil, notA(at.Index(i), item, true, "a string")
		}
	}
	return items, nil
}

func anys(list []string) []any {
	out := make([]any, len(list))
	for i, item := range list {
		out[i] = item
	}
	return out
}

// WholeLabels overrides metadata.labels and writes them as a whole. The map is kept: do not write it afterwards.
//
//  1. VerbInsert adds keys. It is an error to give none, or one that is there.
//  2. VerbReplace writes the keys that are there, VerbDelete takes them away; of the others the reason is noted.
//  3. Labels that are absent or null become an empty map. Labels of another type, or of which one is no string, are an error.
func WholeLabels(verb Verb, values map[string]string) Overrider {
	return wholeMap{jsontree.Pointer{"metadata", "labels"}, verb, values, slices.Sorted(maps.Keys(values))}
}

// WholeAnnotations overrides metadata.annotations, as [WholeLabels] does metadata.labels.
func WholeAnnotations(verb Verb, values map[string]string) Overrider {
	return wholeMap{jsontree.Pointer{"metadata", "annotations"}, verb, values, slices.Sorted(maps.Keys(values))}
}

type wholeMap struct {
	at     jsontree.Pointer
	verb   Verb
	values map[string]string
	keys   []string // sorted
}

// Override implements [Overrider].
func (o wholeMap) Override(in Input, out *Edits) error {
	if o.verb != VerbInsert && o.verb != VerbReplace && o.verb != VerbDelete {
		return &faultError{fmt.Errorf("%s cannot be done to labels or annotations", o.verb)}
	}
	whole := map[string]any{}
	if v, exists := in.Get(o.at); v != nil {
		present, err := stringsAt(o.at, v, exists)
		if err != nil {
			return err
		}
		whole = maps.Clone(present)
	}
	if o.verb == VerbInsert && len(o.keys) == 0 {
		return &faultError{fmt.Errorf("insert needs keys")}
	}
	for _, key := range o.keys {
		_, exists := whole[key]
		switch {
		case o.verb == VerbInsert && exists:
			return &ValueError{Pointer: o.at.Child(key), Found: jsontree.Describe(whole[key]), Expected: "no such key"}
		case o.verb == VerbInsert, o.verb == VerbReplace && exists:
			whole[key] = o.values[key]
		case o.verb == VerbDelete && exists:
			delete(whole, key)
		case o.verb == VerbReplace || o.verb == VerbDelete:
			out.Skip("%s has no key %q", o.at, key)
		default:
			return &faultError{fmt.Errorf("%s cannot be done to labels or annotations", o.verb)}
		}
	}
	return out.Set(o.at, whole)
}

// WholeEnv overrides the environment variables of containers and writes the list as a whole. A variable is an object with a
// name. The variables are kept: do not write them afterwards. Entries that are not concerned stay as they are.
//
//  1. VerbInsert puts the variables behind the list. It is an error to give none, or one whose name is there.
//  2. VerbReplace puts each in the place of every entry of its name; one that has none is noted.
//  3. VerbDelete takes away every entry of one of the names.
//  4. A list without entries is written as null. A list that is none, or an entry that is no object, is an error.
func WholeEnv(where Containers, verb Verb, variables []map[string]any) Overrider {
	return wholeEnv{where, verb, variables}
}

type wholeEnv struct {
	where     Containers
	verb      Verb
	variables []map[string]any
}

// Override implements [Overrider].
func (o wholeEnv) Override(in Input, out *Edits) error {
	if o.verb != VerbInsert && o.verb != VerbReplace && o.verb != VerbDelete {
		return &faultError{fmt.Errorf("%s cannot be done to environment variables", o.verb)}
	}
	if o.verb == VerbInsert && len(o.variables) == 0 {
		return &faultError{fmt.Errorf("insert needs variables")}
	}
	containers, err := o.where.find(in, out)
	if err != nil {
		return err
	}
	for _, c := range containers {
		at := c.field("env")
		v, exists := c.content["env"]
		list, ok := v.([]any)
		if v != nil && !ok {
			return notA(at, v, exists, "a list of environment variables")
		}
		for i, entry := range list {
			if _, ok := entry.(map[string]any); !ok {
				return notA(at.Index(i), entry, true, "an environment variable")
			}
		}
		edited, err := o.fold(at, slices.Clone(list), out)
		if err != nil {
			return err
		}
		var whole any
		if len(edited) > 0 {
			whole = edited
		}
		if err := out.Set(at, whole); err != nil {
			return err
		}
	}
	return nil
}

// fold carries the variables out on a list, one pass over each: lists may be long.
func (o wholeEnv) fold(at jsontree.Pointer, list []any, out *Edits) ([]any, error) {
	present := make(map[string]bool, len(list))
	for _, entry := range list {
		present[nameOf(entry)] = true
	}
	latest := make(map[string]map[string]any, len(o.variables))
	for _, variable := range o.variables {
		name := nameOf(variable)
		switch {
		case o.verb == VerbInsert && present[name]:
			return nil, &ValueError{Pointer: at, Found: fmt.Sprintf("a list that has %q", name), Expected: "no such variable"}
		case o.verb == VerbInsert:
			list, present[name] = append(list, variable), true
		case !present[name] || o.verb == VerbDelete && latest[name] != nil:
			out.Skip("%s has no variable %q", at, name)
		default:
			latest[name] = variable
		}
	}
	switch o.verb {
	case VerbDelete:
		return slices.DeleteFunc(list, func(entry any) bool { return latest[nameOf(entry)] != nil }), nil
	case VerbReplace:
		for i, entry := range list {
			if variable := latest[nameOf(entry)]; variable != nil {
				list[i] = variable
			}
		}
	}
	return list, nil
}

// nameOf is the name of an environment variable or a container, or "".
func nameOf(entry any) string {
	variable, _ := entry.(map[string]any)
	name, _ := variable["name"].(string)
	return name
}
