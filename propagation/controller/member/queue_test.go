package member

import (
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	toolscache "k8s.io/client-go/tools/cache"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/work"
)

// managed returns a state of an object in a member.
func managed(version, space, name string) *unstructured.Unstructured {
	u := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "ConfigMap", "data": map[string]any{"v": version}}}
	u.SetNamespace("shop")
	u.SetName("settings")
	u.SetResourceVersion(version)
	u.SetLabels(map[string]string{api.ManagedLabel: "true"})
	u.SetAnnotations(map[string]string{api.WorkNamespaceAnnotation: space, api.WorkNameAnnotation: name})
	return u
}

// TestEventsBecomeOne: several events of an object are one, from the oldest to the newest state. So no edit is lost, and no own write counts.
func TestEventsBecomeOne(t *testing.T) {
	v := func(version string) *unstructured.Unstructured { return managed(version, "karmada-es-m1", "w") }
	type change struct{ old, updated *unstructured.Unstructured }
	for _, c := range []struct {
		name     string
		changes  []change
		from, to string // versions; empty: no object
		written  string
		sync     bool
	}{
		{"it is created by this process", []change{{nil, v("1")}}, "", "1", "1", false},
		{"it is edited", []change{{v("1"), v("2")}}, "1", "2", "1", true},
		{"it is created, and then edited", []change{{nil, v("1")}, {v("1"), v("2")}}, "1", "2", "1", true},
		{"it is edited, and then repaired", []change{{v("1"), v("2")}, {v("2"), v("3")}}, "1", "3", "3", false},
		{"it is repaired, and then edited again", []change{{v("1"), v("2")}, {v("2"), v("3")}}, "1", "3", "2", true},
		{"it is deleted", []change{{v("1"), v("2")}, {v("2"), nil}}, "1", "", "2", true},
		{"it is deleted and created by somebody else", []change{{v("1"), nil}, {nil, v("5")}}, "1", "5", "1", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			var added []string
			b := newInbox("m1", func(name string) { added = append(added, name) })
			for _, e := range c.changes {
				b.event(e.old, e.updated)
			}
			require.Subset(t, []string{"w"}, added)
			events := b.take("w").events
			require.Len(t, events, 1)
			var event work.MemberEvent
			for _, event = range events {
			}
			require.Equal(t, c.from, versionOf(event.Old))
			require.Equal(t, c.to, versionOf(event.New))
			event.Written = c.written
			_, sync := event.Work()
			require.Equal(t, c.sync, sync)
			require.Empty(t, b.take("w").events, "a task is taken once")
		})
	}
}

func versionOf(u *unstructured.Unstructured) string {
	if u == nil {
		return ""
	}
	return u.GetResourceVersion()
}

// TestEventsOfOthers: an object names Works of its own member, or none.
func TestEventsOfOthers(t *testing.T) {
	b := newInbox("m1", func(name string) { t.Errorf("%s must not be added", name) })
	b.event(nil, managed("1", "karmada-es-m2", "w"))
	b.event(nil, managed("1", "default", "w"))
	b.event(nil, managed("1", "karmada-es-m1", ""))
	b.event(nil, nil)
	b.event(&unstructured.Unstructured{}, &unstructured.Unstructured{Object: map[string]any{"metadata": 5}})
	h := b.handler()
	h.OnAdd("text", true)
	h.OnUpdate(nil, nil)
	h.OnDelete(toolscache.DeletedFinalStateUnknown{Obj: 5})
	require.Empty(t, b.tasks)
}

// TestEventsMoveToAnotherWork: an object whose annotations change concerns both Works.
func TestEventsMoveToAnotherWork(t *testing.T) {
	var added []string
	b := newInbox("m1", func(name string) { added = append(added, name) })
	b.event(managed("1", "karmada-es-m1", "w"), managed("2", "karmada-es-m1", "x"))
	require.Equal(t, []string{"w", "x"}, added)
}

// TestRestore: after a failure there is a sync, with what has come meanwhile.
func TestRestore(t *testing.T) {
	b := newInbox("m1", func(string) {})
	b.event(managed("1", "karmada-es-m1", "w"), managed("2", "karmada-es-m1", "w"))
	require.False(t, b.take("w").sync)
	b.event(nil, managed("3", "karmada-es-m1", "w"))
	b.restore("w")
	task := b.take("w")
	require.True(t, task.sync)
	require.Len(t, task.events, 1)
}
