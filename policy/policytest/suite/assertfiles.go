package suite

import (
	"fmt"
	"strings"
	"sync"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/files"
)

// loadFiles returns what files, folders and patterns have. Every document must be good.
func loadFiles(paths []string) (*input, []Failure) {
	s := &Suite{library: newLibrary()}
	var patterns []scalar
	for _, p := range paths {
		patterns = append(patterns, scalar{value: p})
	}
	entries, errs := s.expand("", patterns, func(_ int, err error) error { return err })
	r := &Report{}
	for _, err := range append(errs, readAll(entries, defaultNamespace)...) {
		r.fail(asFailure(err))
	}
	var sources []*files.Source
	for _, e := range entries {
		if source, err := e.read(defaultNamespace); err == nil { // otherwise it is one of the errors above
			sources = append(sources, source)
		}
	}
	for _, f := range twice(sources) {
		r.fail(f)
	}
	if len(r.Failures) > 0 {
		return nil, r.Failures
	}
	in := &input{}
	in.Bundle, _ = files.Merge(sources...) // the errors are known
	in.set, in.objects, in.clusters = override.NewSet(in.Policies...), in.Objects, in.Clusters
	if len(in.clusters) == 0 || len(in.objects) == 0 {
		return nil, []Failure{{Message: fmt.Sprintf("found %d objects and %d clusters in %s, expected one of each at least",
			len(in.objects), len(in.clusters), strings.Join(paths, ", "))}}
	}
	return in, nil
}

// assertAll checks assertions that are in no file.
func (in *input) assertAll(assertions []Assertion) []Failure {
	var all []*asserted
	for _, a := range assertions {
		all = append(all, &asserted{of: a})
	}
	return in.assert(all, sync.OnceValues(func() (*planned, []Failure) { return in.makePlan("", nil, false) }))
}
