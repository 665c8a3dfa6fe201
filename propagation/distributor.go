package propagation

import (
	"cmp"
	"slices"

	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy/karmada"
	"github.com/overridekit/overridekit/propagation/names"
)

// distributor keeps what is stored, and what has become of it.
type distributor struct {
	independent *karmada.ResourceBinding // as stored
	find        DependencyFinder
	stored      map[types.NamespacedName]*karmada.ResourceBinding
	attached    map[types.NamespacedName]Attached
	missing     []interpreter.Dependency
}

func newDistributor(independent *karmada.ResourceBinding, find DependencyFinder, bindings []*karmada.ResourceBinding) *distributor {
	d := &distributor{
		independent: independent, find: find,
		stored: make(map[types.NamespacedName]*karmada.ResourceBinding, len(bindings)+1), attached: map[types.NamespacedName]Attached{},
	}
	for _, b := range bindings {
		if b != nil {
			d.stored[keyOf(b)] = b
		}
	}
	d.stored[keyOf(independent)] = independent
	return d
}

func keyOf(b *karmada.ResourceBinding) types.NamespacedName {
	return types.NamespacedName{Namespace: b.Namespace, Name: b.Name}
}

// owned is what the binding has attached, by name.
func (d *distributor) owned() []*karmada.ResourceBinding {
	var owned []*karmada.ResourceBinding
	label, id := dependedBy(d.independent), d.independent.Labels[names.BindingID]
	for _, b := range d.stored {
		if value, found := b.Labels[label]; found && value == id && b.Namespace == d.independent.Namespace {
			owned = append(owned, b)
		}
	}
	slices.SortFunc(owned, func(a, b *karmada.ResourceBinding) int { return cmp.Compare(a.Name, b.Name) })
	return owned
}

// now is a binding as it has become; nil if there is none.
func (d *distributor) now(key types.NamespacedName) *karmada.ResourceBinding {
	if done, found := d.attached[key]; found {
		return done.Binding
	}
	return d.stored[key]
}

func (d *distributor) referrer(namespace, name string) (*karmada.ResourceBinding, bool) {
	b := d.now(types.NamespacedName{Namespace: namespace, Name: name})
	return b, b != nil
}

// put remembers what has become of a binding. A second step says what both have done.
func (d *distributor) put(key types.NamespacedName, done Attached) {
	if before, found := d.attached[key]; found {
		done.Reason = because(before.Reason, done.Reason)
		if stored := d.stored[key]; stored != nil {
			done.Created, done.Changed = false, changedFields(stored, done.Binding)
		} else {
			done.Created, done.Changed = true, nil
		}
	}
	d.attached[key] = done
}

// distribution is all of it. edit writes into a copy of the independent binding; nil leaves it as it is.
func (d *distributor) distribution(edit func(*karmada.ResourceBinding), why string) Distribution {
	own := keyOf(d.independent)
	done := Distribution{Independent: d.now(own).DeepCopy(), Reason: why}
	if edit != nil {
		edit(done.Independent)
	}
	done.Changed = changedFields(d.independent, done.Independent)
	for key, attached := range d.attached {
		if key != own {
			done.Attached = append(done.Attached, attached)
		}
	}
	slices.SortFunc(done.Attached, func(a, b Attached) int { return cmp.Compare(a.Binding.Name, b.Binding.Name) })
	return done
}
