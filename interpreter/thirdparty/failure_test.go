package thirdparty_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/interpreter"
)

// TestPlaces calls hooks that read a wrong value deep in a document. The error names the document, and the place from its root.
func TestPlaces(t *testing.T) {
	t.Parallel()
	type m = map[string]any
	for _, c := range []struct {
		name, reason, of string
		q                question
		want             string
	}{
		{"template in a template", "the template of a job is below that of the cron job", "apps.kruise.io/v1alpha1 AdvancedCronJob",
			question{Op: interpreter.InterpretDependency, Object: m{"metadata": m{}, "spec": m{"template": m{"jobTemplate": m{"spec": m{"template": m{}}}}}}},
			"InterpretDependency: AdvancedCronJob: /spec/template/jobTemplate/spec/template needs no other object, expected one that does"},
		{"template of a type", "the place inside of the template follows that of the template", "kubeflow.org/v1 TFJob",
			question{Op: interpreter.InterpretDependency, Object: m{"metadata": m{}, "spec": m{"tfReplicaSpecs": m{"PS": m{"template": m{"spec": m{"hostNetwork": int64(4)}}}}}}},
			"InterpretDependency: TFJob: /spec/tfReplicaSpecs/PS/template/spec/hostNetwork is the number 4, expected a boolean"},
		{"element of a list", "the second task has no template", "batch.volcano.sh/v1alpha1 Job",
			question{Op: interpreter.InterpretComponent, Object: m{"spec": m{"tasks": []any{m{"template": m{}}, m{"name": "b"}}}}},
			"InterpretComponent: Job: /spec/tasks/1/template is absent, expected a pod template"},
		{"list of an element", "a string is not a list", "ray.io/v1 RayJob",
			question{Op: interpreter.InterpretDependency, Object: m{"spec": m{"rayClusterSpec": m{"workerGroupSpecs": []any{m{"template": m{"spec": m{"volumes": "x"}}}}}}}},
			`InterpretDependency: RayJob: /spec/rayClusterSpec/workerGroupSpecs/0/template/spec/volumes is the string "x", expected a list`},
		{"absent status", "the status is absent, not the object", "apps.kruise.io/v1alpha1 BroadcastJob",
			question{Op: interpreter.InterpretHealth, Object: m{}},
			"InterpretHealth: BroadcastJob: /status is absent, expected an object with desired"},
		{"observed object", "the desired object has a spec, the observed one does not", "argoproj.io/v1alpha1 Workflow",
			question{Op: interpreter.Retain, Object: m{"spec": m{}}, Observed: m{"metadata": m{}}},
			"Retain: Workflow: the observed object: /spec is absent, expected an object with suspend"},
		{"desired object", "the observed object has a spec, the desired one does not", "argoproj.io/v1alpha1 Workflow",
			question{Op: interpreter.Retain, Object: m{"metadata": m{}}, Observed: m{"spec": m{"suspend": true}}},
			"Retain: Workflow: /spec is absent, expected an object"},
		{"status of a member", "the place is in the status of the member", "kubeflow.org/v1 TFJob",
			question{Op: interpreter.AggregateStatus, Object: m{}, Items: []any{
				m{"clusterName": "a", "status": m{}}, m{"clusterName": "b", "status": m{"replicaStatuses": m{"PS": int64(1)}}},
			}},
			"AggregateStatus: TFJob: the status of cluster b: /replicaStatuses/PS is the number 1, expected an object with active"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, err := typedAs(c.q, c.of).answer(t)
			require.EqualError(t, err, c.want, c.reason)
		})
	}
}

// TestLongPlaces has a long name on the way to a wrong value in the status of a member.
func TestLongPlaces(t *testing.T) {
	t.Parallel()
	given := map[string]any{"replicaStatuses": map[string]any{strings.Repeat("x", 1<<20): int64(1)}}
	q := question{Op: interpreter.AggregateStatus, Object: map[string]any{}, Items: []any{map[string]any{"status": given}}}
	_, err := typedAs(q, "kubeflow.org/v1 TFJob").ask(registry)
	require.ErrorContains(t, err, "xxx is the number 1, expected an object with active")
	require.LessOrEqual(t, len(err.Error()), 1000)
}

// TestFirstLargeStatus has many members with a status that is too large. Only the first is read.
func TestFirstLargeStatus(t *testing.T) {
	if testing.Short() {
		t.Skip("it counts bytes, and values that are too large take long")
	}
	var shared any = map[string]any{"x": int64(1)}
	for range 40 {
		shared = map[string]any{"a": shared, "b": shared}
	}
	spent := func(members int) uint64 {
		q := question{Op: interpreter.AggregateStatus, Object: map[string]any{}}
		for i := range members {
			q.Items = append(q.Items, map[string]any{"clusterName": fmt.Sprint("member", i), "status": shared})
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := typedAs(q, "kyverno.io/v1 Policy").ask(registry)
		runtime.ReadMemStats(&after)
		require.ErrorContains(t, err, "the status of cluster member0: the document contains more than")
		return after.TotalAlloc - before.TotalAlloc
	}
	require.Less(t, spent(5), 2*spent(1))
}
