package admission_test

import (
	"fmt"

	admissionv1 "k8s.io/api/admission/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	webhook "sigs.k8s.io/controller-runtime/pkg/webhook/admission"

	"github.com/overridekit/overridekit/propagation/controller/admission"
)

// The rules need no server: they answer a request.
func ExampleValidate() {
	response := admission.Validate(webhook.Request{AdmissionRequest: admissionv1.AdmissionRequest{
		Operation: admissionv1.Create,
		Kind:      metav1.GroupVersionKind{Group: "policy.karmada.io", Version: "v1alpha1", Kind: "OverridePolicy"},
		Object: runtime.RawExtension{Raw: []byte(`{
			"apiVersion": "policy.karmada.io/v1alpha1", "kind": "OverridePolicy", "metadata": {"namespace": "shop", "name": "registry"},
			"spec": {"overrideRules": [{"targetCluster": {"fieldSelector": {"matchExpressions": [{"key": "planet", "operator": "In", "values": ["earth"]}]}}, "overriders": {}}]}
		}`)},
	}})
	fmt.Println(response.Allowed)
	for _, cause := range response.Result.Details.Causes {
		fmt.Println(cause.Field)
	}
	// Output:
	// false
	// spec.overrideRules[0].targetCluster.fieldSelector
}
