package propagation

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/selector"
)

// template is a template of the plan. It has its claim after it was decided.
type template struct {
	ref     override.Ref
	object  *unstructured.Unstructured
	given   *unstructured.Unstructured // object without the changes of the plan
	fault   error                      // why the object is invalid
	marked  bool                       // given may have a claim, see mayBeClaimed
	own     override.Ref               // the name of its own binding, which another object may have
	binding override.Ref               // its own, or that of a dependency

	row         *Row
	reasons     []string // what has happened to its claim before the decision, in order
	warnings    []string // of its row before it was scheduled
	unclaimed   bool     // no policy selects it, or has had it
	untouched   bool     // its binding is stored, and the scheduler does not look at it
	shared      bool     // another template would have a binding with the same name
	moved       bool     // no policy claims it, and its stored binding was scheduled again
	unscheduled bool     // the scheduler has not observed the last change of its binding

	started []api.GracefulEvictionTask // the tasks that the plan has made
}

// templates returns the templates sorted. Among templates with the same reference, the last counts, and those without a name have an error.
func (p *planner) templates(ctx context.Context) ([]*template, error) {
	given := without(p.Templates, func(object *unstructured.Unstructured) bool { return object == nil })
	made := make([]*template, len(given))
	err := each(ctx, p.workers(len(given)), len(given), func(_, i int) {
		made[i] = newTemplate(given[i])
		p.checkObject(made[i])
	})
	if err != nil {
		return nil, err
	}
	at, unnamed := make(map[override.Ref]int, len(made)), map[override.Ref]int{}
	all := make([]*template, 0, len(made))
	for _, t := range made {
		if t.ref.Name == "" {
			unnamed[t.ref]++
		}
		i, twice := at[t.ref]
		if !twice {
			at[t.ref], all = len(all), append(all, t)
			continue
		}
		all[i] = t
	}
	for ref, n := range unnamed {
		all[at[ref]].shareRow(n)
	}
	return all, sortAll(ctx, p.workers(len(all)), all, func(a, b *template) int { return content.CompareRefs(a.ref, b.ref) })
}

// shareRow makes it an error that a number of objects without a name have one row: they are different objects.
func (t *template) shareRow(objects int) {
	switch {
	case objects == 1:
	case t.fault == nil:
		t.fault = fmt.Errorf("found %d objects without a kind and a name, expected both", objects)
	default:
		t.fault = fmt.Errorf("%w (this row is about %d objects without a name)", t.fault, objects)
	}
}

// checkObject sets the fault of a template whose object cannot be read, or that an API server refuses.
func (x *indexes) checkObject(t *template) {
	err := content.Check(t.object.Object)
	if err == nil {
		err = checkStrings(t.object.Object, x.Options.Hide)
	}
	if err == nil {
		err = checkName(t.object.Object)
	}
	if err != nil {
		t.fault = fmt.Errorf("%s: %w", content.ClipRef(t.ref), err)
	}
}

func newTemplate(object *unstructured.Unstructured) *template {
	ref := override.RefOf(object)
	return &template{ref: ref, object: object, given: object, marked: mayBeClaimed(object), own: bindingRef(ref)}
}

// edit changes the labels and annotations of a template.
func (t *template) edit(e claim.Edit) {
	if e.Empty() {
		return
	}
	t.change(func(object *unstructured.Unstructured) {
		object.SetLabels(e.Labels(object.GetLabels()))
		object.SetAnnotations(e.Annotations(object.GetAnnotations()))
	})
}

// change changes the metadata of a template. It copies only that: everything else is read and not written.
func (t *template) change(metadata func(*unstructured.Unstructured)) {
	content := maps.Clone(t.object.Object)
	if own, _ := content["metadata"].(map[string]any); own != nil {
		content["metadata"] = runtime.DeepCopyJSON(own)
	} else {
		content["metadata"] = map[string]any{}
	}
	t.object = &unstructured.Unstructured{Object: content}
	metadata(t.object)
}

// checkStrings returns an error if a label or an annotation is not a string: all of them would be lost with the first change. Null is read as empty.
func checkStrings(object map[string]any, hide redact.Places) error {
	describe := func(v any, at ...string) string {
		if hide.Of(selector.ObjectOf(object)).Hides(at) {
			return jsontree.DescribeHidden(v)
		}
		return jsontree.Describe(v)
	}
	metadata, _ := object["metadata"].(map[string]any)
	for _, field := range []string{"labels", "annotations"} {
		values, ok := metadata[field].(map[string]any)
		if v := metadata[field]; v != nil && !ok {
			return fmt.Errorf("/metadata/%s is %s, expected an object", field, describe(v, "metadata", field))
		}
		for _, key := range slices.Sorted(maps.Keys(values)) {
			switch v := values[key].(type) {
			case string, nil:
			default:
				return fmt.Errorf("%s is %s, expected a string", jsontree.Pointer{"metadata", field, key}, describe(v, "metadata", field, key))
			}
		}
	}
	return nil
}

// checkName returns an error if an object has a kind but no name: its binding would not name it. A generateName is not a name yet.
func checkName(object map[string]any) error {
	facts := selector.ObjectOf(object)
	if facts.Name != "" || facts.Kind == "" {
		return nil
	}
	metadata, _ := object["metadata"].(map[string]any)
	v, generated := metadata["name"], metadata["generateName"]
	switch {
	case v != nil && v != "":
		return fmt.Errorf("/metadata/name is %s, expected a string", jsontree.Describe(v))
	case generated != nil && generated != "":
		return errors.New("/metadata/name is missing, expected a name: an API server makes one from generateName when the object is created")
	}
	return errors.New("/metadata/name is missing, expected a name")
}

// validObjects returns the objects of the templates that can be read.
func validObjects(templates []*template) (objects []*unstructured.Unstructured) {
	for _, t := range templates {
		if t.fault == nil {
			objects = append(objects, t.object)
		}
	}
	return objects
}
