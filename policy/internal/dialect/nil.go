package dialect

import (
	"reflect"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/override"
)

// IsNil reports whether there is no policy, also where a nil pointer is in the interface.
func IsNil(policy any) bool {
	v := reflect.ValueOf(policy)
	return policy == nil || v.Kind() == reflect.Pointer && v.IsNil()
}

// NoPolicy is the error of validation for a policy that is nil.
func NoPolicy() field.ErrorList {
	return field.ErrorList{field.Required(field.NewPath("spec"), "there is no policy")}
}

// TierOf is the tier of an override policy: OverridePolicies act after ClusterOverridePolicies.
func TierOf(ref override.Ref) override.Tier {
	if ref.Kind == "OverridePolicy" {
		return override.Namespaced
	}
	return override.ClusterWide
}
