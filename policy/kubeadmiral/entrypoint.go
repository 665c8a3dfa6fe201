package kubeadmiral

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/internal/dialect"
)

var entrypointOperators = []string{OperatorAppend, OperatorOverwrite, OperatorDelete}

// commands compiles the command entries of a rule: append puts the values behind the command, overwrite, which is also meant by no operator, puts
// them in its place, delete takes away every item that equals one of them. If nothing is left the command becomes null.
func commands() func(EntrypointOverrider) override.Overrider { return entrypoints(override.WholeCommand) }

// args compiles the args entries of a rule; they do with the arguments as those of command do with the command.
func args() func(EntrypointOverrider) override.Overrider { return entrypoints(override.WholeArgs) }

// compileEntrypoint is [override.WholeCommand] or [override.WholeArgs].
type compileEntrypoint func(override.Containers, override.Verb, []string) override.Overrider

func entrypoints(compile compileEntrypoint) func(EntrypointOverrider) override.Overrider {
	once := typeOnce()
	return func(o EntrypointOverrider) override.Overrider { return entrypoint(o, compile, once) }
}

func entrypoint(o EntrypointOverrider, compile compileEntrypoint, once func() func(override.Input, *override.Edits)) override.Overrider {
	where := containers(o.ContainerName)
	where.First = true
	verb, ok := map[string]override.Verb{
		OperatorAppend: override.VerbAppend, OperatorOverwrite: override.VerbSet, "": override.VerbSet, OperatorDelete: override.VerbDelete,
	}[o.Operator]
	if !ok {
		return override.Fail(unknownOperator(o.Operator, entrypointOperators))
	}
	divergeFromType := once()
	return noted{compile(where, verb, o.Value), func(in override.Input, out *override.Edits) {
		divergeFromType(in, out)
		if o.Operator == "" && len(found(where, in, out)) > 0 {
			out.Diverge("D12", nil, "fails, because no operator is given", "the list is overwritten, as the documentation says")
		}
	}}
}

// validateEntrypoint refuses what fails.
func validateEntrypoint(at *field.Path, o EntrypointOverrider) field.ErrorList {
	var errs field.ErrorList
	if o.ContainerName == "" {
		errs = append(errs, field.Required(at.Child("containerName"), "the override is of one container"))
	}
	if o.Operator != "" {
		errs = append(errs, dialect.ValidateOneOf(at.Child("operator"), o.Operator, entrypointOperators...)...)
	}
	if o.Operator == OperatorAppend && len(o.Value) == 0 {
		errs = append(errs, field.Required(at.Child("value"), "append needs values"))
	}
	return errs
}
