package webhook

import (
	"slices"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
)

// Rule defines calls of a webhook: all of these operations for all kinds of these groups and versions. [interpreter.Any] matches
// everything, in each of the lists; the core group is empty.
type Rule struct {
	Operations  []interpreter.Operation `json:"operations"`
	APIGroups   []string                `json:"apiGroups"`
	APIVersions []string                `json:"apiVersions"`
	Kinds       []string                `json:"kinds"`
}

// Matches reports whether a rule covers an operation on objects of a kind. Names are case-sensitive. An empty list matches nothing.
func (r Rule) Matches(kind schema.GroupVersionKind, op interpreter.Operation) bool {
	return in(r.Operations, op) && in(r.APIGroups, kind.Group) && in(r.APIVersions, kind.Version) && in(r.Kinds, kind.Kind)
}

func in[S ~string](meant []S, found S) bool {
	return slices.Contains(meant, found) || slices.Contains(meant, interpreter.Any)
}

// kinds returns every kind that a rule names.
func (r Rule) kinds() []schema.GroupVersionKind {
	var all []schema.GroupVersionKind
	for _, group := range r.APIGroups {
		for _, version := range r.APIVersions {
			for _, kind := range r.Kinds {
				all = append(all, schema.GroupVersionKind{Group: group, Version: version, Kind: kind})
			}
		}
	}
	return all
}
