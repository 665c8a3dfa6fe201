package declared

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override/jsontree"
)

// kind is the one kind of an interpreter.
type kind schema.GroupVersionKind

// Kinds implements [interpreter.Interpreter].
func (k kind) Kinds() []schema.GroupVersionKind {
	return []schema.GroupVersionKind{schema.GroupVersionKind(k)}
}

// A registry finds a hook by its interface, and a declaration may have any of the hooks. So each is its own type.
var (
	_ interpreter.ReplicaInterpreter    = replicaInterpreter{}
	_ interpreter.ReplicaReviser        = replicaInterpreter{}
	_ interpreter.ComponentInterpreter  = componentInterpreter{}
	_ interpreter.Retainer              = retainer{}
	_ interpreter.StatusAggregator      = statusAggregator{}
	_ interpreter.StatusInterpreter     = statusInterpreter{}
	_ interpreter.HealthInterpreter     = healthInterpreter{}
	_ interpreter.DependencyInterpreter = dependencyInterpreter{}
)

// Interpreters returns the interpreters of declarations, to be registered in this order: together they have exactly the declared hooks.
// They are read-only and safe for concurrent use, and share nothing with the declarations.
//
// A declaration that [Declaration.Validate] refuses is an error, and so is a hook that two declarations have for one kind: the second
// would never be called. Every error is reported, with the number of its declaration, from 1.
func Interpreters(declarations ...Declaration) ([]interpreter.Interpreter, error) {
	var all []interpreter.Interpreter
	var errs []error
	by := map[interpreter.Hook]int{}
	for i, d := range declarations {
		if invalid := d.Validate().ToAggregate(); invalid != nil {
			errs = append(errs, fmt.Errorf("declaration %d: %w", i+1, invalid))
			continue
		}
		made := d.compile()
		for _, hook := range interpreter.NewRegistry(made...).Hooks() {
			if other, ok := by[hook]; ok {
				errs = append(errs, fmt.Errorf("declaration %d: %s of %s, Kind=%s is already declared, in declaration %d",
					i+1, hook.Operation, d.APIVersion, d.Kind, other))
			}
			by[hook] = i + 1
		}
		all = append(all, made...)
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	return all, nil
}

// compile returns the interpreters of a valid declaration.
func (d Declaration) compile() []interpreter.Interpreter {
	var all []interpreter.Interpreter
	kind := kind(schema.FromAPIVersionAndKind(d.APIVersion, d.Kind))
	if d.Replicas.Pointer != "" {
		all = append(all, replicaInterpreter{kind, d.Replicas.compile(), pointer(d.Template)})
	}
	if len(d.Components) > 0 {
		all = append(all, componentInterpreter{kind, d.parts()})
	}
	if len(d.Retain) > 0 {
		r := retainer{kind: kind}
		for _, at := range d.Retain {
			r.places = append(r.places, pointer(at))
		}
		all = append(all, r)
	}
	reports, sums := statusInterpreter{kind: kind}, statusAggregator{kind: kind}
	for _, f := range d.Status {
		if f.Report {
			reports.fields = append(reports.fields, pointer(f.Pointer))
		}
		if f.Aggregate != "" {
			sums.fields = append(sums.fields, aggregatedField{pointer(f.Pointer), foldOf(f.Aggregate)})
		}
	}
	if len(reports.fields) > 0 {
		all = append(all, reports)
	}
	if len(sums.fields) > 0 {
		all = append(all, sums)
	}
	if len(d.Health) > 0 {
		all = append(all, healthInterpreter{kind, d.tests()})
	}
	if templates := d.templates(); len(templates) > 0 || len(d.Dependencies) > 0 {
		all = append(all, dependencyInterpreter{kind, templates, d.references()})
	}
	return all
}

func (r Replicas) compile() number { return number{pointer(r.Pointer), r.Default} }

func (d Declaration) parts() []component {
	var parts []component
	for _, c := range d.Components {
		parts = append(parts, component{c.Name, c.Replicas.compile(), pointer(c.Template)})
	}
	slices.SortFunc(parts, func(a, b component) int { return cmp.Compare(a.name, b.name) })
	return parts
}

// templates returns the pointers to all pod templates.
func (d Declaration) templates() []jsontree.Pointer {
	var all []jsontree.Pointer
	if d.Template != "" {
		all = append(all, pointer(d.Template))
	}
	for _, c := range d.Components {
		if c.Template != "" {
			all = append(all, pointer(c.Template))
		}
	}
	return all
}

func (d Declaration) references() []reference {
	var all []reference
	for _, r := range d.Dependencies {
		all = append(all, reference{r.APIVersion, r.Kind, pointer(r.NamePointer), pointer(r.NamespacePointer)})
	}
	return all
}

func (d Declaration) tests() []test {
	var all []test
	for _, c := range d.Health {
		left := d.operand(c.Pointer)
		switch {
		case c.Equals != nil:
			all = append(all, equals(left, operand{absent: scalar(c.Equals)}))
		case c.EqualsPointer != "":
			all = append(all, equals(left, d.operand(c.EqualsPointer)))
		case c.AtLeast != nil:
			all = append(all, atLeast(left, operand{absent: *c.AtLeast}))
		case c.AtLeastPointer != "":
			all = append(all, atLeast(left, d.operand(c.AtLeastPointer)))
		default:
			all = append(all, isTrue(pointer(cmp.Or(c.Pointer, "/status/conditions")), c.Condition))
		}
	}
	return all
}

// operand returns the value at a place, with its default if it is a number of replicas.
func (d Declaration) operand(at string) operand {
	o := operand{at: pointer(at)}
	for _, r := range d.numbers() {
		if r.Pointer == at {
			o.absent = int64(r.Default)
			break
		}
	}
	return o
}

// numbers returns all numbers of replicas.
func (d Declaration) numbers() []Replicas {
	all := []Replicas{d.Replicas}
	for _, c := range d.Components {
		all = append(all, c.Replicas)
	}
	return all
}

// pointer parses a valid pointer; nil for the empty one.
func pointer(s string) jsontree.Pointer {
	p, _ := jsontree.Parse(s)
	return p
}

// scalar returns a string, a boolean or a number as a JSON decoder does; nil for anything else.
func scalar(v any) any {
	switch v := v.(type) {
	case string, bool, int64:
		return v
	case int:
		return int64(v)
	case int32:
		return int64(v)
	case float64:
		if v-v == 0 { // neither infinite nor NaN
			return v
		}
	}
	return nil
}
