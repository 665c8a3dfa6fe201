package webhook

import (
	"context"
	"errors"
	"fmt"

	"github.com/overridekit/overridekit/interpreter"
)

// Fault is the category of a failed call.
type Fault string

// The faults, in the order in which they can occur in a call.
const (
	FaultConfiguration Fault = "Configuration" // the webhook cannot be called as it is configured
	FaultRequest       Fault = "Request"       // the request cannot be made: the object is not JSON, the replicas are beyond int32
	FaultBudget        Fault = "Budget"        // the calls would hold too many bytes together, see [BudgetError]
	FaultConnection    Fault = "Connection"    // no answer: connection failed, certificate not trusted, out of time
	FaultHTTP          Fault = "HTTP"          // an HTTP status other than success, or a redirect
	FaultBody          Fault = "Body"          // an answer that is incomplete, too long, or not a response
	FaultResponse      Fault = "Response"      // a response that breaks a rule
	FaultRefused       Fault = "Refused"       // a response that reports a failed operation; see [StatusError]
	FaultPatch         Fault = "Patch"         // a patch that does not apply to the object
)

// CallError is the error of a call to a webhook. It is the Err of an [interpreter.Error]. The text of Err has at most 8 KiB, and all its
// characters are printable.
type CallError struct {
	Operation interpreter.Operation
	Webhook   string // the id
	UID       string // of the request; empty if none was made
	URL       string // as called; empty if there was no call
	Fault     Fault
	Err       error

	quotes bool // the fault is that of a connection, and Err may quote the answer
}

// Error returns text such as: webhook "config/w.example.com" at https://localhost/w, call "8b1e": expected response.uid "8b1e", got "".
func (e *CallError) Error() string {
	text := "webhook"
	if e.Webhook != "" {
		text += fmt.Sprintf(" %.300q", e.Webhook)
	}
	if e.URL != "" {
		text += " at " + shown(e.URL, maxShown)
	}
	if e.UID != "" {
		text += fmt.Sprintf(", call %.100q", e.UID)
	}
	if e.Err == nil {
		return text + ": no error"
	}
	return text + ": " + e.Err.Error()
}

// Unwrap returns Err.
func (e *CallError) Unwrap() error {
	return e.Err
}

// StatusError is the report of a webhook about a failed operation, or of a server with an HTTP status. The message is the beginning of the
// message from the other side, at most 1000 bytes. If the answer has no message, it is the beginning of the answer, at most 200 quoted
// characters. Characters that are not printable are escaped as in Go.
type StatusError struct {
	Code    int
	Message string
}

// Error returns text such as: code 400: the object has no kind.
func (e *StatusError) Error() string {
	if e.Message == "" {
		return fmt.Sprintf("code %d", e.Code)
	}
	return fmt.Sprintf("code %d: %s", e.Code, e.Message)
}

// faulty is an error with its fault.
type faulty struct {
	fault Fault
	err   error
}

func (f *faulty) Error() string { return f.err.Error() }

func (f *faulty) Unwrap() error { return f.err }

func fault(f Fault, err error) error { return &faulty{f, err} }

// faultOr is fault, unless the error already has one.
func faultOr(f Fault, err error) error {
	if errors.As(err, new(*faulty)) {
		return err
	}
	return fault(f, err)
}

// withEnd returns the error of a failed call. If the context has ended, and so the answer may be incomplete, it also wraps the error of the
// context: package net/http may return the cause of the context instead, and a refusal is reported even if it is incomplete.
func withEnd(ctx context.Context, failed *CallError) error {
	end := endOf(ctx)
	switch failed.Fault {
	case FaultConnection, FaultHTTP, FaultBody:
		if end != nil && !errors.Is(failed.Err, end) {
			return fmt.Errorf("%w: %w", failed.Err, end)
		}
	}
	return failed.Err
}
