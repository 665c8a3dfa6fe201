package lua

import (
	"fmt"

	"github.com/overridekit/overridekit/interpreter"
)

// Validate returns the error with which Karmada's admission refuses a new or changed customization; nil if it accepts it. Existing are the
// stored ones, in the order in which they are listed.
//
//  1. An existing customization of another name, with exactly the same target, has a script for the same operation: a conflict.
//     Scripts for InterpretDependency never conflict. An empty script counts as absent, a blank one does not.
//  2. A script does not compile, or exceeds a limit of the package comment. Karmada has no limits.
//
// The first error counts: conflicts before scripts, and in both the operations in the order of [Scripts]. Scripts are not run. Neither the target
// nor the names of functions are checked.
func Validate(c Customization, existing ...Customization) error {
	if _, err := conflict(c, existing); err != nil {
		return err
	}
	for _, op := range admissionOrder() {
		text := c.Spec.Customizations.Script(op)
		if text == "" {
			continue
		}
		if _, err := compile(text); err != nil {
			return fmt.Errorf("InterpreterOperation(%s) Lua script error: %w", op, err)
		}
	}
	return nil
}

// conflict returns the first operation for which another customization has a script, too, and the error; or nil.
func conflict(c Customization, existing []Customization) (interpreter.Operation, error) {
	for _, other := range existing {
		if other.Name == c.Name || other.Spec.Target != c.Spec.Target {
			continue
		}
		for _, op := range admissionOrder() {
			conflicts := op != interpreter.InterpretDependency &&
				c.Spec.Customizations.Script(op) != "" && other.Spec.Customizations.Script(op) != ""
			if conflicts {
				return op, fmt.Errorf("conflicting with InterpreterOperation(%s) of existing %s(%.300s)", op, Kind, other.Name)
			}
		}
	}
	return "", nil
}
