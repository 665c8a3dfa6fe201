package mcs

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// kindOf is a kind that this package reads: its name, and the fields that must have the right types.
type kindOf struct {
	apiVersion, kind string
	fields           fields
}

var (
	endpointSliceKind = kindOf{"discovery.k8s.io/v1", "EndpointSlice", fields{
		{"metadata", metadataFields},
		{"addressType", text},
		{"endpoints", listOf{fields{
			{"addresses", listOf{text}},
			{"conditions", fields{{"ready", flag}, {"serving", flag}, {"terminating", flag}}},
			{"hostname", text},
			{"targetRef", fields{{"kind", text}, {"namespace", text}, {"name", text}, {"uid", text}, {"apiVersion", text}, {"resourceVersion", text}, {"fieldPath", text}}},
			{"deprecatedTopology", mapOf{text}},
			{"nodeName", text},
			{"zone", text},
			{"hints", fields{{"forZones", listOf{fields{{"name", text}}}}, {"forNodes", listOf{fields{{"name", text}}}}}},
		}}},
		{"ports", listOf{fields{{"name", text}, {"protocol", text}, {"port", int32s}, {"appProtocol", text}}}},
	}}
	serviceImportKind = kindOf{"multicluster.x-k8s.io/v1alpha1", "ServiceImport", fields{
		{"metadata", metadataFields},
		{"spec", fields{
			{"ports", listOf{fields{{"name", text}, {"protocol", text}, {"appProtocol", text}, {"port", int32s}}}},
			{"ips", listOf{text}},
			{"type", text},
			{"sessionAffinity", text},
			{"sessionAffinityConfig", fields{{"clientIP", fields{{"timeoutSeconds", int32s}}}}},
		}},
	}}
	serviceKind = kindOf{"v1", "Service", fields{{"metadata", metadataFields}, {"spec", fields{{"clusterIP", text}}}}}

	multiClusterServiceKind = kindOf{"networking.karmada.io/v1alpha1", "MultiClusterService", fields{
		{"metadata", metadataFields},
		{"spec", fields{
			{"types", listOf{text}},
			{"ports", listOf{fields{{"name", text}, {"port", int32s}}}},
			{"range", fields{{"clusterNames", listOf{text}}}},
			{"providerClusters", listOf{fields{{"name", text}}}},
			{"consumerClusters", listOf{fields{{"name", text}}}},
		}},
		{"status", fields{{"conditions", listOf{fields{
			{"type", text}, {"status", text}, {"reason", text}, {"message", text}, {"lastTransitionTime", text}, {"observedGeneration", int64s},
		}}}}},
	}}
	metadataFields = fields{
		{"namespace", text}, {"name", text}, {"generateName", text}, {"uid", text}, {"resourceVersion", text}, {"deletionTimestamp", text}, {"finalizers", listOf{text}},
		{"labels", mapOf{text}}, {"annotations", mapOf{text}},
	}
)

// check returns an error if an object is not of the kind, cannot be copied, or has a field of another type. An object of a typed client, without
// apiVersion and kind, is of the kind. Null is absent.
func (k kindOf) check(object *unstructured.Unstructured) error {
	if object == nil || object.Object == nil {
		return fmt.Errorf("found no %s, expected one", k.kind)
	}
	err := content.Check(object.Object)
	if err == nil && !k.matches(object.Object) {
		err = fmt.Errorf("found %s as the kind and %s as the apiVersion, expected %s of %s",
			jsontree.Describe(object.Object["kind"]), jsontree.Describe(object.Object["apiVersion"]), k.kind, k.apiVersion)
	}
	if err == nil {
		if fault := k.fields.check(object.Object); fault != nil {
			slices.Reverse(fault.Pointer)
			err = fault
		}
	}
	if err != nil {
		return fmt.Errorf("%s: %w", k.ref(object), err)
	}
	return nil
}

// matches reports whether an object has the apiVersion and the kind, or neither.
func (k kindOf) matches(object map[string]any) bool {
	version, kind := object["apiVersion"], object["kind"]
	return version == k.apiVersion && kind == k.kind || absent(version) && absent(kind)
}

func absent(v any) bool { return v == nil || v == "" }

// ref names an object of the kind.
func (k kindOf) ref(object *unstructured.Unstructured) override.Ref {
	ref := override.RefOf(object)
	return override.Ref{APIVersion: k.apiVersion, Kind: k.kind, Namespace: ref.Namespace, Name: ref.Name}
}

// shape is the type of a value. The pointer of a fault is from the inside out.
type shape interface {
	check(v any) *jsontree.ValueError
}

// fields is an object with known fields; others may have any value.
type fields []struct {
	name string
	of   shape
}

func (f fields) check(v any) *jsontree.ValueError {
	object, ok := v.(map[string]any)
	if !ok {
		return mismatch(v, "an object")
	}
	for _, field := range f {
		if e := object[field.name]; e != nil {
			if fault := field.of.check(e); fault != nil {
				fault.Pointer = append(fault.Pointer, field.name)
				return fault
			}
		}
	}
	return nil
}

// listOf is a list.
type listOf struct{ of shape }

func (l listOf) check(v any) *jsontree.ValueError {
	list, ok := v.([]any)
	if !ok {
		return mismatch(v, "a list")
	}
	for i, e := range list {
		if e == nil {
			continue
		}
		if fault := l.of.check(e); fault != nil {
			fault.Pointer = append(fault.Pointer, strconv.Itoa(i))
			return fault
		}
	}
	return nil
}

// mapOf is an object with any keys.
type mapOf struct{ of shape }

func (m mapOf) check(v any) *jsontree.ValueError {
	object, ok := v.(map[string]any)
	if !ok {
		return mismatch(v, "an object")
	}
	var first *jsontree.ValueError
	for key, e := range object {
		if e == nil || first != nil && first.Pointer[0] <= key {
			continue
		}
		if fault := m.of.check(e); fault != nil {
			fault.Pointer = append(fault.Pointer, key)
			first = fault
		}
	}
	return first
}

// scalar is a value that is not a container.
type scalar struct {
	expected string
	is       func(v any) bool
}

func (s scalar) check(v any) *jsontree.ValueError {
	if s.is(v) {
		return nil
	}
	return mismatch(v, s.expected)
}

var (
	text   = scalar{"a string", func(v any) bool { _, ok := v.(string); return ok }}
	flag   = scalar{"true or false", func(v any) bool { _, ok := v.(bool); return ok }}
	int32s = scalar{"an integer of 32 bits", func(v any) bool { i, ok := integer(v); return ok && i >= math.MinInt32 && i <= math.MaxInt32 }}
	int64s = scalar{"an integer", func(v any) bool { _, ok := integer(v); return ok }}
)

// integer returns a number without a fraction.
func integer(v any) (int64, bool) {
	switch v := v.(type) {
	case int64:
		return v, true
	case float64:
		return int64(v), v == math.Trunc(v) && math.Abs(v) < 1<<53
	}
	return 0, false
}

func mismatch(v any, expected string) *jsontree.ValueError {
	return jsontree.NotA(nil, v, true, expected)
}
