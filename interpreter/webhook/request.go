package webhook

import (
	"encoding/json"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/interpreter"
)

// The type of the envelope of a request and a response.
const (
	APIVersion = "config.karmada.io/v1alpha1"
	Kind       = "ResourceInterpreterContext"
)

// MaxBytes is the maximum length of a request or a response, after decompression: some ten times the largest object that an API server
// stores.
const MaxBytes = 16 << 20

// Request is one call of a webhook: an operation on an object.
type Request struct {
	UID              string                   `json:"uid"`  // of this call; the response has the same
	Kind             metav1.GroupVersionKind  `json:"kind"` // of the object
	Name             string                   `json:"name"`
	Namespace        string                   `json:"namespace,omitempty"`
	Operation        interpreter.Operation    `json:"operation"`
	Object           json.RawMessage          `json:"object"`                     // the desired object for Retain, or nil
	ObservedObject   json.RawMessage          `json:"observedObject,omitempty"`   // for Retain, or nil
	Replicas         *int32                   `json:"replicas,omitempty"`         // for ReviseReplica; the other operations have an arbitrary number
	AggregatedStatus []interpreter.StatusItem `json:"aggregatedStatus,omitempty"` // for AggregateStatus
}

// requestEnvelope is the wire format of a request.
type requestEnvelope struct {
	Kind       string   `json:"kind,omitempty"`
	APIVersion string   `json:"apiVersion,omitempty"`
	Request    *Request `json:"request,omitempty"`
}

// readRequest decodes a request. It may return one with an error: then only its UID is valid.
func readRequest(body []byte) (*Request, error) {
	var q requestEnvelope
	if err := decode(body, &q); err != nil {
		return nil, err
	}
	if q.Request == nil {
		return nil, errNoRequest
	}
	q.Request.Object = present(q.Request.Object)
	q.Request.ObservedObject = present(q.Request.ObservedObject)
	return q.Request, checkEnvelope(q.APIVersion, q.Kind)
}

// present returns raw JSON, or nil if it is null.
func present(text json.RawMessage) json.RawMessage {
	if string(text) == "null" {
		return nil
	}
	return text
}
