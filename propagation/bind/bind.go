package bind

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// Input is the input of [Bind]. None of it is written.
type Input struct {
	Template *unstructured.Unstructured
	Policy   api.PropagationSource // the one that claims the template
	Registry *interpreter.Registry // nil: no kind has an interpreter
	// PriorityClass looks up the value of a PriorityClass of scheduling.k8s.io, which the schedulePriority of a policy names, and returns
	// false if it does not exist. Nil finds none.
	PriorityClass func(ctx context.Context, name string) (value int32, found bool, err error)

	// FeatureGates: MultiplePodTemplatesScheduling, PriorityBasedScheduling, ResourceQuotaEstimate and WorkloadAffinity are read.
	FeatureGates api.FeatureGates
}

// Bind returns the binding of a template and its policy: a ResourceBinding for a namespaced template, a ClusterResourceBinding for any other. It
// shares no memory with the input. It has no clusters, which the scheduler sets, and no id, which is set when it is stored.
//
//  1. Its name is made from the kind and the name of the template. Its namespace is that of the template, which controls it. It has the
//     finalizer of the controller that cleans up after it.
//  2. Its labels and annotations name the policy. If the policy has no id, the value of the label is empty.
//  3. It refers to the template at its present version.
//  4. It copies these fields of the policy: placement, propagateDeps, schedulerName, failover, conflictResolution, suspension and
//     preserveResourcesOnDeletion.
//  5. The interpreter of the kind returns the replicas and their requirements. Without an interpreter the binding has neither, and the
//     template is not a workload. With the gate MultiplePodTemplatesScheduling, and an interpreter that knows the components of the kind,
//     the binding has components instead.
//  6. With the gate ResourceQuotaEstimate, the requirements have a namespace and a priority class. If the interpreter sets none, they are
//     those of the pod template, and the namespace may be that of the template.
//  7. With the gate PriorityBasedScheduling, a ResourceBinding gets the value of the priority class that the policy names. A class that
//     does not exist, and a source other than KubePriorityClass, are errors.
//  8. With the gate WorkloadAffinity, a ResourceBinding gets the groups of the labels of the template.
//
// A PropagationPolicy with a cluster-scoped template is an error, and so is a number of replicas that does not fit into an int32.
func Bind(ctx context.Context, in Input) (api.Binding, error) {
	spec := claim.PolicySpec(in.Policy)
	if spec == nil {
		return nil, errors.New("found no policy, expected one")
	}
	if err := checkBindable(in.Template); err != nil {
		return nil, fmt.Errorf("%s: %w", content.ClipRef(in.Policy.Ref()), err)
	}
	b := binder{in, in.Policy.Ref(), spec}
	bound, err := b.bind(ctx, in.Policy.GetLabels())
	if err != nil {
		return nil, fmt.Errorf("binding of %s by %s: %w", content.ClipRef(override.RefOf(in.Template)), content.ClipRef(in.Policy.Ref()), err)
	}
	return bound, nil
}

// binder makes one binding.
type binder struct {
	Input
	policy override.Ref
	spec   *api.PropagationSpec
}

func (b *binder) bind(ctx context.Context, labels map[string]string) (api.Binding, error) {
	if b.Template.GetNamespace() == "" && !claim.IsClusterWide(b.policy) {
		return nil, errors.New("the object has no namespace, expected that of the policy")
	}
	spec := api.ResourceBindingSpec{
		Resource:                    objectReference(b.Template),
		PropagateDeps:               b.spec.PropagateDeps,
		Placement:                   &b.spec.Placement,
		SchedulerName:               b.spec.SchedulerName,
		Failover:                    b.spec.Failover,
		ConflictResolution:          b.spec.ConflictResolution,
		PreserveResourcesOnDeletion: b.spec.PreserveResourcesOnDeletion,
	}
	if b.spec.Suspension != nil {
		spec.Suspension = &api.BindingSuspension{Suspension: *b.spec.Suspension}
	}
	if err := b.interpret(ctx, &spec); err != nil {
		return nil, err
	}
	if err := content.CheckSpec(&spec); err != nil {
		return nil, err
	}
	meta := metav1.ObjectMeta{
		Name:            api.BindingName(b.Template.GetKind(), b.Template.GetName()),
		Namespace:       b.Template.GetNamespace(),
		OwnerReferences: []metav1.OwnerReference{ownedBy(b.Template)},
		Labels:          map[string]string{claim.IDLabel(b.policy): labels[claim.IDLabel(b.policy)]},
		Annotations:     claim.Annotations(b.policy),
	}
	if meta.Namespace == "" {
		meta.Finalizers = []string{api.ClusterBindingFinalizer}
		bound := &api.ClusterResourceBinding{TypeMeta: bindingType("ClusterResourceBinding"), ObjectMeta: meta, Spec: spec}
		return bound.DeepCopy(), nil
	}
	meta.Finalizers = []string{api.BindingFinalizer}
	var err error
	if spec.SchedulePriority, err = b.priority(ctx); err != nil {
		return nil, err
	}
	if spec.WorkloadAffinityGroups, err = b.groups(); err != nil {
		return nil, err
	}
	bound := &api.ResourceBinding{TypeMeta: bindingType("ResourceBinding"), ObjectMeta: meta, Spec: spec}
	return bound.DeepCopy(), nil
}

// interpret implements rules 5 and 6.
func (b *binder) interpret(ctx context.Context, spec *api.ResourceBindingSpec) (err error) {
	kind := b.Template.GroupVersionKind()
	if b.FeatureGates.Enabled(api.GateMultiplePodTemplatesScheduling) {
		if hook, found := b.Registry.ComponentInterpreter(kind); found {
			spec.Components, err = hook.InterpretComponent(ctx, b.Template)
			return b.Registry.Hidden(b.Template, err)
		}
	}
	hook, found := b.Registry.ReplicaInterpreter(kind)
	if !found {
		return nil
	}
	spec.Replicas, spec.ReplicaRequirements, err = hook.InterpretReplica(ctx, b.Template)
	err = b.Registry.Hidden(b.Template, err)
	if err == nil && b.FeatureGates.Enabled(api.GateResourceQuotaEstimate) && spec.ReplicaRequirements != nil {
		needs := *spec.ReplicaRequirements
		pod := podTemplateOf(b.Template)
		namespace, _, _ := unstructured.NestedString(pod, "metadata", "namespace")
		class, _, _ := unstructured.NestedString(pod, "spec", "priorityClassName")
		needs.Namespace = cmp.Or(needs.Namespace, namespace, b.Template.GetNamespace())
		needs.PriorityClassName = cmp.Or(needs.PriorityClassName, class)
		spec.ReplicaRequirements = &needs
	}
	return err
}

// priority implements rule 7.
func (b *binder) priority(ctx context.Context) (*api.BindingSchedulePriority, error) {
	named := b.spec.SchedulePriority
	if named == nil || !b.FeatureGates.Enabled(api.GatePriorityBasedScheduling) {
		return nil, nil
	}
	if named.PriorityClassSource != api.KubePriorityClass {
		return nil, fmt.Errorf("spec.schedulePriority.priorityClassSource is %q, expected %s", content.Clip(string(named.PriorityClassSource)), api.KubePriorityClass)
	}
	if b.PriorityClass != nil {
		value, found, err := b.PriorityClass(ctx, named.PriorityClassName)
		if err != nil {
			return nil, fmt.Errorf("priority class %q: %w", content.Clip(named.PriorityClassName), err)
		}
		if found {
			return &api.BindingSchedulePriority{Priority: value}, nil
		}
	}
	return nil, fmt.Errorf("spec.schedulePriority.priorityClassName is %q, expected an existing priority class", content.Clip(named.PriorityClassName))
}

// groups implements rule 8. A group is <label key>=<value>. It returns nil if there are no groups.
func (b *binder) groups() (*api.WorkloadAffinityGroups, error) {
	affinity := b.spec.Placement.WorkloadAffinity
	if affinity == nil || !b.FeatureGates.Enabled(api.GateWorkloadAffinity) {
		return nil, nil
	}
	labels, _, err := unstructured.NestedNullCoercingStringMap(b.Template.Object, "metadata", "labels")
	if err != nil {
		return nil, err
	}
	group := func(term *api.WorkloadAffinityTerm) string {
		if term == nil {
			return ""
		}
		value, found := labels[term.GroupByLabelKey]
		if !found {
			return ""
		}
		return term.GroupByLabelKey + "=" + value
	}
	groups := api.WorkloadAffinityGroups{AffinityGroup: group(affinity.Affinity), AntiAffinityGroup: group(affinity.AntiAffinity)}
	if groups == (api.WorkloadAffinityGroups{}) {
		return nil, nil
	}
	return &groups, nil
}

// podTemplateOf returns the pod template of an object, not a copy, or nil. A Pod is its own template.
func podTemplateOf(object *unstructured.Unstructured) map[string]any {
	if object.GetAPIVersion() == "v1" && object.GetKind() == "Pod" {
		return object.Object
	}
	template, _, _ := unstructured.NestedFieldNoCopy(object.Object, "spec", "template")
	fields, _ := template.(map[string]any)
	return fields
}

// checkBindable returns an error if no binding can be made for the object.
func checkBindable(object *unstructured.Unstructured) error {
	if err := checkNamed(object); err != nil {
		return err
	}
	if err := content.Check(object.Object); err != nil {
		return fmt.Errorf("%s: %w", content.ClipRef(override.RefOf(object)), err)
	}
	return nil
}

// checkNamed returns an error if the name of a binding cannot be made from the object.
func checkNamed(object *unstructured.Unstructured) error {
	if object == nil || object.Object == nil {
		return errors.New("found no object, expected one to bind")
	}
	ref := override.RefOf(object)
	if ref.APIVersion == "" || ref.Kind == "" || ref.Name == "" {
		return fmt.Errorf("found an object with apiVersion %q, kind %q and name %q, expected all three", ref.APIVersion, ref.Kind, ref.Name)
	}
	return nil
}

// objectReference returns a reference to an object at its present version.
func objectReference(object *unstructured.Unstructured) api.ObjectReference {
	return api.ObjectReference{
		APIVersion: object.GetAPIVersion(), Kind: object.GetKind(), Namespace: object.GetNamespace(), Name: object.GetName(),
		UID: object.GetUID(), ResourceVersion: object.GetResourceVersion(),
	}
}

// ownedBy returns the owner reference to an object that controls another.
func ownedBy(object *unstructured.Unstructured) metav1.OwnerReference {
	return *metav1.NewControllerRef(object, object.GroupVersionKind())
}

func bindingType(kind string) metav1.TypeMeta {
	return metav1.TypeMeta{APIVersion: api.BindingGroupVersion.String(), Kind: kind}
}
