package bind_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/bind"
)

// chain interprets the kind Link: each object needs the one that it names.
type chain struct{}

func (chain) Kinds() []schema.GroupVersionKind {
	return []schema.GroupVersionKind{{Group: "test", Version: "v1", Kind: "Link"}}
}

func (chain) InterpretDependency(_ context.Context, o *unstructured.Unstructured) ([]interpreter.Dependency, error) {
	next, found, err := unstructured.NestedString(o.Object, "next")
	if !found || err != nil {
		return nil, err
	}
	return []interpreter.Dependency{{APIVersion: "test/v1", Kind: "Link", Namespace: "shop", Name: next}}, nil
}

// TestBatchChain has three bindings; each requires the next one. Whatever their names and the order of the steps, the last one
// gets the conflict resolution of the first one, and a second Finish changes nothing.
func TestBatchChain(t *testing.T) {
	t.Parallel()
	for _, names := range [][3]string{{"a", "b", "c"}, {"c", "b", "a"}, {"b", "c", "a"}} {
		for _, order := range [][2]int{{0, 1}, {1, 0}} {
			var objects []*unstructured.Unstructured
			var bindings []*api.ResourceBinding
			for i, name := range names {
				content := map[string]any{"apiVersion": "test/v1", "kind": "Link", "metadata": map[string]any{"name": name, "namespace": "shop"}}
				if i+1 < len(names) {
					content["next"] = names[i+1]
				}
				objects = append(objects, &unstructured.Unstructured{Object: content})
				b := &api.ResourceBinding{}
				b.Namespace, b.Name, b.Labels = "shop", name+"-link", map[string]string{api.BindingIDLabel: name}
				b.Spec.Resource = api.ObjectReference{APIVersion: "test/v1", Kind: "Link", Namespace: "shop", Name: name}
				b.Spec.PropagateDeps = i+1 < len(names)
				if i == 0 {
					b.Spec.Placement, b.Spec.ConflictResolution = &api.Placement{}, api.ConflictOverwrite
				}
				bindings = append(bindings, b)
			}
			batch := bind.NewBatch(bindings, nil)
			for _, i := range order {
				_, err := batch.Distribute(context.Background(), bind.DistributeInput{
					Independent: bindings[i], Template: objects[i], Registry: interpreter.NewRegistry(chain{}), Find: bind.FindIn(objects...),
				})
				require.NoError(t, err)
			}
			once := finished(t, batch)
			require.Equal(t, api.ConflictOverwrite, once[names[2]+"-link"], "%v", names)
			require.Equal(t, once, finished(t, batch), "%v", names)
			require.Empty(t, bindings[2].Spec.RequiredBy, "the input is not written")
		}
	}
}

// finished returns the conflict resolutions of a batch by the names of the bindings.
func finished(t *testing.T, batch *bind.Batch) map[string]api.ConflictResolution {
	t.Helper()
	planned, err := batch.Finish()
	require.NoError(t, err)
	all := map[string]api.ConflictResolution{}
	for _, p := range planned {
		all[p.Binding.Name] = p.Binding.Spec.ConflictResolution
	}
	return all
}
