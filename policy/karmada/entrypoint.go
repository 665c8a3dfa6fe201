package karmada

import "github.com/overridekit/overridekit/override/overrider"

import (
	"errors"
	"fmt"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// command is a commandOverrider entry:
//
//  1. It is about the command of every container of the name given, init containers excepted, of the kinds in podSpecs.
//  2. add puts the values behind the command; remove takes away every item that equals one of them. A command that is absent
//     or null is made, by remove as an empty list.
//  3. An unknown operator adds nothing, which makes an absent command an empty list.
func command(o api.CommandArgsOverrider) override.Overrider {
	return entrypoint(o, overrider.Command)
}

// args is an argsOverrider entry; it does with the arguments as command does with the command.
func args(o api.CommandArgsOverrider) override.Overrider {
	return entrypoint(o, overrider.Args)
}

func entrypoint(o api.CommandArgsOverrider, compile func(overrider.Containers, overrider.Verb, []string) override.Overrider) override.Overrider {
	where := containers
	where.Names, where.NotNull = []string{o.ContainerName}, true
	switch o.Operator {
	case api.OverriderOpAdd:
		return named{compile(where, overrider.VerbAppend, o.Value), ""}
	case api.OverriderOpRemove:
		return named{compile(where, overrider.VerbDelete, o.Value), ""}
	}
	return named{compile(where, overrider.VerbAppend, nil), fmt.Sprintf("operator %q is unknown, no values are added", o.Operator)}
}

// named is an override of a container by name, with what Karmada does otherwise: it crashes on a container or a command of
// another type, and writes an item that is no string as Go would print it.
type named struct {
	override.Overrider
	note string
}

// Override implements [override.Overrider].
func (o named) Override(in override.Input, out *override.Edits) error {
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
			return override.Diverged(CodePrintedItem, fmt.Sprintf("writes %s as the text that Go prints for it", found), err)
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
