package bind

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// Batch is the ResourceBindings of a control plane while dependencies of many of them are distributed, and followers attached, one after the
// other. Each step sees the changes of the earlier ones. The order of the steps does not matter, except that
// a workload that is attached itself must come before its followers. A Batch is not safe for concurrent use.
type Batch struct {
	all      map[types.NamespacedName]*entry
	attached map[string]map[types.NamespacedName]bool // by the label of the independent binding
	source   *Index                                   // has the bindings that are not in all yet; nil: none
	checked  map[*unstructured.Unstructured]error     // results of checkBindable
}

// NewBatch returns a batch of stored bindings, which it copies before it changes them, and planned ones, which it changes in place. A planned
// binding replaces the stored one.
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

// get returns the entry of a binding, or nil. It takes bindings over from the index one by one, so all steps see one version of each.
func (s *Batch) get(key types.NamespacedName) *entry {
	b := s.all[key]
	if b == nil {
		if stored := s.source.Get(key.Namespace, key.Name); stored != nil {
			b = &entry{binding: stored, stored: stored}
			s.add(b)
		}
	}
	return b
}

// Planned is a binding as it should be stored.
type Planned struct {
	Binding  *api.ResourceBinding
	Object   override.Ref // its object, if the binding was planned or attached in this batch; empty if it was only stored and changed
	Conflict bool         // as in [Attached]
}

// Finish sets the fields that a changed binding takes from all bindings that require it, and returns all bindings that should be stored, sorted
// by namespace and name. Stored bindings that did not change are not returned. Distribute and Follow must not be called after it.
func (s *Batch) Finish() ([]Planned, error) {
	var planned []Planned
	for _, key := range slices.SortedFunc(maps.Keys(s.all), content.CompareNames) {
		b := s.all[key]
		if err := s.resolveConflicts(b); err != nil {
			return nil, err
		}
		if b.own {
			planned = append(planned, Planned{b.binding, b.object, b.conflict != ""})
		}
	}
	return planned, nil
}

// entry is a binding of a batch.
type entry struct {
	binding        *api.ResourceBinding
	stored         *api.ResourceBinding // as it was stored; nil: it was not, or it is planned
	own            bool                 // binding may be changed in place
	object         override.Ref         // its resource; empty: not known yet
	prepared       bool
	by             map[types.NamespacedName][]int // the indexes in requiredBy by binding
	removed        map[int]bool                   // indexes in requiredBy
	resolved       bool                           // by resolveConflicts
	number, lowest int                            // in the order of visits; 0: not visited, see resolver
	fault          error                          // of resolveConflicts
	missing        []types.NamespacedName         // those in requiredBy that do not exist
	recorded       *record                        // what its annotation lists; nil: not read yet
	reasons        []string
	conflict       string // between the bindings that require it; empty: none
}

func (s *Batch) add(b *entry) {
	key := content.NameOf(b.binding)
	s.all[key] = b
	for label := range b.binding.Labels {
		if strings.HasPrefix(label, api.DependedByLabelPrefix) {
			s.index(label, key)
		}
	}
}

func (s *Batch) index(label string, key types.NamespacedName) {
	if s.attached[label] == nil {
		s.attached[label] = map[types.NamespacedName]bool{}
	}
	s.attached[label][key] = true
}

// find returns a binding, or nil.
func (s *Batch) find(key types.NamespacedName) *api.ResourceBinding {
	if b := s.get(key); b != nil {
		return b.binding
	}
	return nil
}

// Latest returns a binding as it is after all steps so far, which must not be written. It is b itself if the batch does not have it.
func (s *Batch) Latest(b *api.ResourceBinding) *api.ResourceBinding {
	if e := s.get(content.NameOf(b)); e != nil {
		return e.binding
	}
	return b
}

// attachedBy returns what a binding has attached, sorted by name.
func (s *Batch) attachedBy(independent *api.ResourceBinding) []*api.ResourceBinding {
	var owned []*api.ResourceBinding
	label, id := dependedBy(content.NameOf(independent)), independent.Labels[api.BindingIDLabel]
	for _, key := range s.source.labeled(label) {
		s.get(key)
	}
	for key := range s.attached[label] {
		if b := s.all[key].binding; b.Labels[label] == id && key.Namespace == independent.Namespace {
			owned = append(owned, b)
		}
	}
	slices.SortFunc(owned, content.CompareObjects)
	return owned
}

// writable returns the binding, after copying it if it is a stored one.
func (b *entry) writable() *api.ResourceBinding {
	if !b.own {
		b.binding, b.own = b.binding.DeepCopy(), true
	}
	return b.binding
}

// prepare indexes requiredBy before the first change of a binding. The error is that of rule 4 of attach.
func (s *Batch) prepare(b *entry) error {
	if b.prepared {
		return b.checkReferrers()
	}
	b.prepared, b.by, b.removed = true, map[types.NamespacedName][]int{}, map[int]bool{}
	for i, snapshot := range b.binding.Spec.RequiredBy {
		key := snapshotName(snapshot)
		b.by[key] = append(b.by[key], i)
		if b.binding.Spec.Placement == nil && len(b.by[key]) == 1 && s.find(key) == nil {
			b.missing = append(b.missing, key)
		}
	}
	return b.checkReferrers()
}

// checkReferrers returns an error if an entry of requiredBy does not exist. It is nil before prepare.
func (b *entry) checkReferrers() error {
	if len(b.missing) > 0 {
		return missingReferrer(b.binding, b.missing[0])
	}
	return nil
}

// attach merges the binding of an object, see attachedBinding, into the one of the batch, if there is one. A binding of another object is an error.
//
//  1. If an object with another uid controls the stored binding, the error is an [OwnerError].
//  2. Labels are added. In requiredBy, every entry of the independent binding gets its clusters. If there is no such entry, one is added.
//     The resource is updated. Other fields stay.
//  3. A binding with a placement has its own policy, which sets the other fields. Without a placement, conflictResolution is Overwrite if
//     any binding that requires it has Overwrite, and preserveResourcesOnDeletion is true if any has true. Different values are a
//     conflict. See resolveConflicts.
//  4. The bindings in requiredBy are looked up, except the independent one. If one does not exist, the error is a [ReferrerError].
func (s *Batch) attach(independent *api.ResourceBinding, object *unstructured.Unstructured, as relation) error {
	if err := s.checkAttachable(independent, object, as); err != nil {
		return err
	}
	ref := override.RefOf(object)
	key := types.NamespacedName{Namespace: independent.Namespace, Name: api.BindingName(ref.Kind, ref.Name)}
	b := s.get(key)
	switch {
	case b == nil:
		b = &entry{binding: attachedBinding(independent, object), own: true, object: ref}
		b.binding.Spec.RequiredBy[0] = s.snapshot(independent, key, as)
		s.add(b)
		b.addReason("required by " + content.ClipRef(independent.Ref()).String())
		return s.prepare(b)
	case b.object != (override.Ref{}) && !content.SameObject(b.object, ref):
		return fmt.Errorf("%s: %w", content.ClipRef(ref), AlreadyBinds(b.binding))
	}
	if err := cmp.Or(content.CheckBinding(b.binding), checkOwner(b.binding, ownedBy(object))); err != nil {
		return err
	}
	if err := s.prepare(b); err != nil {
		return err
	}
	own, label := b.writable(), dependedBy(content.NameOf(independent))
	own.Labels = content.MergeMap(own.Labels, map[string]string{label: independent.Labels[api.BindingIDLabel]})
	s.index(label, key)
	by := content.NameOf(independent)
	own.Spec.Resource = as.resource(b, by, object)
	b.object = cmp.Or(b.object, content.ResourceOf(own))
	for _, i := range b.by[by] {
		own.Spec.RequiredBy[i] = s.snapshot(independent, key, as)
	}
	if len(b.by[by]) == 0 {
		b.by[by] = []int{len(own.Spec.RequiredBy)}
		own.Spec.RequiredBy = append(own.Spec.RequiredBy, s.snapshot(independent, key, as))
	}
	b.addReason("required by " + content.ClipRef(independent.Ref()).String())
	return nil
}

// checkAttachable returns an error if no binding can be made for an object.
func (s *Batch) checkAttachable(independent *api.ResourceBinding, object *unstructured.Unstructured, as relation) error {
	fault, known := s.checked[object]
	if !known {
		fault = checkBindable(object)
		s.checked[object] = fault
	}
	if fault != nil {
		return fmt.Errorf("%s of %s: %w", as, content.ClipRef(independent.Ref()), fault)
	}
	return nil
}

// detach removes bindings, which need not exist, from one that they have attached: their labels and their entries in requiredBy. The other fields follow
// rule 3 of attach. If requiredBy is empty then, conflictResolution and preserveResourcesOnDeletion are removed. The binding itself is not deleted: it has
// no clusters, so its Works are.
func (s *Batch) detach(b *entry, from ...types.NamespacedName) error {
	if err := content.CheckBinding(b.binding); err != nil {
		return err
	}
	_ = s.prepare(b)
	known := sets.New(from...)
	for _, missing := range b.missing {
		if !known.Has(missing) {
			return missingReferrer(b.binding, missing)
		}
	}
	b.missing = nil
	own := b.writable()
	for _, by := range from {
		label := dependedBy(by)
		delete(own.Labels, label)
		delete(s.attached[label], content.NameOf(own))
		for _, i := range b.by[by] {
			b.removed[i] = true
		}
		delete(b.by, by)
		b.addReason("no longer required by " + content.ClipRef(bindingRef(by)).String())
	}
	return nil
}

// addReason adds a reason unless it is the last one.
func (b *entry) addReason(reason string) {
	if len(b.reasons) == 0 || b.reasons[len(b.reasons)-1] != reason {
		b.reasons = append(b.reasons, reason)
	}
}

// result returns a binding after all changes.
func (s *Batch) result(b *entry) (Attached, error) {
	if err := s.resolveConflicts(b); err != nil {
		return Attached{}, err
	}
	done := Attached{Binding: b.binding, Created: b.stored == nil, Conflict: b.conflict != ""}
	if b.stored != nil {
		done.Changed = ChangedFields(b.stored, b.binding)
	}
	reasons := b.reasons
	if b.conflict != "" {
		reasons = append(slices.Clone(reasons), b.conflict)
	}
	done.Reason = strings.Join(reasons, "; ")
	return done, nil
}
