package claim

import (
	"reflect"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// ChangeKind says who has changed the specification of an object.
type ChangeKind string

// The kinds of changes.
const (
	ChangeNone      ChangeKind = "none"    // the specification is the same
	ChangeByKarmada ChangeKind = "karmada" // only fields that Karmada writes changed
	ChangeByUser    ChangeKind = "user"    // other fields changed
)

// Change is what an update of an object means, and why.
type Change struct {
	Kind   ChangeKind `json:"kind"`
	Reason string     `json:"reason"`
}

// Changed compares an object before and after an update. Nil is an object without content.
//  1. status, metadata.managedFields and metadata.resourceVersion are ignored. Any other difference changes the specification, even one
//     between an absent field, null and an empty field. A field beyond the limits of package jsontree is never the same.
//  2. If only metadata.generation, labels and annotations differ, the change is Karmada's if they are equal without all keys that contain
//     .karmada.io; absent, null and empty ones are equal. The key karmada.io/managed does not contain it, as it has no leading dot, and
//     the label namespace.karmada.io/skip-auto-propagation counts because users set it.
//
// Unless the kind is [ChangeByUser], [DecideInput].ChangedByKarmada is true. This only matters if [Policies.Lazy] is true for the object.
func Changed(before, after *unstructured.Unstructured) Change {
	fields := differences(content.Of(before), content.Of(after))
	if len(fields) == 0 {
		return Change{ChangeNone, "no field that counts changed"}
	}
	c := Change{ChangeByKarmada, "only fields that Karmada writes changed: " + strings.Join(fields, ", ")}
	users := slices.DeleteFunc(fields, func(field string) bool {
		switch field {
		case "metadata.generation":
			return true
		case "metadata.labels":
			return reflect.DeepEqual(usersOnly(content.Labels(before), api.SkipAutoPropagationLabel), usersOnly(content.Labels(after), api.SkipAutoPropagationLabel))
		case "metadata.annotations":
			return reflect.DeepEqual(usersOnly(content.Annotations(before), ""), usersOnly(content.Annotations(after), ""))
		}
		return false
	})
	if len(users) > 0 {
		c = Change{ChangeByUser, "changed: " + strings.Join(users, ", ")}
	}
	return c
}

// differences returns the sorted fields that count and differ: those of metadata, and the other top-level fields.
func differences(before, after map[string]any) []string {
	var fields []string
	differ := func(before, after map[string]any, prefix string, ignored ...string) {
		for _, field := range union(before, after) {
			a, had := before[field]
			b, has := after[field]
			if slices.Contains(ignored, field) || had == has && same(a, b) {
				continue
			}
			fields = append(fields, prefix+field)
		}
	}
	a, isMap := before["metadata"].(map[string]any)
	b, areMaps := after["metadata"].(map[string]any)
	if isMap && areMaps {
		differ(a, b, "metadata.", "managedFields", "resourceVersion")
		differ(before, after, "", "status", "metadata")
	} else {
		differ(before, after, "", "status")
	}
	slices.Sort(fields)
	return fields
}

// same reports whether two values are equal. reflect.DeepEqual compares each pair of maps: for two maps that contain themselves over many levels the
// pairs overflow the stack.
func same(a, b any) bool { return jsontree.Fits(a) && jsontree.Fits(b) && reflect.DeepEqual(a, b) }

func union(a, b map[string]any) []string {
	keys := make([]string, 0, len(a)+len(b))
	for key := range a {
		keys = append(keys, key)
	}
	for key := range b {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// usersOnly returns the values without the keys of Karmada, except for one key.
func usersOnly(values map[string]string, except string) map[string]string {
	kept := map[string]string{}
	for key, value := range values {
		if key == except || !strings.Contains(key, ".karmada.io") {
			kept[key] = value
		}
	}
	return kept
}
