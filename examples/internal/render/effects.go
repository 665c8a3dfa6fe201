package render

import (
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/examples/internal/shard"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/policy/schema"
	"github.com/overridekit/overridekit/selector"
)

// effects are what the policies did to the objects of a shard for all clusters.
type effects struct {
	Rules   origins      `json:"rules"`   // they covered an object and a cluster; without a path, the policy did
	Changed origins      `json:"changed"` // the steps that changed something
	Failed  refs         `json:"failed"`  // the policies that cover an object that failed
	Skipped []skipped    `json:"skipped"` // the first reason of each step, in the order of the objects
	Idle    []idlePolicy `json:"idle"`    // of the policies of the shard, in order
	Found   []idle       `json:"found"`   // what package lint finds about the failed policies

	Conflicts []*line `json:"conflicts"`
	Problems  []*line `json:"problems"`

	bundle   *input.Bundle
	hide     redact.Places
	shows    func(override.Ref) bool // --object chooses the object, so conflicts and problems are printed
	schemas  *schema.Schemas
	assumed  input.Assumed
	clusters []selector.Cluster
	facts    []selector.Object // of the objects of the bundle

	incomplete []*unstructured.Unstructured // objects that name a policy that was not read, so they are not in the bundle
}

// skipped is a step that skipped something, and the index of the object.
type skipped struct {
	At int `json:"object"`
	idle
}

// line is a line about an object.
type line struct {
	At    int    `json:"object"` // its index
	Where string `json:"where"`
	Text  string `json:"text"`

	origin   override.Origin // what it is about, to find Where
	message  fmt.Stringer
	clusters *int
}

func newEffects(in *input.Bundle, opts options, schemas *schema.Schemas) *effects {
	return &effects{bundle: in, hide: opts.Hide(), shows: opts.shows, schemas: schemas, assumed: input.AssumedIn(in), Rules: origins{}, Changed: origins{}, Failed: refs{}}
}

// observe applies the policies to every object of the shard for every cluster of the bundle, or for the chosen clusters if it has no
// clusters.
func (e *effects) observe(set *override.Set, chosen []selector.Cluster, of shard.Shard) {
	if e.clusters = e.bundle.Clusters; len(e.clusters) == 0 {
		e.clusters = chosen
	}
	var objects []*unstructured.Unstructured
	var index []int
	for i, o := range e.bundle.Objects {
		e.facts = append(e.facts, selector.ObjectOf(o.Object))
		if of.Owns(override.RefOf(o)) {
			objects, index = append(objects, o), append(index, i)
		}
	}
	seen, conflicts, problems, next := origins{}, map[string]*line{}, map[string]*line{}, 0
	for object, variants := range set.Inventory(slices.Values(objects), e.clusters) {
		at := index[next]
		next++
		failed := false
		for _, v := range variants {
			if failed = failed || v.Err != nil; v.Err == nil {
				e.addResult(at, object, v, seen)
				if e.shows(override.RefOf(object)) {
					e.addConflicts(at, object, v, conflicts)
					e.addProblems(at, object, v, problems)
				}
			}
		}
		if failed {
			e.fail(e.facts[at])
		}
	}
	for _, l := range slices.Concat(e.Conflicts, e.Problems) {
		l.Text = l.message.String()
	}
	if len(e.facts) > 0 && len(e.clusters) > 0 {
		e.observeIdle(of)
	}
}

// fail records the policies that cover a failed object: the effect of their later steps is unknown.
func (e *effects) fail(object selector.Object) {
	for _, p := range e.bundle.Policies {
		if p.Covers(object) {
			e.Failed[p.Ref()] = true
		}
	}
}

// addResult adds a result. Seen has the steps that skipped something before.
func (e *effects) addResult(at int, object *unstructured.Unstructured, v override.Variant, seen origins) {
	for _, rule := range v.Result.Applied() {
		e.Rules[override.Origin{Policy: rule.Policy, At: rule.At}] = true
		e.Rules[override.Origin{Policy: rule.Policy}] = true
	}
	for _, c := range v.Result.Changes() {
		e.Changed[c.Origin] = true
	}
	for _, s := range v.Result.Skips() {
		if seen[s.Origin] {
			continue
		}
		seen[s.Origin] = true
		reason := fmt.Sprintf("%s in %s: %s", override.RefOf(object), v.Clusters[0], s.Reason)
		e.Skipped = append(e.Skipped, skipped{at, noEffect(s.Origin, reason)})
	}
}

// add adds the effects of another shard.
func (e *effects) add(other *effects) {
	if other == nil {
		return
	}
	e.Rules, e.Changed, e.Failed = e.Rules.with(other.Rules), e.Changed.with(other.Changed), e.Failed.with(other.Failed)
	e.Skipped, e.Idle, e.Found = append(e.Skipped, other.Skipped...), append(e.Idle, other.Idle...), append(e.Found, other.Found...)
	isNil := func(l *line) bool { return l == nil }
	e.Conflicts = slices.DeleteFunc(append(e.Conflicts, other.Conflicts...), isNil)
	e.Problems = slices.DeleteFunc(append(e.Problems, other.Problems...), isNil)
	if other.bundle != nil {
		e.bundle = other.bundle
	}
}
