package dialect

import "github.com/overridekit/overridekit/override"

// TierOf returns the tier of an override policy: OverridePolicies act after ClusterOverridePolicies.
func TierOf(ref override.Ref) override.Tier {
	if ref.Kind == "OverridePolicy" {
		return override.Namespaced
	}
	return override.ClusterWide
}
