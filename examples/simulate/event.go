package main

import (
	"fmt"
	"time"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/propagation/simulation"
)

// event is something that happens. Its fields happen in this order.
type event struct {
	title   string
	apply   *policy.Bundle // nil: nothing
	remove  []override.Ref // in the control plane
	edits   []edit
	cutOff  []string
	connect []string
	leave   []string
	wait    time.Duration
}

// applyScopes gives namespaces to the objects and references that have none, unless their kind is cluster-scoped. CustomResourceDefinitions in all
// events count.
func applyScopes(events []event) {
	var all policy.Bundle
	for _, e := range events {
		if e.apply != nil {
			all.Objects = append(all.Objects, e.apply.Objects...)
		}
	}
	scopes := policy.ScopesOf(all.Objects...)
	for _, e := range events {
		e.apply.ApplyScopes(scopes)
		for i := range e.remove {
			defaultNamespace(&e.remove[i], scopes)
		}
		for i := range e.edits {
			defaultNamespace(&e.edits[i].object, scopes)
		}
	}
}

func defaultNamespace(ref *override.Ref, scopes policy.Scopes) {
	kind := schema.FromAPIVersionAndKind(ref.APIVersion, ref.Kind).GroupKind()
	if ref.Namespace == "" && scopes.Of(kind) != policy.ScopeCluster {
		ref.Namespace = namespace
	}
}

// happen changes the world.
func (e event) happen(world *simulation.World) error {
	if e.apply != nil {
		if err := put(world, e.apply); err != nil {
			return err
		}
	}
	for _, ref := range e.remove {
		if !world.DeletePolicy(ref) && !world.DeleteTemplate(ref) {
			return fmt.Errorf("delete: the control plane has no %s %s", ref.APIVersion, ref)
		}
	}
	for _, edit := range e.edits {
		if err := edit.happen(world); err != nil {
			return err
		}
	}
	if err := e.clusters(world); err != nil {
		return err
	}
	then := world.Now().Add(e.wait)
	if world.Wait(e.wait); !world.Now().Equal(then) {
		return fmt.Errorf("wait: %s after %s is not in a year from 1 to 9999", e.wait, world.Now().Format(time.RFC3339))
	}
	return nil
}

// clusters cuts clusters off, connects them, and lets them leave.
func (e event) clusters(world *simulation.World) error {
	for _, name := range e.cutOff {
		if !world.SetReady(name, false) {
			return fmt.Errorf("cutOff: %w", &simulation.NotFoundError{Cluster: name})
		}
	}
	for _, name := range e.connect {
		if !world.SetReady(name, true) {
			return fmt.Errorf("connect: %w", &simulation.NotFoundError{Cluster: name})
		}
	}
	for _, name := range e.leave {
		if !world.Leave(name) {
			return fmt.Errorf("leave: %w", &simulation.NotFoundError{Cluster: name})
		}
	}
	return nil
}

// put creates or replaces what a bundle has. What the objects need comes first.
func put(world *simulation.World, bundle *policy.Bundle) error {
	for _, c := range bundle.ClusterObjects {
		if err := world.PutCluster(c); err != nil {
			return err
		}
	}
	for _, p := range bundle.Propagation {
		if err := world.PutPolicy(p); err != nil {
			return err
		}
	}
	for _, p := range bundle.Overrides {
		if err := world.PutOverride(p); err != nil {
			return err
		}
	}
	for _, o := range bundle.Objects {
		if err := world.PutTemplate(o); err != nil {
			return err
		}
	}
	return nil
}
