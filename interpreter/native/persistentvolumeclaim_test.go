package native_test

import (
	"testing"

	"github.com/overridekit/overridekit/interpreter"
)

const aClaim = `{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: data, namespace: shop}`

func TestPersistentVolumeClaimRetain(t *testing.T) {
	t.Parallel()
	runHook(t, interpreter.Retain, []hookCase{
		{"bound", "the volume was chosen in the member", `{desired: ` + aClaim + `, spec: {volumeName: a}}, observed: ` + aClaim + `, spec: {volumeName: b}}}`,
			`{object: ` + aClaim + `, spec: {volumeName: b}}}`, ""},
		{"not bound", "an empty name is ignored", `{desired: ` + aClaim + `, spec: {volumeName: a}}, observed: ` + aClaim + `, spec: {volumeName: ""}}}`,
			`{object: ` + aClaim + `, spec: {volumeName: a}}}`, ""},
		{"name of a list", "it is not a name", `{desired: ` + aClaim + `}, observed: ` + aClaim + `, spec: {volumeName: [a]}}}`,
			"", "Retain: PersistentVolumeClaim shop/data: /spec/volumeName of the observed object is a list, expected a string"},
	})
}

func TestPersistentVolumeClaimAggregate(t *testing.T) {
	t.Parallel()
	runHook(t, interpreter.AggregateStatus, []hookCase{
		{"no members", "it is Bound, as upstream", `{object: ` + aClaim + `}, items: []}`, `{status: {phase: Bound}}`, ""},
		{"members without a status", "they are ignored", `{object: ` + aClaim + `, status: {phase: Lost}}, items: [{clusterName: a}]}`, `{status: {phase: Bound}}`, ""},
		{"all bound", "the rest of the statuses is lost", `{object: ` + aClaim + `}, items: [{clusterName: a, status: {phase: Bound, capacity: {storage: 1Gi}}}, {clusterName: b, status: {phase: Bound}}]}`, `{status: {phase: Bound}}`, ""},
		{"last that is not bound", "later bound members do not change it", `{object: ` + aClaim + `}, items: [{clusterName: a, status: {phase: Weird}}, {clusterName: b, status: {phase: Pending}}, {clusterName: c, status: {phase: Bound}}]}`, `{status: {phase: Pending}}`, ""},
		{"no phase", "it is not Bound", `{object: ` + aClaim + `, status: {phase: Bound}}, items: [{clusterName: a, status: {phase: Pending}}, {clusterName: b, status: {}}]}`, `{status: {}}`, ""},
		{"lost", "members after it are not read", `{object: ` + aClaim + `}, items: [{clusterName: a, status: {phase: Lost}}, {clusterName: b, status: {phase: 3}}]}`, `{status: {phase: Lost}}`, ""},
		{"faulty before lost", "members before it are read", `{object: ` + aClaim + `}, items: [{clusterName: a, status: {phase: 3}}, {clusterName: b, status: {phase: Lost}}]}`, "", "status of cluster a: "},
		{"same", "nothing changes, unknown fields stay", `{object: ` + aClaim + `, status: {phase: Bound, x: 1}}, items: []}`, `{status: {phase: Bound, x: 1}}`, ""},
		{"empty list", "it is not absent", `{object: ` + aClaim + `, status: {phase: Bound, accessModes: [], x: 1}}, items: []}`, `{status: {phase: Bound}}`, ""},
		{"faulty object", "the whole object is decoded", `{object: ` + aClaim + `, spec: {accessModes: 5}}, items: []}`, "", "/spec/accessModes is the number 5"},
	})
}

func TestPersistentVolumeClaimHealth(t *testing.T) {
	t.Parallel()
	runHook(t, interpreter.InterpretHealth, []hookCase{
		{"bound", "there is a volume", `{object: ` + aClaim + `, status: {phase: Bound}}}`, `{healthy: true}`, ""},
		{"pending", "there is no volume", `{object: ` + aClaim + `, status: {phase: Pending}}}`, `{healthy: false}`, ""},
		{"no status", "nothing is known", `{object: ` + aClaim + `}}`, `{healthy: false}`, ""},
		{"faulty", "the whole object is decoded", `{object: ` + aClaim + `, spec: {storageClassName: 3}, status: {phase: Bound}}}`, "", "InterpretHealth: PersistentVolumeClaim shop/data: /spec/storageClassName is the number 3"},
	})
}
