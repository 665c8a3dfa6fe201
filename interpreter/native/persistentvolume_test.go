package native_test

import (
	"testing"

	"github.com/overridekit/overridekit/interpreter"
)

const aVolume = `{apiVersion: v1, kind: PersistentVolume, metadata: {name: disk}`

func TestPersistentVolumeRetain(t *testing.T) {
	t.Parallel()
	runHook(t, interpreter.Retain, []hookCase{
		{"bound", "the claim was bound in the member", `{desired: ` + aVolume + `, spec: {claimRef: {name: a}}}, observed: ` + aVolume + `, spec: {claimRef: {name: b, uid: u}}}}`,
			`{object: ` + aVolume + `, spec: {claimRef: {name: b, uid: u}}}}`, ""},
		{"not bound", "the desired claim stays", `{desired: ` + aVolume + `, spec: {claimRef: {name: a}}}, observed: ` + aVolume + `, spec: {}}}`,
			`{object: ` + aVolume + `, spec: {claimRef: {name: a}}}}`, ""},
		{"null", "null is kept", `{desired: ` + aVolume + `, spec: {claimRef: {name: a}}}, observed: ` + aVolume + `, spec: {claimRef: null}}}`,
			`{object: ` + aVolume + `, spec: {claimRef: null}}}`, ""},
		{"any type", "its type is not checked", `{desired: ` + aVolume + `}, observed: ` + aVolume + `, spec: {claimRef: [0]}}}`,
			`{object: ` + aVolume + `, spec: {claimRef: [0]}}}`, ""},
		{"a list for the spec", "a list cannot hold the field", `{desired: ` + aVolume + `, spec: []}, observed: ` + aVolume + `, spec: {claimRef: {}}}}`,
			"", "Retain: PersistentVolume disk: /spec is a list, expected an object"},
	})
}

func TestPersistentVolumeAggregate(t *testing.T) {
	t.Parallel()
	runHook(t, interpreter.AggregateStatus, []hookCase{
		{"no members", "no phase", `{object: ` + aVolume + `, status: {phase: Bound}}, items: []}`, `{status: {}}`, ""},
		{"no members, no status", "nothing changes", `{object: ` + aVolume + `}, items: null}`, `{status: null}`, ""},
		{"released", "all agree", `{object: ` + aVolume + `}, items: [{clusterName: a, status: {phase: Released}}, {clusterName: b, status: {phase: Released}}]}`, `{status: {phase: Released}}`, ""},
		{"bound", "it precedes Released", `{object: ` + aVolume + `}, items: [{clusterName: a, status: {phase: Released}}, {clusterName: b, status: {phase: Bound}}]}`, `{status: {phase: Bound}}`, ""},
		{"available", "it precedes Bound", `{object: ` + aVolume + `}, items: [{clusterName: a, status: {phase: Bound}}, {clusterName: b, status: {phase: Available}}]}`, `{status: {phase: Available}}`, ""},
		{"no status", "it is Pending, which precedes Available",
			`{object: ` + aVolume + `}, items: [{clusterName: a, status: {phase: Available}}, {clusterName: b}]}`, `{status: {phase: Pending}}`, ""},
		{"failed", "it precedes all others; its message is lost", `{object: ` + aVolume + `}, items: [{clusterName: a}, {clusterName: b, status: {phase: Failed, message: x}}]}`, `{status: {phase: Failed}}`, ""},
		{"unknown", "it is not a phase", `{object: ` + aVolume + `, status: {phase: Bound}}, items: [{clusterName: a, status: {phase: Weird}}, {clusterName: b, status: {}}]}`, `{status: {}}`, ""},
		{"same", "nothing changes, unknown fields stay", `{object: ` + aVolume + `, status: {phase: Bound, x: 1}}, items: [{clusterName: a, status: {phase: Bound}}]}`, `{status: {phase: Bound, x: 1}}`, ""},
		{"more than a phase", "the whole status is replaced", `{object: ` + aVolume + `, status: {phase: Bound, message: x}}, items: [{clusterName: a, status: {phase: Bound}}]}`, `{status: {phase: Bound}}`, ""},
		{"phase of a number", "it is not a status", `{object: ` + aVolume + `}, items: [{clusterName: a, status: {phase: 3}}]}`, "", "AggregateStatus: PersistentVolume disk: status of cluster a: "},
		{"faulty object", "the whole object is decoded", `{object: ` + aVolume + `, spec: {capacity: 5}}, items: []}`, "", "/spec/capacity is the number 5"},
	})
}
