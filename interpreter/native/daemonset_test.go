package native_test

import (
	"testing"

	"github.com/overridekit/overridekit/interpreter"
)

func TestDaemonSetStatus(t *testing.T) {
	t.Parallel()
	const head = `{"object": {"apiVersion": "apps/v1", "kind": "DaemonSet", "metadata": {"annotations": {"resourcetemplate.karmada.io/generation": "0"}}, `
	runHook(t, interpreter.InterpretStatus, []hookCase{
		{"all", "conditions and collisionCount stay in the member",
			head + `"status": {"currentNumberScheduled": 1, "desiredNumberScheduled": 2, "numberAvailable": 3, "numberMisscheduled": 4, "numberReady": 5, "numberUnavailable": 6, "updatedNumberScheduled": 7, "observedGeneration": 8, "collisionCount": 9}}}`,
			`{currentNumberScheduled: 1, desiredNumberScheduled: 2, numberAvailable: 3, numberMisscheduled: 4, numberReady: 5, numberUnavailable: 6, updatedNumberScheduled: 7, observedGeneration: 8}`, ""},
		{"zeros", "four counters are written even if they are 0", head + `"status": {}}}`, `{currentNumberScheduled: 0, desiredNumberScheduled: 0, numberMisscheduled: 0, numberReady: 0}`, ""},
	})
}

func TestDaemonSetAggregate(t *testing.T) {
	t.Parallel()
	const (
		head = `{"object": {"apiVersion": "apps/v1", "kind": "DaemonSet", "metadata": {"generation": 2}, "status": `
		one  = `"items": [{"clusterName": "a", "status": {"currentNumberScheduled": 1, "desiredNumberScheduled": 1, "numberReady": 1, "observedGeneration": 1, "generation": 1, "resourceTemplateGeneration": 2}}]}`
		full = `"observedGeneration": 2, "currentNumberScheduled": 1, "desiredNumberScheduled": 1, "numberReady": 1`
	)
	runHook(t, interpreter.AggregateStatus, []hookCase{
		{"unchanged", "an unknown field stays", head + `{` + full + `, "junk": 1}}, ` + one, `{status: {` + full + `, "junk": 1}}`, ""},
		{"empty conditions", "an empty list makes no difference", head + `{` + full + `, "junk": 1, "conditions": []}}, ` + one, `{status: {` + full + `, "junk": 1, "conditions": []}}`, ""},
		{"conditions", "they are not counters, but a change of them drops the unknown field",
			head + `{` + full + `, "junk": 1, "conditions": [{"type": "a", "status": "b"}]}}, ` + one, `{status: {` + full + `, numberMisscheduled: 0, conditions: [{type: a, status: b, lastTransitionTime: null}]}}`, ""},
		{"collisions", "a count of 0 is not absent", head + `{` + full + `, "junk": 1, "collisionCount": 0}}, ` + one, `{status: {` + full + `, numberMisscheduled: 0, collisionCount: 0}}`, ""},
		{"no items", "no member is outdated, and no member adds anything", head + `{"numberReady": 4}}, "items": []}`, `{status: {currentNumberScheduled: 0, desiredNumberScheduled: 0, numberMisscheduled: 0, numberReady: 0, observedGeneration: 2}}`, ""},
	})
}

func TestDaemonSetHealth(t *testing.T) {
	t.Parallel()
	const head = `{"object": {"apiVersion": "apps/v1", "kind": "DaemonSet", "metadata": {"generation": 2}, "status": `
	runHook(t, interpreter.InterpretHealth, []hookCase{
		{"everywhere", "every node has a new, available pod", head + `{"observedGeneration": 2, "desiredNumberScheduled": 3, "updatedNumberScheduled": 3, "numberAvailable": 3}}}`, `{healthy: true}`, ""},
		{"not updated", "an old pod does not count", head + `{"observedGeneration": 2, "desiredNumberScheduled": 3, "updatedNumberScheduled": 2, "numberAvailable": 3}}}`, `{healthy: false}`, ""},
		{"not available", "a pod must be available", head + `{"observedGeneration": 2, "desiredNumberScheduled": 3, "updatedNumberScheduled": 3, "numberAvailable": 2}}}`, `{healthy: false}`, ""},
		{"not observed", "the status is about an older object", head + `{"observedGeneration": 1}}}`, `{healthy: false}`, ""},
		{"too large", "a wrapped number could look healthy", head + `{"numberUnavailable": 9223372036854775807}}}`, "", "/status/numberUnavailable"},
	})
}
