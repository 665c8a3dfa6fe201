package admission

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	authenticationv1 "k8s.io/api/authentication/v1"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// Writers are who may create, change and delete Works and bindings: the operator, and the controllers of Kubernetes that delete what belongs to a deleted
// object or namespace. A Work is written to its cluster with the rights of the operator, and a binding chooses clusters without a policy, so
// everybody else is refused, administrators included.
type Writers struct {
	Users  []string // names
	Groups []string
}

// DefaultWriters returns the service account overridekit-operator of a namespace, and the garbage collector and the namespace controller of Kubernetes, which
// run as kube-controller-manager if they have no service accounts of their own.
func DefaultWriters(namespace string) Writers {
	return Writers{Users: []string{
		"system:serviceaccount:" + namespace + ":overridekit-operator", "system:serviceaccount:kube-system:generic-garbage-collector",
		"system:serviceaccount:kube-system:namespace-controller", "system:kube-controller-manager",
	}}
}

// Allows reports whether a user is one of the writers, by name or group.
func (w Writers) Allows(user authenticationv1.UserInfo) bool {
	return slices.Contains(w.Users, user.Username) || slices.ContainsFunc(user.Groups, func(g string) bool { return slices.Contains(w.Groups, g) })
}

// Validate answers the request to create, change or delete a Work or a binding, or the status of one. Only the user counts.
func (w Writers) Validate(request admission.Request) admission.Response {
	if w.Allows(request.UserInfo) {
		return admission.Allowed("")
	}
	response := admission.Denied(clip(fmt.Sprintf("only the operator may write %s: found the user %q, expected one of %s; to send an object to clusters, write a propagation policy",
		request.Resource.Resource, clip(request.UserInfo.Username), w)))
	response.Result.Code = http.StatusForbidden
	return response
}

// String returns the names.
func (w Writers) String() string {
	all := slices.Clone(w.Users)
	for _, g := range w.Groups {
		all = append(all, "the group "+g)
	}
	if len(all) == 0 {
		return "nobody"
	}
	return strings.Join(all, ", ")
}

// conditions keep the API server from asking the webhook about the writers: the operator continues while no webhook is ready.
func (w Writers) conditions() []admissionregistrationv1.MatchCondition {
	list := func(names []string) string {
		text, _ := json.Marshal(append([]string{}, names...)) // the literals of CEL have the escapes of JSON
		return string(text)
	}
	return []admissionregistrationv1.MatchCondition{{
		Name: "not-a-writer",
		Expression: "!(request.userInfo.username in " + list(w.Users) + ") && " +
			"!(has(request.userInfo.groups) && request.userInfo.groups.exists(g, g in " + list(w.Groups) + "))",
	}}
}

// workRules are the rules for Works and bindings, in every version.
func workRules() []admissionregistrationv1.RuleWithOperations {
	var resources []string
	for _, name := range []string{"clusterresourcebindings", "resourcebindings", "works"} {
		resources = append(resources, name, name+"/status")
	}
	return []admissionregistrationv1.RuleWithOperations{{
		Operations: []admissionregistrationv1.OperationType{admissionregistrationv1.Create, admissionregistrationv1.Update, admissionregistrationv1.Delete},
		Rule:       admissionregistrationv1.Rule{APIGroups: []string{api.WorkGroupVersion.Group}, APIVersions: []string{"*"}, Resources: resources},
	}}
}
