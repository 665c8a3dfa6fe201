package webhook

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/overridekit/overridekit/override/redact"
)

// WithoutValues returns the error without parts that may come from the object, or from the webhook's answer about it: for an object with
// hidden values, see [interpreter.NewError].
//
//  1. Faults of the configuration, the request, the budget or the connection are shown: they contain nothing of the object. The exception is an answer
//     that is not HTTP, which such a fault may quote.
//  2. For a [StatusError], only the code is shown.
//  3. For any other error, only the fault is shown.
func (e *CallError) WithoutValues() error {
	c := *e
	var status *StatusError
	switch {
	case e.Fault == FaultConfiguration || e.Fault == FaultRequest || e.Fault == FaultBudget || e.Fault == FaultConnection && !e.quotes:
	case e.Err == nil:
	case errors.As(e.Err, &status) && (status == nil || status.Message == ""):
	case status != nil:
		c.Err = endedBy(e.Err, &StatusError{Code: status.Code, Message: redact.Mask})
	default:
		c.Err = redact.Hide(e.Err, string(e.Fault)+": the reason is not shown, because it may contain a secret value")
	}
	return &c
}

// endedBy returns the error that is shown of another. It wraps the error of a context if the other does.
func endedBy(err, visible error) error {
	for _, end := range []error{context.Canceled, context.DeadlineExceeded} {
		if errors.Is(err, end) {
			return fmt.Errorf("%w: %w", visible, end)
		}
	}
	return visible
}

// quietly returns the error of undecodable JSON or YAML without parts of it:
//
//  1. A JSON type error names the field and the types, and never the number, whatever the object is.
//  2. Any other error may quote a word. It is shown unless the input may be about a Secret.
func quietly(text []byte, err error) error {
	var misfit *json.UnmarshalTypeError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &misfit):
		if strings.HasPrefix(misfit.Value, "number ") {
			hidden := *misfit
			hidden.Value = "number"
			return &hidden
		}
		return misfit
	case errors.As(err, new(*json.SyntaxError)) || !maySaySecret(text):
		return err
	}
	return redact.Hide(err, "the reason is not shown, because it may contain a secret value")
}

// maySaySecret reports whether the input may contain the word Secret, plainly or encoded: by an escape, by a tag of YAML such as
// !!binary, or in UTF-16.
func maySaySecret(text []byte) bool {
	return bytes.Contains(text, []byte("Secret")) || bytes.ContainsAny(text, "\\!\x00")
}
