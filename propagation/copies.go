package propagation

import (
	"cmp"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// copies is what is stored, and copies of what has become of it.
type copies struct {
	independent *api.ResourceBinding
	stored      map[types.NamespacedName]*api.ResourceBinding
	attached    map[types.NamespacedName]Attached
}

func newCopies(independent *api.ResourceBinding, bindings []*api.ResourceBinding) *copies {
	c := &copies{
		independent: independent,
		stored:      make(map[types.NamespacedName]*api.ResourceBinding, len(bindings)+1), attached: map[types.NamespacedName]Attached{},
	}
	for _, b := range bindings {
		if b != nil {
			c.stored[keyOf(b)] = b
		}
	}
	c.stored[keyOf(independent)] = independent
	return c
}

func keyOf(b *api.ResourceBinding) types.NamespacedName {
	return types.NamespacedName{Namespace: b.Namespace, Name: b.Name}
}

func (c *copies) owned() []*api.ResourceBinding {
	var owned []*api.ResourceBinding
	label, id := dependedBy(c.independent), c.independent.Labels[api.BindingIDLabel]
	for _, b := range c.stored {
		if value, found := b.Labels[label]; found && value == id && b.Namespace == c.independent.Namespace {
			owned = append(owned, b)
		}
	}
	slices.SortFunc(owned, func(a, b *api.ResourceBinding) int { return cmp.Compare(a.Name, b.Name) })
	return owned
}

func (c *copies) attach(object *unstructured.Unstructured) error {
	ref := content.Ref(object)
	key := types.NamespacedName{Namespace: c.independent.Namespace, Name: api.BindingName(ref.Kind, ref.Name)}
	done, err := Attach(c.now(key), c.independent, object, c.referrer)
	if err == nil {
		c.put(key, done)
	}
	return err
}

func (c *copies) detach(b *api.ResourceBinding) error {
	key := keyOf(b)
	done, err := Detach(c.now(key), c.independent, c.referrer)
	if err == nil {
		c.put(key, done)
	}
	return err
}

// now is a binding as it has become; nil if there is none.
func (c *copies) now(key types.NamespacedName) *api.ResourceBinding {
	if done, found := c.attached[key]; found {
		return done.Binding
	}
	return c.stored[key]
}

func (c *copies) referrer(namespace, name string) (*api.ResourceBinding, bool) {
	b := c.now(types.NamespacedName{Namespace: namespace, Name: name})
	return b, b != nil
}

// put remembers what has become of a binding. A second step says what both have done.
func (c *copies) put(key types.NamespacedName, done Attached) {
	if before, found := c.attached[key]; found {
		done.Reason = because(before.Reason, done.Reason)
		if stored := c.stored[key]; stored != nil {
			done.Created, done.Changed = false, changedFields(stored, done.Binding)
		} else {
			done.Created, done.Changed = true, nil
		}
	}
	c.attached[key] = done
}

// distribution is all of it.
func (c *copies) distribution(f *followed) Distribution {
	own := keyOf(c.independent)
	done := Distribution{Independent: c.now(own).DeepCopy(), Dependencies: f.dependencies, Missing: f.missing, Reason: f.reason}
	if f.edit != nil {
		f.edit(done.Independent)
	}
	done.Changed = changedFields(c.independent, done.Independent)
	for key, attached := range c.attached {
		if key != own {
			done.Attached = append(done.Attached, attached)
		}
	}
	slices.SortFunc(done.Attached, func(a, b Attached) int { return cmp.Compare(a.Binding.Name, b.Binding.Name) })
	return done
}
