package webhook

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	metav1validation "k8s.io/apimachinery/pkg/apis/meta/v1/validation"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override/jsontree"
)

// accepted is a valid response, and the result of its operation.
type accepted struct {
	Response
	status any                        // for InterpretStatus
	object *unstructured.Unstructured // for ReviseReplica, Retain and AggregateStatus
}

// accept checks a response.
//
//  1. It must exist and have the uid of the request.
//  2. If it is not successful it must have a status. If it is, the status is ignored.
//  3. It must have what its operation needs, see [Response].
//  4. A dependency must have an apiVersion, a kind, and a name or a label selector, which must be valid.
//  5. A patch must come with its type, JSONPatch, and a type with its patch. The patched object must have a kind.
func accept(ctx context.Context, hold *hold, request *Request, response *Response) (accepted, error) {
	if response == nil {
		return accepted{}, errors.New("the answer has no response")
	}
	if response.UID != request.UID {
		return accepted{}, fmt.Errorf("expected response.uid %.100q, got %.100q", request.UID, response.UID)
	}
	if !response.Successful {
		if response.Status == nil {
			return accepted{}, errors.New("response.successful is false, and response.status is missing")
		}
		return accepted{}, fault(FaultRefused, &StatusError{Code: int(response.Status.Code), Message: messageOf(response.Status.Message)})
	}
	a := accepted{Response: *response}
	var err error
	switch request.Operation {
	case interpreter.InterpretReplica:
		if a.Replicas == nil {
			err = errors.New("response.replicas is missing")
		}
	case interpreter.InterpretHealth:
		if a.Healthy == nil {
			err = errors.New("response.healthy is missing")
		}
	case interpreter.InterpretDependency:
		err = checkDependencies(a.Dependencies).ToAggregate()
	case interpreter.InterpretStatus:
		a.status, err = statusOf(a.RawStatus)
	case interpreter.ReviseReplica, interpreter.Retain, interpreter.AggregateStatus:
		a.object, err = revise(ctx, hold, request.Object, response)
	}
	return a, err
}

func statusOf(raw json.RawMessage) (any, error) {
	if len(raw) == 0 {
		return nil, errors.New("response.rawStatus is missing")
	}
	var status any
	if err := utiljson.Unmarshal(raw, &status); err != nil {
		return nil, fmt.Errorf("response.rawStatus: %w", err)
	}
	return status, nil
}

// maxErrors is how many faults of an answer are reported; joining them takes quadratic time.
const maxErrors = 100

func checkDependencies(dependencies []interpreter.Dependency) field.ErrorList {
	var errs field.ErrorList
	for i, d := range dependencies {
		if len(errs) > maxErrors {
			break
		}
		at := field.NewPath("dependencies").Index(i)
		if d.APIVersion == "" {
			errs = append(errs, field.Required(at.Child("apiVersion"), ""))
		}
		if d.Kind == "" {
			errs = append(errs, field.Required(at.Child("kind"), ""))
		}
		if d.Name == "" && d.LabelSelector == nil {
			errs = append(errs, field.Required(at, "a name or a labelSelector"))
		}
		if d.LabelSelector != nil {
			options := metav1validation.LabelSelectorValidationOptions{}
			errs = append(errs, metav1validation.ValidateLabelSelector(d.LabelSelector, options, at.Child("labelSelector"))...)
		}
	}
	return errs[:min(len(errs), maxErrors)]
}

// revise returns the object that a response makes of another.
func revise(ctx context.Context, hold *hold, object json.RawMessage, response *Response) (*unstructured.Unstructured, error) {
	switch {
	case response.PatchType == nil && len(response.Patch) == 0:
		return decodeObject(object)
	case response.PatchType == nil:
		return nil, errors.New("response.patch is set, but response.patchType is missing")
	case len(response.Patch) == 0:
		return nil, errors.New("response.patchType is set, but response.patch is missing")
	case *response.PatchType != JSONPatch:
		return nil, fmt.Errorf("response.patchType is %.40q, expected %q", *response.PatchType, JSONPatch)
	}
	patched, err := apply(ctx, hold, response.Patch, object)
	if err != nil {
		return nil, faultOr(FaultPatch, err)
	}
	content, ok := patched.(map[string]any)
	if !ok {
		return nil, fault(FaultPatch, fmt.Errorf("the patched object is %s, expected an object", jsontree.Describe(patched)))
	}
	if kind, given := content["kind"]; given {
		if _, ok := kind.(string); !ok {
			return nil, fault(FaultPatch, fmt.Errorf("the kind of the patched object is %s, expected a string", jsontree.Describe(kind)))
		}
	}
	revised := &unstructured.Unstructured{Object: content}
	if revised.GetKind() == "" {
		return nil, fault(FaultPatch, fmt.Errorf("the patched object: %w", errNoKind))
	}
	return revised, nil
}
