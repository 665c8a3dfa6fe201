package thirdparty_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/interpreter"
)

// TestRanks aggregates two members in any two states: the later state of the order counts, and the first member's of equal ones.
func TestRanks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind, order, reason string // the order has equal states side by side
		status              func(state string) map[string]any
	}{
		{
			"ray.io/v1 RayJob", "Dreaming= Initializing Waiting Suspending=Suspended Retrying Running Complete ValidationFailed Failed",
			"a job that failed anywhere failed", func(s string) map[string]any { return map[string]any{"jobDeploymentStatus": s} },
		},
		{
			"ray.io/v1 RayJob", "DREAMING= PENDING RUNNING SUCCEEDED STOPPED FAILED",
			"a stopped job is not a success", func(s string) map[string]any { return map[string]any{"jobStatus": s} },
		},
		{
			"ray.io/v1 RayService", "RUNNING=DREAMING NOT_STARTED DEPLOYING DELETING UNHEALTHY DEPLOY_FAILED",
			"the worst state counts", func(s string) map[string]any {
				return map[string]any{"activeServiceStatus": map[string]any{"applicationStatuses": map[string]any{"web": map[string]any{"status": s}}}}
			},
		},
		{
			"sparkoperator.k8s.io/v1beta2 SparkApplication",
			"UNKNOWN= SUBMITTED=PENDING_RERUN COMPLETED SUSPENDING=SUSPENDED RUNNING=RESUMING=SUCCEEDING INVALIDATING FAILING=FAILED=SUBMISSION_FAILED",
			"an application that runs anywhere is not complete", func(s string) map[string]any {
				return map[string]any{"applicationState": map[string]any{"state": s}}
			},
		},
	} {
		rank := map[string]int{}
		for i, equal := range strings.Fields(c.order) {
			for _, state := range strings.Split(equal, "=") {
				rank[state] = i
			}
		}
		for a := range rank {
			for b := range rank {
				q := question{Op: interpreter.AggregateStatus, Object: map[string]any{}, Items: []any{
					map[string]any{"clusterName": "a", "status": c.status(a)}, map[string]any{"clusterName": "b", "status": c.status(b)},
				}}
				want := a
				if rank[b] > rank[a] {
					want = b
				}
				got := ask(t, q, c.kind).(map[string]any)["status"].(map[string]any)
				for key, v := range c.status(want) {
					require.Equal(t, v, got[key], "%s: %q and %q: %s", c.kind, a, b, c.reason)
				}
			}
		}
	}
}

// TestLostSpec checks that some kinds lose their spec as soon as a cluster has them, as upstream, and no others do.
func TestLostSpec(t *testing.T) {
	t.Parallel()
	loses := map[string]bool{"RayCluster": true, "RayJob": true, "RayService": true, "SidecarSet": true}
	for _, hook := range hooks() {
		if hook.Operation != interpreter.AggregateStatus {
			continue
		}
		for _, given := range [][]any{nil, {}, {map[string]any{"clusterName": "a", "status": map[string]any{"x": "y"}}}} {
			object := of(hook.Kind, map[string]any{"metadata": map[string]any{"name": "a"}, "spec": map[string]any{"kept": true}})
			got, err := question{Op: hook.Operation, Object: object, Items: given}.answer(t)
			if hook.Kind.Kind == "SidecarSet" && given == nil {
				require.Error(t, err)
				continue
			}
			require.NoError(t, err, "%v", hook)
			_, kept := got.(map[string]any)["spec"]
			require.Equal(t, !loses[hook.Kind.Kind] || given == nil, kept, "%v with %v", hook, given)
		}
	}
}
