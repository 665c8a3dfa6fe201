// Package input has what the commands share: it reads files and folders, checks paths, and prints warnings and errors.
package input

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/selector"
)

// files collects the documents of all files.
type files struct {
	Bundle
	sources  map[override.Ref]string // the file of each policy, binding and Work
	clusters map[string]string       // the file of each cluster
	ignored  ignored

	objectFiles []*source // of each object
}

// Reader reads documents.
type Reader struct {
	Stdin     io.Reader     // for the path "-"
	Namespace string        // of namespaced documents without one
	Hide      redact.Places // values that errors do not show; nil: those of Secrets
	Exclude   []string      // patterns of files and folders to ignore in folders, see [CheckPattern]
}

// Read is [Reader.Read] without patterns.
func Read(paths []string, stdin io.Reader, namespace string, hide redact.Places, notes *Notes) *Bundle {
	return Reader{Stdin: stdin, Namespace: namespace, Hide: hide}.Read(paths, notes)
}

// Read reads every path. It reports what it cannot read as errors, and returns the rest. A CustomResourceDefinition in one file counts for
// the objects in all files. Objects with the same name are all returned, with a warning.
func (r Reader) Read(paths []string, notes *Notes) *Bundle {
	in := &files{
		Bundle:  Bundle{files: map[override.Ref]*source{}, as: map[override.Ref]override.Ref{}, known: map[override.Origin]string{}},
		sources: map[override.Ref]string{}, clusters: map[string]string{},
	}
	defer in.ignored.tell(notes)
	decoder := policy.Decoder{Namespace: r.Namespace, Hide: r.Hide}
	for _, path := range paths {
		if path == "-" {
			in.decode("standard input", r.Stdin, decoder, false, notes)
			continue
		}
		names, folder := filesOf(path, r.Exclude, &in.ignored, notes)
		for _, name := range names {
			file, err := os.Open(name)
			if err != nil {
				notes.Fail(err)
				continue
			}
			in.decode(name, file, decoder, folder, notes)
			file.Close()
		}
	}
	in.applyScopes()
	in.warnTwice(notes)
	return &in.Bundle
}

// decode adds the documents of a file. If two files have a policy, cluster, binding or Work of the same name, the first is used. Objects
// are not checked. If the file is in a folder, documents that are not objects, and those of
// kustomize, are ignored.
func (in *files) decode(name string, r io.Reader, decoder policy.Decoder, folder bool, notes *Notes) {
	templates := &templateReader{Reader: r}
	bundle, err := decoder.Decode(templates)
	for _, err := range each(err) {
		if folder && errors.Is(err, policy.ErrNotObject) {
			in.ignored.add(notObject, fmt.Sprintf("%s: %v", name, err))
			continue
		}
		notes.Fail(fmt.Errorf("%s: %w%s", name, err, templates.hint(err)))
	}
	file := in.place(name, bundle)
	kept := map[override.Ref]bool{}
	for _, p := range bundle.Policies {
		if kept[p.Ref()] = in.first(p.Ref(), name, notes); kept[p.Ref()] {
			in.Policies = append(in.Policies, p)
		}
	}
	for _, o := range bundle.Overrides {
		if kept[refOf(o)] {
			in.Overrides = append(in.Overrides, o)
		}
	}
	for _, o := range bundle.KubeAdmiralOverrides {
		if kept[o.Ref()] {
			in.KubeAdmiralOverrides = append(in.KubeAdmiralOverrides, o)
		}
	}
	for _, c := range bundle.Clusters {
		if first, ok := in.clusters[c.Name]; ok {
			notes.Fail(fmt.Errorf("%s: Cluster %s is already defined in %s", name, c.Name, first))
			continue
		}
		in.clusters[c.Name] = name
		in.Clusters = append(in.Clusters, c)
	}
	for _, c := range bundle.ClusterObjects {
		if in.clusters[c.Name] == name {
			in.ClusterObjects = append(in.ClusterObjects, c)
		}
	}
	for _, p := range bundle.Propagation {
		if in.first(p.Ref(), name, notes) {
			in.Propagation = append(in.Propagation, p)
		}
	}
	for _, b := range bundle.Bindings {
		if in.first(b.Ref(), name, notes) {
			in.Bindings = append(in.Bindings, b)
		}
	}
	for _, w := range bundle.Works {
		if in.first(w.Ref(), name, notes) {
			in.Works = append(in.Works, w)
		}
	}
	for _, o := range bundle.Objects {
		if folder && kustomization(o) {
			in.ignored.add(ofKustomize, name)
			continue
		}
		in.Objects, in.objectFiles = append(in.Objects, o), append(in.objectFiles, file)
	}
	for _, o := range bundle.Assumed {
		if !folder || !kustomization(o) {
			in.Assumed = append(in.Assumed, o)
		}
	}
}

// first reports whether ref was not defined before, and otherwise reports an error.
func (in *files) first(ref override.Ref, name string, notes *Notes) bool {
	if first, ok := in.sources[ref]; ok {
		notes.Fail(fmt.Errorf("%s: %s is already defined in %s", name, ref, first))
		return false
	}
	in.sources[ref] = name
	return true
}

// refOf returns the reference to an override policy.
func refOf(s api.OverrideSource) override.Ref {
	ref := override.Ref{APIVersion: api.PolicyGroupVersion.String()}
	switch p := s.(type) {
	case *api.OverridePolicy:
		ref.Kind, ref.Namespace, ref.Name = "OverridePolicy", p.Namespace, p.Name
	case *api.ClusterOverridePolicy:
		ref.Kind, ref.Name = "ClusterOverridePolicy", p.Name
	}
	return ref
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

// Choose returns the clusters with these names, or all clusters if there are no names. Of a cluster, only the name is known if no Cluster document was
// read at all.
func Choose(bundle *Bundle, names []string, notes *Notes) []selector.Cluster {
	if len(names) == 0 {
		if len(bundle.Clusters) == 0 && notes.Status != Trouble { // a document that cannot be read may be the Cluster
			notes.Fail(errors.New("no Cluster document was read, and --cluster is not set"))
		}
		return bundle.Clusters
	}
	var chosen []selector.Cluster
	for _, name := range names {
		cluster, ok := bundle.Cluster(name)
		if !ok {
			if err := CheckCluster(name, bundle.Clusters); err != nil {
				notes.Fail(err)
				continue
			}
			cluster = selector.Cluster{Name: name}
		}
		chosen = append(chosen, cluster)
	}
	return chosen
}

// CheckCluster returns an error if clusters are known, but none has the name.
func CheckCluster(name string, known []selector.Cluster) error {
	if len(known) == 0 || slices.ContainsFunc(known, func(c selector.Cluster) bool { return c.Name == name }) {
		return nil
	}
	var names []string
	for _, c := range known {
		if !slices.Contains(names, c.Name) {
			names = append(names, c.Name)
		}
	}
	return fmt.Errorf("no Cluster document for %s was read, found %s%s", name, fewOf(names), DidYouMean(name, names))
}

// fewOf lists at most five names.
func fewOf(names []string) string {
	const most = 5
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}
