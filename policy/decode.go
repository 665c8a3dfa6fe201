package policy

import (
	"errors"
	"fmt"
	"io"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/selector"
)

// Bundle is what a stream of documents held, each kind in the order of the documents.
type Bundle struct {
	Policies []*override.Policy           // compiled; see [override.Policy.Faults] for what is wrong with them
	Clusters []selector.Cluster           // of all dialects, as far as policies look at them
	Objects  []*unstructured.Unstructured // everything that is none of the other kinds

	// What Karmada plans with, as it is written: nothing is put in place of what is missing.
	Propagation    []api.PropagationSource // PropagationPolicies and ClusterPropagationPolicies
	Overrides      []api.OverrideSource    // Karmada's override policies; compiled, they are in Policies, too
	ClusterObjects []*api.Cluster          // all of Karmada's Clusters; their facts are in Clusters, too
	Bindings       []api.Binding           // ResourceBindings and ClusterResourceBindings
	Works          []*api.Work
}

// Cluster finds a cluster by its name.
func (b *Bundle) Cluster(name string) (selector.Cluster, bool) {
	if b == nil {
		return selector.Cluster{}, false
	}
	for _, c := range b.Clusters {
		if c.Name == name {
			return c, true
		}
	}
	return selector.Cluster{}, false
}

// Decoder decodes streams of documents. The zero value is what [Decode] uses. It is safe for concurrent use.
type Decoder struct {
	// Namespace is given to namespaced policies, bindings, works and objects that name none, as kubectl does. Which built-in kinds
	// have no namespace is known; every other kind is taken to have one. Empty: nothing is given.
	Namespace string

	Limits Limits

	// Hide names the places of objects whose values no error quotes. Nil: those of Secrets.
	Hide redact.Places
}

// Decode reads a stream of YAML documents, or of JSON values, in any order: override policies of Karmada and of KubeAdmiral, their clusters,
// Karmada's propagation policies, bindings and works, lists of any of them, and everything else as objects. The items of a List
// are taken as documents of their own.
//
// All kinds of Karmada and the policies of KubeAdmiral are decoded strictly: an unknown field is an error, unless it is in a status. So is a
// kind that is almost one of them, in their groups or in another version. Every value that does not fit its field is reported, with its path
// and, if its text is in the stream, its line. Objects, and the
// manifests in works, are decoded as sigs.k8s.io/yaml and unstructured.Unstructured do: YAML 1.1, integers as int64, other numbers
// as float64. Everywhere a repeated key is an error, and so is a second policy, cluster, binding or work of one name, and a number
// that fits no float64. A propagation policy, a binding or a work may have a generateName in place of its name.
//
// A stream beyond the decoder's [Limits] is an error.
//
// Errors do not quote what may be the value of a Secret, see [Decoder.Hide].
//
// Every error is reported, joined, each an [*Error] with its document, up to as many as the limits have. The bundle holds all that could be read; it is never
// nil.
func Decode(r io.Reader) (*Bundle, error) { return Decoder{}.Decode(r) }

// Decode is [Decode] with the decoder's settings.
func (d Decoder) Decode(r io.Reader) (*Bundle, error) {
	dec := &decoder{settings: d, limits: d.Limits.withDefaults(), seen: map[override.Ref]int{}}
	text, err := dec.limits.read(r)
	if err != nil {
		return &dec.bundle, err
	}
	docs, count := split(text, dec.limits.Documents)
	if count > dec.limits.Documents {
		return &dec.bundle, fmt.Errorf("the stream has %d documents, expected at most %d", count, dec.limits.Documents)
	}
	for i, doc := range docs {
		if err := dec.addDocument(i+1, doc); err != nil {
			dec.errs = append(dec.errs, &Error{Document: i + 1, Line: doc.line, Err: err})
		}
		if len(dec.errs) == dec.limits.Errors && i+1 < len(docs) {
			dec.errs = append(dec.errs, fmt.Errorf("the stream has %d documents with errors, the rest of it is not read", len(dec.errs)))
			break
		}
	}
	return &dec.bundle, errors.Join(dec.errs...)
}

// Error is what is wrong with one document of a stream.
type Error struct {
	Document int // counted from 1
	Line     int // the line of the stream on which the document begins, counted from 1
	Err      error
}

// Error says, for example: document 3 (line 41): OverridePolicy default/p: line 47: unknown
// field "spec.overrideRule", did you mean "overrideRules"?
func (e *Error) Error() string {
	if e == nil {
		return "no error"
	}
	return fmt.Sprintf("document %d (line %d): %v", e.Document, e.Line, e.Err)
}

// Unwrap is Err.
func (e *Error) Unwrap() error {
	if e == nil {
		return nil
	}
	return e.Err
}
