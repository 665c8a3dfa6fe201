package crds_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/controller-runtime/pkg/client/apiutil"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/override/quantity"
	karmada "github.com/overridekit/overridekit/policy/karmada/api"
	kubeadmiral "github.com/overridekit/overridekit/policy/kubeadmiral/api"
)

// sourceAnnotation has the file of a document.
const sourceAnnotation = "source"

// values are those of fields with an enumeration, and of types that are not filled field by field.
var values = map[reflect.Type]any{
	reflect.TypeFor[karmada.PreemptionBehavior]():        karmada.PreemptAlways,
	reflect.TypeFor[karmada.ConflictResolution]():        karmada.ConflictOverwrite,
	reflect.TypeFor[karmada.ActivationPreference]():      karmada.LazyActivation,
	reflect.TypeFor[karmada.PriorityClassSource]():       karmada.KubePriorityClass,
	reflect.TypeFor[karmada.PurgeMode]():                 karmada.PurgeDirectly,
	reflect.TypeFor[karmada.SpreadField]():               karmada.SpreadByZone,
	reflect.TypeFor[karmada.ReplicaSchedulingType]():     karmada.Duplicated,
	reflect.TypeFor[karmada.ReplicaDivisionPreference](): karmada.Aggregated,
	reflect.TypeFor[karmada.DynamicWeightFactor]():       karmada.DynamicWeightByAvailableReplicas,
	reflect.TypeFor[karmada.ImageComponent]():            karmada.Repository,
	reflect.TypeFor[karmada.OverriderOperator]():         karmada.OverriderOpRemove,
	reflect.TypeFor[karmada.ClusterSyncMode]():           karmada.Pull,
	reflect.TypeFor[karmada.MatchConditionOperator]():    karmada.MatchConditionNotIn,
	reflect.TypeFor[karmada.JSON]():                      karmada.JSON{Raw: []byte(`{"a":[null,1,"b"]}`)},
	reflect.TypeFor[karmada.Manifest]():                  karmada.Manifest{"apiVersion": "v1", "kind": "A", "metadata": map[string]any{"x": nil}, "spec": int64(1)},
	reflect.TypeFor[map[string]any]():                    map[string]any{"a": []any{int64(1)}},
	reflect.TypeFor[any]():                               map[string]any{"key": "a"},
	reflect.TypeFor[metav1.Time]():                       metav1.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
	reflect.TypeFor[quantity.Quantity]():                 quantity.Quantity{Quantity: resource.MustParse("100m")},
	reflect.TypeFor[quantity.List]():                     quantity.List{"cpu": resource.MustParse("100m")},
}

// filled returns an object of the type, named filled, all of whose fields are set.
func filled(t *testing.T, object runtime.Object) *unstructured.Unstructured {
	t.Helper()
	content := reflect.ValueOf(object).Elem()
	for i := range content.NumField() {
		if !content.Type().Field(i).Anonymous {
			fill(t, content.Field(i))
		}
	}
	fields, err := runtime.DefaultUnstructuredConverter.ToUnstructured(object)
	require.NoError(t, err)
	kinds := runtime.NewScheme()
	require.NoError(t, karmada.AddToScheme(kinds))
	require.NoError(t, kubeadmiral.AddToScheme(kinds))
	require.NoError(t, scheme.AddToScheme(kinds))
	gvk, err := apiutil.GVKForObject(object, kinds)
	require.NoError(t, err)
	out := &unstructured.Unstructured{Object: fields}
	fields["metadata"] = map[string]any{"name": "filled"}
	out.SetGroupVersionKind(gvk)
	namespaced, err := hub.IsObjectNamespaced(out)
	require.NoError(t, err)
	if namespaced {
		out.SetNamespace("default")
	}
	return out
}

func fill(t *testing.T, v reflect.Value) {
	t.Helper()
	if value, ok := values[v.Type()]; ok {
		v.Set(reflect.ValueOf(value))
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(t, v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			fill(t, v.Field(i))
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fill(t, v.Index(0))
		fill(t, v.Index(1))
	case reflect.Map:
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(t, key)
		fill(t, value)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, value)
	case reflect.String:
		v.SetString("filled")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int32, reflect.Int64:
		v.SetInt(7)
	case reflect.Uint64:
		v.SetUint(7)
	default:
		require.Fail(t, "cannot fill", v.Type().String())
	}
}

// documentsOf returns the objects of this package's kinds in the YAML files of folders.
func documentsOf(t *testing.T, folders ...string) (out []*unstructured.Unstructured) {
	t.Helper()
	for _, folder := range folders {
		require.NoError(t, filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || filepath.Ext(path) != ".yaml" {
				return err
			}
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			for _, document := range strings.Split("\n"+string(data), "\n---") {
				object := &unstructured.Unstructured{}
				if yaml.Unmarshal([]byte(document), &object.Object) != nil || len(object.Object) == 0 {
					continue // a test case, for example
				}
				if group := object.GroupVersionKind().Group; strings.HasSuffix(group, ".karmada.io") && group != "config.karmada.io" || group == kubeadmiral.GroupVersion.Group {
					object.SetAnnotations(map[string]string{sourceAnnotation: path})
					out = append(out, object)
				}
			}
			return nil
		}))
	}
	require.NotEmpty(t, out)
	return out
}

// requireContains fails unless everything in want is in got: an API server may add defaults only.
func requireContains(t *testing.T, got, want any, place string) {
	t.Helper()
	switch want := want.(type) {
	case map[string]any:
		have, _ := got.(map[string]any)
		for key, value := range want {
			requireContains(t, have[key], value, place+" "+key)
		}
	case []any:
		have, _ := got.([]any)
		require.Len(t, have, len(want), place)
		for i := range want {
			requireContains(t, have[i], want[i], place)
		}
	default:
		require.EqualValues(t, want, got, place)
	}
}
