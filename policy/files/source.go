package files

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/policy/karmada/api"
	kubeadmiral "github.com/overridekit/overridekit/policy/kubeadmiral/api"
)

// Source is the decoded content of one file. It is never written, so that several bundles can share it, and is safe for concurrent use.
type Source struct {
	file   File
	bundle *policy.Bundle // nil: the file cannot be read
	report Report
}

// Decode decodes the content of a file that the caller has read. If the file was found in a folder, documents that are not Kubernetes objects, and those
// of kustomize, are ignored. A nil content is an error. Content without documents is not. Decode warns of objects with neither a name nor a
// generateName.
func (r Reader) Decode(f File, content io.Reader) *Source {
	s := &Source{file: f, bundle: &policy.Bundle{}}
	where := Place{File: f.title()}
	if content == nil {
		s.report.Errors = []error{&Error{where, errors.New("there is nothing to read from")}}
		return s
	}
	buffered := bufio.NewReaderSize(content, sampled)
	if sample, _ := buffered.Peek(sampled); binary(sample) {
		s.report.Errors = []error{&Error{where, errors.New("the file is binary, expected YAML or JSON")}}
		return s
	}
	templates := &templateReader{Reader: buffered}
	var err error
	s.bundle, err = r.Decoder.Decode(templates)
	for _, err := range each(err) {
		at, hint := where, ""
		var failed *policy.Error
		if errors.As(err, &failed) {
			at.Document, at.Line = failed.Document, failed.Line
			hint = templates.hint(failed.Line)
		}
		if f.InFolder && errors.Is(err, policy.ErrNotObject) {
			s.report.Ignored = append(s.report.Ignored, Ignored{NotObject, (&Error{at, err}).Error()})
			continue
		}
		s.report.Errors = append(s.report.Errors, &Error{at, fmt.Errorf("%w%s", withoutPath(err), hint)})
	}
	if f.InFolder {
		s.ignoreKustomize()
	}
	s.warnUnnamed()
	return s
}

// sampled is the number of bytes of a file in which [binary] looks.
const sampled = 4096

// binary reports whether the first bytes of a file are not text: there is a zero byte, and no byte order mark of UTF-16.
func binary(sample []byte) bool {
	return bytes.IndexByte(sample, 0) >= 0 && !bytes.HasPrefix(sample, []byte("\xff\xfe")) && !bytes.HasPrefix(sample, []byte("\xfe\xff"))
}

// ignoreKustomize removes objects that are for the command kustomize, not for an API server.
func (s *Source) ignoreKustomize() {
	ofKustomize := func(o *unstructured.Unstructured) bool {
		return o.GroupVersionKind().Group == "kustomize.config.k8s.io"
	}
	for _, o := range s.bundle.Objects {
		if ofKustomize(o) {
			s.report.Ignored = append(s.report.Ignored, Ignored{OfKustomize, s.file.title()})
		}
	}
	s.bundle.Objects = slices.DeleteFunc(s.bundle.Objects, ofKustomize)
	s.bundle.Assumed = slices.DeleteFunc(s.bundle.Assumed, ofKustomize)
}

// File returns the file.
func (s *Source) File() File {
	return s.file
}

// Report returns what was found in the file. It must not be written.
func (s *Source) Report() *Report {
	return &s.report
}

// Bundle returns the content, which is empty if the file cannot be read. It must not be written.
func (s *Source) Bundle() *policy.Bundle {
	if s.bundle == nil {
		return &policy.Bundle{}
	}
	return s.bundle
}

// Without returns a source without the policies, bindings, Works, objects and clusters of these names, see [ClusterRef]. It shares the rest.
func (s *Source) Without(refs ...override.Ref) *Source {
	if s.bundle == nil || len(refs) == 0 {
		return s
	}
	without := make(map[override.Ref]bool, len(refs))
	for _, ref := range refs {
		without[ref] = true
	}
	copied := *s.bundle
	copied.Objects = keep(s.bundle.Objects, without, override.RefOf)
	copied.Unread = keep(s.bundle.Unread, without, override.RefOf)
	copied.Assumed = keep(s.bundle.Assumed, without, override.RefOf)
	removeDefined(&copied, without)
	copied.Defaulted = keep(s.bundle.Defaulted, without, func(ref override.Ref) override.Ref { return ref })
	return &Source{s.file, &copied, s.report}
}

// removeDefined removes the named policies, clusters, bindings and Works. It writes new slices.
func removeDefined(b *policy.Bundle, without map[override.Ref]bool) {
	b.Policies = keep(b.Policies, without, (*override.Policy).Ref)
	b.Overrides = keep(b.Overrides, without, api.OverrideSource.Ref)
	b.KubeAdmiralOverrides = keep(b.KubeAdmiralOverrides, without, kubeadmiral.OverrideSource.Ref)
	b.Clusters = keep(b.Clusters, without, clusterRef)
	b.ClusterObjects = keep(b.ClusterObjects, without, func(c *api.Cluster) override.Ref { return ClusterRef(c.Name) })
	b.Propagation = keep(b.Propagation, without, api.PropagationSource.Ref)
	b.TaintPolicies = keep(b.TaintPolicies, without, (*api.ClusterTaintPolicy).Ref)
	b.Bindings = keep(b.Bindings, without, api.Binding.Ref)
	b.Works = keep(b.Works, without, (*api.Work).Ref)
}

// keep returns the values whose names are not in without.
func keep[T any](values []T, without map[override.Ref]bool, ref func(T) override.Ref) []T {
	var kept []T
	for _, v := range values {
		if !without[ref(v)] {
			kept = append(kept, v)
		}
	}
	return kept
}

// each returns the errors that were joined.
func each(err error) []error {
	switch e := err.(type) {
	case nil:
		return nil
	case interface{ Unwrap() []error }:
		return e.Unwrap()
	}
	return []error{err}
}
