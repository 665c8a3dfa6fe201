package validation

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// validateSuspension returns an error for a suspension of all clusters and of some. The path of the error has the field twice, as in
// Karmada.
func validateSuspension(at *field.Path, s *api.Suspension) field.ErrorList {
	if s == nil || s.Dispatching == nil || !*s.Dispatching || s.DispatchingOnClusters == nil || len(s.DispatchingOnClusters.ClusterNames) == 0 {
		return nil
	}
	return field.ErrorList{field.Invalid(at.Child("suspension"), s, "suspension dispatching cannot co-exist with dispatchingOnClusters.clusterNames")}
}
