package karmada

import (
	"errors"
	"fmt"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/overrider"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// command is a commandOverrider entry:
//
//  1. It overrides the command of every container with the given name, except init containers, of the kinds in podSpecs.
//  2. add appends the values to the command; remove deletes every item that equals one of them. A command that is absent or null
//     is created, by remove as an empty list.
//  3. An unknown operator adds nothing, but creates an absent command as an empty list.
func command(o api.CommandArgsOverrider) override.Overrider {
	return entrypoint(o, overrider.AppendCommand, overrider.DeleteCommand)
}

// args is an argsOverrider entry. It does to the arguments what command does to the command.
func args(o api.CommandArgsOverrider) override.Overrider {
	return entrypoint(o, overrider.AppendArgs, overrider.DeleteArgs)
}

func entrypoint(o api.CommandArgsOverrider, add, remove func(overrider.Containers, ...string) override.Overrider) override.Overrider {
	where := containers
	where.Names, where.NotNull = []string{o.ContainerName}, true
	switch o.Operator {
	case api.OverriderOpAdd:
		return commandArgsOverrider{add(where, o.Value...), ""}
	case api.OverriderOpRemove:
		return commandArgsOverrider{remove(where, o.Value...), ""}
	}
	return commandArgsOverrider{add(where), fmt.Sprintf("operator %q is unknown, no values are added", o.Operator)}
}

// commandArgsOverrider is a commandOverrider or argsOverrider entry, and what Karmada does differently: it crashes on a container or
// a command of another type, and writes an item that is not a string as Go prints it.
type commandArgsOverrider struct {
	override.Overrider
	note string
}

// Override implements [override.Overrider].
func (o commandArgsOverrider) Override(in override.Input, out *override.Edits) error {
	if o.note != "" {
		out.Skip("%s", o.note)
	}
	err := o.Overrider.Override(in, out)
	if err == nil {
		return nil
	}
	var value *jsontree.ValueError
	if errors.As(err, &value) {
		switch len(value.Pointer) - len(podSpecs[in.Object().Kind]) - 1 {
		case 1, 2:
			return override.Diverged(CodeCrash, "crashes", err)
		case 3:
			found := value.Found
			if in.Hidden(value.Pointer) {
				found = redact.Mask
			}
			return override.Diverged(CodePrintedItem, fmt.Sprintf("writes the string that Go prints for %s", found), err)
		}
	}
	return err
}

// validateEntrypoint refuses what fails or does nothing.
func validateEntrypoint(at *field.Path, o api.CommandArgsOverrider) field.ErrorList {
	var errs field.ErrorList
	if o.ContainerName == "" {
		errs = append(errs, field.Required(at.Child("containerName"), "the override is of one container"))
	}
	errs = append(errs, validateOperator(at, o.Operator, api.OverriderOpAdd, api.OverriderOpRemove)...)
	if len(o.Value) == 0 {
		errs = append(errs, field.Required(at.Child("value"), "without values there is nothing to do"))
	}
	return errs
}
