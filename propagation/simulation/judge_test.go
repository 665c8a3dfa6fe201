package simulation

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/work"
)

// judge returns an error if a cluster does not have exactly the objects that the stored bindings name.
func (w *wild) judge() error {
	wanted, err := w.wanted()
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(w.members)) {
		if err := w.judgeCluster(name, wanted[name]); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return w.judgeServices()
}

// wanted returns the objects that the bindings name, by cluster. It does not use the Works. An object is nil if it may have any content: no policy
// claims its template any more, so it is not rendered again.
func (w *wild) wanted() (map[string]map[override.Ref]*unstructured.Unstructured, error) {
	all := map[string]map[override.Ref]*unstructured.Unstructured{}
	set, err := work.NewOverrides(values(w.overrides)...)
	if err != nil {
		return nil, err
	}
	for _, b := range w.bindings {
		ref := content.ResourceOf(b)
		template := w.templates[ref]
		if b.GetDeletionTimestamp() != nil {
			continue
		}
		if template == nil {
			return nil, fmt.Errorf("%s has no template", b.Ref())
		}
		claimed, required := b.GetLabels()[api.PropagationPolicyIDLabel] != "", len(b.BindingSpec().RequiredBy) > 0
		for _, target := range work.Targets(b.BindingSpec()) {
			c := w.clusters[target.Name]
			switch {
			case c == nil && claimed && !required && !w.stale[b.Ref().String()+target.Name]:
				return nil, fmt.Errorf("%s has the cluster %s, which has left", b.Ref(), target.Name)
			case c == nil: // divided replicas do not move when the binding is claimed again, see the comment at stale
				w.stale[b.Ref().String()+target.Name] = true
				continue
			case all[c.Name] == nil:
				all[c.Name] = map[override.Ref]*unstructured.Unstructured{}
			}
			if !claimed && !required {
				all[c.Name][ref] = nil
				continue
			}
			object := template.DeepCopy()
			if ref.Kind == "Deployment" {
				_ = unstructured.SetNestedField(object.Object, int64(target.Replicas), "spec", "replicas")
			}
			result, err := set.Set.Select(object).Apply(c.Facts())
			if err != nil {
				return nil, err
			}
			if all[c.Name][ref], err = result.Object(); err != nil {
				return nil, err
			}
		}
	}
	return all, nil
}

func (w *wild) judgeCluster(name string, wanted map[override.Ref]*unstructured.Unstructured) error {
	if text, disconnected := w.frozen[name]; disconnected {
		if w.members[name].String() != text {
			return errors.New("it was disconnected and has changed")
		}
		return nil
	}
	if w.refused[name] {
		return nil
	}
	present := map[override.Ref]bool{}
	for _, o := range w.members[name].All() {
		ref := override.RefOf(o)
		present[ref] = true
		if isOwnSlice(o) {
			continue // judgeServices looks at it
		}
		want, found := wanted[ref]
		if !found && !w.lost[name][ref] {
			return fmt.Errorf("no binding names its %s", ref)
		}
		if want == nil {
			continue
		}
		if err := contains(o, want); err != nil {
			return fmt.Errorf("%s: %w", ref, err)
		}
		replicas, _, _ := unstructured.NestedInt64(o.Object, "spec", "replicas")
		if scaled, found := w.scaled[scalable{name, o.GetUID()}]; found && retains(want) && replicas != scaled {
			return fmt.Errorf("%s has %d replicas, and its autoscaler chose %d", ref, replicas, scaled)
		}
	}
	for _, ref := range slices.SortedFunc(maps.Keys(wanted), compare) {
		if wanted[ref] != nil && !present[ref] {
			return fmt.Errorf("it lacks %s", ref)
		}
	}
	return nil
}

// contains returns an error if an object lacks anything that is wanted. ConfigMaps have nothing else.
func contains(o, want *unstructured.Unstructured) error {
	for key, v := range want.GetLabels() {
		if o.GetLabels()[key] != v && key != api.WorkIDLabel { // an imported slice has the id of another Work
			return fmt.Errorf("label %s is %q, expected %q", key, o.GetLabels()[key], v)
		}
	}
	for key := range o.GetLabels() {
		if _, found := want.GetLabels()[key]; !found && key != "team" && !strings.Contains(key, "karmada.io/") {
			return fmt.Errorf("label %s is left", key)
		}
	}
	for key := range o.GetAnnotations() {
		if _, found := want.GetAnnotations()[key]; !found && !strings.Contains(key, "karmada.io/") {
			return fmt.Errorf("annotation %s is left", key)
		}
	}
	if o.GetKind() == "ConfigMap" && fmt.Sprint(o.Object["data"]) != fmt.Sprint(want.Object["data"]) {
		return fmt.Errorf("data is %v, expected %v", o.Object["data"], want.Object["data"])
	}
	if len(endpointsOf(o)) != len(endpointsOf(want)) || len(endpointsOf(o)) > 0 && !within(want.Object["endpoints"], o.Object["endpoints"]) {
		return fmt.Errorf("endpoints are %v, expected %v", o.Object["endpoints"], want.Object["endpoints"])
	}
	spec, _ := want.Object["spec"].(map[string]any)
	found, _ := o.Object["spec"].(map[string]any)
	for _, key := range []string{"paused", "minReadySeconds"} {
		if fmt.Sprint(found[key]) != fmt.Sprint(spec[key]) {
			return fmt.Errorf("%s is %v, expected %v", key, found[key], spec[key])
		}
	}
	if retains(want) {
		spec = maps.Clone(spec)
		delete(spec, "replicas")
	}
	if !within(spec, found) {
		return fmt.Errorf("spec is %v, expected %v", found, spec)
	}
	return nil
}

// within reports whether found has all that want has.
func within(want, found any) bool {
	switch want := want.(type) {
	case map[string]any:
		f, ok := found.(map[string]any)
		for key, v := range want {
			ok = ok && within(v, f[key])
		}
		return ok || len(want) == 0
	case []any:
		f, ok := found.([]any)
		if !ok || len(f) != len(want) {
			return false
		}
		for i := range want {
			if !within(want[i], f[i]) {
				return false
			}
		}
		return true
	}
	return want == found
}
