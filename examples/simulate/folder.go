package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/lua"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/propagation/simulation/events"
)

// eventsFile is the only file that is read as events.
const eventsFile = "events.yaml"

const anEvent = "{step: m1 is lost, cutOff: [m1]}"

// story is what a folder has.
type story struct {
	events   []events.Event // the first one creates the initial state
	registry *interpreter.Registry
	warnings []string
}

// readFolder reads a folder. If events are optional, all but the first may be missing.
func readFolder(folder string, optional bool) (story, error) {
	names, err := list(folder, optional)
	if err != nil {
		return story{}, err
	}
	begin := &beginning{folder: folder, defined: map[override.Ref]string{}, where: map[override.Ref]func(string) string{}}
	var decoded []events.Event
	for _, name := range names {
		path := filepath.Join(folder, name)
		text, err := os.ReadFile(path)
		if err != nil {
			return story{}, err
		}
		if name == eventsFile {
			if decoded, err = events.Decode(bytes.NewReader(text)); err != nil {
				return story{}, eachIn(path, err)
			}
		} else if err := begin.add(name, text); err != nil {
			return story{}, eachIn(path, err)
		}
	}
	if len(decoded) == 0 && !optional {
		return story{}, fmt.Errorf("%s has no events in %s, expected at least one", folder, eventsFile)
	}
	if len(begin.bundle.ClusterObjects) == 0 {
		return story{}, fmt.Errorf("%s has no Cluster, expected at least one", folder)
	}
	if len(begin.bundle.Propagation) == 0 && len(decoded) == 0 {
		begin.warnings = append(begin.warnings, folder+" has no propagation policy, so no cluster gets an object")
	}
	registry, err := begin.registry()
	if err != nil {
		return story{}, err
	}
	all, err := events.Begin(&begin.bundle, decoded)
	return story{all, registry, begin.warnings}, err
}

// list returns the names of the files with events and documents in a folder, sorted.
func list(folder string, optional bool) ([]string, error) {
	info, err := os.Stat(folder)
	switch {
	case folder == "-" && err != nil:
		return nil, errors.New("found -, expected a folder: simulate does not read standard input")
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s: no such folder", folder)
	case err != nil:
		return nil, err
	case !info.IsDir():
		return nil, fmt.Errorf("%s is a file, expected a folder with %s", folder, eventsFile)
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, entry := range entries {
		if !entry.IsDir() && slices.Contains([]string{".yaml", ".yml", ".json"}, filepath.Ext(entry.Name())) {
			names = append(names, entry.Name())
		}
	}
	if slices.Contains(names, eventsFile) || optional {
		return names, nil
	}
	for _, name := range []string{"events.yml", "events.json"} {
		if slices.Contains(names, name) {
			return nil, fmt.Errorf("%s has no %s, found %s: rename it", folder, eventsFile, name)
		}
	}
	return nil, fmt.Errorf("%s has no %s, expected a file with events such as %s; without events, use -dies NAME; -h describes both", folder, eventsFile, anEvent)
}

// beginning is what the world begins with.
type beginning struct {
	folder   string
	bundle   policy.Bundle
	defined  map[override.Ref]string // the file of each policy and cluster
	scripts  []*unstructured.Unstructured
	where    map[override.Ref]func(field string) string // of scripts
	warnings []string
}

// registry returns the interpreters of the control plane.
func (b *beginning) registry() (*interpreter.Registry, error) {
	registry, failed := input.Registry(b.scripts, clock)
	var errs []error
	for _, err := range failed {
		errs = append(errs, fmt.Errorf("%s: %w", b.where[err.Ref](err.Field), err))
	}
	return registry, errors.Join(errs...)
}

// add adds the documents of a file.
func (b *beginning) add(name string, text []byte) error {
	found, err := policy.Decoder{Namespace: events.Namespace}.Decode(bytes.NewReader(text))
	if err != nil {
		return err
	}
	if err := events.CheckKinds(found); err != nil {
		return err
	}
	for _, ref := range unique(found) {
		if first, ok := b.defined[ref]; ok {
			return fmt.Errorf("%s is already defined in %s", ref, first)
		}
		b.defined[ref] = name
	}
	where := func(ref override.Ref, field string) string {
		return fmt.Sprintf("%s:%d", filepath.Join(b.folder, name), found.Position(ref, field).Line)
	}
	for _, o := range found.Unread {
		ref := override.RefOf(o)
		if lua.IsCustomization(o) {
			b.scripts = append(b.scripts, o)
			b.where[ref] = func(field string) string { return where(ref, field) }
			continue
		}
		text := ref.String() + " is not read, and no cluster gets it"
		for _, i := range input.WebhooksIn([]*unstructured.Unstructured{o}) {
			text = i.Text
		}
		b.warnings = append(b.warnings, where(ref, "")+": "+text)
	}
	b.bundle.ClusterObjects = append(b.bundle.ClusterObjects, found.ClusterObjects...)
	b.bundle.Propagation = append(b.bundle.Propagation, found.Propagation...)
	b.bundle.TaintPolicies = append(b.bundle.TaintPolicies, found.TaintPolicies...)
	b.bundle.Overrides = append(b.bundle.Overrides, found.Overrides...)
	b.bundle.Objects = append(b.bundle.Objects, found.Objects...)
	b.bundle.Assumed = append(b.bundle.Assumed, found.Assumed...)
	return nil
}

// unique returns what may be defined once: policies and clusters.
func unique(b *policy.Bundle) []override.Ref {
	var refs []override.Ref
	for _, c := range b.ClusterObjects {
		refs = append(refs, override.Ref{Kind: "Cluster", Name: c.Name})
	}
	for _, p := range b.Propagation {
		refs = append(refs, p.Ref())
	}
	for _, p := range b.TaintPolicies {
		refs = append(refs, p.Ref())
	}
	for _, p := range b.Overrides {
		refs = append(refs, p.Ref())
	}
	return refs
}

// eachIn adds the file to each of the joined errors.
func eachIn(path string, err error) error {
	var errs []error
	for _, one := range joined(err) {
		errs = append(errs, fmt.Errorf("%s: %w", path, one))
	}
	return errors.Join(errs...)
}

// joined returns the errors that were joined.
func joined(err error) []error {
	if e, ok := err.(interface{ Unwrap() []error }); ok {
		return e.Unwrap()
	}
	return []error{err}
}
