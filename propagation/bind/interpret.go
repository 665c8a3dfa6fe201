package bind

import (
	"context"
	"encoding/json"

	"github.com/overridekit/overridekit/interpreter"
)

// Interpreted is what an interpreter has returned for a template, see [Interpret].
type Interpreted struct {
	dependencies []interpreter.Dependency // sorted
	text         string                   // of the annotation
	unknown      string                   // why the dependencies of the kind are unknown; empty: they are known
	err          error
}

// Interpret calls the interpreter of the dependencies of in.Template, as [Batch.Distribute] does. It does not read a batch, so many templates can be
// interpreted concurrently before their dependencies are distributed one after the other. Put the result into one [DistributeInput].Interpreted:
// what Distribute returns shares its memory. Call it only for bindings with propagateDeps that are not being deleted: Distribute asks no interpreter
// about others. It reads Template and Registry.
func Interpret(ctx context.Context, in DistributeInput) *Interpreted {
	if err := checkBindable(in.Template); err != nil {
		return &Interpreted{err: err}
	}
	kind := in.Template.GroupVersionKind()
	hook, found := in.Registry.DependencyInterpreter(kind)
	if !found {
		return &Interpreted{unknown: in.Registry.Check(kind, interpreter.InterpretDependency).Error()}
	}
	dependencies, err := hook.InterpretDependency(ctx, in.Template)
	if err != nil {
		return &Interpreted{err: in.Registry.Hidden(in.Template, err)}
	}
	sorted := sortedDependencies(dependencies)
	text, err := json.Marshal(sorted)
	return &Interpreted{dependencies: sorted, text: string(text), err: err}
}
