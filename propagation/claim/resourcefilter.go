package claim

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// ResourceFilterOptions configures which objects a control plane ignores in addition to those that are always ignored.
type ResourceFilterOptions struct {
	// SkippedAPIs is a list of groups, versions and kinds, separated by ";":
	//   - "group" skips a whole group, and an empty entry the core group;
	//   - "group/version" skips all kinds of a version;
	//   - "v1/Kind,Kind" skips kinds of the core group;
	//   - "group/version/Kind,Kind" skips kinds of any other group.
	//
	// Kinds are case-sensitive. An entry that begins with v1 and has one slash names kinds of the core group, even if its first part is
	// the name of a group.
	SkippedAPIs string
	// SkippedNamespaces is a list of regular expressions. Each is put between ^ and $ without parentheses: "prod|test" becomes ^prod|test$.
	// Nil skips kube-.*, an empty list nothing.
	SkippedNamespaces []string
}

// ResourceFilter reports which objects are considered at all. It is never written, so it may be used concurrently. Nil and the zero value
// skip only Karmada's own namespaces.
type ResourceFilter struct {
	groups     map[string]bool
	versions   map[schema.GroupVersion]bool
	kinds      map[schema.GroupVersionKind]bool
	namespaces []*regexp.Regexp
}

// NewResourceFilter parses the options. An error names the invalid option.
func NewResourceFilter(options ResourceFilterOptions) (*ResourceFilter, error) {
	f := &ResourceFilter{
		groups: map[string]bool{
			"cluster.karmada.io": true, "policy.karmada.io": true, "work.karmada.io": true, "config.karmada.io": true, "networking.karmada.io": true,
			"autoscaling.karmada.io": true, "remedy.karmada.io": true, "apps.karmada.io": true, "events.k8s.io": true,
		},
		versions: map[schema.GroupVersion]bool{{Group: "coordination.k8s.io", Version: "v1"}: true},
		kinds:    map[schema.GroupVersionKind]bool{{Version: "v1", Kind: "Event"}: true},
	}
	if options.SkippedAPIs != "" {
		for token := range strings.SplitSeq(options.SkippedAPIs, ";") {
			if err := f.skip(token); err != nil {
				return nil, fmt.Errorf("skipped APIs: %w", err)
			}
		}
	}
	patterns := options.SkippedNamespaces
	if patterns == nil {
		patterns = []string{"kube-.*"}
	}
	for _, pattern := range patterns {
		compiled, err := regexp.Compile("^" + pattern + "$")
		if err != nil {
			return nil, fmt.Errorf("skipped namespaces: %q is not a regular expression: %w", pattern, err)
		}
		f.namespaces = append(f.namespaces, compiled)
	}
	return f, nil
}

// SkippedNamespaces returns the compiled expressions of [ResourceFilterOptions].SkippedNamespaces.
func (f *ResourceFilter) SkippedNamespaces() []*regexp.Regexp {
	if f == nil {
		return nil
	}
	return slices.Clone(f.namespaces)
}

// skip parses an entry. Kinds after the first may repeat the group and version; the last ones count for all kinds.
func (f *ResourceFilter) skip(token string) error {
	slashes := strings.Count(token, "/")
	switch {
	case slashes == 0:
		f.groups[token] = true
		return nil
	case slashes == 1 && !strings.HasPrefix(token, "v1"):
		group, version, _ := strings.Cut(token, "/")
		f.versions[schema.GroupVersion{Group: group, Version: version}] = true
		return nil
	case slashes > 2:
		return fmt.Errorf("found %q, expected group, group/version, v1/Kind,Kind or group/version/Kind,Kind", token)
	}
	of, kinds := schema.GroupVersion{Version: "v1"}, strings.Split(token, ",")
	for i, kind := range kinds {
		parts := strings.Split(kind, "/")
		switch {
		case len(parts) == 1: // the kind alone
		case len(parts) == slashes+1:
			kinds[i] = parts[slashes]
			if slashes == 2 {
				of = schema.GroupVersion{Group: parts[0], Version: parts[1]}
			}
		default:
			return fmt.Errorf("found %q in %q, expected group/version/Kind or Kind", kind, token)
		}
	}
	for _, kind := range kinds {
		f.kinds[of.WithKind(kind)] = true
	}
	return nil
}

// Eligible reports whether an object is considered, and why or why not: its API is watched, and the object passes. The caller must know
// whether the API can be listed and watched at all. The label that gives an object to another controller is read by [Decide].
func (f *ResourceFilter) Eligible(object *unstructured.Unstructured) (eligible bool, reason string) {
	if object == nil {
		return false, "no object was given"
	}
	watched, why := f.WatchesAPI(content.Kind(object))
	passed, whyNot := f.PassesEvent(object)
	switch {
	case !watched && !passed:
		return false, why + ", and " + whyNot
	case !passed:
		return false, whyNot
	}
	return watched, why
}

// WatchesAPI reports whether objects of a kind are watched: its group, its version of that group, and the kind itself are not skipped.
func (f *ResourceFilter) WatchesAPI(kind schema.GroupVersionKind) (watched bool, reason string) {
	return unless(f.orEmpty().whySkipped(kind))
}

// PassesEvent reports whether an event of an object is handled:
//
//  1. The object must have a kind and a version.
//  2. It must not be in a namespace that belongs to Karmada.
//  3. Its namespace, "" for an object without one, must match none of the patterns.
//  4. It must not be ConfigMap kube-system/extension-apiserver-authentication.
func (f *ResourceFilter) PassesEvent(object *unstructured.Unstructured) (passed bool, reason string) {
	if object == nil {
		return false, "no object was given"
	}
	ref := override.RefOf(object)
	return unless(f.orEmpty().whyIgnored(content.Kind(object), ref.Namespace, ref.Name))
}

func (f *ResourceFilter) orEmpty() *ResourceFilter {
	if f == nil {
		return &ResourceFilter{}
	}
	return f
}

// unless returns false with a reason against an object, otherwise true.
func unless(why string) (bool, string) {
	if why != "" {
		return false, why
	}
	return true, "nothing skips it"
}

func (f *ResourceFilter) whySkipped(gvk schema.GroupVersionKind) string {
	switch {
	case f.groups[gvk.Group]:
		return fmt.Sprintf("the API group %q is skipped", gvk.Group)
	case f.versions[gvk.GroupVersion()]:
		return "the API version " + gvk.GroupVersion().String() + " is skipped"
	case f.kinds[gvk]:
		return "the kind " + gvk.GroupVersion().String() + " " + gvk.Kind + " is skipped"
	}
	return ""
}

func (f *ResourceFilter) whyIgnored(gvk schema.GroupVersionKind, namespace, name string) string {
	switch {
	case gvk.Kind == "":
		return "it has no kind"
	case gvk.Version == "":
		return "it has no version"
	case api.IsReservedNamespace(namespace):
		return "the namespace " + namespace + " belongs to Karmada"
	}
	for _, pattern := range f.namespaces {
		if pattern.MatchString(namespace) {
			return fmt.Sprintf("the namespace %q matches the skipped pattern %s", namespace, pattern)
		}
	}
	if gvk.Group == "" && gvk.Kind == "ConfigMap" && namespace == "kube-system" && name == "extension-apiserver-authentication" {
		return "ConfigMap kube-system/extension-apiserver-authentication is created by each API server"
	}
	return ""
}
