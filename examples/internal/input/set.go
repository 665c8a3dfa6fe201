package input

import (
	"errors"
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/policy/kubeadmiral"
)

// Set returns the set of all policies in the bundle. It also finds missing policies of KubeAdmiral, even if the bundle has no policy of
// KubeAdmiral. Its guard is against the given policies.
func Set(bundle *Bundle, hide redact.Places, guarded override.GuardedPolicies) *override.Set {
	return override.NewSet(bundle.Policies...).Referring(kubeadmiral.References).Hiding(hide).Guarding(policy.Guard(guarded))
}

// CheckMissing returns an error if a label of an object names a policy that was not read.
func CheckMissing(o *unstructured.Unstructured, selection override.Selection) error {
	object := override.Ref{Kind: o.GetKind(), Namespace: o.GetNamespace(), Name: o.GetName()}
	var errs []error
	for _, missing := range selection.Missing() {
		if missing.Name == "" {
			errs = append(errs, fmt.Errorf("%s: the label that names its %s is empty", object, missing.Kind))
			continue
		}
		errs = append(errs, fmt.Errorf("%s: a label names %s, which was not read", object, missing))
	}
	return errors.Join(errs...)
}
