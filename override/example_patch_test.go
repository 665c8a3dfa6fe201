package override_test

import (
	"fmt"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/overrider"
	"github.com/overridekit/overridekit/selector"
)

// Three steps replace one value. The patch has all changes, and the difference only the last value.
func ExampleResult_JSONPatch() {
	var steps []override.Step
	for _, priority := range []int64{20, 30, 40} {
		steps = append(steps, override.Step{Overrider: overrider.Patch{
			Op: jsontree.Replace, Pointer: jsontree.Pointer{"spec", "priority"}, Value: priority,
		}})
	}
	policy, err := override.NewPolicy(override.PolicySpec{
		Ref: override.Ref{Kind: "MyPolicy", Name: "priority"}, Rules: []override.Rule{{Stages: override.Steps(steps...)}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := override.NewSet(policy).Select(pod).Apply(selector.Cluster{Name: "production"})
	if err != nil {
		fmt.Println(err)
		return
	}
	patch, err := result.JSONPatch()
	fmt.Println(string(patch), err)
	for change := range jsontree.Diff(pod.Object, result.SharedContent()) {
		fmt.Println(change.Op, change.Pointer, change.New)
	}
	// Output:
	// [{"op":"replace","path":"/spec/priority","value":20},{"op":"replace","path":"/spec/priority","value":30},{"op":"replace","path":"/spec/priority","value":40}] <nil>
	// replace /spec/priority 40
}
