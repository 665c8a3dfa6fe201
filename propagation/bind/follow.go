package bind

import (
	"encoding/json"
	"errors"
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// FollowInput is the input of [Follow]. None of it is written.
type FollowInput struct {
	Follower *unstructured.Unstructured
	Field    []string // the path of its reference, see [WorkloadOf]; nil: that of its kind
	Gone     bool     // it no longer exists: only its apiVersion, kind, namespace and name are read
	Index    *Index   // the bindings in its namespace; [Batch.Follow] ignores it
}

// Follow makes the binding of an object that goes where another one goes: an autoscaler must be in the clusters of the workload that it scales.
// Index must contain that of the follower, that of its workload, and every binding in the requiredBy of the first. Without those in the requiredBy
// of the second, and so on, a cycle of followers is not found. The result has the binding of the follower, even if nothing has changed, or none if
// nothing is stored or to be stored. It shares no memory with the input.
//
//  1. [WorkloadOf] returns the workload. Its binding is in the namespace of the follower and has the name made from the kind and the name of the
//     workload, see [api.BindingName].
//  2. The resource of that binding must have the group, kind and name of the workload. The version may differ: the control plane may read the
//     workload in another one. So may the case of the kind, which a user has written. If the binding is that of another group, is being
//     deleted, or does not exist, the error is a [WorkloadError].
//  3. The follower is attached to the binding, as a dependency is, see attach. Unlike a dependency it gets all clusters of the workload:
//     those in the spec of that binding, and those of its requiredBy, unless their binding requires the follower, directly or not: followers
//     in a cycle would keep their clusters forever. A binding that more than 100 others require, directly or not, counts as part of a cycle.
//  4. A follower that others require too, or that has a policy, keeps the version in its binding: they may have read it in that version.
//  5. The follower is detached from other bindings that it followed before, also if it follows none now, and from those that no longer
//     exist. A binding that has propagateDeps and has recorded it as a dependency, in any version, keeps it. Only a binding that has both an entry in
//     requiredBy and the label of attachedBinding has attached it: an entry or a label alone stays.
//  6. If the binding with the name of the follower's belongs to another object, nothing changes and there is an error.
//
// An error may come with a result: a follower whose new workload has no binding is detached from the old one. If its reference cannot be read,
// or if it has a workload but no binding can be made for its content, nothing changes.
//
// Call Follow when the follower changes, and for [Followers.Of] a binding when that binding changes. [Batch.Distribute] for the binding of a workload
// needs its followers too: it detaches all others.
//
// An autoscaler in a member cluster and the template in the control plane both set the replicas of a Deployment. The template needs the label
// [api.RetainReplicasLabel] with the value true, so that an update keeps the number in the cluster, see
// [github.com/overridekit/overridekit/propagation/work.Retain]. Other kinds cannot retain their replicas.
func Follow(in FollowInput) (Attached, error) {
	s := in.Index.Batch()
	readable, followErr := s.follow(in)
	if !readable {
		return Attached{}, followErr
	}
	b := s.bindingOf(in.Follower)
	switch {
	case b == nil:
		return Attached{Reason: "nothing to attach or detach"}, followErr
	case b.checkReferrers() != nil:
		return Attached{}, followErr
	case !b.prepared:
		if err := content.CheckBinding(b.binding); err != nil {
			return Attached{}, errors.Join(followErr, err)
		}
		return Attached{Binding: b.writable(), Reason: "nothing to attach or detach"}, followErr
	}
	attached, err := s.result(b)
	return attached, errors.Join(followErr, err)
}

// Follow is [Follow] for bindings of the batch.
func (s *Batch) Follow(in FollowInput) error {
	_, err := s.follow(in)
	return err
}

// follow implements [Follow]. If it returns false, nothing has changed.
func (s *Batch) follow(in FollowInput) (bool, error) {
	workload, err := in.workload()
	if err != nil {
		return false, err
	}
	b := s.bindingOf(in.Follower)
	if err := b.checkObject(in.Follower); err != nil {
		return false, err
	}
	target, missing := s.workloadBinding(in.Follower, workload)
	if target != nil {
		if err := s.checkAttachable(target, in.Follower, follower); err != nil {
			return false, err
		}
	}
	errs := []error{missing, s.detachStale(b, in.Follower, target)}
	if target != nil {
		errs = append(errs, s.attach(target, in.Follower, follower))
	}
	return true, errors.Join(errs...)
}

// workload returns what the follower names, or nothing if it is gone.
func (in FollowInput) workload() (override.Ref, error) {
	if in.Gone {
		return override.Ref{}, checkFollower(in.Follower)
	}
	return WorkloadOf(in.Follower, in.Field...)
}

// bindingOf returns the binding of an object with a namespace, or nil.
func (s *Batch) bindingOf(object *unstructured.Unstructured) *entry {
	ref := override.RefOf(object)
	return s.get(types.NamespacedName{Namespace: ref.Namespace, Name: api.BindingName(ref.Kind, ref.Name)})
}

// checkObject returns an error if the binding is that of another object, not of this one in some version.
func (b *entry) checkObject(object *unstructured.Unstructured) error {
	if b == nil {
		return nil
	}
	ref, known := override.RefOf(object), content.ResourceOf(b.binding)
	if known != (override.Ref{}) && !content.SameObject(known, ref) {
		return fmt.Errorf("%s: %w", ref, AlreadyBinds(b.binding))
	}
	return nil
}

// workloadBinding implements rule 2 of [Follow]. It returns nil if the follower follows no workload.
func (s *Batch) workloadBinding(follower *unstructured.Unstructured, workload override.Ref) (*api.ResourceBinding, error) {
	if workload == (override.Ref{}) {
		return nil, nil
	}
	key := types.NamespacedName{Namespace: workload.Namespace, Name: api.BindingName(workload.Kind, workload.Name)}
	missing := &WorkloadError{Follower: override.RefOf(follower), Workload: workload, Binding: bindingRef(key)}
	b := s.get(key)
	if b == nil {
		return nil, missing
	}
	if found := content.ResourceOf(b.binding); !content.SameWorkload(found, workload) {
		missing.Found = found
		return nil, missing
	}
	if b.binding.DeletionTimestamp != nil {
		missing.Deleting = true
		return nil, missing
	}
	return b.binding, nil
}

// detachStale implements rule 5 of [Follow].
func (s *Batch) detachStale(b *entry, follower *unstructured.Unstructured, target *api.ResourceBinding) error {
	if b == nil {
		return nil
	}
	var stale []types.NamespacedName
	var errs []error
	known := sets.New[types.NamespacedName]()
	for _, snapshot := range b.binding.Spec.RequiredBy {
		by := snapshotName(snapshot)
		_, attached := b.binding.Labels[dependedBy(by)]
		if !attached || known.Has(by) || target != nil && by == content.NameOf(target) {
			continue
		}
		known.Insert(by)
		needs, err := s.recorded(by, b, follower)
		if err == nil && !needs {
			stale = append(stale, by)
		}
		errs = append(errs, err)
	}
	if len(stale) > 0 {
		errs = append(errs, s.detach(b, stale...))
	}
	return errors.Join(errs...)
}

// recorded reports whether a binding with propagateDeps has recorded an object, whose binding is b, as a dependency.
func (s *Batch) recorded(by types.NamespacedName, b *entry, object *unstructured.Unstructured) (bool, error) {
	referrer := s.get(by)
	if referrer == nil || !referrer.binding.Spec.PropagateDeps {
		return false, nil
	}
	if referrer.recorded == nil {
		referrer.recorded = readRecord(referrer.binding)
	}
	if err := referrer.recorded.err; err != nil {
		return false, err
	}
	found, err := referrer.recorded.set.has(content.ResourceOf(b.binding), func() ([]*unstructured.Unstructured, error) {
		return []*unstructured.Unstructured{object}, nil
	})
	if err != nil {
		return false, fmt.Errorf("%s: %w", referrer.binding.Ref(), redact.Hide(err, content.Clip(err.Error())))
	}
	return found, nil
}

// record is what the annotation of a binding lists as its dependencies.
type record struct {
	set dependencySet
	err error // the annotation cannot be read
}

func readRecord(b *api.ResourceBinding) *record {
	dependencies, err := Recorded(b)
	if err != nil {
		return &record{err: err}
	}
	return &record{set: newDependencySet(dependencies, anyVersion)}
}

// Recorded returns the dependencies that the annotation of a binding lists, see [Batch.Distribute]. It is an error if the annotation cannot be read.
func Recorded(b *api.ResourceBinding) (dependencies []interpreter.Dependency, err error) {
	if b == nil || b.Annotations[api.DependenciesAnnotation] == "" {
		return nil, nil
	}
	if err := json.Unmarshal([]byte(b.Annotations[api.DependenciesAnnotation]), &dependencies); err != nil {
		err = redact.Hide(err, content.Clip(err.Error()))
		return nil, fmt.Errorf("%s: annotation %s: %w", b.Ref(), api.DependenciesAnnotation, err)
	}
	return dependencies, nil
}
