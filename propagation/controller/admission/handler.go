package admission

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	admissionv1 "k8s.io/api/admission/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"

	engine "github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/words"
	"github.com/overridekit/overridekit/policy"
)

// maxErrors limits the errors of a response, and maxCharacters the length of each: an error may quote a value of a megabyte, and an API server does
// not read a response of any size.
const (
	maxErrors     = 20
	maxCharacters = 1000
)

// Default answers the request to create or update a policy with a patch that sets its defaults. The patch has only what the defaults change.
// A policy of another kind, or one that cannot be read, is an error.
func Default(request admission.Request) admission.Response {
	rules, policy, _, err := parse(request)
	if err != nil {
		return admission.Errored(http.StatusBadRequest, err)
	}
	if rules.defaults == nil {
		return admission.Allowed("")
	}
	// Both sides come from the Go type, so that fields that it does not have are not in the patch.
	before, err := json.Marshal(policy)
	if err != nil {
		return admission.Errored(http.StatusBadRequest, err)
	}
	after, err := json.Marshal(rules.defaults(policy, request.Operation == admissionv1.Create))
	if err != nil {
		return admission.Errored(http.StatusInternalServerError, err)
	}
	return admission.PatchResponseFromRaw(before, after)
}

// Validate answers the request to create or update a policy: it is refused with all that is wrong with it, or allowed with warnings. Call it for
// what Default has patched. A policy of another kind, or one that cannot be read, is an error. A ClusterTaintPolicy must not have the effect
// NoExecute, see Options.AllowNoExecute. No override policy may change the identity of objects, see Options.Guard.
func Validate(request admission.Request) admission.Response {
	return validate(request, false, policy.Guard(engine.GuardAll))
}

func validate(request admission.Request, allowNoExecute bool, guard engine.Guard) admission.Response {
	rules, policy, old, err := parse(request)
	if err != nil {
		return admission.Errored(http.StatusBadRequest, err)
	}
	if request.Kind.Kind == taintKind.Kind {
		rules = taints(allowNoExecute)
	}
	if errs := append(rules.validate(policy, old), rules.identity(guard, policy, old)...); len(errs) > 0 {
		return refused(errs)
	}
	return admission.Allowed("").WithWarnings(rules.warn(policy)...)
}

// parse returns the rules of the policy's kind, the policy, and on an update the stored one.
func parse(request admission.Request) (rules rules, policy, old runtime.Object, err error) {
	kind := schema.GroupKind{Group: request.Kind.Group, Kind: request.Kind.Kind}
	rules, ok := kinds[kind]
	if !ok {
		return rules, nil, nil, fmt.Errorf("found the kind %s, expected a policy", kind)
	}
	if request.Operation != admissionv1.Create && request.Operation != admissionv1.Update {
		return rules, nil, nil, fmt.Errorf("found the operation %q, expected CREATE or UPDATE", request.Operation)
	}
	if policy, err = rules.read(request.Object.Raw); err != nil {
		return rules, nil, nil, err
	}
	if request.Operation == admissionv1.Update {
		if old, err = rules.read(request.OldObject.Raw); err != nil {
			return rules, nil, nil, fmt.Errorf("stored %w", err)
		}
	}
	return rules, policy, old, nil
}

// refused is the response with what is wrong, for people and, as causes, for programs.
func refused(errs field.ErrorList) admission.Response {
	shown := errs[:min(len(errs), maxErrors)]
	details := &metav1.StatusDetails{}
	texts := make([]error, len(shown))
	for i, err := range shown {
		details.Causes = append(details.Causes, metav1.StatusCause{Type: metav1.CauseType(err.Type), Message: clip(err.ErrorBody()), Field: clip(err.Field)})
		texts[i] = errors.New(clip(err.Error()))
	}
	message := utilerrors.NewAggregate(texts).Error()
	if more := len(errs) - len(shown); more > 0 {
		message += fmt.Sprintf(" and %d more", more)
	}
	response := admission.Denied("")
	response.Result = &metav1.Status{
		Status: metav1.StatusFailure, Code: http.StatusUnprocessableEntity, Reason: metav1.StatusReasonInvalid, Message: message, Details: details,
	}
	return response
}

func clip(text string) string { return words.Clip(text, maxCharacters) }

// handler makes a handler of a function.
func handler(f func(admission.Request) admission.Response) admission.Handler {
	return admission.HandlerFunc(func(_ context.Context, request admission.Request) admission.Response { return f(request) })
}
