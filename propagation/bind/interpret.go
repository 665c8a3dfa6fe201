package bind

import (
	"context"
	"encoding/json"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
)

// Interpreted is what an interpreter has returned for a template, see [Interpret].
type Interpreted struct {
	dependencies []interpreter.Dependency // sorted
	text         string                   // of the annotation
	unknown      string                   // why the dependencies of the kind are unknown; empty: they are known
	err          error
}

// Interpret calls the interpreter of the dependencies of a template, as [Batch.Distribute] does. It does not read a batch, so many templates can be
// interpreted concurrently before their dependencies are distributed one after the other. Put the result into one [DistributeInput].Interpreted:
// what Distribute returns shares its memory. Call it only for bindings with propagateDeps that are not being deleted: Distribute asks no interpreter
// about others.
func Interpret(ctx context.Context, registry *interpreter.Registry, template *unstructured.Unstructured) *Interpreted {
	if err := checkBindable(template); err != nil {
		return &Interpreted{err: err}
	}
	kind := template.GroupVersionKind()
	hook, found := registry.DependencyInterpreter(kind)
	if !found {
		return &Interpreted{unknown: registry.Check(kind, interpreter.InterpretDependency).Error()}
	}
	dependencies, err := hook.InterpretDependency(ctx, template)
	if err != nil {
		return &Interpreted{err: registry.Hidden(template, err)}
	}
	sorted := sortedDependencies(dependencies)
	text, err := json.Marshal(sorted)
	return &Interpreted{dependencies: sorted, text: string(text), err: err}
}
