package webhook

import (
	"bytes"
	"errors"

	"github.com/overridekit/overridekit/override/redact"
)

// WithoutValues is the error without what may be from the object, or from the webhook's answer about it: for an object with
// something to hide, see [interpreter.NewError].
//
//  1. What is wrong with the configuration, the request or the connection says nothing of the object.
//  2. Of a [StatusError] the code stays.
//  3. Of anything else only the fault is left.
func (e *CallError) WithoutValues() error {
	c := *e
	var status *StatusError
	switch {
	case e.Fault == FaultConfiguration || e.Fault == FaultRequest || e.Fault == FaultConnection:
	case errors.As(e.Err, &status) && status.Message == "":
	case status != nil:
		c.Err = &StatusError{Code: status.Code, Message: redact.Mask}
	default:
		c.Err = redact.Hide(e.Err, string(e.Fault)+": the reason is not shown, because it may hold a secret value")
	}
	return &c
}

// quietly is the error of a text that cannot be read. If the text is about a Secret, what was found in it is not shown: a parser of
// YAML quotes words, and one of JSON numbers.
func quietly(text []byte, err error) error {
	switch {
	case err == nil || !bytes.Contains(text, []byte("Secret")):
		return err
	case bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")):
		return redact.Hide(err, redact.WithoutNumber(err.Error()))
	}
	return redact.Hide(err, "the reason is not shown, because it may hold a secret value")
}
