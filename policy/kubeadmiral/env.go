package kubeadmiral

import (
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/internal/dialect"
)

var envOperators = []string{OperatorAddIfAbsent, OperatorOverwrite, OperatorDelete}

// envs compiles the envs entries of a rule: addIfAbsent puts variables behind the list and fails on one whose name is there,
// overwrite, which is also meant by no operator, puts each in the place of every entry of its name, delete takes away by name.
func envs(entries []EnvOverrider) func(EnvOverrider) override.Overrider {
	said := map[string]bool{} // by an earlier entry for the same container
	return func(o EnvOverrider) override.Overrider {
		variables, err := variablesOf(o)
		if err != nil {
			return override.Fail(err)
		}
		where := containers(o.ContainerName)
		where.First = true
		verb, ok := map[string]override.Verb{
			OperatorAddIfAbsent: override.VerbInsert, OperatorOverwrite: override.VerbReplace, "": override.VerbReplace, OperatorDelete: override.VerbDelete,
		}[o.Operator]
		if !ok {
			return override.Fail(unknownOperator(o.Operator, envOperators))
		}
		compiled := override.WholeEnv(where, verb, variables)
		if said[o.ContainerName] {
			return compiled
		}
		said[o.ContainerName] = true
		all := slices.DeleteFunc(slices.Clone(entries), func(other EnvOverrider) bool { return other.ContainerName != o.ContainerName })
		return noted{compiled, func(in override.Input, out *override.Edits) {
			divergeFromType(in, out)
			for _, container := range found(where, in, out) {
				divergeFromEnv(in, out, container.Child("env"), all)
			}
		}}
	}
}

// divergeFromEnv finds the environment variables of a container that KubeAdmiral writes otherwise, because all of them pass
// through a Go type: those that the entries leave in the list, and those that they put there.
func divergeFromEnv(in override.Input, out *override.Edits, at jsontree.Pointer, entries []EnvOverrider) {
	v, _ := in.Get(at)
	list, _ := v.([]any)
	list = slices.Clone(list)
	for _, o := range entries {
		variables, _ := variablesOf(o)
		for _, variable := range variables {
			list = fold(list, o.Operator, variable)
		}
	}
	for i, variable := range list {
		switch written, err := rewritten(variable); {
		case err != nil:
			out.Diverge("D11", at.Index(i), "fails: "+err.Error(), "the variable stays as it is")
		case !jsontree.Equal(variable, written):
			out.Diverge("D14", at.Index(i), "writes "+asText(written), "the variable stays as it is")
		}
	}
}

// fold is a list with what one variable of an entry does to it.
func fold(list []any, operator string, variable map[string]any) []any {
	if operator == OperatorAddIfAbsent {
		return append(list, variable)
	}
	named := func(entry any) bool {
		content, _ := entry.(map[string]any)
		name, _ := content["name"].(string)
		return name == variable["name"]
	}
	if operator == OperatorDelete {
		return slices.DeleteFunc(list, named)
	}
	for i := range list {
		if named(list[i]) {
			list[i] = variable
		}
	}
	return list
}

// variablesOf decodes the variables of an entry.
func variablesOf(o EnvOverrider) ([]map[string]any, error) {
	var variables []map[string]any
	for i, v := range o.Value {
		variable, err := variableOf(v)
		if err != nil {
			return nil, fmt.Errorf("value[%d]: %w", i, err)
		}
		variables = append(variables, variable)
	}
	return variables, nil
}

// validateEnvs refuses what fails.
func validateEnvs(at *field.Path, o EnvOverrider) field.ErrorList {
	var errs field.ErrorList
	if o.ContainerName == "" {
		errs = append(errs, field.Required(at.Child("containerName"), "the override is of one container"))
	}
	if o.Operator != "" {
		errs = append(errs, dialect.ValidateOneOf(at.Child("operator"), o.Operator, envOperators...)...)
	}
	if len(o.Value) == 0 {
		errs = append(errs, field.Required(at.Child("value"), "without variables there is nothing to do"))
	}
	return append(errs, dialect.ValidateEach(at.Child("value"), o.Value, func(at *field.Path, v JSON) field.ErrorList {
		if _, err := variableOf(v); err != nil {
			return field.ErrorList{field.Invalid(at, field.OmitValueType{}, err.Error())}
		}
		return nil
	})...)
}
