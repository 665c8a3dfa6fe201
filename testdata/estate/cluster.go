package estate

import (
	"fmt"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

func (e *Estate) clusters() (all []*api.Cluster) {
	for i := range e.IntN(7) {
		c := &api.Cluster{ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprint("m", i), Labels: map[string]string{"ring": Pick(e, "0", "1")}}}
		c.Spec.Region, c.Spec.Provider, c.Spec.Zones = Pick(e, "", "east", "west", "north"), Pick(e, "", "p", "q"), Some(e, "z1", "z2")
		if e.One(5) {
			c.Spec.Taints = []api.Taint{{Key: "old", Effect: Pick(e, api.TaintNoSchedule, api.TaintNoExecute)}}
		}
		if e.One(15) {
			c.DeletionTimestamp, c.Finalizers = &metav1.Time{}, []string{"x"}
			*c.DeletionTimestamp = metav1.Unix(1, 0)
		}
		if e.One(4) {
			c.Status.APIEnablements = []api.APIEnablement{
				{GroupVersion: "apps/v1", Resources: []api.APIResource{{Kind: "Deployment"}}}, {GroupVersion: "v1", Resources: []api.APIResource{{Kind: "Pod"}}},
			}
		}
		if !e.One(3) {
			amount := func(n int64) resource.Quantity { return *resource.NewQuantity(n, resource.DecimalSI) }
			c.Status.ResourceSummary = &api.ResourceSummary{
				Allocatable: map[string]resource.Quantity{"pods": amount(int64(e.IntN(12))), "cpu": amount(int64(e.IntN(10))), "memory": amount(int64(e.IntN(10)) << 30)},
				Allocated:   map[string]resource.Quantity{"pods": amount(int64(e.IntN(3)))},
			}
		}
		all = append(all, c)
	}
	return all
}
