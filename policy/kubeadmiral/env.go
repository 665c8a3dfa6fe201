package kubeadmiral

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/overrider"
	"github.com/overridekit/overridekit/policy/internal/dialect"
	"github.com/overridekit/overridekit/policy/kubeadmiral/api"
)

// envs compiles the envs entries of a rule. addIfAbsent appends variables, and fails on a name that the list has. overwrite, the
// default, replaces every variable of the same name. delete deletes by name.
func envs(entries []api.EnvOverrider) func(api.EnvOverrider) override.Overrider {
	of := map[string][]envEntry{} // by container name
	for _, o := range entries {
		variables, err := variablesOf(o)
		of[o.ContainerName] = append(of[o.ContainerName], envEntry{o.Operator, variables, err})
	}
	next := map[string]int{}
	return func(o api.EnvOverrider) override.Overrider {
		i := next[o.ContainerName]
		next[o.ContainerName]++
		all := of[o.ContainerName]
		entry := all[i]
		if entry.err != nil {
			return override.Fail(entry.err)
		}
		where := containers(o.ContainerName)
		where.First = true
		verb, ok := map[string]overrider.MapVerb{
			api.OperatorAddIfAbsent: overrider.MapInsert, api.OperatorOverwrite: overrider.MapReplace, "": overrider.MapReplace, api.OperatorDelete: overrider.MapDelete,
		}[o.Operator]
		if !ok {
			unknown := unknownOperatorOverrider{where, unknownOperator(o.Operator, envOperators)}
			return divergingOverrider{unknown, typeDivergence{overrider: "envs"}}
		}
		compiled := overrider.WholeEnv(where, verb, entry.variables)
		upstream := compiled
		if entry.odd() {
			upstream = overrider.WholeEnv(where, verb, entry.rewritten())
		}
		if i > 0 {
			all = nil
		}
		return envOverrider{compiled, envDivergence{where, all}, upstream}
	}
}

// envDivergence reports what KubeAdmiral does differently with the envs entries of a container.
type envDivergence struct {
	where overrider.Containers
	all   []envEntry // of the container, in this rule: the first entry reports for all of them; nil: not the first
}

// Diverge implements [override.Diverger].
func (d envDivergence) Diverge(in override.Input, out *override.Edits) {
	divergeFromType(in, out, "envs")
	for _, container := range found(d.where, in, out) {
		at := container.Child("env")
		changes, asked := in.ChangesSince("envs " + at.String())
		if d.all != nil {
			divergeFromEnv(in, out, at, d.all, asked && unchanged(in, at, changes))
		}
	}
}

// envOverrider is an envs entry, and what KubeAdmiral does differently.
type envOverrider struct {
	override.Overrider
	envDivergence
	upstream override.Overrider // with the variables as KubeAdmiral writes them
}

// Imitate implements [override.Imitator]. A variable that KubeAdmiral cannot read stays, and has a divergence of its own.
func (o envOverrider) Imitate(in override.Input, out *override.Edits) error {
	if err := o.upstream.Override(in, out); err != nil {
		return err
	}
	for _, container := range found(o.where, in, out) {
		at := container.Child("env")
		v, _ := in.Get(at)
		list, _ := v.([]any)
		changes, asked := in.ChangesSince("envs " + at.String())
		if asked && unchanged(in, at, changes) || !jsontree.Fits(list) {
			continue // all others were written before
		}
		for i, variable := range slices.Clone(list) {
			if written, err := rewritten(variable); err == nil && !isPlain(variable) {
				if err := out.Set(at.Index(i), written); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// envEntry is an entry with its variables decoded, or the error of decoding them.
type envEntry struct {
	operator  string
	variables []map[string]any
	err       error
}

// divergeFromEnv reports the environment variables of a container that KubeAdmiral writes differently, because all of them pass through
// a Go type: those that the entries leave in the list, and those that they put there. If an earlier rule has reported the former,
// they are reported again only if an entry may move them.
func divergeFromEnv(in override.Input, out *override.Edits, at jsontree.Pointer, entries []envEntry, known bool) {
	v, _ := in.Get(at)
	known = known && !slices.ContainsFunc(entries, func(o envEntry) bool { return o.operator == api.OperatorDelete })
	if known && !slices.ContainsFunc(entries, envEntry.odd) || !jsontree.Fits(v) {
		return // no object has a list of that size
	}
	list, _ := v.([]any)
	for i, slot := range fold(list, entries) {
		if known && !slot.own || isPlain(slot.variable) {
			continue
		}
		hidden := in.Hidden(at.Index(i))
		switch written, err := rewritten(slot.variable); {
		case err != nil: // divergeFromType has reported it
		case jsontree.Equal(slot.variable, written):
		case hidden:
			out.DivergeAt(CodeRewrittenEnv, "writes it differently", "the variable stays unchanged", at.Index(i))
		default:
			out.DivergeAt(CodeRewrittenEnv, "writes "+asText(written), "the variable stays unchanged", at.Index(i))
		}
	}
}

// odd reports whether KubeAdmiral writes one of the variables of an entry differently.
func (o envEntry) odd() bool {
	return slices.ContainsFunc(o.variables, func(variable map[string]any) bool { return isOdd(variable) })
}

// rewritten returns the variables of an entry as KubeAdmiral writes them.
func (o envEntry) rewritten() []map[string]any {
	all := make([]map[string]any, len(o.variables))
	for i, variable := range o.variables {
		all[i] = variable
		if written, err := rewritten(variable); err == nil {
			all[i], _ = written.(map[string]any)
		}
	}
	return all
}

// isPlain reports whether a variable has only a name and a value, which KubeAdmiral does not change.
func isPlain(variable any) bool {
	content, _ := variable.(map[string]any)
	name, named := content["name"].(string)
	value, _ := content["value"].(string)
	return len(content) == 2 && named && value != "" && utf8.ValidString(name) && utf8.ValidString(value)
}

// isOdd reports whether KubeAdmiral writes a variable differently.
func isOdd(variable any) bool {
	if isPlain(variable) {
		return false
	}
	written, err := rewritten(variable)
	return err != nil || !jsontree.Equal(variable, written)
}

// unchanged reports whether changes have put no variable into a list that KubeAdmiral writes differently.
func unchanged(in override.Input, at jsontree.Pointer, changes []jsontree.Change) bool {
	for _, c := range changes {
		inside, last := len(c.Pointer)-len(at), max(0, len(c.Pointer)-1)
		switch {
		case at.HasPrefix(c.Pointer), c.InList && c.Op != jsontree.Replace && inside <= 0 && at.HasPrefix(c.Pointer[:last]):
			return false // the list itself was changed, or replaced by another one
		case inside <= 0 || !c.Pointer.HasPrefix(at), inside == 1 && c.Op == jsontree.Remove:
		case inside == 1:
			if !jsontree.Fits(c.New) || isOdd(c.New) {
				return false
			}
		default:
			variable, _ := in.Get(c.Pointer[:len(at)+1])
			moved := slices.ContainsFunc(changes, func(c jsontree.Change) bool {
				return c.InList && len(c.Pointer) == len(at)+1 && c.Pointer.HasPrefix(at)
			})
			if moved || !jsontree.Fits(variable) || isOdd(variable) {
				return false
			}
		}
	}
	return true
}

// slot is a variable of a list; own reports that an entry has put it there.
type slot struct {
	variable  any
	own, gone bool
}

// fold returns a list after the entries. It reads the list twice, whatever the number of entries.
func fold(list []any, entries []envEntry) []slot {
	slots := make([]slot, len(list), len(list)+len(entries))
	named := make(map[string][]int, len(list))
	for i, variable := range list {
		slots[i].variable = variable
		named[nameOf(variable)] = append(named[nameOf(variable)], i)
	}
	for _, entry := range entries {
		for _, variable := range entry.variables {
			name := nameOf(variable)
			switch entry.operator {
			case api.OperatorAddIfAbsent:
				named[name] = append(named[name], len(slots))
				slots = append(slots, slot{variable: variable, own: true})
			case api.OperatorDelete:
				for _, i := range named[name] {
					slots[i].gone = true
				}
				delete(named, name)
			default:
				for _, i := range named[name] {
					slots[i] = slot{variable: variable, own: true}
				}
			}
		}
	}
	return slices.DeleteFunc(slots, func(s slot) bool { return s.gone })
}

// nameOf is the name of an environment variable; "" without a name.
func nameOf(variable any) string {
	content, _ := variable.(map[string]any)
	name, _ := content["name"].(string)
	return name
}

// variablesOf decodes the variables of an entry.
func variablesOf(o api.EnvOverrider) ([]map[string]any, error) {
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

// validateEnvs refuses entries that fail.
func validateEnvs(at *field.Path, o api.EnvOverrider) field.ErrorList {
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
	return append(errs, dialect.ValidateEach(at.Child("value"), o.Value, func(at *field.Path, v api.JSON) field.ErrorList {
		if _, err := variableOf(v); err != nil {
			return field.ErrorList{field.Invalid(at, field.OmitValueType{}, err.Error())}
		}
		return nil
	})...)
}
