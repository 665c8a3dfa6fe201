package events

import (
	"fmt"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/simulation"
)

// Namespace is the namespace of namespaced objects and references without one.
const Namespace = "default"

// Event is something that happens to a control plane and its clusters. No function writes it, so it is safe for concurrent use.
type Event struct {
	Title string
	Line  int // where it begins in the stream, counted from 1; 0: it is not from a stream

	// What happens, in this order.
	apply   *policy.Bundle // nil: nothing
	remove  []override.Ref // in the control plane
	edits   []edit
	cutOff  []string
	connect []string
	leave   []string
	wait    time.Duration
}

// Begin prepends an event that creates the initial state. Its title is "the beginning". The objects and references that have no
// namespace are in [Namespace], unless the CustomResourceDefinitions of all events say that their kind is cluster-scoped. The bundle must
// be decoded with that namespace.
//
// It is an error if the bundle has bindings or Works, which controllers make, or anything of KubeAdmiral. The result shares objects and policies
// with the bundle and the events, which are not written.
func Begin(bundle *policy.Bundle, events []Event) ([]Event, error) {
	begin := &policy.Bundle{}
	if bundle != nil {
		*begin = *bundle
	}
	if err := CheckKinds(begin); err != nil {
		return nil, err
	}
	all := append([]Event{{Title: "the beginning", apply: begin}}, events...)
	var objects []*unstructured.Unstructured
	for _, e := range all {
		if e.apply != nil {
			objects = append(objects, e.apply.Objects...)
		}
	}
	scopes := policy.ScopesOf(objects...)
	for i := range all {
		all[i] = all[i].in(scopes)
	}
	return all, nil
}

// in returns the event with the namespaces that the scopes of kinds demand.
func (e Event) in(scopes policy.Scopes) Event {
	if e.apply != nil {
		applied := *e.apply
		applied.Objects = slices.Clone(applied.Objects)
		applied.ApplyScopes(scopes)
		e.apply = &applied
	}
	e.remove, e.edits = slices.Clone(e.remove), slices.Clone(e.edits)
	for i := range e.remove {
		defaultNamespace(&e.remove[i], scopes)
	}
	for i := range e.edits {
		defaultNamespace(&e.edits[i].object, scopes)
	}
	return e
}

// CheckKinds returns an error if a bundle contains objects that a [simulation.World] does not accept. Nil entries are ignored, as in the
// input of a plan.
func CheckKinds(b *policy.Bundle) error {
	if b == nil {
		return nil
	}
	const expected = "expected templates, policies and Clusters of Karmada"
	for _, binding := range b.Bindings {
		if !content.NoBinding(binding) {
			return fmt.Errorf("found %s: the controllers make bindings, %s", content.ClipRef(binding.Ref()), expected)
		}
	}
	for _, w := range b.Works {
		if w != nil {
			return fmt.Errorf("found %s: the controllers make Works, %s", content.ClipRef(w.Ref()), expected)
		}
	}
	for _, o := range b.KubeAdmiralOverrides {
		if o != nil {
			return fmt.Errorf("found %s of KubeAdmiral, %s", content.ClipRef(o.Ref()), expected)
		}
	}
	if len(b.Clusters) > len(b.ClusterObjects) {
		return fmt.Errorf("found a cluster of KubeAdmiral, %s", expected)
	}
	return nil
}

// Name names an event in messages: its number and its title on one line, which is shortened.
func (e Event) Name(number int) string { return name(number, e.Title) }

func defaultNamespace(ref *override.Ref, scopes policy.Scopes) {
	kind := schema.FromAPIVersionAndKind(ref.APIVersion, ref.Kind).GroupKind()
	if ref.Namespace == "" && scopes.Of(kind) != policy.ScopeCluster {
		ref.Namespace = Namespace
	}
}

// Happen applies the event to a world. After an error, it may be partly applied. Call Settle of the world to see what follows.
func (e Event) Happen(world *simulation.World) error {
	if e.apply != nil {
		if err := put(world, e.apply); err != nil {
			return fmt.Errorf("apply: %w", err)
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

// clusters disconnects, connects and unjoins clusters.
func (e Event) clusters(world *simulation.World) error {
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
	for _, p := range bundle.TaintPolicies {
		if err := world.PutTaintPolicy(p); err != nil {
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
