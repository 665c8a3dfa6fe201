package work_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// TestMemberEvent changes a ConfigMap of the Work settings.
func TestMemberEvent(t *testing.T) {
	t.Parallel()
	const settings = `
apiVersion: v1
kind: ConfigMap
metadata:
  namespace: shop
  name: settings
  resourceVersion: "7"
  labels: {karmada.io/managed: "true"}
  annotations: {work.karmada.io/namespace: karmada-es-m1, work.karmada.io/name: settings}
data: {mode: fast}
`
	set := func(value any, path ...string) func(*unstructured.Unstructured) {
		return func(o *unstructured.Unstructured) { _ = unstructured.SetNestedField(o.Object, value, path...) }
	}
	edited := set("slow", "data", "mode")
	for _, c := range []struct {
		name    string // why the case exists
		old     func(*unstructured.Unstructured)
		new     func(*unstructured.Unstructured)
		written string
		synced  bool
	}{
		{name: "an edit is repaired", new: edited, written: "7", synced: true},
		{name: "the caller's own write is not", new: edited, written: "8"},
		{name: "after a restart nothing is known about writes", new: edited, synced: true},
		{name: "a resync is not a change", written: "7"},
		{name: "the status does not count", new: set("x", "status", "phase"), written: "7"},
		{name: "the generation does not count", new: set(int64(9), "metadata", "generation"), written: "7"},
		{name: "finalizers do not count", new: set([]any{"f"}, "metadata", "finalizers"), written: "7"},
		{name: "labels count", new: set("a", "metadata", "labels", "team"), written: "7", synced: true},
		{name: "an edit that also removes the label of Karmada is repaired", new: func(o *unstructured.Unstructured) { o.SetLabels(nil) }, written: "7", synced: true},
		{name: "an object that Karmada did not manage is left alone", old: set("false", "metadata", "labels", "karmada.io/managed"), new: edited, written: "7"},
		{name: "without annotations there is no Work", old: func(o *unstructured.Unstructured) { o.SetAnnotations(nil) }, new: edited, written: "7"},
		{name: "a Work needs a name", old: set("", "metadata", "annotations", "work.karmada.io/name"), new: edited, written: "7"},
		{name: "a Work is in an execution namespace", old: set("shop", "metadata", "annotations", "work.karmada.io/namespace"), new: edited, written: "7"},
		{name: "a name that only contains the prefix is not one", old: set("x-karmada-es-m1", "metadata", "annotations", "work.karmada.io/namespace"), new: edited, written: "7"},
		{name: "unreadable labels count as none", old: set(int64(1), "metadata", "labels", "x"), new: edited, written: "7"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			e := work.MemberEvent{Old: casetest.Object(t, settings), Written: c.written}
			if c.old != nil {
				c.old(e.Old)
			}
			e.New = e.Old.DeepCopy()
			e.New.SetResourceVersion("8")
			if c.new != nil {
				c.new(e.New)
			}
			got, found := e.Work()
			require.Equal(t, c.synced, found)
			if found {
				require.Equal(t, "Work karmada-es-m1/settings", got.String())
			}
		})
	}

	settled := casetest.Object(t, settings)
	elsewhere, foreign := settled.DeepCopy(), settled.DeepCopy()
	set("shop", "metadata", "annotations", "work.karmada.io/namespace")(elsewhere)
	foreign.SetLabels(nil)
	invalid := settled.DeepCopy()
	invalid.Object["x"] = make(chan int)
	for _, c := range []struct {
		name   string
		event  work.MemberEvent
		synced bool
	}{
		{"a deleted object is created again", work.MemberEvent{Old: settled}, true},
		{"a deleted object of another namespace has no Work", work.MemberEvent{Old: elsewhere}, false},
		{"a created object was created for a Work", work.MemberEvent{New: settled}, false},
		{"the caller's own creation is not repaired", work.MemberEvent{New: settled, Written: "7"}, false},
		{"somebody else created again what the caller had written", work.MemberEvent{New: settled, Written: "6"}, true},
		{"a created object of another namespace has no Work", work.MemberEvent{New: elsewhere, Written: "6"}, false},
		{"a created object without the label is not Karmada's", work.MemberEvent{New: foreign, Written: "6"}, false},
		{"a created object that is not JSON has no Work", work.MemberEvent{New: invalid, Written: "6"}, false},
	} {
		_, found := c.event.Work()
		require.Equal(t, c.synced, found, c.name)
	}
}
