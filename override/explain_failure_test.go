package override_test

import (
	"errors"
	"testing"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/internal/overridetest"
)

// explainFailureCases are the cases of [TestExplainFailure].
var explainFailureCases = []telling{
	{
		"a failed step", "it has the reason; earlier changes are listed, and later steps are not reached",
		[]overridetest.Policy{
			{Name: "p", Rules: []overridetest.Rule{{Steps: overridetest.Do("set /spec/replicas 3", "replace /spec/replicaz 4", "set /spec/paused true")}, {Steps: overridetest.Do("set /x 1")}}},
			{Name: "q", Steps: overridetest.Do("set /x 2")},
			{Name: "shop/r", Steps: overridetest.Do("set /x 3")},
			{Name: "depot/s", Steps: overridetest.Do("set /x 4")},
		},
		`
			Deployment shop/web in cluster member1: no result, because rules[0].steps[1] of ClusterPolicy p fails

			ClusterPolicy p (cluster-wide, selected by kind): failed
			  rules[0]: failed
			    steps[0]: applied
			      /spec/replicas: 2 -> 3
			    steps[1]: failed
			      replace /spec/replicaz: /spec has no key "replicaz"
			    steps[2]: not reached
			  rules[1]: not reached

			ClusterPolicy q (cluster-wide, selected by kind): not reached
			  rules[0]: not reached

			Policy shop/r (namespaced, selected by kind): not reached
			  rules[0]: not reached

			policies that do not select the object, nearest miss first:
			  Policy depot/s: the policy applies to namespace depot, the object is in namespace shop
			`,
	}, {
		"rejected in the end", "the step that wrote it has failed, although later ones were run",
		[]overridetest.Policy{{Name: "p", Steps: append(overridetest.One(broken("/spec/replicas", "-1")), overridetest.Do("set /x 1")...)}},
		`
			Deployment shop/web in cluster member1: no result, because rules[0].steps[0] of ClusterPolicy p fails

			ClusterPolicy p (cluster-wide, selected by kind): failed
			  rules[0]: failed
			    steps[0]: failed
			      /spec/replicas: 2 -> -1
			      /spec/replicas: it must not be -1
			    steps[1]: applied
			      + /x: 1
			`,
	}, {
		"a lane that failed", "no edits were applied, not even those of earlier lanes",
		[]overridetest.Policy{{Name: "p", Rules: []overridetest.Rule{{Lanes: [][]override.Overrider{overridetest.Do("set /x 1", "test /x 1"), overridetest.Do("remove /x"), overridetest.Do("set /x 2")}}}}},
		`
			Deployment shop/web in cluster member1: no result, because rules[0].lanes[1].steps[0] of ClusterPolicy p fails

			ClusterPolicy p (cluster-wide, selected by kind): failed
			  rules[0]: failed
			    lanes[0].steps[0]: not reached
			    lanes[0].steps[1]: no effect
			      the test of /x passed
			    lanes[1].steps[0]: failed
			      remove /x: the document has no key "x"
			    lanes[2].steps[0]: not reached
			`,
	}, {
		"an error in lines", "each line is indented",
		[]overridetest.Policy{{Name: "p", Steps: overridetest.One(override.Fail(errors.New("one\ntwo")))}},
		`
			Deployment shop/web in cluster member1: no result, because rules[0].steps[0] of ClusterPolicy p fails

			ClusterPolicy p (cluster-wide, selected by kind): failed
			  rules[0]: failed
			    steps[0]: failed
			      one
			        two
			`,
	},
}

// TestExplainFailure shows the explanation of a failed step.
func TestExplainFailure(t *testing.T) {
	t.Parallel()
	for _, c := range explainFailureCases {
		t.Run(c.name, c.run)
	}
}
