package suite

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/lua"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/interpreter/thirdparty"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/policy/karmada/validation"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/simulation"
	"github.com/overridekit/overridekit/propagation/simulation/events"
	"github.com/overridekit/overridekit/propagation/template"
)

// planStart is the time of all plans, and the time when all worlds begin.
var planStart = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// planned is where a control plane puts the objects of a case.
type planned struct {
	in       *input
	only     []objectPattern    // what the tables show; none: everything
	rows     []*propagation.Row // of the last plan
	plan     *propagation.Plan  // nil with events
	tables   []events.Table     // one for each event; none without events
	warnings []string
}

// makePlan plans the objects of the case, as the command plan does:
//
//  1. The templates are all objects of the case, also those that its settings leave out.
//  2. Propagation policies get the defaults of Karmada's admission. An error of its validation is a warning.
//  3. A cluster that reports no APIs has all.
//  4. Policies and clusters of KubeAdmiral are ignored. Each override policy is a warning.
//  5. The scripts of ResourceInterpreterCustomizations run, see [lua.Load]. One that cannot be loaded is a failure. math.random always returns the
//     smallest number.
//  6. Webhooks that interpret kinds are not called, and all other objects of control planes are not read, see [policy.Bundle]. Each configuration
//     of webhooks and each other kind is a warning.
//
// Events, if any, run one after the other in a simulated world, and the last plan counts. Without works,
// the plan need not have Works.
func (in *input) makePlan(file string, story []events.Event, works bool) (*planned, []Failure) {
	p := &planned{in: in}
	bundle := in.Bundle.Bundle
	bundle.Clusters, bundle.Policies, bundle.KubeAdmiralOverrides = nil, nil, nil
	bundle.Propagation = make([]api.PropagationSource, len(in.Propagation))
	for i, policy := range in.Propagation {
		bundle.Propagation[i] = validation.DefaultPropagation(policy, nil)
		for _, fault := range validation.ValidatePropagation(bundle.Propagation[i]) {
			p.warnings = append(p.warnings, fmt.Sprintf("%s: %v", policy.Ref(), fault))
		}
	}
	for _, policy := range in.KubeAdmiralOverrides {
		p.warnings = append(p.warnings, fmt.Sprintf("%s of KubeAdmiral is ignored: a plan applies the override policies of Karmada only", policy.Ref()))
	}
	p.warnUnread(bundle.Unread)
	input := propagation.InputOf(&bundle)
	now := func() time.Time { return planStart }
	scripts, errs := lua.Load(lua.Options{Now: now, Random: func() int64 { return 0 }}, bundle.Unread...)
	if len(errs) > 0 {
		return nil, in.loadFailures(errs)
	}
	input.Registry = interpreter.NewRegistry(append(append(scripts, thirdparty.Interpreters(now)...), native.Interpreters(now)...)...)
	input.Options = propagation.PlanOptions{AssumeAPIs: true, Options: template.Options{Reasons: true}}
	input.Options.WithoutManifests = !works && len(story) == 0 && len(in.Overrides) == 0 // to make the Works also finds errors of overrides
	if len(story) > 0 {
		all, err := events.Begin(&bundle, story)
		if err != nil {
			return nil, []Failure{{File: file, Message: err.Error()}}
		}
		return p, p.play(file, input, all)
	}
	plan, err := propagation.NewPlan(context.Background(), input)
	if err != nil {
		return nil, []Failure{{Message: "plan: " + err.Error()}}
	}
	p.plan, p.rows = plan, plan.Rows
	p.warnings = append(p.warnings, plan.Warnings...)
	return p, nil
}

// loadFailures returns a failure for each customization that cannot be loaded.
func (in *input) loadFailures(errs []*lua.LoadError) (failures []Failure) {
	for _, err := range errs {
		at := in.Place(err.Ref, err.Field)
		failures = append(failures, Failure{File: at.File, Line: at.Line, Message: err.Error()})
	}
	return failures
}

// warnUnread adds a warning for each configuration of webhooks that interpret kinds, and one for each other kind of a control plane that is not read.
func (p *planned) warnUnread(objects []*unstructured.Unstructured) {
	first, count := map[schema.GroupKind]int{}, map[schema.GroupKind]int{}
	for i, o := range objects {
		ref, kind := override.RefOf(o), o.GroupVersionKind().GroupKind()
		if lua.IsCustomization(o) {
			continue
		}
		if kind.Group == "config.karmada.io" && kind.Kind == "ResourceInterpreterWebhookConfiguration" {
			p.warnings = append(p.warnings, fmt.Sprintf("%s is ignored: the plan of a test calls no webhooks, so it may differ from Karmada's", ref))
			continue
		}
		if count[kind]++; count[kind] == 1 {
			first[kind] = i
		}
	}
	for i, o := range objects {
		kind, what := o.GroupVersionKind().GroupKind(), "it is"
		if n := count[kind]; n == 0 || first[kind] != i {
			continue
		} else if n > 1 {
			what = fmt.Sprintf("it and %d more are", n-1)
		}
		p.warnings = append(p.warnings, fmt.Sprintf("%s: %s not read, and no cluster gets a %s of %s", override.RefOf(o), what, kind.Kind, kind.Group))
	}
}

// eventsOf decodes a file with at least one event.
func eventsOf(file string, text []byte) ([]events.Event, []Failure) {
	all, err := events.Decode(bytes.NewReader(text))
	if err == nil && len(all) == 0 {
		return nil, []Failure{{File: file, Message: "no event found, expected at least one"}}
	}
	var failures []Failure
	for _, err := range joined(err) {
		f := Failure{File: file, Message: err.Error()}
		var of *events.Error
		if errors.As(err, &of) {
			f.Line = of.Line
		}
		failures = append(failures, f)
	}
	return all, failures
}

// joined returns the errors that were joined, or none for nil.
func joined(err error) []error {
	switch e := err.(type) {
	case nil:
		return nil
	case interface{ Unwrap() []error }:
		return e.Unwrap()
	}
	return []error{err}
}

// play runs the events and records a table for each.
func (p *planned) play(file string, in propagation.PlanInput, all []events.Event) []Failure {
	world := simulation.New(in, planStart)
	for i, e := range all {
		if err := e.Happen(world); err != nil {
			return []Failure{{File: file, Line: e.Line, Message: e.Name(i) + ": " + err.Error()}}
		}
		step, err := world.Settle(context.Background())
		if err != nil {
			return []Failure{{File: file, Line: e.Line, Message: e.Name(i) + ": " + err.Error()}}
		}
		p.tables = append(p.tables, events.TableOf(i, e, world, step, nil))
		p.rows = step.Rows
	}
	return nil
}

// keptObject reports whether the objects setting includes an object. The object may come from an event.
func (p *planned) keptObject() func(override.Ref) bool {
	return func(ref override.Ref) bool {
		return len(p.only) == 0 || slices.ContainsFunc(p.only, func(o objectPattern) bool { return o.match(ref) })
	}
}

// keptCluster reports whether the settings of the case include a cluster.
func (p *planned) keptCluster() func(string) bool {
	left := map[string]bool{}
	for _, c := range p.in.Clusters {
		left[c.Name] = true
	}
	for _, c := range p.in.clusters {
		delete(left, c.Name)
	}
	return func(name string) bool { return !left[name] }
}
