package propagation_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// comparedObject is a binding or a Work as decoded JSON, with numbers as they are written.
type comparedObject map[string]any

func (o comparedObject) key() string {
	namespace, _ := o.metadata()["namespace"].(string)
	return fmt.Sprintf("%s %s/%s", o["kind"], namespace, o.metadata()["name"])
}

func (o comparedObject) metadata() map[string]any { return child(o, "metadata") }

// child returns an object in another, or nil.
func child(in map[string]any, path ...string) map[string]any {
	for _, key := range path {
		in, _ = in[key].(map[string]any)
	}
	return in
}

// objectsOf decodes bindings and Works.
func objectsOf(t *testing.T, lists map[string][]json.RawMessage) (all []comparedObject) {
	t.Helper()
	for _, list := range []string{"bindings", "works"} {
		for _, text := range lists[list] {
			decoder := json.NewDecoder(bytes.NewReader(text))
			decoder.UseNumber()
			object := comparedObject{}
			require.NoError(t, decoder.Decode(&object))
			if list == "works" {
				object["kind"] = "Work"
			}
			all = append(all, object)
		}
	}
	return all
}

// settledObjects returns the objects by their name, without what is random or depends on time:
//
//  1. The API server writes the uid, generation, times and managed fields.
//  2. Statuses belong to other controllers, except the affinity group in that of a binding.
//  3. Random ids are replaced by the name of the object that has them.
//  4. The order of requiredBy and of recorded dependencies is random.
//  5. The generation and resource version of a template are those that it had when the control plane wrote the object.
func settledObjects(t *testing.T, objects []comparedObject) map[string]comparedObject {
	t.Helper()
	names, all := map[string]string{}, map[string]comparedObject{}
	for _, o := range objects {
		for _, key := range []string{api.BindingIDLabel, api.ClusterBindingIDLabel, api.WorkIDLabel} {
			if id, _ := child(o.metadata(), "labels")[key].(string); id != "" && strings.HasPrefix(key, strings.ToLower(fmt.Sprint(o["kind"]))+".") {
				names[id] = "id of " + o.key()
			}
		}
	}
	for _, o := range objects {
		o, _ = withNames(map[string]any(o), names).(map[string]any)
		require.NotContains(t, all, o.key(), "an object is listed twice")
		o.clean(t)
		all[o.key()] = o
	}
	return all
}

// withNames returns a value whose ids are replaced.
func withNames(v any, names map[string]string) any {
	switch v := v.(type) {
	case string:
		if name, found := names[v]; found {
			return name
		}
	case []any:
		for i := range v {
			v[i] = withNames(v[i], names)
		}
	case map[string]any:
		for key := range v {
			v[key] = withNames(v[key], names)
		}
	}
	return v
}

// written are the metadata of the API server.
var written = []string{"uid", "resourceVersion", "creationTimestamp", "managedFields", "generation", "deletionTimestamp", "deletionGracePeriodSeconds"}

func (o comparedObject) clean(t *testing.T) {
	t.Helper()
	delete(o, "apiVersion")
	maps.DeleteFunc(o.metadata(), func(key string, v any) bool {
		return slices.Contains(written, key) || slices.Contains([]string{"null", "{}", "[]"}, textOf(v))
	})
	group := child(o, "status")["schedulerObservingAffinityName"]
	if delete(o, "status"); group != nil && group != "" {
		o["status"] = map[string]any{"schedulerObservingAffinityName": group}
	}
	annotations := child(o.metadata(), "annotations")
	if text, found := annotations[api.DependenciesAnnotation].(string); found {
		var recorded []any
		require.NoError(t, json.Unmarshal([]byte(text), &recorded))
		annotations[api.DependenciesAnnotation] = textOf(byText(recorded))
	}
	spec := child(o, "spec")
	delete(child(spec, "resource"), "resourceVersion")
	if by, found := spec["requiredBy"].([]any); found {
		spec["requiredBy"] = byText(by)
	}
	manifests, _ := child(spec, "workload")["manifests"].([]any)
	for _, m := range manifests {
		manifest, _ := m.(map[string]any)
		delete(child(manifest, "metadata", "annotations"), api.TemplateGenerationAnnotation)
	}
}

func byText(values []any) []any {
	return slices.SortedFunc(slices.Values(values), func(a, b any) int { return strings.Compare(textOf(a), textOf(b)) })
}

func textOf(v any) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return err.Error()
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// objectDifference is a place where an object differs. An absent value is the text "(absent)".
type objectDifference struct{ object, path, want, got string }

const absent = "(absent)"

// compareObjects returns the differences, sorted by object.
func compareObjects(want, got map[string]comparedObject) (all []objectDifference) {
	keys := map[string]bool{}
	for _, from := range []map[string]comparedObject{want, got} {
		for key := range from {
			keys[key] = true
		}
	}
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		a, wanted := want[key]
		b, found := got[key]
		switch {
		case !wanted:
			all = append(all, objectDifference{key, "", absent, "present"})
		case !found:
			all = append(all, objectDifference{key, "", "present", absent})
		default:
			compareValues(map[string]any(a), map[string]any(b), nil, func(path jsontree.Pointer, x, y string) {
				all = append(all, objectDifference{key, path.String(), x, y})
			})
		}
	}
	return all
}

// nothing is the value of an absent key.
type nothing struct{}

// compareValues reports each difference. Strings with JSON or YAML in them are equal if they mean the same.
func compareValues(a, b any, path jsontree.Pointer, report func(path jsontree.Pointer, a, b string)) {
	mapA, isMapA := a.(map[string]any)
	mapB, isMapB := b.(map[string]any)
	listA, isListA := a.([]any)
	listB, isListB := b.([]any)
	switch {
	case isMapA && isMapB:
		both := maps.Clone(mapA)
		maps.Copy(both, mapB)
		for _, key := range slices.Sorted(maps.Keys(both)) {
			compareValues(valueAt(mapA, key), valueAt(mapB, key), path.Child(key), report)
		}
	case isListA && isListB && len(listA) == len(listB):
		for i := range listA {
			compareValues(listA[i], listB[i], path.Child(fmt.Sprint(i)), report)
		}
	default:
		if x, y := shownValue(a), shownValue(b); x != y && !sameMeaning(a, b) {
			report(path, x, y)
		}
	}
}

func valueAt(in map[string]any, key string) any {
	if v, found := in[key]; found {
		return v
	}
	return nothing{}
}

func shownValue(v any) string {
	if v == (any)(nothing{}) {
		return absent
	}
	return textOf(v)
}

// sameMeaning reports whether two strings have the same JSON or YAML in them.
func sameMeaning(a, b any) bool {
	x, isString := a.(string)
	y, areStrings := b.(string)
	if !isString || !areStrings || !strings.Contains(x+y, "\n") && !strings.HasPrefix(x, "{") && !strings.HasPrefix(x, "[") {
		return false
	}
	documents, others := strings.Split(x, "\n---\n"), strings.Split(y, "\n---\n")
	return slices.EqualFunc(documents, others, func(a, b string) bool {
		left, err := yaml.YAMLToJSON([]byte(a))
		right, fault := yaml.YAMLToJSON([]byte(b))
		return err == nil && fault == nil && bytes.Equal(left, right)
	})
}
