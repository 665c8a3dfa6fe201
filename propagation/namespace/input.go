package namespace

import (
	"regexp"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/work"
)

// Input is the input of [Prepare]. It is never written.
type Input struct {
	Namespace *unstructured.Unstructured
	Clusters  []*api.Cluster // all clusters, ready or not; among clusters with the same name, the first counts
	Overrides work.Overrides

	// Stored has the stored Works: at least those of the namespace. All others are ignored. A caller with many namespaces should pass to each
	// only its Works, which have the same name in all clusters, see [api.WorkName].
	Stored []*api.Work

	Skipped []*regexp.Regexp // match names that are not propagated; Karmada's default is ^kube-.*$

	// NewID returns the permanent id of a Work without one, as in [work.Input]. It is called in the order of the names of the clusters.
	NewID func(of override.Ref) string

	// Overridden is called for each distinct result of the override policies, as in [work.Input].
	Overridden func(clusters []string, result *override.Result)
}

// ShouldSkip reports whether a namespace is not propagated, and why or why not. It is skipped for these reasons:
//
//  1. It is reserved by Karmada, see [api.IsReservedNamespace], or called default.
//  2. An expression in Skipped matches its name.
//  3. It is being deleted. It owns its Works, so they are deleted with it.
//  4. Its label namespace.karmada.io/skip-auto-propagation is true, in any case. Existing Works stay.
func (in Input) ShouldSkip() (skip bool, reason string) {
	if in.Namespace == nil {
		return true, "the namespace is nil"
	}
	name := override.RefOf(in.Namespace).Name
	switch {
	case api.IsReservedNamespace(name) || name == "default":
		return true, "the namespace " + name + " is reserved"
	case slices.ContainsFunc(in.Skipped, func(r *regexp.Regexp) bool { return r != nil && r.MatchString(name) }):
		return true, "the namespace " + content.Clip(name) + " is skipped by its name"
	case content.Deleting(in.Namespace):
		return true, "the namespace " + content.Clip(name) + " is being deleted"
	case strings.ToLower(content.Labels(in.Namespace)[api.SkipAutoPropagationLabel]) == "true":
		return true, "the namespace " + content.Clip(name) + " is skipped by its label " + api.SkipAutoPropagationLabel
	}
	return false, "every cluster gets the namespace " + content.Clip(name)
}
