package suite

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/policy/files"
	"github.com/overridekit/overridekit/policy/schema"
	"github.com/overridekit/overridekit/selector"
)

// input is what a case is about.
type input struct {
	*files.Bundle
	set      *override.Set
	own      map[override.Ref]bool        // the policies of the case's own files
	policies []*policyList                // all of them
	hide     redact.Places                // in addition to those of Secrets, see hiding; nil: no others
	index    *objectIndex                 // see objectIndex
	failing  map[override.Origin]*failed  // steps that fail, as assertions report them
	effects  *effects                     // of the outcomes that assertions are about; nil: they do not count
	schemas  *schema.Schemas              // see types
	unread   []error                      // documents of input.yaml that cannot be decoded
	objects  []*unstructured.Unstructured // those that are computed
	clusters []selector.Cluster           // those that are computed
}

// load reads the files of the case. It returns nil after a failure.
func (c *Case) load(r *Report) *input {
	in := &input{own: map[override.Ref]bool{}}
	shared := c.base.load()
	if r.Failures = append(r.Failures, shared.failures...); len(r.Failures) > 0 {
		return nil
	}
	sources := shared.sources
	var own []*files.Source
	for _, e := range c.own() {
		source, err := e.read(c.base.namespace)
		if err != nil {
			r.fail(Failure{File: e.Name, Message: err.Error()})
			return nil
		}
		switch e {
		case c.replace:
			for _, err := range e.readWhole(c.base.namespace) {
				r.fail(asFailure(err))
			}
			if len(r.Failures) == 0 && !e.hasDocument(c.base.namespace) {
				r.fail(Failure{File: e.Name, Message: "found no document, expected those that it replaces"})
			}
			sources = replaced(sources, source, r)
		case c.input:
			in.unread = unreadIn(source)
		}
		for _, p := range source.Bundle().Policies {
			in.own[p.Ref()] = true
		}
		own = append(own, source)
	}
	if c.replace == nil && shared.fits(own) {
		shared.merge(in, own, r)
		in.policies = []*policyList{shared.policies, in.placed(c.own(), c)}
	} else {
		in.merge(slices.Concat(sources, own), r)
		in.policies = []*policyList{in.placed(c.entries(), c)}
	}
	if len(r.Failures) > 0 {
		return nil
	}
	in.choose(c, r)
	if len(r.Failures) > 0 {
		return nil
	}
	return in
}

// hiding returns the input for assertions, which show neither the values of Secrets nor those of other places.
func (in *input) hiding(places redact.Places) *input {
	if places == nil {
		return in
	}
	hidden := *in
	hidden.hide = func(o selector.Object) []jsontree.Pointer {
		return slices.Concat(redact.Secrets(o), places(o))
	}
	hidden.set = in.set.Hiding(hidden.hide)
	return &hidden
}

// merge merges the sources of a case.
func (in *input) merge(sources []*files.Source, r *Report) {
	for _, f := range twice(sources) {
		r.fail(f)
	}
	in.Bundle, _ = files.Merge(sources...) // the errors are known
	in.set = override.NewSet(in.Policies...)
}

// choose chooses the objects and the clusters. There must be one of each.
func (in *input) choose(c *Case, r *Report) {
	var unread string
	if len(in.unread) > 0 {
		unread = "\n" + errors.Join(in.unread...).Error()
	}
	if len(in.Clusters) == 0 {
		r.fail(failuref(c.File, 0, "no clusters found, expected one in the case, in a folder named %s, or in a path that all cases read%s", sharedFolder, unread))
	}
	if len(in.Objects) == 0 && unread == "" && !slices.ContainsFunc(in.Policies, func(p *override.Policy) bool { return len(p.Faults()) > 0 }) {
		r.fail(failuref(c.File, 0, "no object found, expected one that the policies may change"))
	}
	if len(r.Failures) > 0 {
		return
	}
	nameOf := func(_ string, c selector.Cluster) string { return c.Name }
	in.clusters = chosen(c, r, "clusters", c.settings.clusters, in.Clusters, nameOf, func(pattern string) func(selector.Cluster) bool {
		return func(cluster selector.Cluster) bool { return matches(pattern, cluster.Name) }
	})
	in.objects = chosen(c, r, "objects", c.settings.objects, in.Objects, func(pattern string, o *unstructured.Unstructured) string {
		return nameLike(pattern, override.RefOf(o))
	}, func(pattern string) func(*unstructured.Unstructured) bool {
		p, _ := parseObjectPattern(pattern) // it was checked
		return func(o *unstructured.Unstructured) bool { return p.match(override.RefOf(o)) }
	})
}

// chosen returns the values that a pattern matches, in their order, or all of them without patterns. Each pattern must match one.
func chosen[T any](c *Case, r *Report, key string, patterns []scalar, all []T, title func(pattern string, v T) string, match func(pattern string) func(T) bool) []T {
	if len(patterns) == 0 {
		return all
	}
	keep := make([]bool, len(all))
	for _, pattern := range patterns {
		found, is := false, match(pattern.value)
		for i, v := range all {
			if is(v) {
				found, keep[i] = true, true
			}
		}
		if !found {
			r.fail(failuref(c.settings.file, pattern.line, "%s: %.200q matches none of %d: %s", key, pattern.value, len(all), examples(pattern.value, all, title)))
		}
	}
	var kept []T
	for i, v := range all {
		if keep[i] {
			kept = append(kept, v)
		}
	}
	return kept
}

// examples returns the name that a pattern may mean, or the first names.
func examples[T any](pattern string, all []T, title func(string, T) string) string {
	const most = 5
	var names []string
	for _, v := range all {
		names = append(names, title(pattern, v))
	}
	if near := didYouMean(pattern, names); near != "" {
		return strings.TrimPrefix(near, ", ")
	}
	text := strings.Join(names[:min(most, len(names))], ", ")
	if more := len(names) - most; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}
