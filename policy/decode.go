package policy

import (
	"cmp"
	"errors"
	"fmt"
	"io"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/policy/karmada/api"
	kubeadmiralapi "github.com/overridekit/overridekit/policy/kubeadmiral/api"
	"github.com/overridekit/overridekit/selector"
)

// Bundle is the content of a stream of documents, each kind in the order of the documents.
type Bundle struct {
	Policies []*override.Policy           // compiled, see [override.Policy.Faults]
	Clusters []selector.Cluster           // of all dialects, with the fields that policies can see
	Objects  []*unstructured.Unstructured // all other kinds, except those of Unread

	// Unread are objects of kinds that nothing here reads, and that no cluster gets, see [IsControlPlane]: a PropagationPolicy of KubeAdmiral, a
	// MultiClusterService of Karmada. They are as they are written, also without [Decoder.Namespace].
	Unread []*unstructured.Unstructured

	// Assumed are those of Objects that got [Decoder.Namespace] although the scope of their kind is unknown. [Bundle.ApplyScopes] corrects them.
	Assumed []*unstructured.Unstructured

	// Defaulted are the policies, bindings, Works and objects whose documents have no namespace, so that they got [Decoder.Namespace], also those
	// of known kinds.
	Defaulted []override.Ref

	// Input of Karmada's propagation, as it is written, without defaults.
	Propagation    []api.PropagationSource // PropagationPolicies and ClusterPropagationPolicies
	Overrides      []api.OverrideSource    // Karmada's override policies; Policies has them compiled
	ClusterObjects []*api.Cluster          // Karmada's Clusters; Clusters has the fields that policies can see
	TaintPolicies  []*api.ClusterTaintPolicy
	Bindings       []api.Binding // ResourceBindings and ClusterResourceBindings
	Works          []*api.Work

	// KubeAdmiralOverrides are KubeAdmiral's override policies, as they are written; Policies has them compiled.
	KubeAdmiralOverrides []kubeadmiralapi.OverrideSource

	Documents int // of the stream, without those of only comments and white space

	places *places // nil: unknown, see [Bundle.Position]
}

// Cluster returns the cluster with a name, and whether there is one.
func (b *Bundle) Cluster(name string) (selector.Cluster, bool) {
	for _, c := range b.Clusters {
		if c.Name == name {
			return c, true
		}
	}
	return selector.Cluster{}, false
}

// Decoder decodes streams of documents. [Decode] uses the zero value. It is safe for concurrent use.
type Decoder struct {
	// Namespace is set on namespaced policies, bindings, Works and objects without a namespace, as kubectl does. CustomResourceDefinitions
	// anywhere in the stream count, see [ScopesOf]. Unknown kinds are taken as namespaced, see [Bundle.Assumed]. Empty: no namespace
	// is set.
	Namespace string

	Limits Limits

	// Workers is how many goroutines decode documents at once; 0 or less: as many as runtime.GOMAXPROCS. With 1, everything happens in the caller's goroutine.
	// The result is the same for any number: the bundle, the errors and their order. The stream is read in the caller's goroutine, a panic is raised
	// there, and no goroutine outlives the call. Hide may be called concurrently.
	Workers int

	// Hide has the fields of objects whose values errors do not quote. Nil: those of Secrets.
	Hide redact.Places
}

// Decode decodes a stream of YAML documents, or of JSON values, in any order: override policies of Karmada and of KubeAdmiral, their clusters,
// Karmada's propagation policies, bindings and Works, lists of them, and everything else as objects. The items of a List
// are decoded like documents, and so are those of any list that an API server returns, such as a DeploymentList: a document without a name whose
// kind ends in List and whose items are objects.
//
// All kinds of Karmada and the policies of KubeAdmiral are decoded strictly: an unknown field is an error, unless it is in a status. So
// is a misspelt kind in their groups, and another version of a kind. Every value that does not fit its field is reported, with its path,
// and with its line. Objects, and the manifests in Works, are decoded as sigs.k8s.io/yaml and
// unstructured.Unstructured do: YAML 1.1, integers as int64, other numbers as float64. A repeated key, a second policy, cluster, binding
// or Work of the same name, and a number that does not fit float64 are errors. A propagation policy, a binding or a Work may have a
// generateName in place of its name.
//
// Nothing is ignored but comments and white space. Other content after the end of a document is an error, and so is a stream of JSON values that breaks;
// what is complete before it is decoded. A stream in UTF-16 must have a byte order mark.
//
// A stream that exceeds the decoder's [Limits] is an error.
//
// Errors do not quote values of Secrets, see [Decoder.Hide].
//
// Errors are joined, up to those of [Limits.Errors] documents; each is an [*Error] with its document and line. The bundle has everything that could be decoded; it is
// never nil.
func Decode(r io.Reader) (*Bundle, error) { return Decoder{}.Decode(r) }

// Decode is [Decode] with the decoder's settings.
func (d Decoder) Decode(r io.Reader) (*Bundle, error) {
	dec := &decoder{settings: d, limits: d.Limits.withDefaults(), seen: map[override.Ref]int{}}
	dec.bundle.places = &places{of: map[override.Ref]*place{}}
	text, err := dec.limits.read(r)
	if err != nil {
		return &dec.bundle, err
	}
	docs, count := split(text, dec.limits.Documents)
	if count > dec.limits.Documents {
		return &dec.bundle, fmt.Errorf("the stream has %d documents, expected at most %d", count, dec.limits.Documents)
	}
	dec.bundle.Documents = count
	failed := 0 // documents
	for p := range d.prepareAll(docs, dec.limits) {
		err := dec.addDocument(p)
		if err == nil {
			continue
		}
		failed++
		for _, e := range byLine(err) {
			dec.errs = append(dec.errs, &Error{Document: p.number, Line: cmp.Or(e.line, p.line), Err: e.err})
		}
		if failed == dec.limits.Errors && p.number < len(docs) {
			dec.errs = append(dec.errs, fmt.Errorf("the stream has %d documents with errors; the rest was not read", failed))
			break
		}
	}
	dec.setNamespaces()
	dec.placeObjects()
	return &dec.bundle, errors.Join(dec.errs...)
}

// ErrNotObject marks, for errors.Is, an [*Error] whose document is not a Kubernetes object: a map with neither apiVersion nor kind, or not a map.
// Programs that read folders can skip such documents. Items of lists do not have it.
var ErrNotObject = errors.New("the document is not a Kubernetes object")

// notObject marks an error.
type notObject struct{ error }

func (notObject) Is(target error) bool { return target == ErrNotObject }

// Error is an error of one document of a stream.
type Error struct {
	Document int // counted from 1
	Line     int // of the stream, counted from 1: where the error is, or where its document begins if that is not known
	Err      error
}

// Error returns, for example: document 3 (line 47): OverridePolicy default/p: unknown field
// "spec.overrideRule", did you mean "overrideRules"?
func (e *Error) Error() string {
	return fmt.Sprintf("document %d (line %d): %v", e.Document, e.Line, e.Err)
}

// Unwrap returns Err.
func (e *Error) Unwrap() error {
	return e.Err
}
