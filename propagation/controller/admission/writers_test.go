package admission_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	admissionv1 "k8s.io/api/admission/v1"
	authenticationv1 "k8s.io/api/authentication/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	hooks "sigs.k8s.io/controller-runtime/pkg/webhook/admission"

	"github.com/overridekit/overridekit/propagation/controller/admission"
)

func TestWriters(t *testing.T) {
	t.Parallel()
	ours := admission.DefaultWriters("system")
	for _, c := range []struct {
		name    string
		writers admission.Writers
		user    string
		groups  []string
		allowed bool
	}{
		{"the operator", ours, "system:serviceaccount:system:overridekit-operator", nil, true},
		{"the garbage collector", ours, "system:serviceaccount:kube-system:generic-garbage-collector", nil, true},
		{"the namespace controller", ours, "system:serviceaccount:kube-system:namespace-controller", nil, true},
		{"the operator of another namespace", ours, "system:serviceaccount:tenant:overridekit-operator", nil, false},
		{"a tenant", ours, "tenant", []string{"system:authenticated"}, false},
		{"an administrator", ours, "admin", []string{"system:masters"}, false},
		{"nobody", ours, "", nil, false},
		{"a chosen group", admission.Writers{Groups: []string{"fixers"}}, "anna", []string{"system:authenticated", "fixers"}, true},
		{"a user with the name of a group", admission.Writers{Groups: []string{"fixers"}}, "fixers", nil, false},
		{"no writers", admission.Writers{}, "admin", []string{"system:masters"}, false},
		{"a long name", ours, strings.Repeat("x", 1<<20), nil, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			response := c.writers.Validate(hooks.Request{AdmissionRequest: admissionv1.AdmissionRequest{
				Operation: admissionv1.Delete, Resource: metav1.GroupVersionResource{Resource: "works"},
				UserInfo: authenticationv1.UserInfo{Username: c.user, Groups: c.groups},
			}})
			require.Equal(t, c.allowed, response.Allowed)
			if !c.allowed {
				require.Contains(t, response.Result.Message, "only the operator may write works")
				require.Less(t, len(response.Result.Message), 2000)
			}
		})
	}
}
