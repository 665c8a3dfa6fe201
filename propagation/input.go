package propagation

import "github.com/overridekit/overridekit/policy"

// InputOf returns the input of a plan with what a bundle has: its objects are the templates. Nothing is copied. The registry and the
// options are left to the caller, and defaults of policies to package validation. Nil has nothing.
func InputOf(bundle *policy.Bundle) PlanInput {
	if bundle == nil {
		return PlanInput{}
	}
	return PlanInput{
		Templates: bundle.Objects, Policies: bundle.Propagation, Overrides: bundle.Overrides, Clusters: bundle.ClusterObjects,
		Bindings: bundle.Bindings, Works: bundle.Works,
	}
}
