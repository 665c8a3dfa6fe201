package simulation

import (
	"fmt"
	"maps"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// PutTemplate creates or replaces a template. As in an API server, a replaced template keeps its status, and its generation increases if anything
// but the metadata has changed. An object without apiVersion, kind or name is an error, and so is one that contains a value that is not JSON.
func (w *World) PutTemplate(o *unstructured.Unstructured) error {
	if w == nil {
		return errNoWorld
	}
	ref := override.RefOf(o)
	if ref.APIVersion == "" || ref.Kind == "" || ref.Name == "" {
		return fmt.Errorf("template: found apiVersion %q, kind %q and name %q, expected all three", ref.APIVersion, ref.Kind, ref.Name)
	}
	if err := content.Check(o.Object); err != nil {
		return fmt.Errorf("template %s: %w", ref, err)
	}
	stored := o.DeepCopy()
	generation := int64(1)
	if before := w.templates[ref]; before != nil {
		generation = before.GetGeneration()
		delete(stored.Object, "status")
		if status, found := before.Object["status"]; found {
			stored.Object["status"] = status
		}
		if !jsontree.Equal(withoutMetadata(before), withoutMetadata(stored)) {
			generation++
		}
	}
	stored.SetGeneration(generation)
	stored.SetResourceVersion(w.nextWrite())
	put(&w.templates, ref, stored)
	return nil
}

// withoutMetadata returns the fields whose changes the generation counts.
func withoutMetadata(o *unstructured.Unstructured) map[string]any {
	rest := maps.Clone(o.Object)
	delete(rest, "metadata")
	delete(rest, "status")
	return rest
}

// DeleteTemplate deletes a template and, as the garbage collector does, its binding. It reports whether the template existed.
func (w *World) DeleteTemplate(ref override.Ref) bool {
	if w == nil || w.templates[ref] == nil {
		return false
	}
	delete(w.templates, ref)
	for _, b := range w.bindings {
		if content.ResourceOf(b) == ref && b.GetDeletionTimestamp() == nil {
			b.SetDeletionTimestamp(w.metaNow())
		}
	}
	return true
}

// Templates returns the templates, with their claims and statuses, sorted by namespace, kind, name and API version.
func (w *World) Templates() []*unstructured.Unstructured {
	if w == nil {
		return nil
	}
	all := values(w.templates)
	for i, o := range all {
		all[i] = o.DeepCopy()
	}
	return all
}
