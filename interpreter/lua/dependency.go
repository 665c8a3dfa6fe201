package lua

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	lua "github.com/yuin/gopher-lua"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	metav1validation "k8s.io/apimachinery/pkg/apis/meta/v1/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/interpreter"
)

// InterpretDependency calls GetDependencies of every customization with the object, and unites the results. All have the time of one call together.
//
//  1. A result is a list. Fields match without case, and unknown ones are ignored.
//  2. Each dependency has an API version, a kind, and a name or a label selector, which must be valid.
//  3. The first error ends the call.
//  4. Equal dependencies are returned once, unless they have a label selector.
func (i dependencyInterpreter) InterpretDependency(ctx context.Context, object *unstructured.Unstructured) ([]interpreter.Dependency, error) {
	if ctx == nil {
		ctx = context.Background()
	}
	ctx, cancel := context.WithTimeout(ctx, MaxTime)
	defer cancel()
	var all []interpreter.Dependency
	for _, s := range i.scripts {
		err := s.do(ctx, i.host, object, func(c call) error {
			return c.run(1, func(r results) error {
				found, err := r.dependencies(r.Values[0])
				all = append(all, found...)
				return err
			}, object.Object)
		})
		if err != nil {
			return nil, err
		}
	}
	return united(all), nil
}

// united returns dependencies in the order of [interpreter.Dependency.Compare], without those that rule 4 leaves out. Compare would write the
// selectors for each comparison.
func united(all []interpreter.Dependency) []interpreter.Dependency {
	type entry struct {
		interpreter.Dependency
		selector string
	}
	met := map[interpreter.Dependency]bool{}
	var entries []entry
	for _, d := range all {
		if d.LabelSelector == nil && met[d] {
			continue
		}
		e := entry{d, metav1.FormatLabelSelector(d.LabelSelector)}
		if d.LabelSelector == nil {
			met[d] = true
		}
		entries = append(entries, e)
	}
	slices.SortStableFunc(entries, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.APIVersion, b.APIVersion), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Namespace, b.Namespace),
			cmp.Compare(a.Name, b.Name), cmp.Compare(a.selector, b.selector))
	})
	result := all[:0]
	for _, e := range entries {
		result = append(result, e.Dependency)
	}
	return result
}

func (r results) dependencies(v lua.LValue) ([]interpreter.Dependency, error) {
	if v.Type() != lua.LTTable {
		return nil, fmt.Errorf("expect the returned requires type is table but got %s", v.Type())
	}
	var all []interpreter.Dependency
	if err := r.decodeList(v, "dependencies", &all); err != nil {
		return nil, err
	}
	return all, check(all).ToAggregate()
}

// maxFaults is how many faults of a list are reported.
const maxFaults = 10

// check returns the faults of dependencies.
func check(all []interpreter.Dependency) field.ErrorList {
	var errs field.ErrorList
	for i, d := range all {
		at := field.NewPath("dependencies").Index(i)
		if d.APIVersion == "" {
			errs = append(errs, field.Invalid(at.Child("apiVersion"), d.APIVersion, "missing required apiVersion"))
		}
		if d.Kind == "" {
			errs = append(errs, field.Invalid(at.Child("kind"), d.Kind, "missing required kind"))
		}
		if d.Name == "" && d.LabelSelector == nil {
			errs = append(errs, field.Required(at, "dependency can not leave name and labelSelector all empty"))
		}
		if d.LabelSelector != nil {
			options := metav1validation.LabelSelectorValidationOptions{}
			errs = append(errs, metav1validation.ValidateLabelSelector(d.LabelSelector, options, at.Child("labelSelector"))...)
		}
		if len(errs) > maxFaults {
			return errs[:maxFaults]
		}
	}
	return errs
}
