package kubeadmiral

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/internal/dialect"
	"github.com/overridekit/overridekit/policy/kubeadmiral/api"
)

// overriders has the fields of api.Overriders in the order in which they act. The last one is a stage of its own.
var overriders = []overriderField{
	listField("image", func(o *api.Overriders) []api.ImageOverrider { return o.Image }, images, validateImage),
	listField("command", func(o *api.Overriders) []api.EntrypointOverrider { return o.Command }, alone(command), validateEntrypoint),
	listField("args", func(o *api.Overriders) []api.EntrypointOverrider { return o.Args }, alone(args), validateEntrypoint),
	listField("envs", func(o *api.Overriders) []api.EnvOverrider { return o.Envs }, envs, validateEnvs),
	listField("annotations", func(o *api.Overriders) []api.StringMapOverrider { return o.Annotations }, alone(annotations), validateAnnotations),
	listField("labels", func(o *api.Overriders) []api.StringMapOverrider { return o.Labels }, alone(labels), validateLabels),
	listField("jsonpatch", func(o *api.Overriders) []api.JSONPatchOverrider { return o.JSONPatch }, alone(jsonPatch), validateJSONPatch),
}

// overriderField is a field of api.Overriders.
type overriderField struct {
	name     string
	compile  func(at *field.Path, o *api.Overriders) override.Lane
	validate func(at *field.Path, o *api.Overriders) field.ErrorList
}

// listField returns a field that is a list. compile returns a function that compiles the entries of a rule, one after the other in their order.
func listField[T any](
	name string, entriesOf func(*api.Overriders) []T, compile func([]T) func(T) override.Overrider, validate func(*field.Path, T) field.ErrorList,
) overriderField {
	return overriderField{
		name: name,
		compile: func(at *field.Path, o *api.Overriders) override.Lane {
			entries := entriesOf(o)
			return lane(at, entries, compile(entries))
		},
		validate: func(at *field.Path, o *api.Overriders) field.ErrorList {
			return dialect.ValidateEach(at, entriesOf(o), validate)
		},
	}
}

// alone is for entries that do not depend on the other entries of the rule.
func alone[T any](compile func(T) override.Overrider) func([]T) func(T) override.Overrider {
	return func([]T) func(T) override.Overrider { return compile }
}

// lane returns one step for each entry. The steps see each other.
func lane[T any](at *field.Path, entries []T, compile func(T) override.Overrider) override.Lane {
	lane := make(override.Lane, len(entries))
	for i, entry := range entries {
		lane[i] = override.Step{At: dialect.PathOf(at.Index(i)), Overrider: compile(entry)}
	}
	return lane
}
