package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	kjson "sigs.k8s.io/json"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/bind"
)

// binding is a case about making bindings.
type binding struct {
	Name  string           `json:"name"`
	Op    string           `json:"op"`
	Gates api.FeatureGates `json:"gates"`

	Object          map[string]any `json:"object"`
	Policy          map[string]any `json:"policy"`
	PriorityClasses []struct {
		Metadata struct {
			Name string `json:"name"`
		} `json:"metadata"`
		Value int32 `json:"value"`
	} `json:"priorityClasses"`
	Existing map[string]any `json:"existing"` // of MergeBinding and AttachedBinding

	Independent api.ResourceBinding    `json:"independent"` // of AttachedBinding and Distribute
	Dependency  map[string]any         `json:"dependency"`  // of AttachedBinding
	Objects     []map[string]any       `json:"objects"`     // of Distribute
	Bindings    []*api.ResourceBinding `json:"bindings"`    // the other stored bindings
}

// binds has the answers by operation.
var binds = map[string]func(*binding, context.Context) (any, error){
	"Bind": (*binding).bind, "MergeBinding": (*binding).merge, "AttachedBinding": (*binding).attach, "Distribute": (*binding).distribute,
}

func answerBinding(line []byte) any {
	var c binding
	if err := kjson.UnmarshalCaseSensitivePreserveInts(line, &c); err != nil {
		return map[string]any{"name": c.Name, "error": err.Error()}
	}
	want, err := binds[c.Op](&c, context.Background())
	if err != nil {
		return map[string]any{"name": c.Name, "error": err.Error()}
	}
	return map[string]any{"name": c.Name, "want": want}
}

func (c *binding) bind(ctx context.Context) (any, error) {
	desired, err := c.desired(ctx)
	if err != nil {
		return nil, err
	}
	return map[string]any{"binding": desired}, nil
}

func (c *binding) merge(ctx context.Context) (any, error) {
	desired, err := c.desired(ctx)
	if err != nil {
		return nil, err
	}
	var existing api.Binding = &api.ResourceBinding{}
	if c.Existing["kind"] == "ClusterResourceBinding" {
		existing = &api.ClusterResourceBinding{}
	}
	if err := decode(c.Existing, existing); err != nil {
		return nil, err
	}
	merged, changed, err := bind.Merge(existing, desired)
	if err != nil {
		return nil, err
	}
	operation := "none"
	if len(changed) > 0 {
		operation = "update"
	}
	after, err := stored(merged)
	return map[string]any{"desired": desired, "binding": after, "operation": operation}, err
}

// desired returns the binding of the object by the policy.
func (c *binding) desired(ctx context.Context) (api.Binding, error) {
	var policy api.PropagationSource = &api.PropagationPolicy{}
	if c.Policy["kind"] == "ClusterPropagationPolicy" {
		policy = &api.ClusterPropagationPolicy{}
	}
	if err := decode(c.Policy, policy); err != nil {
		return nil, err
	}
	return bind.Bind(ctx, bind.Input{
		Template: &unstructured.Unstructured{Object: c.Object}, Policy: policy, Registry: hooks, PriorityClass: c.priorityClass, FeatureGates: c.Gates,
	})
}

func (c *binding) priorityClass(_ context.Context, name string) (int32, bool, error) {
	for _, class := range c.PriorityClasses {
		if class.Metadata.Name == name {
			return class.Value, true, nil
		}
	}
	return 0, false, nil
}

// attach distributes an object that needs the dependency alone.
func (c *binding) attach(ctx context.Context) (any, error) {
	dependency := &unstructured.Unstructured{Object: c.Dependency}
	key := types.NamespacedName{Namespace: c.Independent.Namespace, Name: api.BindingName(dependency.GetKind(), dependency.GetName())}
	c.Independent.Spec.PropagateDeps = true
	in := bind.DistributeInput{
		Template: dependency, Registry: interpreter.NewRegistry(needs{dependency}),
		Find: func(context.Context, interpreter.Dependency) ([]*unstructured.Unstructured, error) {
			return []*unstructured.Unstructured{dependency}, nil
		},
	}
	alone, err := c.write(ctx, in)
	if err != nil {
		return nil, err
	}
	desired := alone[key].Binding // as it is before the bindings that require it are compared
	desired.Spec.ConflictResolution, desired.Spec.PreserveResourcesOnDeletion = c.Independent.Spec.ConflictResolution, c.Independent.Spec.PreserveResourcesOnDeletion
	if c.Existing != nil {
		existing := &api.ResourceBinding{}
		if err := decode(c.Existing, existing); err != nil {
			return nil, err
		}
		delete(existing.Labels, api.DependedByLabelPrefix+api.BindingReference(c.Independent.Namespace, c.Independent.Name)) // so that it is only attached
		c.Bindings = append([]*api.ResourceBinding{existing}, c.Bindings...)
	}
	written, err := c.write(ctx, in)
	if err != nil {
		return nil, err
	}
	after, err := stored(written[key].Binding)
	return map[string]any{"desired": desired, "binding": after, "conflict": written[key].Conflict}, err
}

// needs interprets every kind: it needs one object.
type needs struct{ object *unstructured.Unstructured }

func (needs) Kinds() []schema.GroupVersionKind {
	return []schema.GroupVersionKind{{Group: interpreter.Any, Version: interpreter.Any, Kind: interpreter.Any}}
}

func (n needs) InterpretDependency(context.Context, *unstructured.Unstructured) ([]interpreter.Dependency, error) {
	return []interpreter.Dependency{{APIVersion: n.object.GetAPIVersion(), Kind: n.object.GetKind(), Namespace: n.object.GetNamespace(), Name: n.object.GetName()}}, nil
}

// write distributes the independent binding and returns the bindings to store.
func (c *binding) write(ctx context.Context, in bind.DistributeInput) (map[types.NamespacedName]bind.Planned, error) {
	index := &bind.Index{}
	for _, b := range slices.Backward(c.Bindings) { // the first of a name counts
		index.Put(b)
	}
	index.Put(&c.Independent)
	batch := index.Batch()
	in.Independent = &c.Independent
	if _, err := batch.Distribute(ctx, in); err != nil {
		return nil, err
	}
	written := map[types.NamespacedName]bind.Planned{}
	planned, err := batch.Finish()
	for _, p := range planned {
		written[types.NamespacedName{Namespace: p.Binding.Namespace, Name: p.Binding.Name}] = p
	}
	return written, err
}

func (c *binding) distribute(ctx context.Context) (any, error) {
	in := bind.DistributeInput{Registry: hooks}
	if c.Object != nil {
		in.Template = &unstructured.Unstructured{Object: c.Object}
	}
	var objects []*unstructured.Unstructured
	for _, object := range c.Objects {
		objects = append(objects, &unstructured.Unstructured{Object: object})
	}
	in.Find = bind.FindIn(objects...)
	written, err := c.write(ctx, in)
	if err != nil {
		return nil, err
	}
	var all []*api.ResourceBinding
	for _, p := range written {
		all = append(all, p.Binding)
	}
	for _, b := range append(c.Bindings, &c.Independent) {
		if b != nil && written[types.NamespacedName{Namespace: b.Namespace, Name: b.Name}].Binding == nil {
			all = append(all, b)
		}
	}
	slices.SortFunc(all, func(a, b *api.ResourceBinding) int {
		return cmp.Or(cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.Name, b.Name))
	})
	bindings := []any{}
	for _, b := range all {
		if b.DeletionTimestamp != nil && len(b.Finalizers) == 0 {
			continue // the API server deletes it
		}
		after, err := stored(b)
		if err != nil {
			return nil, err
		}
		bindings = append(bindings, after)
	}
	return map[string]any{"bindings": bindings}, nil
}

// stored returns a binding as a client reads it after it was stored, without the fields that the control plane sets.
func stored(b api.Binding) (any, error) {
	text, err := json.Marshal(b)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", b.Ref(), err)
	}
	var again api.Binding = &api.ResourceBinding{}
	if _, cluster := b.(*api.ClusterResourceBinding); cluster {
		again = &api.ClusterResourceBinding{}
	}
	if err := kjson.UnmarshalCaseSensitivePreserveInts(text, again); err != nil {
		return nil, fmt.Errorf("%s: %w", b.Ref(), err)
	}
	if needs := again.BindingSpec().ReplicaRequirements; needs != nil {
		needs.ResourceRequest = needs.ResourceRequest.Reread()
	}
	for _, component := range again.BindingSpec().Components {
		if needs := component.Requirements; needs != nil {
			needs.ResourceRequest = needs.ResourceRequest.Reread()
		}
	}
	if text, err = json.Marshal(again); err != nil {
		return nil, fmt.Errorf("%s: %w", b.Ref(), err)
	}
	var content map[string]any
	if err := kjson.UnmarshalCaseSensitivePreserveInts(text, &content); err != nil {
		return nil, fmt.Errorf("%s: %w", b.Ref(), err)
	}
	for _, field := range []string{"creationTimestamp", "resourceVersion", "managedFields", "deletionTimestamp"} {
		unstructured.RemoveNestedField(content, "metadata", field)
	}
	return content, nil
}
