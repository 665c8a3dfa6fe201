package overrider

import (
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/selector"
)

// PodSpecs finds the pod specs of objects. If it is a function ([PodSpecsFunc]), package impact cannot see that two overriders are equal, and
// the edits of the lanes of a stage are applied twice. A type that is plain data does not have these disadvantages, but must not read the labels of
// the object.
type PodSpecs interface {
	// PodSpec returns the pointer to an object's pod spec, and false if it has none. The pointer must not be written.
	PodSpec(object selector.Object) (at jsontree.Pointer, ok bool)
}

// PodSpecsFunc adapts a function to [PodSpecs]. Nil is [DefaultPodSpecs].
type PodSpecsFunc func(object selector.Object) (at jsontree.Pointer, ok bool)

// PodSpec implements [PodSpecs].
func (f PodSpecsFunc) PodSpec(object selector.Object) (at jsontree.Pointer, ok bool) {
	if f == nil {
		f = DefaultPodSpecs
	}
	return f(object)
}

// DefaultPodSpecs finds the pod specs of the Kubernetes workloads, in any version: Pod, PodTemplate and ReplicationController; Deployment,
// ReplicaSet, StatefulSet and DaemonSet of apps; Job and CronJob of batch.
func DefaultPodSpecs(object selector.Object) (at jsontree.Pointer, ok bool) {
	at, ok = podSpecs[schema.FromAPIVersionAndKind(object.APIVersion, object.Kind).GroupKind()]
	return at, ok
}

var (
	ofPod      = jsontree.Pointer{"spec"}
	ofTemplate = jsontree.Pointer{"spec", "template", "spec"}
	podSpecs   = map[schema.GroupKind]jsontree.Pointer{
		{Kind: "Pod"}:                        ofPod,
		{Kind: "PodTemplate"}:                {"template", "spec"},
		{Kind: "ReplicationController"}:      ofTemplate,
		{Group: "apps", Kind: "Deployment"}:  ofTemplate,
		{Group: "apps", Kind: "ReplicaSet"}:  ofTemplate,
		{Group: "apps", Kind: "StatefulSet"}: ofTemplate,
		{Group: "apps", Kind: "DaemonSet"}:   ofTemplate,
		{Group: "batch", Kind: "Job"}:        ofTemplate,
		{Group: "batch", Kind: "CronJob"}:    {"spec", "jobTemplate", "spec", "template", "spec"},
	}
)
