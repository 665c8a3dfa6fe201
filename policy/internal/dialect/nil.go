package dialect

import (
	"reflect"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/override"
)

// IsNil reports whether policy is nil or a nil pointer.
func IsNil(policy any) bool {
	v := reflect.ValueOf(policy)
	return policy == nil || v.Kind() == reflect.Pointer && v.IsNil()
}

// NoPolicy returns the validation error for a nil policy.
func NoPolicy() field.ErrorList {
	return field.ErrorList{field.Required(field.NewPath("spec"), "there is no policy")}
}

// TierOf returns the tier of an override policy: OverridePolicies act after ClusterOverridePolicies.
func TierOf(ref override.Ref) override.Tier {
	if ref.Kind == "OverridePolicy" {
		return override.Namespaced
	}
	return override.ClusterWide
}
