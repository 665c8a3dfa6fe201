package overrider

import (
	"fmt"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
)

// SetEnv sets environment variables of containers. A variable is an object as in a container. The variables are kept: do not write them
// afterwards.
//
//  1. A variable replaces every entry with its name. A variable with a new name is appended.
//  2. A list that is absent or null is created.
//  3. A list of another type, or an entry that is not an object, is an error.
//  4. [override.NewPolicy] refuses a variable without a name, and two variables with the same name.
func SetEnv(where Containers, variables ...map[string]any) override.Overrider {
	return setEnv{where, variables}
}

type setEnv struct {
	where     Containers
	variables []map[string]any
}

// Validate implements [override.Validator].
func (o setEnv) Validate() error {
	seen := make(map[string]bool, len(o.variables))
	for i, variable := range o.variables {
		name := nameOf(variable)
		switch {
		case name == "":
			return fmt.Errorf("variables[%d] has no name", i)
		case seen[name]:
			return fmt.Errorf("variables[%d]: the name %q is given twice", i, name)
		}
		seen[name] = true
		if _, err := jsontree.Clone(variable); err != nil {
			return fmt.Errorf("variables[%d]: %w", i, err)
		}
	}
	return nil
}

// Override implements [override.Overrider].
func (o setEnv) Override(in override.Input, out *override.Edits) error {
	if len(o.variables) == 0 {
		out.Skip("no variables are given")
		return nil
	}
	return o.where.each(in, out, func(c Container) error { return o.edit(c, in, out) })
}

func (o setEnv) edit(c Container, in override.Input, out *override.Edits) error {
	at := c.Field("env")
	v, exists := c.Content["env"]
	list, ok := v.([]any)
	switch {
	case v == nil:
		all := make([]any, len(o.variables))
		for i, variable := range o.variables {
			all[i] = variable
		}
		return out.Add(at, all)
	case !ok:
		return jsontree.NotA(at, v, exists, "a list of environment variables")
	}
	listed := in.Objects(list, at)
	if i := listed.Odd(); i >= 0 {
		return jsontree.NotA(at.Index(i), list[i], true, "an environment variable")
	}
	// An edit makes a List invalid, so look up all indexes first. They stay valid, because Replace does not move elements.
	indexes, added := make([][]int, len(o.variables)), []map[string]any(nil)
	for i, variable := range o.variables {
		if indexes[i] = listed.Append(nil, nameOf(variable)); len(indexes[i]) == 0 {
			added = append(added, variable)
		}
	}
	for i, variable := range o.variables {
		for _, index := range indexes[i] {
			if err := out.Replace(at.Index(index), variable); err != nil {
				return err
			}
		}
	}
	return appendAll(at, len(list), added, out)
}
