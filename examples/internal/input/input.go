// Package input has what the commands share: it reads files and folders, checks paths, and prints warnings and errors.
package input

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/selector"
)

// files collects the documents of all files.
type files struct {
	policy.Bundle
	sources  map[override.Ref]string // the file of each policy, binding and Work
	clusters map[string]string       // the file of each cluster
}

// Read reads every path. It reports what it cannot read as errors, and returns the rest. Errors do not show the values at the hidden places, by
// default those of Secrets. A CustomResourceDefinition in one file counts for the objects in all files.
func Read(paths []string, stdin io.Reader, namespace string, hide redact.Places, notes *Notes) *policy.Bundle {
	in := &files{sources: map[override.Ref]string{}, clusters: map[string]string{}}
	decoder := policy.Decoder{Namespace: namespace, Hide: hide}
	for _, path := range paths {
		if path == "-" {
			in.decode("standard input", stdin, decoder, notes)
			continue
		}
		for _, name := range filesOf(path, notes) {
			file, err := os.Open(name)
			if err != nil {
				notes.Fail(err)
				continue
			}
			in.decode(name, file, decoder, notes)
			file.Close()
		}
	}
	in.ApplyScopes(policy.ScopesOf(in.Objects...))
	return &in.Bundle
}

// filesOf returns path if it is a file, and the files below it, sorted, if it is a folder.
func filesOf(path string, notes *Notes) []string {
	info, err := os.Stat(path)
	if err != nil {
		notes.Fail(err)
		return nil
	}
	if !info.IsDir() {
		return []string{path}
	}
	var names []string
	// WalkDir returns no error: the function reports what cannot be read and continues.
	_ = fs.WalkDir(os.DirFS(path), ".", func(name string, entry fs.DirEntry, err error) error {
		name = filepath.Join(path, filepath.FromSlash(name))
		switch {
		case err != nil:
			notes.Fail(fmt.Errorf("%s: %w", name, err))
		case !entry.IsDir() && slices.Contains([]string{".yaml", ".yml", ".json"}, filepath.Ext(name)):
			names = append(names, name)
		}
		return nil
	})
	if len(names) == 0 {
		notes.Fail(fmt.Errorf("%s: the folder has no .yaml, .yml or .json file", path))
	}
	slices.Sort(names)
	return names
}

// decode adds the documents of a file. If two files have a policy, cluster, binding or Work of the same name, the first is used. Objects
// are not checked.
func (in *files) decode(name string, r io.Reader, decoder policy.Decoder, notes *Notes) {
	bundle, err := decoder.Decode(r)
	for _, err := range each(err) {
		notes.Fail(fmt.Errorf("%s: %w", name, err))
	}
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
	in.Objects = append(in.Objects, bundle.Objects...)
	in.Assumed = append(in.Assumed, bundle.Assumed...)
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

// Choose returns the clusters with these names, or all clusters if there are no names.
func Choose(bundle *policy.Bundle, names []string, notes *Notes) []selector.Cluster {
	if len(names) == 0 {
		if len(bundle.Clusters) == 0 {
			notes.Fail(errors.New("no Cluster document was read, and --cluster is not set"))
		}
		return bundle.Clusters
	}
	var chosen []selector.Cluster
	for _, name := range names {
		cluster, ok := bundle.Cluster(name)
		if !ok {
			cluster = selector.Cluster{Name: name}
			if len(bundle.Clusters) > 0 {
				notes.Warn("no Cluster document for %s was read, only its name is known", name)
			}
		}
		chosen = append(chosen, cluster)
	}
	return chosen
}
