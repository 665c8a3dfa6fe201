package kubeadmiral

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/internal/dialect"
)

var envOperators = []string{OperatorAddIfAbsent, OperatorOverwrite, OperatorDelete}

// envs is an envs entry: addIfAbsent puts variables behind the list and fails on one whose name is there, overwrite, which is
// also meant by no operator, puts each in the place of every entry of its name, delete takes away by name.
func envs(o EnvOverrider) override.Overrider {
	var variables []map[string]any
	for i, v := range o.Value {
		variable, err := variableOf(v)
		if err != nil {
			return override.Fail(fmt.Errorf("value[%d]: %w", i, err))
		}
		variables = append(variables, variable)
	}
	where := containers(o.ContainerName)
	where.First = true
	verb, ok := map[string]override.Verb{
		OperatorAddIfAbsent: override.VerbInsert, OperatorOverwrite: override.VerbReplace, "": override.VerbReplace, OperatorDelete: override.VerbDelete,
	}[o.Operator]
	if !ok {
		return override.Fail(unknownOperator(o.Operator, envOperators))
	}
	return noted{override.WholeEnv(where, verb, variables), func(in override.Input, out *override.Edits) {
		divergeFromType(in, out)
		places, err := where.Images(in, out)
		if err != nil {
			return
		}
		for _, image := range places {
			divergeFromEnv(in, out, image[:len(image)-1].Child("env"))
		}
	}}
}

// divergeFromEnv finds the environment variables of a container that KubeAdmiral writes otherwise than they were, because
// they pass through a Go type.
func divergeFromEnv(in override.Input, out *override.Edits, at jsontree.Pointer) {
	v, _ := in.Get(at)
	list, _ := v.([]any)
	for i, entry := range list {
		variable, _ := entry.(map[string]any)
		for _, key := range slices.Sorted(maps.Keys(variable)) {
			switch {
			case key == "value" && variable[key] == "":
				out.Diverge("D14", at.Index(i), "drops the empty value", "the variable stays as it is")
			case key != "name" && key != "value" && key != "valueFrom":
				out.Diverge("D14", at.Index(i), fmt.Sprintf("loses the field %q", key), "the variable stays as it is")
			}
		}
		if ref, ok := jsontree.Get(variable, jsontree.Pointer{"valueFrom", "resourceFieldRef"}); ok {
			if fields, _ := ref.(map[string]any); fields != nil && fields["divisor"] == nil {
				out.Diverge("D14", at.Index(i), "adds a divisor", "the variable stays as it is")
			}
		}
	}
}

// variableOf is an environment variable as decoded JSON.
func variableOf(v JSON) (map[string]any, error) {
	decoded, err := v.Decode()
	if err != nil {
		return nil, err
	}
	variable, _ := decoded.(map[string]any)
	if _, ok := variable["name"].(string); !ok {
		return nil, errors.New("an environment variable is an object with a name")
	}
	return variable, nil
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
