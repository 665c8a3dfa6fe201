package kubeadmiral

import (
	"fmt"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/internal/dialect"
)

var envOperators = []string{OperatorAddIfAbsent, OperatorOverwrite, OperatorDelete}

// envs compiles the envs entries of a rule: addIfAbsent puts variables behind the list and fails on one whose name is there,
// overwrite, which is also meant by no operator, puts each in the place of every entry of its name, delete takes away by name.
func envs(entries []EnvOverrider) func(EnvOverrider) override.Overrider {
	of := map[string][]envEntry{} // the entries for a container
	for _, o := range entries {
		variables, err := variablesOf(o)
		of[o.ContainerName] = append(of[o.ContainerName], envEntry{o.Operator, variables, err})
	}
	next := map[string]int{}
	once := typeOnce()
	return func(o EnvOverrider) override.Overrider {
		i := next[o.ContainerName]
		next[o.ContainerName]++
		all := of[o.ContainerName]
		entry := all[i]
		if entry.err != nil {
			return override.Fail(entry.err)
		}
		where := containers(o.ContainerName)
		where.First = true
		verb, ok := map[string]override.Verb{
			OperatorAddIfAbsent: override.VerbInsert, OperatorOverwrite: override.VerbReplace, "": override.VerbReplace, OperatorDelete: override.VerbDelete,
		}[o.Operator]
		if !ok {
			return override.Fail(unknownOperator(o.Operator, envOperators))
		}
		compiled := override.WholeEnv(where, verb, entry.variables)
		if i > 0 {
			return compiled
		}
		divergeFromType := once()
		return noted{compiled, func(in override.Input, out *override.Edits) {
			divergeFromType(in, out)
			for _, container := range found(where, in, out) {
				divergeFromEnv(in, out, container.Child("env"), all)
			}
		}}
	}
}

// envEntry is an entry with its variables decoded, or the reason why they cannot be.
type envEntry struct {
	operator  string
	variables []map[string]any
	err       error
}

// divergeFromEnv finds the environment variables of a container that KubeAdmiral writes otherwise, because all of them pass
// through a Go type: those that the entries leave in the list, and those that they put there.
func divergeFromEnv(in override.Input, out *override.Edits, at jsontree.Pointer, entries []envEntry) {
	v, _ := in.Get(at)
	if !jsontree.Fits(v) {
		return // there is no such object, neither here nor there
	}
	list, _ := v.([]any)
	for i, variable := range fold(list, entries) {
		switch written, err := rewritten(variable); {
		case err != nil:
			out.Diverge("D11", at.Index(i), "fails: "+err.Error(), "the variable stays as it is")
		case !jsontree.Equal(variable, written):
			out.Diverge("D14", at.Index(i), "writes "+asText(written), "the variable stays as it is")
		}
	}
}

// fold is a list with what entries do to it. It goes over the list twice, however many the entries.
func fold(list []any, entries []envEntry) []any {
	type slot struct {
		variable any
		gone     bool
	}
	slots := make([]slot, len(list), len(list)+len(entries))
	named := make(map[string][]int, len(list))
	for i, variable := range list {
		slots[i].variable = variable
		name, _ := nameOf(variable)
		named[name] = append(named[name], i)
	}
	for _, entry := range entries {
		for _, variable := range entry.variables {
			name, _ := nameOf(variable)
			switch entry.operator {
			case OperatorAddIfAbsent:
				named[name] = append(named[name], len(slots))
				slots = append(slots, slot{variable: variable})
			case OperatorDelete:
				for _, i := range named[name] {
					slots[i].gone = true
				}
				delete(named, name)
			default:
				for _, i := range named[name] {
					slots[i].variable = variable
				}
			}
		}
	}
	folded := make([]any, 0, len(slots))
	for _, s := range slots {
		if !s.gone {
			folded = append(folded, s.variable)
		}
	}
	return folded
}

// nameOf is the name of an environment variable, and "" if it has none.
func nameOf(variable any) (name string, ok bool) {
	content, _ := variable.(map[string]any)
	name, ok = content["name"].(string)
	return name, ok
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
