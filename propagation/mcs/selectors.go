package mcs

import (
	"slices"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// NeedsDependencies reports whether a policy with these selectors must propagate dependencies, because one selects ServiceImports. Karmada's
// admission then sets propagateDeps; package policy/karmada/validation does so with all other defaults.
func NeedsDependencies(selectors []api.ResourceSelector) bool {
	return slices.ContainsFunc(selectors, func(s api.ResourceSelector) bool {
		return s.APIVersion == serviceImportKind.apiVersion && s.Kind == serviceImportKind.kind
	})
}
