package api

import (
	"slices"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/overridekit/overridekit/policy/internal/dialect"
)

func (w Work) deepCopy() Work {
	w.ObjectMeta, w.Spec, w.Status = *w.ObjectMeta.DeepCopy(), w.Spec.deepCopy(), w.Status.deepCopy()
	return w
}

func (s WorkSpec) deepCopy() WorkSpec {
	s.Workload.Manifests = dialect.CopyEach(s.Workload.Manifests, Manifest.DeepCopy)
	s.SuspendDispatching = dialect.CopyTo(s.SuspendDispatching, plain)
	s.PreserveResourcesOnDeletion = dialect.CopyTo(s.PreserveResourcesOnDeletion, plain)
	return s
}

func (s WorkStatus) deepCopy() WorkStatus {
	s.Conditions = slices.Clone(s.Conditions)
	s.ManifestStatuses = dialect.CopyEach(s.ManifestStatuses, func(m ManifestStatus) ManifestStatus {
		m.Status = dialect.CopyTo(m.Status, JSON.DeepCopy)
		return m
	})
	return s
}

// DeepCopy returns a copy that shares only JSON beyond the limits, see the package comment, and nil for nil.
func (m Manifest) DeepCopy() Manifest { return dialect.CopyObject(m) }

// DeepCopy returns a copy that shares only JSON beyond the limits, see the package comment, and nil for nil.
func (w *Work) DeepCopy() *Work { return dialect.CopyTo(w, Work.deepCopy) }

// DeepCopyObject implements [runtime.Object].
func (w *Work) DeepCopyObject() runtime.Object { return dialect.Object(w.DeepCopy()) }

// DeepCopyObject implements [runtime.Object].
func (l *WorkList) DeepCopyObject() runtime.Object {
	if l == nil {
		return nil
	}
	return &WorkList{l.TypeMeta, copyListMeta(l.ListMeta), dialect.CopyEach(l.Items, Work.deepCopy)}
}
