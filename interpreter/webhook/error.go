package webhook

import (
	"fmt"

	"github.com/overridekit/overridekit/interpreter"
)

// Fault is what was wrong with a call.
type Fault string

// The faults, in the order in which a call may come to them.
const (
	FaultConfiguration Fault = "Configuration" // the webhook cannot be called as it is configured
	FaultRequest       Fault = "Request"       // there is no such request: the object is no JSON, the replicas are no int32
	FaultConnection    Fault = "Connection"    // no answer: no connection, no trust, no time left
	FaultHTTP          Fault = "HTTP"          // an HTTP status that is no success, or a redirect
	FaultBody          Fault = "Body"          // an answer that breaks off, is too long, or is no response at all
	FaultResponse      Fault = "Response"      // a response that breaks a rule
	FaultRefused       Fault = "Refused"       // a response that says that the operation failed; see [StatusError]
	FaultPatch         Fault = "Patch"         // a patch that does not suit the object
)

// CallError is a webhook that gave no answer that counts. It is the Err of an [interpreter.Error].
type CallError struct {
	Operation interpreter.Operation
	Webhook   string // the id
	UID       string // of the request; empty if it came to none
	URL       string // as called; empty if it came to none
	Fault     Fault
	Err       error
}

// Error says, for example: webhook "config/w.example.com" at https://localhost/w, call "8b1e": expected response.uid "8b1e", got "".
func (e *CallError) Error() string {
	text := "webhook"
	if e.Webhook != "" {
		text += fmt.Sprintf(" %q", e.Webhook)
	}
	if e.URL != "" {
		text += " at " + e.URL
	}
	if e.UID != "" {
		text += fmt.Sprintf(", call %q", e.UID)
	}
	return text + ": " + e.Err.Error()
}

// Unwrap is Err.
func (e *CallError) Unwrap() error { return e.Err }

// StatusError is what a webhook says about an operation that failed, or a server with an HTTP status.
type StatusError struct {
	Code    int
	Message string
}

// Error says, for example: code 400: the object has no kind.
func (e *StatusError) Error() string {
	if e.Message == "" {
		return fmt.Sprintf("code %d", e.Code)
	}
	return fmt.Sprintf("code %d: %s", e.Code, e.Message)
}

// faulty gives an error its fault.
type faulty struct {
	fault Fault
	err   error
}

func (f *faulty) Error() string { return f.err.Error() }

func fault(f Fault, err error) error { return &faulty{f, err} }
