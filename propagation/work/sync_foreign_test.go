package work_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// TestSyncForeign has objects of others in the cluster, one of each kind. They stay untouched, also when the Work is deleted, until the Work may overwrite them.
func TestSyncForeign(t *testing.T) {
	t.Parallel()
	for _, kind := range syncKinds {
		t.Run(kind.name, func(t *testing.T) {
			t.Parallel()
			e := newSyncEstate(t, rand.New(rand.NewPCG(1, 1)))
			w := &syncedWork{kind: kind, template: casetest.Object(t, kind.template), added: map[string]int64{}, keys: map[string]bool{}}
			e.works = []*syncedWork{w}
			foreign := casetest.Object(t, kind.template)
			foreign.SetLabels(map[string]string{"theirs": "x"})
			require.NoError(t, e.member.Create(foreign))
			before := e.member.Get(foreign)

			e.render(w, false)
			d := e.sync(w)
			conflict := new(work.ConflictError)
			require.True(t, errors.As(d.Err, &conflict))
			require.Equal(t, "m1", conflict.Cluster)
			require.Equal(t, metav1.ConditionFalse, w.Status.Conditions[1].Status)
			for _, preserve := range []bool{true, false} {
				deleted := *w
				deleted.Work = w.DeepCopy()
				deleted.DeletionTimestamp, deleted.Spec.PreserveResourcesOnDeletion = &metav1.Time{Time: e.now}, &preserve
				require.Equal(t, work.ActionLeave, e.sync(&deleted).Action)
				require.NotContains(t, deleted.Finalizers, api.ExecutionFinalizer)
			}
			require.Equal(t, before, e.member.Get(foreign))

			w.resolution = "overwrite"
			e.render(w, false)
			w.keys["labels/theirs"] = true
			require.Equal(t, work.ActionUpdate, e.sync(w).Action)
			control(&e.member, w.manifest(), e.replicas)
			e.settle()
		})
	}
}
