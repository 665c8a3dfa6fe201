package validation

import (
	"github.com/overridekit/overridekit/policy/karmada/api"

	"fmt"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

// ValidatePropagation reports exactly the errors with which Karmada's admission refuses a policy, in its order, with its paths, types and
// messages. The policy is validated as it is: set defaults with [DefaultPropagation] first, because a missing default can be an error.
//
//  1. The placement does not have both clusterAffinity and clusterAffinities. Terms, spread constraints, workload affinities and
//     tolerations are valid.
//  2. Failover of applications requires propagateDeps.
//  3. The seconds of failover are set where they are used, and only there. Labels from a status have valid names.
//  4. Each selector of a PropagationPolicy has the namespace of the policy.
//  5. With preemption Always, each selector has a name.
//  6. Dispatching is suspended for all clusters or for some, not both.
//
// Karmada crashes if failover.application has no decisionConditions.tolerationSeconds. Here, that is an error of type Required,
// the only one of this type.
//
// Nothing else is validated, such as label selectors, kinds, weights and enumerations. Bad values are copies.
func ValidatePropagation(s api.PropagationSource) field.ErrorList {
	spec := s.PropagationSpec().DeepCopy() // the errors refer to it
	errs := validatePlacement(specPath.Child("placement"), &spec.Placement)
	if spec.Failover != nil && spec.Failover.Application != nil && !spec.PropagateDeps {
		errs = append(errs, field.Invalid(specPath.Child("propagateDeps"), spec.PropagateDeps, "application failover is set, propagateDeps must be true"))
	}
	errs = append(errs, validateFailover(specPath.Child("failover"), spec.Failover)...)
	if ref := s.Ref(); ref.Kind == "PropagationPolicy" {
		errs = append(errs, validateNamespaces(specPath.Child("resourceSelectors"), spec.ResourceSelectors, ref.Namespace)...)
	}
	if spec.Preemption == api.PreemptAlways {
		errs = append(errs, validateNames(specPath.Child("resourceSelectors"), spec.ResourceSelectors)...)
	}
	return append(errs, validateSuspension(specPath.Child("suspension"), spec.Suspension)...)
}

// ValidatePropagationUpdate reports the errors with which Karmada's admission refuses to update old to s, or to create s if old is nil. These
// come before the errors of [ValidatePropagation]:
//
//  1. The schedulerName does not change.
//  2. The label of the permanent id is set on creation, and does not change.
//
// Karmada reports only the first of these, and nothing else then. A fault that old has is an error too, even if the policy is being
// deleted and the update only removes a finalizer. [RatchetPropagationUpdate] accepts such an update.
func ValidatePropagationUpdate(s, old api.PropagationSource) field.ErrorList {
	var errs field.ErrorList
	key := permanentID(s)
	label, id := field.NewPath("metadata", "labels").Key(key), s.GetLabels()[key]
	if old == nil {
		if id == "" {
			errs = append(errs, field.Required(label, fmt.Sprintf("label %s is required, it should be set by the mutating admission webhook during creation", key)))
		}
		return append(errs, ValidatePropagation(s)...)
	}
	if name := s.PropagationSpec().SchedulerName; name != old.PropagationSpec().SchedulerName {
		errs = append(errs, field.Invalid(specPath.Child("schedulerName"), name, "the schedulerName should not be updated"))
	}
	if id != old.GetLabels()[key] {
		errs = append(errs, field.Invalid(label, id, fmt.Sprintf("label %s is immutable, it can only be set by the system during creation", key)))
	}
	return append(errs, ValidatePropagation(s)...)
}

// permanentID returns the key of the label that identifies a policy in Karmada.
func permanentID(s api.PropagationSource) string {
	if s.Ref().Kind == "PropagationPolicy" {
		return api.PropagationPolicyIDLabel
	}
	return api.ClusterPropagationPolicyIDLabel
}

// validateNamespaces returns errors for selectors of another namespace, or without one.
func validateNamespaces(at *field.Path, selectors []api.ResourceSelector, namespace string) field.ErrorList {
	var errs field.ErrorList
	for i := range selectors {
		if found := selectors[i].Namespace; found != namespace {
			errs = append(errs, field.Invalid(at.Index(i).Child("namespace"), found, "namespace of resource selector must be the same as the namespace of the policy"))
		}
	}
	return errs
}

// validateNames returns errors for selectors without a name.
func validateNames(at *field.Path, selectors []api.ResourceSelector) field.ErrorList {
	var errs field.ErrorList
	for i := range selectors {
		if selectors[i].Name == "" {
			errs = append(errs, field.Invalid(at.Index(i).Child("name"), "",
				"name cannot be empty if preemption is Always, the empty name may cause unexpected resources preemption"))
		}
	}
	return errs
}

var specPath = field.NewPath("spec")
