package suite

import (
	"errors"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/policy/files"
)

// unreadIn returns the errors of the documents of a source, without its name.
func unreadIn(s *files.Source) []error {
	var errs []error
	for _, err := range s.Report().Errors {
		var in *files.Error
		if errors.As(err, &in) {
			err = in.Err
		}
		errs = append(errs, err)
	}
	return errs
}

// names has the names of what sources define.
type names struct{ scopes policy.Scopes }

// name is the name of a document.
type name struct {
	override.Ref              // without the namespace that was assumed for a kind that another file defines as cluster-scoped
	local        override.Ref // in its file
}

// newNames returns names that know the scopes of all kinds that the sources define.
func newNames(sources ...*files.Source) names {
	var definitions []*unstructured.Unstructured
	for _, s := range sources {
		for _, o := range s.Bundle().Objects {
			if isDefinition(o) {
				definitions = append(definitions, o)
			}
		}
	}
	return names{policy.ScopesOf(definitions...)}
}

// isDefinition reports whether an object may define a kind.
func isDefinition(o *unstructured.Unstructured) bool {
	return o.GetKind() == "CustomResourceDefinition"
}

// definesKinds reports whether a source may define kinds.
func definesKinds(s *files.Source) bool { return slices.ContainsFunc(s.Bundle().Objects, isDefinition) }

// in returns the names of what a source defines. What has no name is left out.
func (n names) in(s *files.Source) []name {
	var all []name
	add := func(ref override.Ref) {
		if ref.Name != "" {
			all = append(all, name{ref, ref})
		}
	}
	b := s.Bundle()
	for _, p := range b.Policies {
		add(p.Ref())
	}
	for _, c := range b.Clusters {
		add(files.ClusterRef(c.Name))
	}
	assumed := map[*unstructured.Unstructured]bool{}
	for _, o := range b.Assumed {
		assumed[o] = n.scopes.Of(o.GroupVersionKind().GroupKind()) == policy.ScopeCluster
	}
	for _, o := range b.Objects {
		if add(override.RefOf(o)); assumed[o] && o.GetName() != "" {
			all[len(all)-1].Namespace = ""
		}
	}
	for _, p := range b.Propagation {
		add(p.Ref())
	}
	for _, binding := range b.Bindings {
		add(binding.Ref())
	}
	for _, w := range b.Works {
		add(w.Ref())
	}
	return all
}

// twice returns a failure for each policy, cluster or object that two files define.
func twice(sources []*files.Source) []Failure {
	return newNames(sources...).twice(map[override.Ref]*files.Source{}, sources)
}

// twice returns a failure for each name that two of the sources have, or one of them and one of other sources, by name. It adds their names.
func (n names) twice(first map[override.Ref]*files.Source, sources []*files.Source) []Failure {
	var failures []Failure
	for _, s := range sources {
		for _, name := range n.in(s) {
			switch before := first[name.Ref]; {
			case before == nil:
				first[name.Ref] = s
			case before == s:
				failures = append(failures, failuref(s.File().Name, lineOf(s, name), "%s is defined twice in this file", name.Ref))
			default:
				failures = append(failures, failuref(s.File().Name, lineOf(s, name), "%s is defined here and in %s", name.Ref, before.File().Name))
			}
		}
	}
	return failures
}

// replaced returns the sources without what another source replaces. Each of its documents must replace exactly one.
func replaced(sources []*files.Source, by *files.Source, r *Report) []*files.Source {
	n := newNames(append([]*files.Source{by}, sources...)...)
	replacing := n.in(by)
	count := map[override.Ref]int{}
	for _, name := range replacing {
		count[name.Ref] = 0
	}
	var rest []*files.Source
	for _, s := range sources {
		var here []override.Ref
		for _, name := range n.in(s) {
			if found, known := count[name.Ref]; known {
				count[name.Ref] = found + 1
				here = append(here, name.local)
			}
		}
		rest = append(rest, s.Without(here...))
	}
	seen := map[override.Ref]bool{}
	for _, name := range replacing {
		file, line := by.File().Name, lineOf(by, name)
		switch found := count[name.Ref]; {
		case seen[name.Ref]:
			r.fail(failuref(file, line, "%s is given twice in this file", name.Ref))
		case found == 0:
			r.fail(failuref(file, line, "%s replaces nothing, expected the same apiVersion, kind, namespace and name as in another file", full(name.Ref)))
		case found > 1:
			r.fail(failuref(file, line, "%s would replace %d documents, expected one", name.Ref, found))
		}
		seen[name.Ref] = true
	}
	return rest
}

// lineOf returns the line of a document in its file, or 0.
func lineOf(s *files.Source, n name) int { return s.Bundle().Position(n.local, "").Line }

// full returns a name with its apiVersion.
func full(ref override.Ref) string {
	if ref.APIVersion == "" {
		return ref.String()
	}
	return ref.APIVersion + " " + ref.String()
}
