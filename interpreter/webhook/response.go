package webhook

import (
	"encoding/json"
	"errors"
	"net/http"

	"github.com/overridekit/overridekit/interpreter"
)

// PatchType is the format of a patch.
type PatchType string

// JSONPatch is RFC 6902, the only format.
const JSONPatch PatchType = "JSONPatch"

// Response is the answer of a webhook. The operation defines which fields are used:
//
//	InterpretReplica                        Replicas, which is required, and ReplicaRequirements
//	InterpretComponent                      Components
//	InterpretDependency                     Dependencies
//	InterpretStatus                         RawStatus, which is required
//	InterpretHealth                         Healthy, which is required
//	ReviseReplica, Retain, AggregateStatus  Patch and PatchType; without both, the object does not change
//
// The UID is that of the request; a server sets it.
type Response struct {
	UID        string  `json:"uid"`
	Successful bool    `json:"successful"`
	Status     *Status `json:"status,omitempty"` // the reason, if not successful

	Patch               []byte                           `json:"patch,omitempty"`
	PatchType           *PatchType                       `json:"patchType,omitempty"`
	ReplicaRequirements *interpreter.ReplicaRequirements `json:"replicaRequirements,omitempty"`
	Replicas            *int32                           `json:"replicas,omitempty"`
	Components          []interpreter.Component          `json:"components,omitempty"`
	Dependencies        []interpreter.Dependency         `json:"dependencies,omitempty"`
	RawStatus           json.RawMessage                  `json:"rawStatus,omitempty"`
	Healthy             *bool                            `json:"healthy,omitempty"`
}

// Status is the outcome of a call. The code is like that of HTTP.
type Status struct {
	Message string `json:"message,omitempty"`
	Code    int32  `json:"code,omitempty"`
}

// Succeeded returns a response that reports success and nothing else. The message may be empty.
func Succeeded(message string) Response {
	return Response{Successful: true, Status: &Status{Message: message, Code: http.StatusOK}}
}

// Errored returns the response of a failed operation.
func Errored(code int32, err error) Response {
	if err == nil {
		err = errors.New("the reason is unknown")
	}
	return Response{Status: &Status{Message: err.Error(), Code: code}}
}

// PatchFromRaw returns the response that turns one object into another, both JSON; without a patch if they are equal. If one of them is
// not JSON, the response is [Errored] with code 500.
func PatchFromRaw(original, revised []byte) Response {
	patch, err := diff(original, revised)
	if err != nil {
		return Errored(http.StatusInternalServerError, err)
	}
	response := Succeeded("")
	if patch != nil {
		kind := JSONPatch
		response.Patch, response.PatchType = patch, &kind
	}
	return response
}

// complete returns the response as it is sent: with the uid of its request, a status, and a code in it.
func (r Response) complete(uid string) Response {
	r.UID = uid
	status := Status{}
	if r.Status != nil {
		status = *r.Status
	}
	if status.Code == 0 {
		status.Code = http.StatusOK
	}
	r.Status = &status
	return r
}
