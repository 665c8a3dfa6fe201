package webhook

import (
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"

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
