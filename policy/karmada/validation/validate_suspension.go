package validation

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// validateSuspension refuses what is suspended for all clusters and for some as well. The path of the error has the field
// twice, as it has in Karmada.
func validateSuspension(at *field.Path, s *api.Suspension) field.ErrorList {
	if s == nil || s.Dispatching == nil || !*s.Dispatching || s.DispatchingOnClusters == nil || len(s.DispatchingOnClusters.ClusterNames) == 0 {
		return nil
	}
	return field.ErrorList{field.Invalid(at.Child("suspension"), s, "suspension dispatching cannot co-exist with dispatchingOnClusters.clusterNames")}
}
