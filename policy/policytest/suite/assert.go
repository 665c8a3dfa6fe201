package suite

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/words"
	"github.com/overridekit/overridekit/selector"
)

// Assertion is a statement about the outcomes of a case, or of files. Only these types of this package implement it: [Unchanged], [Value], [Decided],
// [Conflicts], [Lint], [Valid] and [Placed].
//
//  1. Objects are patterns KIND/NAME or KIND/NAMESPACE/NAME, and clusters are patterns of names. In both, "*" stands for any characters. An empty list
//     means all, but [Value], [Decided] and [Placed] need at least one pattern of objects.
//  2. A pattern that matches nothing is a failure.
//  3. An object that an override policy fails for, in a cluster, is a failure of each assertion about it.
//  4. A failure names the object, the clusters, the place in the object, what was found and expected, and the policy that decided it with the place of the
//     step. It does not show values of Secrets. An assertion has at most 20 failures; the last one has the number of the others.
type Assertion interface {
	// name is the key in case.yaml.
	name() string
	// fault returns what is wrong with the assertion itself, and its key in case.yaml. It needs no input.
	fault() (key string, err error)
	// check adds failures, or registers a function for each outcome.
	check(a *asserted)
}

// Assert checks assertions about the outcomes of files, folders and patterns of [filepath.Glob], without a case. It returns the failures in the order of the
// assertions. The files have no line of an assertion: a failure begins with the name of the assertion instead, as it is in case.yaml.
func Assert(paths []string, assertions ...Assertion) []Failure {
	in, failures := loadFiles(paths)
	if len(failures) > 0 {
		return failures
	}
	return in.assertAll(assertions)
}

// asserted is an assertion, where it is, and what it has found.
type asserted struct {
	of   Assertion
	file string
	line int

	in       *input
	plan     func() (*planned, []Failure)
	objects  []bool          // of in.objects; nil: all
	clusters map[string]bool // nil: all
	visit    func(*seen)     // nil: no outcome matters
	failures []Failure
	more     int       // failures that are only counted
	stopped  []*failed // what other assertions report, too

	explained int // see whyNot
}

// maxFailures is the number of failures of an assertion that are listed.
const maxFailures = 20

// fail adds a failure.
func (a *asserted) fail(format string, args ...any) {
	if len(a.failures) == maxFailures {
		a.more++
		return
	}
	lines := strings.Split(fmt.Sprintf(format, args...), "\n")
	for i := range lines {
		lines[i] = bounded(words.OneLine(lines[i]))
	}
	a.failures = append(a.failures, Failure{File: a.file, Line: a.line, Message: a.of.name() + ": " + strings.Join(lines, "\n  ")})
}

// bounded returns a line of a failure without its middle if it is very long.
func bounded(line string) string {
	const most = 4000
	if len(line) <= most {
		return line
	}
	return strings.ToValidUTF8(line[:most/2], "") + " … " + strings.ToValidUTF8(line[len(line)-most/2:], "")
}

// each calls a function for each outcome of some objects in some clusters, after all assertions are prepared.
func (a *asserted) each(objects, clusters []string, visit func(*seen)) {
	a.matchObjects(objects)
	a.matchClusters(clusters)
	if len(a.failures) == 0 {
		a.visit = visit
	}
}

// seen is an outcome that an assertion is about.
type seen struct {
	of       *asserted
	index    int // of the object
	object   *unstructured.Unstructured
	result   *override.Result
	clusters []string // those of the variant that the assertion is about; not empty
}

// title returns, for example: Deployment shop/web in eu, us and 3 more.
func (s *seen) title() string {
	const most = 3
	some := s.clusters[:min(most, len(s.clusters))]
	title := fmt.Sprintf("%s in %s", override.RefOf(s.object), strings.Join(some, ", "))
	if more := len(s.clusters) - len(some); more > 0 {
		title += fmt.Sprintf(" and %d more", more)
	}
	return title
}

// assert checks assertions. The policies are applied once for each object and group of clusters with the same outcome.
func (in *input) assert(all []*asserted, plan func() (*planned, []Failure)) []Failure {
	run := *in // what is found out for the assertions is not shared with other goroutines
	in = &run
	in.failing, in.index = nil, nil
	for _, a := range all {
		a.in, a.plan = in, plan
		a.of = plainAssertion(a.of)
		if key, err := a.of.fault(); err != nil {
			if key != "" {
				err = fmt.Errorf("%s: %w", key, err)
			}
			a.fail("%v", err)
			continue
		}
		a.of.check(a)
	}
	in.visit(all)
	for _, f := range in.failing {
		f.finish()
	}
	var failures []Failure
	for _, a := range all {
		if a.more > 0 {
			last := &a.failures[len(a.failures)-1]
			last.Message += fmt.Sprintf("\n  and %d more failures", a.more)
		}
		failures = append(failures, a.failures...)
	}
	return failures
}

// visit shows the outcomes to the assertions about them, in the order of the objects.
func (in *input) visit(all []*asserted) {
	all = kept(all, func(a *asserted) bool { return a.visit != nil })
	clusters := kept(in.clusters, func(c selector.Cluster) bool {
		return slices.ContainsFunc(all, func(a *asserted) bool { return a.clusters == nil || a.clusters[c.Name] })
	})
	var indexes []int
	var objects []*unstructured.Unstructured
	for i, o := range in.objects {
		if slices.ContainsFunc(all, func(a *asserted) bool { return a.objects == nil || a.objects[i] }) {
			indexes, objects = append(indexes, i), append(objects, o)
		}
	}
	n := 0
	for object, variants := range in.set.Inventory(slices.Values(objects), clusters) {
		i := indexes[n]
		n++
		var counted []override.Variant
		for _, v := range variants {
			counts := false
			for _, a := range all {
				if a.objects == nil || a.objects[i] {
					_, general := a.of.(Conflicts)
					counts = a.see(i, object, v) && !general || counts
				}
			}
			if counts {
				counted = append(counted, v)
			}
		}
		if in.effects != nil {
			in.effects.observe(in, object, counted)
		}
	}
}

// see shows an outcome to an assertion, if it is about one of its clusters. It reports whether it is.
func (a *asserted) see(i int, object *unstructured.Unstructured, v override.Variant) bool {
	clusters := v.Clusters
	if a.clusters != nil {
		clusters = kept(clusters, func(name string) bool { return a.clusters[name] })
	}
	if len(clusters) == 0 {
		return false
	}
	s := &seen{a, i, object, v.Result, clusters}
	if v.Err != nil {
		a.in.failed(s, v.Err)
	} else {
		a.visit(s)
	}
	return true
}

// kept returns a copy with the elements that keep returns true for.
func kept[T any](list []T, keep func(T) bool) []T {
	var left []T
	for _, v := range list {
		if keep(v) {
			left = append(left, v)
		}
	}
	return left
}

// plainAssertion returns one of the types of this package, also for a pointer to one. Nil and types that embed an assertion are not assertions.
func plainAssertion(a Assertion) Assertion {
	if v := reflect.ValueOf(a); v.Kind() == reflect.Pointer && !v.IsNil() {
		a, _ = v.Elem().Interface().(Assertion)
	}
	switch a.(type) {
	case Unchanged, Value, Decided, Conflicts, Lint, Valid, Placed:
		return a
	case nil:
		return noAssertion{"nil"}
	}
	return noAssertion{fmt.Sprintf("%T", a)}
}

// noAssertion replaces a value that is not an assertion.
type noAssertion struct{ found string }

func (noAssertion) name() string { return "assert" }
func (n noAssertion) fault() (string, error) {
	return "", fmt.Errorf("found %.200s, expected an assertion of package suite", n.found)
}
func (noAssertion) check(*asserted) {}
