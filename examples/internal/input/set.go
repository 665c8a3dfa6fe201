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

// Set is the set of the policies that were read. It finds policies that an object names and that were not read, also if no policy
// of KubeAdmiral was read.
func Set(bundle *policy.Bundle, hide redact.Places) *override.Set {
	return override.NewSet(bundle.Policies...).Referring(kubeadmiral.References).Hiding(hide)
}

// CheckMissing returns an error if an object names policies that were not read.
func CheckMissing(o *unstructured.Unstructured, selection override.Selection) error {
	object := override.Ref{Kind: o.GetKind(), Namespace: o.GetNamespace(), Name: o.GetName()}
	var errs []error
	for _, missing := range selection.Missing() {
		if missing.Name == "" {
			errs = append(errs, fmt.Errorf("%s: the label for the name of its %s is empty", object, missing.Kind))
			continue
		}
		errs = append(errs, fmt.Errorf("%s: a label names %s, which was not read", object, missing))
	}
	return errors.Join(errs...)
}
