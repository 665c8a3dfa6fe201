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
		{"not bound", "what is desired stays", `{desired: ` + aVolume + `, spec: {claimRef: {name: a}}}, observed: ` + aVolume + `, spec: {}}}`,
			`{object: ` + aVolume + `, spec: {claimRef: {name: a}}}}`, ""},
		{"null", "null is there, and kept", `{desired: ` + aVolume + `, spec: {claimRef: {name: a}}}, observed: ` + aVolume + `, spec: {claimRef: null}}}`,
			`{object: ` + aVolume + `, spec: {claimRef: null}}}`, ""},
		{"anything", "nobody looks what it is", `{desired: ` + aVolume + `}, observed: ` + aVolume + `, spec: {claimRef: [0]}}}`,
			`{object: ` + aVolume + `, spec: {claimRef: [0]}}}`, ""},
		{"nowhere to keep it", "a list holds no field", `{desired: ` + aVolume + `, spec: []}, observed: ` + aVolume + `, spec: {claimRef: {}}}}`,
			"", "Retain: PersistentVolume disk: /spec is a list, expected an object"},
	})
}

func TestPersistentVolumeAggregate(t *testing.T) {
	t.Parallel()
	runHook(t, interpreter.AggregateStatus, []hookCase{
		{"no members", "no phase", `{object: ` + aVolume + `, status: {phase: Bound}}, items: []}`, `{status: {}}`, ""},
		{"no members, no status", "nothing changes", `{object: ` + aVolume + `}, items: null}`, `{status: null}`, ""},
		{"released", "all agree", `{object: ` + aVolume + `}, items: [{clusterName: a, status: {phase: Released}}, {clusterName: b, status: {phase: Released}}]}`, `{status: {phase: Released}}`, ""},
		{"bound", "comes before released", `{object: ` + aVolume + `}, items: [{clusterName: a, status: {phase: Released}}, {clusterName: b, status: {phase: Bound}}]}`, `{status: {phase: Bound}}`, ""},
		{"available", "comes before bound", `{object: ` + aVolume + `}, items: [{clusterName: a, status: {phase: Bound}}, {clusterName: b, status: {phase: Available}}]}`, `{status: {phase: Available}}`, ""},
		{"silent", "a member without a status is pending, which comes before available",
			`{object: ` + aVolume + `}, items: [{clusterName: a, status: {phase: Available}}, {clusterName: b}]}`, `{status: {phase: Pending}}`, ""},
		{"failed", "comes first of all; its message is lost", `{object: ` + aVolume + `}, items: [{clusterName: a}, {clusterName: b, status: {phase: Failed, message: x}}]}`, `{status: {phase: Failed}}`, ""},
		{"unknown", "is no phase", `{object: ` + aVolume + `, status: {phase: Bound}}, items: [{clusterName: a, status: {phase: Weird}}, {clusterName: b, status: {}}]}`, `{status: {}}`, ""},
		{"same", "nothing changes, unknown fields neither", `{object: ` + aVolume + `, status: {phase: Bound, x: 1}}, items: [{clusterName: a, status: {phase: Bound}}]}`, `{status: {phase: Bound, x: 1}}`, ""},
		{"more than a phase", "the whole status is another one", `{object: ` + aVolume + `, status: {phase: Bound, message: x}}, items: [{clusterName: a, status: {phase: Bound}}]}`, `{status: {phase: Bound}}`, ""},
		{"phase of a number", "no status", `{object: ` + aVolume + `}, items: [{clusterName: a, status: {phase: 3}}]}`, "", "AggregateStatus: PersistentVolume disk: status of cluster a: "},
		{"faulty object", "all of it is decoded", `{object: ` + aVolume + `, spec: {capacity: 5}}, items: []}`, "", "/spec/capacity is the number 5"},
	})
}
