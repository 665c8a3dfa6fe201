package suite

import (
	"errors"

	"github.com/overridekit/overridekit/override"
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

// twice returns a failure for each policy, cluster or object that two files define.
func twice(sources []*files.Source) []Failure {
	var failures []Failure
	first := map[override.Ref]*files.Source{}
	for _, s := range sources {
		for _, ref := range refsOf(s) {
			switch before := first[ref]; {
			case before == nil:
				first[ref] = s
			case before != s:
				line := s.Bundle().Position(ref, "").Line
				failures = append(failures, failuref(s.File().Name, line, "%s is defined here and in %s", ref, before.File().Name))
			}
		}
	}
	return failures
}

// refsOf returns the names of what a source defines. What has no name is left out.
func refsOf(s *files.Source) []override.Ref {
	var refs []override.Ref
	add := func(ref override.Ref) {
		if ref.Name != "" {
			refs = append(refs, ref)
		}
	}
	b := s.Bundle()
	for _, p := range b.Policies {
		add(p.Ref())
	}
	for _, c := range b.Clusters {
		add(files.ClusterRef(c.Name))
	}
	for _, o := range b.Objects {
		add(override.RefOf(o))
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
	return refs
}
