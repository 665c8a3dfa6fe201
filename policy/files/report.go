package files

import (
	"errors"
	"fmt"
	"strings"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy"
)

// Report has the errors and warnings about what was read, and what was ignored. The zero value is empty.
type Report struct {
	Errors   []error   // what cannot be read. Each names the file, and many are an [*Error].
	Warnings []error   // such as duplicate objects
	Ignored  []Ignored // in folders
}

// Err returns the errors, joined. It is nil without errors.
func (r *Report) Err() error {
	return errors.Join(r.Errors...)
}

// add adds another report.
func (r *Report) add(other *Report) {
	r.Errors = append(r.Errors, other.Errors...)
	r.Warnings = append(r.Warnings, other.Warnings...)
	r.Ignored = append(r.Ignored, other.Ignored...)
}

// warn adds a warning about a file or a folder.
func (r *Report) warn(name, format string, args ...any) {
	r.Warnings = append(r.Warnings, &Error{Place{File: File{Name: name}.title()}, fmt.Errorf(format, args...)})
}

// Error is an error or a warning about a place in a file.
type Error struct {
	Place Place
	Err   error // an [*policy.Error] if the place is in a document that cannot be read
}

// Error returns the place and the message, such as "web.yaml:12: Deployment default/web is defined twice in this file". The place replaces the
// document and line in the text of an [*policy.Error].
func (e *Error) Error() string {
	text := fmt.Sprint(e.Err)
	var document *policy.Error
	if e.Place.Line > 0 && errors.As(e.Err, &document) && document.Err != nil {
		text = strings.TrimPrefix(text, strings.TrimSuffix(document.Error(), document.Err.Error()))
	}
	return e.Place.Prefix() + text
}

// Unwrap returns Err.
func (e *Error) Unwrap() error {
	return e.Err
}

// AlreadyDefined is an error about a policy, a cluster, a binding or a Work that an earlier file defines, see [Merge]. It is the Err of an [Error].
type AlreadyDefined struct {
	Ref   override.Ref // a cluster has that of [ClusterRef]
	First Place        // where it is used from
}

// Error returns, for example, "Cluster m1 is already defined in a.yaml:6".
func (e *AlreadyDefined) Error() string {
	return fmt.Sprintf("%s is already defined in %s", e.Ref, e.First)
}

// Ignored is a file, a folder or a document that was ignored in a folder.
type Ignored struct {
	Reason Reason
	What   string // a file or folder, or the text of an [*Error] about a document
}

// Reason is why something was ignored. It can follow a number: "3 hidden".
type Reason string

// The reasons.
const (
	Excluded    Reason = "excluded" // by [Reader.Exclude]
	Hidden      Reason = "hidden"
	OfHelm      Reason = "of a Helm chart"
	OfTests     Reason = "of test cases" // of package policytest
	OfKustomize Reason = "of kustomize"
	NotObject   Reason = "with neither apiVersion nor kind"
)

// Reasons returns all reasons, in the order of their rules.
func Reasons() []Reason { return []Reason{Excluded, Hidden, OfHelm, OfTests, OfKustomize, NotObject} }
