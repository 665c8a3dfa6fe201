package suite

import (
	"errors"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/files"
	"github.com/overridekit/overridekit/selector"
)

// input is what a case is about.
type input struct {
	*files.Bundle
	unread   []error // documents of input.yaml that cannot be decoded
	own      map[override.Ref]bool
	set      *override.Set
	objects  []*unstructured.Unstructured
	clusters []selector.Cluster
}

// load reads the files of the case. It returns nil after a failure.
func (c *Case) load(r *Report) *input {
	in := &input{own: map[override.Ref]bool{}}
	var sources []*files.Source
	for _, e := range c.entries() {
		source, err := c.suite.library.read(e)
		if err != nil {
			r.fail(Failure{File: e.Name, Message: err.Error()})
			return nil
		}
		if e == c.input || e == c.replace {
			for _, p := range source.Bundle().Policies {
				in.own[p.Ref()] = true
			}
		}
		sources = append(sources, source)
	}
	in.unread = unreadIn(sources, c.input)
	in.Bundle, _ = files.Merge(sources...)
	in.set, in.objects, in.clusters = override.NewSet(in.Policies...), in.Objects, in.Clusters
	for _, f := range twice(sources) {
		r.fail(f)
	}
	unread := ""
	if len(in.unread) > 0 {
		unread = "\n" + errors.Join(in.unread...).Error()
	}
	switch {
	case len(r.Failures) > 0:
	case len(in.clusters) == 0:
		r.fail(failuref(c.File, 0, "no clusters found, expected one in the case, in a folder named %s, or in a path that all cases read%s", sharedFolder, unread))
	case len(in.objects) == 0 && len(in.unread) == 0 && !in.faulty():
		r.fail(failuref(c.File, 0, "no object found, expected one that the policies may change"))
	default:
		return in
	}
	return nil
}

// faulty reports whether a policy has faults.
func (in *input) faulty() bool {
	for _, p := range in.Policies {
		if len(p.Faults()) > 0 {
			return true
		}
	}
	return false
}

// unreadIn returns the errors of the documents of input.yaml, without its name.
func unreadIn(sources []*files.Source, e *entry) []error {
	var errs []error
	for _, s := range sources {
		if e == nil || s != e.source {
			continue
		}
		for _, err := range s.Report().Errors {
			var in *files.Error
			if errors.As(err, &in) {
				err = in.Err
			}
			errs = append(errs, err)
		}
	}
	return errs
}

// twice returns a failure for each policy, cluster or object that two files define.
func twice(sources []*files.Source) []Failure {
	var failures []Failure
	first := map[override.Ref]*files.Source{}
	for _, s := range sources {
		check := func(ref override.Ref) {
			switch before := first[ref]; {
			case ref.Name == "":
			case before == nil:
				first[ref] = s
			case before != s:
				failures = append(failures, failuref(s.File().Name, s.Bundle().Position(ref, "").Line, "%s is defined here and in %s", ref, before.File().Name))
			}
		}
		for _, ref := range refsOf(s) {
			check(ref)
		}
	}
	return failures
}

// refsOf returns the names of what a source defines.
func refsOf(s *files.Source) []override.Ref {
	var refs []override.Ref
	b := s.Bundle()
	for _, p := range b.Policies {
		refs = append(refs, p.Ref())
	}
	for _, c := range b.Clusters {
		refs = append(refs, files.ClusterRef(c.Name))
	}
	for _, o := range b.Objects {
		refs = append(refs, override.RefOf(o))
	}
	for _, p := range b.Propagation {
		refs = append(refs, p.Ref())
	}
	for _, binding := range b.Bindings {
		refs = append(refs, binding.Ref())
	}
	for _, w := range b.Works {
		refs = append(refs, w.Ref())
	}
	return refs
}
