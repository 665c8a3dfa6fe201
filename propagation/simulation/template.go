package simulation

import (
	"fmt"
	"maps"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/schedule"
)

// PutTemplate creates or replaces a template. As in an API server, a replaced template keeps its uid and its status, and its generation increases
// if anything but the metadata has changed. An object without apiVersion, kind or name is an error, and so is one that
// contains a value that is not JSON, has more than 1.5 MiB, or is an EndpointSlice with more than 1000 endpoints. A name has at
// most 253 bytes, a namespace and a kind 63.
func (w *World) PutTemplate(o *unstructured.Unstructured) error {
	ref := override.RefOf(o)
	if ref.APIVersion == "" || ref.Kind == "" || ref.Name == "" {
		ref = content.ClipRef(ref)
		return fmt.Errorf("template: found apiVersion %q, kind %q and name %q, expected all three", ref.APIVersion, ref.Kind, ref.Name)
	}
	if err := checkObject(o); err != nil {
		return fmt.Errorf("template %s: %w", content.ClipRef(ref), err)
	}
	stored := o.DeepCopy()
	if before := w.templates[ref]; before != nil {
		keepClaim(stored, before)
	}
	w.writeTemplate(stored)
	return nil
}

// keepClaim copies the claim of a stored template to what replaces it, as kubectl apply does.
func keepClaim(o, before *unstructured.Unstructured) {
	copyKeys(content.Labels(o), content.Labels(before), o.SetLabels, api.PropagationPolicyIDLabel, api.ClusterPropagationPolicyIDLabel)
	copyKeys(content.Annotations(o), content.Annotations(before), o.SetAnnotations,
		api.PropagationPolicyNamespaceAnnotation, api.PropagationPolicyNameAnnotation, api.ClusterPropagationPolicyNameAnnotation)
}

// copyKeys sets a map with more keys of another, if that has any of them.
func copyKeys(into, from map[string]string, set func(map[string]string), keys ...string) {
	for _, key := range keys {
		if v, found := from[key]; found {
			into = content.MergeMap(into, map[string]string{key: v})
			set(into)
		}
	}
}

// writeTemplate stores a template, which it takes over, as an API server does.
func (w *World) writeTemplate(o *unstructured.Unstructured) {
	ref, generation, uid := override.RefOf(o), int64(1), types.UID("")
	if before := w.templates[ref]; before != nil {
		generation, uid = before.GetGeneration(), before.GetUID()
		delete(o.Object, "status")
		if status, found := before.Object["status"]; found {
			o.Object["status"] = status
		}
		if !jsontree.Equal(withoutMetadata(before), withoutMetadata(o)) {
			generation++
		}
	}
	version := w.nextWrite()
	if uid == "" {
		uid = newUID(version, o.GetUID())
	}
	o.SetGeneration(generation)
	o.SetUID(uid)
	o.SetResourceVersion(version)
	put(&w.templates, ref, o)
}

// newUID returns a UID with which the scheduler breaks ties as with that of the input, or as without one. So a world and a plan of the same input place
// its objects in the same way.
func newUID(version string, like types.UID) types.UID {
	uid := "uid-" + version
	if schedule.Descending(uid) != schedule.Descending(string(like)) {
		uid += "-" // changes the last bit of the hash
	}
	return types.UID(uid)
}

// withoutMetadata returns the fields whose changes the generation counts.
func withoutMetadata(o *unstructured.Unstructured) map[string]any {
	rest := maps.Clone(o.Object)
	delete(rest, "metadata")
	delete(rest, "status")
	return rest
}

// DeleteTemplate deletes a template, and reports whether it existed. What it owns is deleted when the world settles.
func (w *World) DeleteTemplate(ref override.Ref) bool {
	if w.templates[ref] == nil {
		return false
	}
	delete(w.templates, ref)
	return true
}

// Templates returns the templates, with their claims and statuses, sorted by namespace, kind, name and API version.
func (w *World) Templates() []*unstructured.Unstructured {
	all := values(w.templates)
	for i, o := range all {
		all[i] = o.DeepCopy()
	}
	return all
}
