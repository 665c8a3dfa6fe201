package webhook

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"

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

// quietly is the error of a text that cannot be read, without what the text holds:
//
//  1. A misfit of JSON names the field and the types, and never the number that is there, whatever the text is about.
//  2. Any other error may quote a word. It is shown unless the text may be about a Secret.
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
	return redact.Hide(err, "the reason is not shown, because it may hold a secret value")
}

// maySaySecret reports whether the word may stand in a text, plainly or in other words: by an escape, by a tag of YAML such as !!binary,
// or in UTF-16.
func maySaySecret(text []byte) bool {
	return bytes.Contains(text, []byte("Secret")) || bytes.ContainsAny(text, "\\!\x00")
}
