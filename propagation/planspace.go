package propagation

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// space is the ResourceBindings of a plan while dependencies follow independent bindings: those of the plan, and those that are stored. What
// [Attach] and [Detach] do to copies is done here in place, and what all that require a binding want together is worked out once, at
// the end: many may require the same.
type space struct {
	all      map[types.NamespacedName]*shared
	attached map[string]map[types.NamespacedName]bool // by the label of the binding that has attached them
}

// shared is a binding that several others may require.
type shared struct {
	binding *api.ResourceBinding
	planned bool         // it is of the plan, and may be written
	of      override.Ref // the object for which the plan has it; empty if nobody has asked for it yet
	touched bool
	entries map[types.NamespacedName][]int // where in requiredBy a binding stands
	left    map[int]bool                   // entries that are to go
	missing error                          // somebody who requires it is not there
}

// newSpace takes the bindings of the plan before those that are stored.
func newSpace(stored, planned map[override.Ref]api.Binding) *space {
	s := &space{map[types.NamespacedName]*shared{}, map[string]map[types.NamespacedName]bool{}}
	for _, from := range []map[override.Ref]api.Binding{planned, stored} {
		for ref, b := range from {
			rb, ok := b.(*api.ResourceBinding)
			if key := (types.NamespacedName{Namespace: ref.Namespace, Name: ref.Name}); ok && s.all[key] == nil {
				own := &shared{binding: rb}
				if planned[ref] != nil {
					own.planned, own.of = true, resourceRef(rb)
				}
				s.add(key, own)
			}
		}
	}
	return s
}

func (s *space) add(key types.NamespacedName, b *shared) {
	s.all[key] = b
	for label := range b.binding.Labels {
		if strings.HasPrefix(label, api.DependedByLabelPrefix) {
			s.note(label, key)
		}
	}
}

func (s *space) note(label string, key types.NamespacedName) {
	if s.attached[label] == nil {
		s.attached[label] = map[types.NamespacedName]bool{}
	}
	s.attached[label][key] = true
}

// plan gives a binding to the plan, as a copy if it was only stored.
func (b *shared) plan() *api.ResourceBinding {
	if !b.planned {
		b.binding, b.planned = b.binding.DeepCopy(), true
	}
	return b.binding
}

// touch gets a binding ready for changes. The error is that of rule 4 of [Attach].
func (s *space) touch(b *shared) error {
	if b.touched {
		return b.missing
	}
	b.touched, b.entries, b.left = true, map[types.NamespacedName][]int{}, map[int]bool{}
	for i, snapshot := range b.binding.Spec.RequiredBy {
		key := types.NamespacedName{Namespace: snapshot.Namespace, Name: snapshot.Name}
		b.entries[key] = append(b.entries[key], i)
		if b.missing == nil && b.binding.Spec.Placement == nil && s.all[key] == nil {
			b.missing = missingReferrer(b.binding, snapshot)
		}
	}
	return b.missing
}

// client is the space for one independent binding.
type client struct {
	*space
	independent *api.ResourceBinding
}

func (c *client) owned() []*api.ResourceBinding {
	var owned []*api.ResourceBinding
	label, id := dependedBy(c.independent), c.independent.Labels[api.BindingIDLabel]
	for key := range c.attached[label] {
		if b := c.all[key].binding; b.Labels[label] == id && key.Namespace == c.independent.Namespace {
			owned = append(owned, b)
		}
	}
	slices.SortFunc(owned, func(a, b *api.ResourceBinding) int { return cmp.Compare(a.Name, b.Name) })
	return owned
}

// attach does what [Attach] does. Beside that, a binding that the plan has for one object is not given to another.
func (c *client) attach(object *unstructured.Unstructured) error {
	ref := content.Ref(object)
	if err := checkNamed(object); err != nil {
		return fmt.Errorf("dependency of %s: %w", c.independent.Ref(), err)
	}
	key := types.NamespacedName{Namespace: c.independent.Namespace, Name: api.BindingName(ref.Kind, ref.Name)}
	b := c.all[key]
	if b == nil {
		b = &shared{binding: attachedBinding(c.independent, object), planned: true, of: ref}
		c.add(key, b)
		return c.touch(b)
	}
	if b.of != (override.Ref{}) && b.of != ref {
		return fmt.Errorf("%s: %w", ref, alreadyBinds(b.binding))
	}
	if err := cmp.Or(checkOwner(b.binding, ownedBy(object)), c.touch(b)); err != nil {
		return err
	}
	b.of = ref
	own, label := b.plan(), dependedBy(c.independent)
	own.Labels = added(own.Labels, map[string]string{label: c.independent.Labels[api.BindingIDLabel]})
	c.note(label, key)
	own.Spec.Resource = objectReference(object)
	by := keyOf(c.independent)
	for _, i := range b.entries[by] {
		own.Spec.RequiredBy[i] = snapshotOf(c.independent)
	}
	if len(b.entries[by]) == 0 {
		b.entries[by] = []int{len(own.Spec.RequiredBy)}
		own.Spec.RequiredBy = append(own.Spec.RequiredBy, snapshotOf(c.independent))
	}
	return nil
}

// detach does what [Detach] does.
func (c *client) detach(binding *api.ResourceBinding) error {
	b := c.all[keyOf(binding)]
	if err := c.touch(b); err != nil {
		return err
	}
	own, label := b.plan(), dependedBy(c.independent)
	delete(own.Labels, label)
	delete(c.attached[label], keyOf(binding))
	by := keyOf(c.independent)
	for _, i := range b.entries[by] {
		b.left[i] = true
	}
	delete(b.entries, by)
	return nil
}

// agree works out what all that require a binding want together, for each one that was changed.
func (s *space) agree() error {
	for _, key := range slices.SortedFunc(maps.Keys(s.all), func(a, b types.NamespacedName) int {
		return cmp.Or(cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.Name, b.Name))
	}) {
		b := s.all[key]
		if !b.touched || b.missing != nil {
			continue
		}
		own, n := b.plan(), -1
		own.Spec.RequiredBy = slices.DeleteFunc(own.Spec.RequiredBy, func(api.BindingSnapshot) bool { n++; return b.left[n] })
		_, _, err := settle(own, nil, func(namespace, name string) (*api.ResourceBinding, bool) {
			other := s.all[types.NamespacedName{Namespace: namespace, Name: name}]
			if other == nil {
				return nil, false
			}
			return other.binding, true
		})
		if err != nil {
			return err
		}
	}
	return nil
}
