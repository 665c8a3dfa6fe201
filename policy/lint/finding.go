package lint

import (
	"cmp"
	"encoding/json"
	"fmt"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/words"
)

// Severity is how bad a finding is. The zero value is Info.
type Severity int

const (
	Info    Severity = iota // it works as written; there may be a better way
	Warning                 // it is likely a mistake
	Error                   // it cannot work, or stops the object from being sent
)

// String returns "info", "warning" or "error".
func (s Severity) String() string {
	switch s {
	case Info:
		return "info"
	case Warning:
		return "warning"
	case Error:
		return "error"
	}
	return fmt.Sprintf("Severity(%d)", int(s))
}

// MarshalText implements encoding.TextMarshaler with String. It is an error for another number than Info, Warning and Error.
func (s Severity) MarshalText() ([]byte, error) {
	if s < Info || s > Error {
		return nil, fmt.Errorf("severity is %d, expected info, warning or error", int(s))
	}
	return []byte(s.String()), nil
}

// UnmarshalText implements encoding.TextUnmarshaler. It reads what String returns for Info, Warning and Error.
func (s *Severity) UnmarshalText(text []byte) error {
	for _, known := range []Severity{Info, Warning, Error} {
		if string(text) == known.String() {
			*s = known
			return nil
		}
	}
	return fmt.Errorf("severity is %s, expected info, warning or error", quote(string(text)))
}

// Finding is one thing that is wrong, or may be wrong, with a policy.
type Finding struct {
	Code     Code         `json:"code"`
	Severity Severity     `json:"severity"`
	Policy   override.Ref `json:"policy"`             // zero for a [BadSilence] on an object
	Object   override.Ref `json:"object,omitzero"`    // the object that Document, Line and Path are about, for [MissingPolicy] and for a [BadSilence] on an object; otherwise zero
	Document int          `json:"document,omitempty"` // of the stream, counted from 1; 0: unknown, see [policy.Bundle.Position]
	Line     int          `json:"line,omitempty"`     // of the stream, counted from 1
	Path     string       `json:"path"`               // the field path, as the policy is written: "spec.overrideRules[0].overriders.plaintext[2].path"

	// Message is one sentence for people, on one line and without control characters. It does not show values of Secrets, see [Options]. The
	// wording may change.
	Message string `json:"message"`

	// Silenced is the reason for which the policy, or Object, silences the finding, see [Options].Silenced. Empty: it is not silenced.
	Silenced string `json:"silenced,omitempty"`

	// Fix is a JSON patch (RFC 6902) of the policy as it is written, or nil if the fix is not clear. It removes the finding, but a person
	// should read it first. Fixes do not build on each other: after one is applied, check again. A Fix may repeat values of the policy.
	Fix json.RawMessage `json:"fix,omitempty"`
}

// String returns the position, the severity, the policy or the object that the path is of, and the message on one line without control
// characters, for example: line 12: warning: OverridePolicy shop/web: spec.overrideRules[0]: no cluster … (unreached-rule).
func (f Finding) String() string {
	place := ""
	if f.Line > 0 {
		place = fmt.Sprintf("line %d: ", f.Line)
	}
	about := f.Policy
	if f.Object != (override.Ref{}) {
		about = f.Object
	}
	return words.Escape(fmt.Sprintf("%s%s: %s: %s: %s (%s)", place, f.Severity, about, f.Path, f.Message, f.Code))
}

// compare orders findings by document, line, code, policy, path and message.
func compare(a, b Finding) int {
	return cmp.Or(
		cmp.Compare(a.Document, b.Document), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Code, b.Code),
		cmp.Compare(a.Policy.String(), b.Policy.String()), cmp.Compare(a.Policy.APIVersion, b.Policy.APIVersion),
		cmp.Compare(a.Path, b.Path), cmp.Compare(a.Message, b.Message),
	)
}
