package work_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// recordedSync is a case about an object in a member cluster, with the result of Karmada: one of Want, Error and Panic.
type recordedSync struct {
	Name, Op, Cluster                       string
	RecordedVersion                         *string // null: Karmada has not written the object, and ignores its updates
	Desired, Observed, Object, Old, Current manifest

	Want struct {
		Object               manifest
		NeedsUpdate, Enqueue bool
		Work                 string
	}
	Error, Panic string
}

// TestRecordedSync replays recordings of Karmada f8fdd02df. The results are equal, also empty lists and maps. Where Karmada failed or panicked,
// there is an error.
func TestRecordedSync(t *testing.T) {
	t.Parallel()
	cases := casetest.Recorded[recordedSync](t, "sync")
	require.Len(t, cases, 121, "every recording is read")
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			before := casetest.Frozen(t, c)
			switch c.Op {
			case "Sync":
				c.judgeSync(t)
			case "Release":
				released, err := work.Release(&unstructured.Unstructured{Object: c.Object})
				require.NoError(t, err)
				require.Equal(t, map[string]any(c.Want.Object), released.Object)
			case "MemberUpdate":
				if c.RecordedVersion == nil {
					require.False(t, c.Want.Enqueue)
					return
				}
				synced, found := work.MemberEvent{
					Old: &unstructured.Unstructured{Object: c.Old}, New: &unstructured.Unstructured{Object: c.Current}, Written: *c.RecordedVersion,
				}.Work()
				require.Equal(t, c.Want.Enqueue, found)
				if found {
					require.Equal(t, c.Want.Work, synced.Namespace+"/"+synced.Name)
				}
			default:
				t.Fatal("unknown operation ", c.Op)
			}
			require.Equal(t, before, casetest.Frozen(t, c), "the input has not changed")
		})
	}
}

// refused has cases that differ from Karmada on purpose, with a part of the error.
var refused = map[string]string{
	"sync-public-corner-45-Sync-desired-labels-unreadable": "/metadata/labels/n is the number 3, expected a string", // Karmada loses all labels
	"sync-public-0088-Sync-ServiceAccount-hostile":         "as the object of manifest 0, expected",                 // Karmada compares any two objects
}

func (c recordedSync) judgeSync(t *testing.T) {
	w := &api.Work{Spec: api.WorkSpec{Workload: api.WorkloadTemplate{Manifests: []api.Manifest{c.Desired}}}}
	w.Namespace = api.ExecutionNamespace(c.Cluster)
	observed := &unstructured.Unstructured{Object: c.Observed}
	result, err := work.Sync(context.Background(), work.SyncInput{
		Work: w, Cluster: ready(c.Cluster), Observed: []*unstructured.Unstructured{observed}, Interpreter: hooks,
	})
	require.NoError(t, err)
	d := result.Decisions[0]
	if part, found := refused[c.Name]; found || c.Error != "" || c.Panic != "" {
		require.ErrorContains(t, d.Err, part)
		require.Equal(t, work.ActionRefuse, d.Action)
		return
	}
	require.NoError(t, d.Err)
	require.Equal(t, c.Want.NeedsUpdate, d.NeedsUpdate)
	merged, err := work.Retain(context.Background(), hooks, &unstructured.Unstructured{Object: c.Desired}, observed)
	require.NoError(t, err)
	require.Equal(t, map[string]any(c.Want.Object), merged.Object)
	if d.Send != nil {
		require.Equal(t, merged, d.Send)
	}
}
