package claim

import (
	"fmt"
	"regexp"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// ResourceFilterOptions are what an installation leaves out, beside what always is.
type ResourceFilterOptions struct {
	// SkippedAPIs are groups, versions and kinds, one after another with ";" between:
	//   - "group" is a whole group, and nothing at all is the core group;
	//   - "group/version" is all kinds of a version;
	//   - "v1/Kind,Kind" is kinds of the core group;
	//   - "group/version/Kind,Kind" is kinds of any other group.
	//
	// Kinds are compared to the letter. What begins with v1 and has one slash is of the core group, even where a group of such a name
	// exists.
	SkippedAPIs string
	// SkippedNamespaces are regular expressions, each put between ^ and $ as it stands: "prod|test" is ^prod|test$. Nil is kube-.* and an
	// empty list is none.
	SkippedNamespaces []string
}

// ResourceFilter tells which objects are considered at all. It is never written, so it may be used concurrently. Nil and the zero value skip no
// APIs and no namespaces but Karmada's own.
type ResourceFilter struct {
	groups     map[string]bool
	versions   map[schema.GroupVersion]bool
	kinds      map[schema.GroupVersionKind]bool
	namespaces []*regexp.Regexp
}

// NewResourceFilter reads the options. An error names the option that cannot be read.
func NewResourceFilter(options ResourceFilterOptions) (*ResourceFilter, error) {
	w := &ResourceFilter{
		groups: map[string]bool{
			"cluster.karmada.io": true, "policy.karmada.io": true, "work.karmada.io": true, "config.karmada.io": true, "networking.karmada.io": true,
			"autoscaling.karmada.io": true, "remedy.karmada.io": true, "apps.karmada.io": true, "events.k8s.io": true,
		},
		versions: map[schema.GroupVersion]bool{{Group: "coordination.k8s.io", Version: "v1"}: true},
		kinds:    map[schema.GroupVersionKind]bool{{Version: "v1", Kind: "Event"}: true},
	}
	if options.SkippedAPIs != "" {
		for token := range strings.SplitSeq(options.SkippedAPIs, ";") {
			if err := w.skip(token); err != nil {
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
			return nil, fmt.Errorf("skipped namespaces: %q is no regular expression: %w", pattern, err)
		}
		w.namespaces = append(w.namespaces, compiled)
	}
	return w, nil
}

// skip reads a token. Among kinds, those after the first may repeat the group and version; those of the last one count for all.
func (w *ResourceFilter) skip(token string) error {
	slashes := strings.Count(token, "/")
	switch {
	case slashes == 0:
		w.groups[token] = true
		return nil
	case slashes == 1 && !strings.HasPrefix(token, "v1"):
		group, version, _ := strings.Cut(token, "/")
		w.versions[schema.GroupVersion{Group: group, Version: version}] = true
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
		w.kinds[of.WithKind(kind)] = true
	}
	return nil
}

// Eligible reports whether an object is considered, and why or why not: its API is watched, and the object passes. The caller must know
// whether the API can be listed and watched at all. The label that gives an object to another controller is read by [Decide].
func (w *ResourceFilter) Eligible(object *unstructured.Unstructured) (eligible bool, reason string) {
	if object == nil {
		return false, "there is no object"
	}
	watched, why := w.WatchesAPI(content.Kind(object))
	passed, whyNot := w.PassesEvent(object)
	switch {
	case !watched && !passed:
		return false, why + ", and " + whyNot
	case !passed:
		return false, whyNot
	}
	return watched, why
}

// WatchesAPI reports whether objects of a kind are watched: its group, its version of that group, and the kind itself are not skipped.
func (w *ResourceFilter) WatchesAPI(kind schema.GroupVersionKind) (watched bool, reason string) {
	return unless(w.orEmpty().whySkipped(kind))
}

// PassesEvent reports whether an event of an object is handled:
//
//  1. The object must have a kind and a version.
//  2. It must not be in a namespace of Karmada's own.
//  3. Its namespace, "" for an object without one, must match none of the patterns.
//  4. It must not be ConfigMap kube-system/extension-apiserver-authentication.
func (w *ResourceFilter) PassesEvent(object *unstructured.Unstructured) (passed bool, reason string) {
	if object == nil {
		return false, "there is no object"
	}
	ref := content.Ref(object)
	return unless(w.orEmpty().whyHeld(content.Kind(object), ref.Namespace, ref.Name))
}

func (w *ResourceFilter) orEmpty() *ResourceFilter {
	if w == nil {
		return &ResourceFilter{}
	}
	return w
}

// unless reports that there is nothing against an object.
func unless(why string) (bool, string) {
	if why != "" {
		return false, why
	}
	return true, "nothing skips it"
}

func (w *ResourceFilter) whySkipped(gvk schema.GroupVersionKind) string {
	switch {
	case w.groups[gvk.Group]:
		return fmt.Sprintf("the API group %q is skipped", gvk.Group)
	case w.versions[gvk.GroupVersion()]:
		return "the API version " + gvk.GroupVersion().String() + " is skipped"
	case w.kinds[gvk]:
		return "the kind " + gvk.GroupVersion().String() + " " + gvk.Kind + " is skipped"
	}
	return ""
}

func (w *ResourceFilter) whyHeld(gvk schema.GroupVersionKind, namespace, name string) string {
	switch {
	case gvk.Kind == "":
		return "it has no kind"
	case gvk.Version == "":
		return "it has no version"
	case api.IsReservedNamespace(namespace):
		return "the namespace " + namespace + " is Karmada's own"
	}
	for _, pattern := range w.namespaces {
		if pattern.MatchString(namespace) {
			return fmt.Sprintf("the namespace %q matches %s, which is skipped", namespace, pattern)
		}
	}
	if gvk.Group == "" && gvk.Kind == "ConfigMap" && namespace == "kube-system" && name == "extension-apiserver-authentication" {
		return "ConfigMap kube-system/extension-apiserver-authentication is made by each API server for itself"
	}
	return ""
}
