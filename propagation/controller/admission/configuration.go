package admission

import (
	"slices"
	"strings"

	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	karmadaapi "github.com/overridekit/overridekit/policy/karmada/api"
	kubeadmiralapi "github.com/overridekit/overridekit/policy/kubeadmiral/api"
)

// ConfigurationName is the default name of both webhook configurations.
const ConfigurationName = "overridekit"

// The paths of the webhook.
const (
	MutatePath   = "/mutate-policy"
	ValidatePath = "/validate-policy"
	GuardPath    = "/guard-work" // for Works and bindings
)

// Configurations returns the webhook configurations, with the given name, for a server at the service or URL in to. The path in to is ignored.
// While the webhook cannot be reached, policies cannot be created or changed. Their status can. Works and bindings can be written only by the writers then,
// about whom the webhook is not asked.
func Configurations(name string, to admissionregistrationv1.WebhookClientConfig, writers Writers) (
	*admissionregistrationv1.MutatingWebhookConfiguration, *admissionregistrationv1.ValidatingWebhookConfiguration,
) {
	fail, equivalent, none := admissionregistrationv1.Fail, admissionregistrationv1.Equivalent, admissionregistrationv1.SideEffectClassNone
	seconds := int32(10)
	mutating := &admissionregistrationv1.MutatingWebhookConfiguration{
		TypeMeta:   metav1.TypeMeta{APIVersion: "admissionregistration.k8s.io/v1", Kind: "MutatingWebhookConfiguration"},
		ObjectMeta: metav1.ObjectMeta{Name: name},
		Webhooks: []admissionregistrationv1.MutatingWebhook{{
			Name: "default.policies.overridekit", ClientConfig: at(to, MutatePath), Rules: rulesOf(func(r rules) bool { return r.defaults != nil }),
			FailurePolicy: &fail, MatchPolicy: &equivalent, SideEffects: &none, TimeoutSeconds: &seconds, AdmissionReviewVersions: []string{"v1"},
		}},
	}
	validating := &admissionregistrationv1.ValidatingWebhookConfiguration{
		TypeMeta:   metav1.TypeMeta{APIVersion: "admissionregistration.k8s.io/v1", Kind: "ValidatingWebhookConfiguration"},
		ObjectMeta: metav1.ObjectMeta{Name: name},
		Webhooks: []admissionregistrationv1.ValidatingWebhook{{
			Name: "validate.policies.overridekit", ClientConfig: at(to, ValidatePath), Rules: rulesOf(func(rules) bool { return true }),
			FailurePolicy: &fail, MatchPolicy: &equivalent, SideEffects: &none, TimeoutSeconds: &seconds, AdmissionReviewVersions: []string{"v1"},
		}, {
			Name: "guard.works.overridekit", ClientConfig: at(to, GuardPath), Rules: workRules(), MatchConditions: writers.conditions(),
			FailurePolicy: &fail, MatchPolicy: &equivalent, SideEffects: &none, TimeoutSeconds: &seconds, AdmissionReviewVersions: []string{"v1"},
		}},
	}
	return mutating, validating
}

// at returns a copy of to with a path.
func at(to admissionregistrationv1.WebhookClientConfig, path string) admissionregistrationv1.WebhookClientConfig {
	to = *to.DeepCopy()
	if to.Service != nil {
		to.Service.Path = &path
	}
	if to.URL != nil {
		url := strings.TrimSuffix(*to.URL, "/") + path
		to.URL = &url
	}
	return to
}

// rulesOf returns the rules for the chosen kinds, one for each group.
func rulesOf(chosen func(rules) bool) []admissionregistrationv1.RuleWithOperations {
	var out []admissionregistrationv1.RuleWithOperations
	for _, version := range []metav1.GroupVersion{
		{Group: kubeadmiralapi.GroupVersion.Group, Version: kubeadmiralapi.GroupVersion.Version},
		{Group: karmadaapi.PolicyGroupVersion.Group, Version: karmadaapi.PolicyGroupVersion.Version},
	} {
		var resources []string
		for kind, rules := range kinds {
			if kind.Group == version.Group && chosen(rules) {
				resources = append(resources, rules.plural)
			}
		}
		if len(resources) == 0 {
			continue
		}
		slices.Sort(resources)
		out = append(out, admissionregistrationv1.RuleWithOperations{
			Operations: []admissionregistrationv1.OperationType{admissionregistrationv1.Create, admissionregistrationv1.Update},
			Rule: admissionregistrationv1.Rule{
				APIGroups: []string{version.Group}, APIVersions: []string{version.Version}, Resources: resources,
			},
		})
	}
	return out
}
