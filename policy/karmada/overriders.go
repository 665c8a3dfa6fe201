package karmada

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/internal/dialect"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// overriders has the fields of api.Overriders in the order in which they act.
var overriders = []overriderField{
	listField("imageOverrider", func(o *api.Overriders) []api.ImageOverrider { return o.ImageOverrider }, eachAlone(image), validateImage),
	listField("commandOverrider", func(o *api.Overriders) []api.CommandArgsOverrider { return o.CommandOverrider }, eachAlone(command), validateEntrypoint),
	listField("argsOverrider", func(o *api.Overriders) []api.CommandArgsOverrider { return o.ArgsOverrider }, eachAlone(args), validateEntrypoint),
	listField("labelsOverrider", func(o *api.Overriders) []api.LabelAnnotationOverrider { return o.LabelsOverrider }, eachAlone(labels), validateLabels),
	listField("annotationsOverrider", func(o *api.Overriders) []api.LabelAnnotationOverrider { return o.AnnotationsOverrider }, eachAlone(annotations), validateAnnotations),
	listField("fieldOverrider", func(o *api.Overriders) []api.FieldOverrider { return o.FieldOverrider }, eachAlone(embeddedField), validateField),
	listField("plaintext", func(o *api.Overriders) []api.PlaintextOverrider { return o.Plaintext }, patch, validatePlaintext),
}

// overriderField is a field of api.Overriders.
type overriderField struct {
	name     string
	compile  func(at *field.Path, o *api.Overriders) []override.Stage
	validate func(at *field.Path, o *api.Overriders) field.ErrorList
}

// listField returns a field that is a list. compile returns the stages of the list.
func listField[T any](
	name string, entriesOf func(*api.Overriders) []T, compile func(*field.Path, []T) []override.Stage, validate func(*field.Path, T) field.ErrorList,
) overriderField {
	return overriderField{
		name:    name,
		compile: func(at *field.Path, o *api.Overriders) []override.Stage { return compile(at, entriesOf(o)) },
		validate: func(at *field.Path, o *api.Overriders) field.ErrorList {
			return dialect.ValidateEach(at, entriesOf(o), validate)
		},
	}
}

// eachAlone makes one stage for each entry, so that each entry sees what the one before it did.
func eachAlone[T any](compile func(T) override.Overrider) func(*field.Path, []T) []override.Stage {
	return func(at *field.Path, entries []T) []override.Stage {
		steps := make([]override.Step, len(entries))
		for i, entry := range entries {
			steps[i] = override.Step{At: dialect.PathOf(at.Index(i)), Overrider: compile(entry)}
		}
		return override.Steps(steps...)
	}
}
