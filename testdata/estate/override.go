package estate

import (
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// Overrides returns up to two override policies.
func (e *Estate) Overrides() (all []api.OverrideSource) {
	for i := range e.IntN(3) {
		spec := api.OverrideSpec{OverrideRules: []api.RuleWithCluster{{TargetCluster: &api.ClusterAffinity{ClusterNames: Some(e, "m0", "m1", "m2")}}}}
		o := &spec.OverrideRules[0].Overriders
		switch e.IntN(5) {
		case 0:
			o.ImageOverrider = []api.ImageOverrider{{Component: api.Registry, Operator: api.OverriderOpAdd, Value: "mirror.example"}}
		case 1:
			o.LabelsOverrider = []api.LabelAnnotationOverrider{{Operator: api.OverriderOpAdd, Value: map[string]string{"over": "ridden"}}}
		case 2:
			o.Plaintext = []api.PlaintextOverrider{{Path: "/metadata/labels/nowhere", Operator: api.OverriderOpRemove}}
		case 3:
			o.Plaintext = []api.PlaintextOverrider{{Path: "/metadata/name", Operator: api.OverriderOpReplace, Value: api.JSON{Raw: []byte(`"renamed"`)}}}
		case 4:
			o.Plaintext = []api.PlaintextOverrider{{Path: "/spec/replicas", Operator: api.OverriderOpAdd, Value: api.JSON{Raw: []byte("4")}}}
		}
		if e.One(2) {
			all = append(all, &api.ClusterOverridePolicy{ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprint("o", i)}, Spec: spec})
			continue
		}
		all = append(all, &api.OverridePolicy{ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprint("o", i), Namespace: Pick(e, "shop", "bank")}, Spec: spec})
	}
	return all
}
