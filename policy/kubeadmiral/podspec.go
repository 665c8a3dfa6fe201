package kubeadmiral

import (
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/overrider"
	"github.com/overridekit/overridekit/policy/internal/dialect"
	"github.com/overridekit/overridekit/selector"
)

// podSpecs has the place of the pod spec by group and kind, for any version.
var podSpecs = map[schema.GroupKind]jsontree.Pointer{
	{Group: "", Kind: "Pod"}:             {"spec"},
	{Group: "apps", Kind: "Deployment"}:  {"spec", "template", "spec"},
	{Group: "apps", Kind: "StatefulSet"}: {"spec", "template", "spec"},
	{Group: "apps", Kind: "DaemonSet"}:   {"spec", "template", "spec"},
	{Group: "batch", Kind: "Job"}:        {"spec", "template", "spec"},
	{Group: "batch", Kind: "CronJob"}:    {"spec", "jobTemplate", "spec", "template", "spec"},
}

// containers selects containers, init containers first, of the kinds in podSpecs. Any other kind is an error.
func containers(names ...string) overrider.Containers {
	return overrider.Containers{Names: names, Init: true, Required: true, PodSpecs: workloads{}}
}

// workloads is the [overrider.PodSpecs] of podSpecs. It is data, so that policies that are compiled twice are equal.
type workloads struct{}

// PodSpec implements [overrider.PodSpecs].
func (workloads) PodSpec(object selector.Object) (jsontree.Pointer, bool) {
	at, ok := podSpecs[schema.FromAPIVersionAndKind(object.APIVersion, object.Kind).GroupKind()]
	return at, ok
}

// found returns the places of containers for a Diverger. Override has reported why it found no containers.
func found(where overrider.Containers, in override.Input, out *override.Edits) []jsontree.Pointer {
	places, _ := where.Images(in, out)
	for i, image := range places {
		places[i] = image[:len(image)-1]
	}
	return places
}

// divergeFromType reports what keeps KubeAdmiral from converting the pod spec, for each type of overrider.
func divergeFromType(in override.Input, out *override.Edits, overrider string) {
	object := in.Object()
	podSpec, ok := podSpecs[schema.FromAPIVersionAndKind(object.APIVersion, object.Kind).GroupKind()]
	if !ok {
		return
	}
	for i := range podSpec {
		if v, _ := in.Get(podSpec[:i+1]); v == nil {
			out.Diverge(CodeConversion, podSpec[:i+1], "fails, because there is no pod spec", "there are no containers")
			return
		}
	}
	dialect.DivergeFromType(in, out, overrider, CodeConversion)
}

// typeDivergence reports what keeps KubeAdmiral from converting the pod spec for a type of overrider, unless the entry has a path instead of
// containers.
type typeDivergence struct {
	overrider string
	hasPath   bool
}

// Diverge implements [override.Diverger].
func (d typeDivergence) Diverge(in override.Input, out *override.Edits) {
	if !d.hasPath {
		divergeFromType(in, out, d.overrider)
	}
}
