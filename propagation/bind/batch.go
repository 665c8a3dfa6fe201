package bind

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

// Batch is the ResourceBindings of a control plane while the dependencies of many of them follow, one after the other, each seeing what
// those before it did. It gives what [Distribute] gives, without reading all bindings for each. It is not safe for concurrent use.
type Batch struct {
	all      map[types.NamespacedName]*entry
	attached map[string]map[types.NamespacedName]bool // by the label of the binding that has attached them
	lookup   Referrers                                // finds what all does not have; nil: nothing
	checked  map[*unstructured.Unstructured]error     // what is wrong with a dependency
}

// NewBatch is a Batch of the bindings that are to be stored, which it writes, and of those that are stored, which it copies before it writes
// them. A binding that is to be stored takes precedence.
func NewBatch(stored, planned []*api.ResourceBinding) *Batch {
	s := &Batch{all: map[types.NamespacedName]*entry{}, attached: map[string]map[types.NamespacedName]bool{}, checked: map[*unstructured.Unstructured]error{}}
	for _, b := range planned {
		if b != nil {
			s.add(&entry{binding: b, own: true, object: content.ResourceOf(b)})
		}
	}
	for _, b := range stored {
		if b != nil && s.all[content.NameOf(b)] == nil {
			s.add(&entry{binding: b, stored: b})
		}
	}
	return s
}

// Planned is a binding as it should be stored.
type Planned struct {
	Binding *api.ResourceBinding
	Object  override.Ref // that it is for; empty if no binding of the batch requires it any more
}

// Finish works out what all that require a binding want together, for each one that was changed, and returns all that should be stored,
// sorted by namespace and name. Bindings that are stored and did not change are left out.
func (s *Batch) Finish() ([]Planned, error) {
	if s == nil {
		return nil, nil
	}
	var planned []Planned
	for _, key := range slices.SortedFunc(maps.Keys(s.all), content.CompareNames) {
		b := s.all[key]
		if err := s.agree(b); err != nil {
			return nil, err
		}
		if b.own {
			planned = append(planned, Planned{b.binding, b.object})
		}
	}
	return planned, nil
}

// entry is a binding of a batch.
type entry struct {
	binding *api.ResourceBinding
	stored  *api.ResourceBinding // as it was stored; nil: it was not, or it is to be stored otherwise anyway
	own     bool                 // it may be written
	object  override.Ref         // that it is for; empty: nobody has asked for it yet
	touched bool
	by      map[types.NamespacedName][]int // the indexes in requiredBy of a binding
	removed map[int]bool                   // indexes in requiredBy
	missing error                          // what requires it does not exist
	reasons []string
	dispute string // among those that require it; empty: none
}

func (s *Batch) add(b *entry) {
	key := content.NameOf(b.binding)
	s.all[key] = b
	for label := range b.binding.Labels {
		if strings.HasPrefix(label, api.DependedByLabelPrefix) {
			s.note(label, key)
		}
	}
}

func (s *Batch) note(label string, key types.NamespacedName) {
	if s.attached[label] == nil {
		s.attached[label] = map[types.NamespacedName]bool{}
	}
	s.attached[label][key] = true
}

// find is the binding of a namespace and name; nil if there is none.
func (s *Batch) find(key types.NamespacedName) *api.ResourceBinding {
	if b := s.all[key]; b != nil {
		return b.binding
	}
	if s.lookup != nil {
		if b, found := s.lookup(key.Namespace, key.Name); found {
			return b
		}
	}
	return nil
}

// owned is what a binding has attached, by name.
func (s *Batch) owned(independent *api.ResourceBinding) []*api.ResourceBinding {
	var owned []*api.ResourceBinding
	label, id := dependedBy(independent), independent.Labels[api.BindingIDLabel]
	for key := range s.attached[label] {
		if b := s.all[key].binding; b.Labels[label] == id && key.Namespace == independent.Namespace {
			owned = append(owned, b)
		}
	}
	slices.SortFunc(owned, content.CompareObjects)
	return owned
}

// write is the binding, as a copy if it was only stored.
func (b *entry) write() *api.ResourceBinding {
	if !b.own {
		b.binding, b.own = b.binding.DeepCopy(), true
	}
	return b.binding
}

// touch gets a binding ready for changes. The error is that of rule 4 of [Attach].
func (s *Batch) touch(b *entry) error {
	if b.touched {
		return b.missing
	}
	b.touched, b.by, b.removed = true, map[types.NamespacedName][]int{}, map[int]bool{}
	for i, snapshot := range b.binding.Spec.RequiredBy {
		key := types.NamespacedName{Namespace: snapshot.Namespace, Name: snapshot.Name}
		b.by[key] = append(b.by[key], i)
		if b.missing == nil && b.binding.Spec.Placement == nil && s.find(key) == nil {
			b.missing = missingReferrer(b.binding, snapshot)
		}
	}
	return b.missing
}

// attach obeys rules 1, 2 and 4 of [Attach]. Besides, a binding of one object is not given to another.
func (s *Batch) attach(independent *api.ResourceBinding, object *unstructured.Unstructured) error {
	fault, known := s.checked[object]
	if !known {
		fault = checkBindable(object)
		s.checked[object] = fault
	}
	if fault != nil {
		return fmt.Errorf("dependency of %s: %w", independent.Ref(), fault)
	}
	ref := content.Ref(object)
	key := types.NamespacedName{Namespace: independent.Namespace, Name: api.BindingName(ref.Kind, ref.Name)}
	b := s.all[key]
	switch {
	case b == nil:
		b = &entry{binding: attachedBinding(independent, object), own: true, object: ref}
		s.add(b)
		b.because("required by " + independent.Ref().String())
		return s.touch(b)
	case b.object != (override.Ref{}) && b.object != ref:
		return fmt.Errorf("%s: %w", ref, AlreadyBinds(b.binding))
	}
	if err := cmp.Or(content.CheckBinding(b.binding), checkOwner(b.binding, ownedBy(object))); err != nil {
		return err
	}
	if err := s.touch(b); err != nil {
		return err
	}
	b.object = ref
	own, label := b.write(), dependedBy(independent)
	own.Labels = content.MergeMap(own.Labels, map[string]string{label: independent.Labels[api.BindingIDLabel]})
	s.note(label, key)
	own.Spec.Resource = objectReference(object)
	by := content.NameOf(independent)
	for _, i := range b.by[by] {
		own.Spec.RequiredBy[i] = snapshotOf(independent)
	}
	if len(b.by[by]) == 0 {
		b.by[by] = []int{len(own.Spec.RequiredBy)}
		own.Spec.RequiredBy = append(own.Spec.RequiredBy, snapshotOf(independent))
	}
	b.because("required by " + independent.Ref().String())
	return nil
}

// detach takes a binding out of one that it has attached, see [Detach].
func (s *Batch) detach(independent, from *api.ResourceBinding) error {
	b := s.all[content.NameOf(from)]
	if err := content.CheckBinding(b.binding); err != nil {
		return err
	}
	if err := s.touch(b); err != nil {
		return err
	}
	own, label := b.write(), dependedBy(independent)
	delete(own.Labels, label)
	delete(s.attached[label], content.NameOf(from))
	by := content.NameOf(independent)
	for _, i := range b.by[by] {
		b.removed[i] = true
	}
	delete(b.by, by)
	b.because("no longer required by " + independent.Ref().String())
	return nil
}

// because adds a reason, but not the last one again.
func (b *entry) because(reason string) {
	if len(b.reasons) == 0 || b.reasons[len(b.reasons)-1] != reason {
		b.reasons = append(b.reasons, reason)
	}
}

// agree obeys rule 3 of [Attach], once everything is attached and detached.
func (s *Batch) agree(b *entry) error {
	if !b.touched || b.missing != nil {
		return nil
	}
	own, n := b.write(), -1
	own.Spec.RequiredBy = slices.DeleteFunc(own.Spec.RequiredBy, func(api.BindingSnapshot) bool { n++; return b.removed[n] })
	clear(b.removed)
	if own.Spec.Placement != nil {
		return nil
	}
	own.Spec.ConflictResolution, own.Spec.PreserveResourcesOnDeletion = "", nil
	if len(own.Spec.RequiredBy) == 0 {
		b.because("nobody requires it")
		return nil
	}
	var overwrite, abort, preserve, remove bool
	for _, snapshot := range own.Spec.RequiredBy {
		referrer := s.find(types.NamespacedName{Namespace: snapshot.Namespace, Name: snapshot.Name})
		if referrer == nil {
			return missingReferrer(own, snapshot)
		}
		overwrites := referrer.Spec.ConflictResolution == api.ConflictOverwrite
		preserves := referrer.Spec.PreserveResourcesOnDeletion != nil && *referrer.Spec.PreserveResourcesOnDeletion
		overwrite, abort = overwrite || overwrites, abort || !overwrites
		preserve, remove = preserve || preserves, remove || !preserves
	}
	own.Spec.ConflictResolution, own.Spec.PreserveResourcesOnDeletion = api.ConflictAbort, &preserve
	if overwrite {
		own.Spec.ConflictResolution = api.ConflictOverwrite
	}
	var disputes []string
	if overwrite && abort {
		disputes = append(disputes, "not all that require it overwrite conflicting objects, yet it does")
	}
	if preserve && remove {
		disputes = append(disputes, "not all that require it preserve objects on deletion, yet it does")
	}
	b.dispute = strings.Join(disputes, "; ")
	return nil
}

// result is what has become of a binding.
func (s *Batch) result(b *entry) (Attached, error) {
	if err := s.agree(b); err != nil {
		return Attached{}, err
	}
	done := Attached{Binding: b.binding, Created: b.stored == nil, Conflict: b.dispute != ""}
	if b.stored != nil {
		done.Changed = changedFields(b.stored, b.binding)
	}
	reasons := b.reasons
	if b.dispute != "" {
		reasons = append(slices.Clone(reasons), b.dispute)
	}
	done.Reason = strings.Join(reasons, "; ")
	return done, nil
}
