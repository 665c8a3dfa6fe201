package native_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native"
)

// enabled has the hooks of each native kind. The columns are Replica, rEvise, reTain, Status, Aggregate, Health and
// Dependency; every other kind has InterpretStatus too, and no kind has InterpretComponent.
const enabled = `
	apps/v1 DaemonSet                              ---SAHD
	apps/v1 Deployment                             RETSAHD
	apps/v1 ReplicaSet                             RE-SAHD
	apps/v1 StatefulSet                            RE-SAHD
	autoscaling/v2 HorizontalPodAutoscaler         ---SA--
	batch/v1 CronJob                               ----A-D
	batch/v1 Job                                   RETSA-D
	multicluster.x-k8s.io/v1alpha1 ServiceImport   ------D
	networking.k8s.io/v1 Ingress                   ----AHD
	policy/v1 PodDisruptionBudget                  ---SAH-
	v1 PersistentVolume                            --T-A--
	v1 PersistentVolumeClaim                       --T-AH-
	v1 Pod                                         R-T-AHD
	v1 Secret                                      --T----
	v1 Service                                     --TSAH-
	v1 ServiceAccount                              --T----
	* *                                            ---S---`

var columns = map[rune]interpreter.Operation{
	'R': interpreter.InterpretReplica,
	'E': interpreter.ReviseReplica,
	'T': interpreter.Retain,
	'S': interpreter.InterpretStatus,
	'A': interpreter.AggregateStatus,
	'H': interpreter.InterpretHealth,
	'D': interpreter.InterpretDependency,
}

// tableOfHooks reads enabled.
func tableOfHooks(t testing.TB) map[interpreter.Hook]bool {
	t.Helper()
	table := map[interpreter.Hook]bool{}
	for line := range strings.Lines(enabled) {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		require.Len(t, words, 3)
		kind := schema.FromAPIVersionAndKind(words[0], words[1])
		if words[0] == interpreter.Any {
			kind.Group = interpreter.Any
		}
		require.Len(t, words[2], len(columns), line)
		for _, letter := range words[2] {
			if op, ok := columns[letter]; ok {
				table[interpreter.Hook{Kind: kind, Operation: op}] = true
			}
		}
	}
	return table
}

func TestHooks(t *testing.T) {
	t.Parallel()
	got := map[interpreter.Hook]bool{}
	for _, hook := range registry.Hooks() {
		got[hook] = true
	}
	require.Equal(t, tableOfHooks(t), got, "each kind has exactly the hooks of the table")
}

func TestEnabled(t *testing.T) {
	t.Parallel()
	table := tableOfHooks(t)
	for hook := range table {
		for _, op := range interpreter.Operations() {
			asked := interpreter.Hook{Kind: hook.Kind, Operation: op}
			want := table[asked] || op == interpreter.InterpretStatus
			require.Equal(t, want, registry.Enabled(asked.Kind, op), "%v %s", asked.Kind, op)

			for _, other := range []schema.GroupVersionKind{
				{Group: hook.Kind.Group + ".example.com", Version: hook.Kind.Version, Kind: hook.Kind.Kind},
				{Group: hook.Kind.Group, Version: "v1beta1", Kind: hook.Kind.Kind},
				{Group: hook.Kind.Group, Version: hook.Kind.Version, Kind: hook.Kind.Kind + "List"},
			} {
				require.Equal(t, op == interpreter.InterpretStatus, registry.Enabled(other, op),
					"%v %s: kinds are matched exactly, only InterpretStatus has every kind", other, op)
			}
		}
	}
}

// TestInterpretersEachAlone checks that the order matters for the last one only.
func TestInterpretersEachAlone(t *testing.T) {
	t.Parallel()
	kinds := map[schema.GroupVersionKind]bool{}
	all := native.Interpreters(clock)
	for _, i := range all {
		for _, kind := range i.Kinds() {
			require.False(t, kinds[kind], "%v: two interpreters for one kind", kind)
			kinds[kind] = true
		}
	}
	require.Equal(t, []schema.GroupVersionKind{{Group: interpreter.Any, Version: interpreter.Any, Kind: interpreter.Any}},
		all[len(all)-1].Kinds(), "the interpreter of every kind comes last")
}
