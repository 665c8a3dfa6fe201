package overrider

import (
	"fmt"
	"slices"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
)

// WholeEnv overrides the environment variables of containers and writes the list as a whole. A variable is an object as in a container.
// The variables are kept: do not write them afterwards.
//
//  1. MapInsert appends the variables. At least one is required, and an existing name is an error.
//  2. MapReplace replaces every entry with the name of a variable. Names without an entry are skipped, with the reason.
//  3. MapDelete removes every entry with the name of a variable. Names without an entry are skipped, with the reason.
//  4. An empty list is written as null.
//  5. A list of another type, or an entry that is not an object, is an error.
func WholeEnv(where Containers, verb MapVerb, variables []map[string]any) override.Overrider {
	return wholeEnv{where, verb, variables}
}

type wholeEnv struct {
	where     Containers
	verb      MapVerb
	variables []map[string]any
}

// Validate implements [override.Validator].
func (o wholeEnv) Validate() error { return checkVerb(int(o.verb), int(MapDelete)+1) }

// Override implements [override.Overrider].
func (o wholeEnv) Override(in override.Input, out *override.Edits) error {
	if o.verb != MapInsert && o.verb != MapReplace && o.verb != MapDelete {
		return override.Fault(fmt.Errorf("%s is not supported for environment variables", o.verb))
	}
	if o.verb == MapInsert && len(o.variables) == 0 {
		return override.Fault(fmt.Errorf("insert without variables"))
	}
	return o.where.each(in, out, func(c Container) error {
		at := c.Field("env")
		v, exists := c.Content["env"]
		list, ok := v.([]any)
		if v != nil && !ok {
			return jsontree.NotA(at, v, exists, "a list of environment variables")
		}
		listed := in.Objects(list, at)
		if i := listed.Odd(); i >= 0 {
			return jsontree.NotA(at.Index(i), list[i], true, "an environment variable")
		}
		return out.Whole(at, func() error { return o.edit(at, list, listed, out) })
	})
}

// edit applies the operation to a list. The list may be long, so edit visits only the entries with the names of variables.
func (o wholeEnv) edit(at jsontree.Pointer, list []any, listed override.List, out *override.Edits) error {
	if o.verb == MapInsert {
		return o.insert(at, list, listed, out)
	}
	latest := make(map[string]map[string]any, len(o.variables))
	var concerned []int
	for _, variable := range o.variables {
		name := nameOf(variable)
		switch before := len(concerned); {
		case latest[name] != nil:
			if o.verb == MapDelete {
				out.Skip("%s has no variable %q", at, name)
			}
			latest[name] = variable
		default:
			if concerned = listed.Append(concerned, name); len(concerned) == before {
				out.Skip("%s has no variable %q", at, name)
			} else {
				latest[name] = variable
			}
		}
	}
	slices.Sort(concerned)
	switch {
	case len(list) == 0, o.verb == MapDelete && len(concerned) == len(list):
		return out.Set(at, nil)
	case o.verb == MapDelete:
		return out.RemoveItems(at, concerned)
	}
	for _, i := range concerned {
		entry, _ := list[i].(map[string]any)
		if variable := latest[nameOf(entry)]; !jsontree.Equal(entry, variable) {
			if err := out.Replace(at.Index(i), variable); err != nil {
				return err
			}
		}
	}
	return nil
}

func (o wholeEnv) insert(at jsontree.Pointer, list []any, listed override.List, out *override.Edits) error {
	inserted := make(map[string]bool, len(o.variables))
	for _, variable := range o.variables {
		name := nameOf(variable)
		if inserted[name] || listed.First(name) >= 0 {
			return &jsontree.ValueError{Pointer: at, Found: fmt.Sprintf("a list that has %q", name), Expected: "no such variable"}
		}
		inserted[name] = true
	}
	if len(list) > 0 {
		return appendAll(at, len(list), o.variables, out)
	}
	all := make([]any, len(o.variables))
	for i, variable := range o.variables {
		all[i] = variable
	}
	return out.Set(at, all)
}
