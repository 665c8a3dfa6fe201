package kubeadmiral

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/overrider"
	"github.com/overridekit/overridekit/policy/internal/dialect"
	"github.com/overridekit/overridekit/policy/kubeadmiral/api"
)

// command is a command entry. append appends the values to the command. overwrite, the default, replaces the command by them.
// delete deletes every item that equals one of them. If no item is left, the command becomes null.
func command(o api.EntrypointOverrider) override.Overrider {
	return entrypoint(o, "command", overrider.WholeCommand)
}

// args is an args entry. It does to the arguments what command does to the command.
func args(o api.EntrypointOverrider) override.Overrider {
	return entrypoint(o, "args", overrider.WholeArgs)
}

func entrypoint(o api.EntrypointOverrider, name string, compile func(overrider.Containers, overrider.ListVerb, []string) override.Overrider) override.Overrider {
	where := containers(o.ContainerName)
	where.First = true
	verb, ok := map[string]overrider.ListVerb{
		api.OperatorAppend: overrider.ListAppend, api.OperatorOverwrite: overrider.ListSet, "": overrider.ListSet, api.OperatorDelete: overrider.ListDelete,
	}[o.Operator]
	if !ok {
		unknown := unknownOperatorOverrider{where, unknownOperator(o.Operator, entrypointOperators)}
		return divergingOverrider{unknown, typeDivergence{overrider: name}}
	}
	return divergingOverrider{compile(where, verb, o.Value), entrypointDivergence{name, where, o.Operator}}
}

// entrypointDivergence reports what KubeAdmiral does differently with a command or args entry.
type entrypointDivergence struct {
	name     string
	where    overrider.Containers
	operator string
}

// Diverge implements [override.Diverger].
func (d entrypointDivergence) Diverge(in override.Input, out *override.Edits) {
	divergeFromType(in, out, d.name)
	if d.operator == "" && len(found(d.where, in, out)) > 0 {
		out.Diverge(CodeNoOperator, nil, "fails, because no operator is given", "the list is overwritten, as the documentation says")
	}
}

// validateEntrypoint refuses what fails.
func validateEntrypoint(at *field.Path, o api.EntrypointOverrider) field.ErrorList {
	var errs field.ErrorList
	if o.ContainerName == "" {
		errs = append(errs, field.Required(at.Child("containerName"), "the override is of one container"))
	}
	if o.Operator != "" {
		errs = append(errs, dialect.ValidateOneOf(at.Child("operator"), o.Operator, entrypointOperators...)...)
	}
	if o.Operator == api.OperatorAppend && len(o.Value) == 0 {
		errs = append(errs, field.Required(at.Child("value"), "append needs values"))
	}
	return errs
}
