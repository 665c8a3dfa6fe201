package validation

import (
	"github.com/overridekit/overridekit/policy/internal/dialect"
	"github.com/overridekit/overridekit/policy/karmada/api"

	"fmt"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

// ValidatePropagation says everything that is wrong with a policy, in the order in which Karmada's admission looks, with its
// paths, types and texts. It looks at the policy as [DefaultPropagation] leaves it: a default that is missing may be an error.
//
//  1. The placement: of clusterAffinity and clusterAffinities there is one; what belongs to the terms, the spread constraints,
//     the groups of workloads and the tolerations is told where they are looked at.
//  2. Failover of applications needs propagateDeps.
//  3. The seconds of failover are there where they count, and only there; labels made of a status have names of labels.
//  4. A PropagationPolicy selects in its own namespace only, and says so in each selector.
//  5. With preemption Always, each selector has a name.
//  6. What is suspended is suspended for all clusters or for some.
//
// Karmada crashes when failover.application has no decisionConditions.tolerationSeconds. Here that is an error of type Required,
// the only one of this type.
//
// Nothing else is looked at: label selectors, kinds, weights and enumerations may be anything. The errors hold copies of what
// they are about. A nil policy is an error.
func ValidatePropagation(s api.PropagationSource) field.ErrorList {
	if dialect.IsNil(s) {
		return dialect.NoPolicy()
	}
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

// ValidatePropagationUpdate says everything for which Karmada's admission refuses to store a policy in place of old, which is nil when
// the policy is created. These come before what [ValidatePropagation] says:
//
//  1. The schedulerName stays as it is.
//  2. The label of the permanent id is there on creation, and stays as it is from then on.
//
// Karmada reports only the first of these, and nothing else then. A fault that old has is an error too, even if the policy is being
// deleted and the update only removes a finalizer. [RatchetPropagationUpdate] accepts such an update.
func ValidatePropagationUpdate(s, old api.PropagationSource) field.ErrorList {
	if dialect.IsNil(s) {
		return dialect.NoPolicy()
	}
	var errs field.ErrorList
	key := permanentID(s)
	label, id := field.NewPath("metadata", "labels").Key(key), s.GetLabels()[key]
	if dialect.IsNil(old) {
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

// permanentID is the key of the label by which Karmada knows a policy.
func permanentID(s api.PropagationSource) string {
	if s.Ref().Kind == "PropagationPolicy" {
		return api.PropagationPolicyIDLabel
	}
	return api.ClusterPropagationPolicyIDLabel
}

// validateNamespaces refuses selectors of other namespaces, and of none.
func validateNamespaces(at *field.Path, selectors []api.ResourceSelector, namespace string) field.ErrorList {
	var errs field.ErrorList
	for i := range selectors {
		if found := selectors[i].Namespace; found != namespace {
			errs = append(errs, field.Invalid(at.Index(i).Child("namespace"), found, "namespace of resource selector must be the same as the namespace of the policy"))
		}
	}
	return errs
}

// validateNames refuses selectors of more than one object.
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
