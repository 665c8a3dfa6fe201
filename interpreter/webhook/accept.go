package webhook

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	metav1validation "k8s.io/apimachinery/pkg/apis/meta/v1/validation"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/interpreter"
)

// received is a response as it comes in, before any rule was looked at.
type received struct {
	Response

	// These hide those of Response, because of their quantities.
	ReplicaRequirements *requirements `json:"replicaRequirements,omitempty"`
	Components          []component   `json:"components,omitempty"`
}

type requirements struct {
	NodeClaim         *interpreter.NodeClaim `json:"nodeClaim,omitempty"`
	ResourceRequest   map[string]quantity    `json:"resourceRequest,omitempty"`
	Namespace         string                 `json:"namespace,omitempty"`
	PriorityClassName string                 `json:"priorityClassName,omitempty"`
}

type component struct {
	Name         string        `json:"name"`
	Replicas     int32         `json:"replicas"`
	Requirements *requirements `json:"replicaRequirements,omitempty"`
}

// quantity is one that does not take long to read: the time grows with the exponent, of which a few bytes are enough for hours.
type quantity resource.Quantity

// UnmarshalJSON reads a text or a number.
func (q *quantity) UnmarshalJSON(text []byte) error {
	const maxText, maxExponent = 1000, 3 // bytes, digits
	s := strings.TrimSpace(strings.Trim(string(text), `"`))
	if len(s) > maxText {
		return fmt.Errorf("a quantity has %d bytes, expected at most %d", len(s), maxText)
	}
	if e := strings.LastIndexAny(s, "eE"); e >= 0 && len(strings.TrimLeft(s[e+1:], "+-")) > maxExponent {
		return fmt.Errorf("a quantity has an exponent of more than %d digits", maxExponent)
	}
	return (*resource.Quantity)(q).UnmarshalJSON(text)
}

func (r *requirements) accept() *interpreter.ReplicaRequirements {
	if r == nil {
		return nil
	}
	made := &interpreter.ReplicaRequirements{NodeClaim: r.NodeClaim, Namespace: r.Namespace, PriorityClassName: r.PriorityClassName}
	for name, q := range r.ResourceRequest {
		if made.ResourceRequest == nil {
			made.ResourceRequest = map[string]resource.Quantity{}
		}
		made.ResourceRequest[name] = resource.Quantity(q)
	}
	return made
}

// readResponse decodes a body.
func readResponse(body []byte) (*Response, error) {
	var envelope struct {
		APIVersion string    `json:"apiVersion"`
		Kind       string    `json:"kind"`
		Response   *received `json:"response"`
	}
	if err := decode(body, &envelope); err != nil {
		return nil, err
	}
	if err := checkEnvelope(envelope.APIVersion, envelope.Kind); err != nil {
		return nil, err
	}
	if envelope.Response == nil {
		return nil, nil
	}
	response := &envelope.Response.Response
	response.RawStatus = present(response.RawStatus)
	response.ReplicaRequirements = envelope.Response.ReplicaRequirements.accept()
	for _, c := range envelope.Response.Components {
		response.Components = append(response.Components, interpreter.Component{Name: c.Name, Replicas: c.Replicas, Requirements: c.Requirements.accept()})
	}
	return response, nil
}

// accepted is a response that obeys the rules, and what an operation makes of it.
type accepted struct {
	Response
	status any                        // for InterpretStatus
	object *unstructured.Unstructured // for ReviseReplica, Retain and AggregateStatus
}

// accept checks a response.
//
//  1. It must be there and have the uid of the request.
//  2. If it is not successful it must have a status. If it is, the status does not matter.
//  3. It must have what its operation needs, see [Response].
//  4. A dependency must have an apiVersion, a kind, and a name or a label selector, which must be valid.
//  5. A patch must come with its type, JSONPatch, and a type with its patch. The patched object must have a kind.
func accept(request *Request, response *Response) (accepted, error) {
	if response == nil {
		return accepted{}, errors.New("the answer has no response")
	}
	if response.UID != request.UID {
		return accepted{}, fmt.Errorf("expected response.uid %q, got %.100q", request.UID, response.UID)
	}
	if !response.Successful {
		if response.Status == nil {
			return accepted{}, errors.New("response.successful is false and there is no response.status")
		}
		return accepted{}, fault(FaultRefused, &StatusError{Code: int(response.Status.Code), Message: response.Status.Message})
	}
	a := accepted{Response: *response}
	var err error
	switch request.Operation {
	case interpreter.InterpretReplica:
		if a.Replicas == nil {
			err = errors.New("there is no response.replicas")
		}
	case interpreter.InterpretHealth:
		if a.Healthy == nil {
			err = errors.New("there is no response.healthy")
		}
	case interpreter.InterpretDependency:
		err = checkDependencies(a.Dependencies).ToAggregate()
	case interpreter.InterpretStatus:
		a.status, err = statusOf(a.RawStatus)
	case interpreter.ReviseReplica, interpreter.Retain, interpreter.AggregateStatus:
		a.object, err = revise(request.Object, response)
	}
	return a, err
}

func statusOf(raw json.RawMessage) (any, error) {
	if len(raw) == 0 {
		return nil, errors.New("there is no response.rawStatus")
	}
	var status any
	err := utiljson.Unmarshal(raw, &status)
	return status, err
}

func checkDependencies(dependencies []interpreter.Dependency) field.ErrorList {
	var errs field.ErrorList
	for i, d := range dependencies {
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
	return errs
}

// revise is the object that a response makes of one.
func revise(object json.RawMessage, response *Response) (*unstructured.Unstructured, error) {
	switch {
	case response.PatchType == nil && len(response.Patch) == 0:
		return decodeObject(object)
	case response.PatchType == nil:
		return nil, errors.New("there is a response.patch, but no response.patchType")
	case len(response.Patch) == 0:
		return nil, errors.New("there is a response.patchType, but no response.patch")
	case *response.PatchType != JSONPatch:
		return nil, fmt.Errorf("response.patchType is %.40q, expected %q", *response.PatchType, JSONPatch)
	}
	patched, err := apply(response.Patch, object)
	if err != nil {
		return nil, fault(FaultPatch, err)
	}
	revised, err := decodeObject(patched)
	if err != nil {
		return nil, fault(FaultPatch, fmt.Errorf("the patched object: %w", err))
	}
	return revised, nil
}
