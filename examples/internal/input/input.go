// Package input is what the commands have in common: the files they read, the paths they take, and how they tell what is
// wrong.
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

// files gathers what all the files held.
type files struct {
	policy.Bundle
	policies map[override.Ref]string // the file that each policy came from, each binding and each work
	clusters map[string]string       // and each cluster
}

// Read reads every path. What cannot be read fails, and the rest is in the bundle. Errors do not show the values of Secrets, unless
// hide says so.
func Read(paths []string, stdin io.Reader, namespace string, hide redact.Places, notes *Notes) *policy.Bundle {
	in := &files{policies: map[override.Ref]string{}, clusters: map[string]string{}}
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
	return &in.Bundle
}

// filesOf is the file at path, or the files below it if it is a folder.
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
	// The walk itself never fails: what it cannot look into is noted and passed over.
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
		notes.Fail(fmt.Errorf("%s: there is no .yaml, .yml or .json file below this folder", path))
	}
	slices.Sort(names)
	return names
}

// decode takes the documents of a file in. Of two documents of one name in two files the first counts, but for objects.
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
	for _, c := range bundle.Clusters {
		if first, ok := in.clusters[c.Name]; ok {
			notes.Fail(fmt.Errorf("%s: Cluster %s is defined a second time, %s has it already", name, c.Name, first))
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
}

// first tells whether nothing of that name came before.
func (in *files) first(ref override.Ref, name string, notes *Notes) bool {
	if first, ok := in.policies[ref]; ok {
		notes.Fail(fmt.Errorf("%s: %s is defined a second time, %s has it already", name, ref, first))
		return false
	}
	in.policies[ref] = name
	return true
}

// refOf names an override policy.
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

// each takes joined errors apart.
func each(err error) []error {
	switch e := err.(type) {
	case nil:
		return nil
	case interface{ Unwrap() []error }:
		return e.Unwrap()
	}
	return []error{err}
}

// Choose is the clusters with these names, or all of them if none is named.
func Choose(bundle *policy.Bundle, names []string, notes *Notes) []selector.Cluster {
	if len(names) == 0 {
		if len(bundle.Clusters) == 0 {
			notes.Fail(errors.New("there is no Cluster document, and no -cluster names a cluster"))
		}
		return bundle.Clusters
	}
	var chosen []selector.Cluster
	for _, name := range names {
		cluster, ok := bundle.Cluster(name)
		if !ok {
			cluster = selector.Cluster{Name: name}
			if len(bundle.Clusters) > 0 {
				notes.Warn("there is no Cluster document for %s, nothing but its name is known", name)
			}
		}
		chosen = append(chosen, cluster)
	}
	return chosen
}

// CheckPaths refuses a flag that comes too late to be one.
func CheckPaths(paths []string) error {
	if len(paths) == 0 {
		return errors.New("no PATH is given")
	}
	for _, p := range paths {
		if p == "" {
			return errors.New("a PATH is empty")
		}
		if p[0] == '-' && p != "-" {
			return fmt.Errorf("%s comes after a PATH, but flags come first; for a file of that name, write ./%s", p, p)
		}
	}
	return nil
}
