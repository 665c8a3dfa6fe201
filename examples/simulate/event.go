package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	jsonpatch "github.com/evanphx/json-patch/v5"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	kyaml "sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/propagation/simulation"
)

// event is something that happens.
type event struct {
	Step    string         `json:"step"`
	Apply   []any          `json:"apply"`
	Delete  []override.Ref `json:"delete"`
	Edit    *edit          `json:"edit"`
	Remove  *edit          `json:"remove"`
	CutOff  []string       `json:"cutOff"`
	Connect []string       `json:"connect"`
	Leave   []string       `json:"leave"`
	Wait    string         `json:"wait"`

	files *policy.Bundle // what the world begins with
}

// maxCopies limits the bytes that the copy operations of a patch copy: each of them can double an object.
const maxCopies = 1 << 20

// edit is what somebody does in a cluster.
type edit struct {
	Cluster string          `json:"cluster"`
	Object  override.Ref    `json:"object"`
	Patch   json.RawMessage `json:"patch"`
}

// readFolder returns the events of a folder. The first one puts in what the world begins with.
func readFolder(folder string) ([]event, error) {
	var names []string
	for _, pattern := range []string{"*.yaml", "*.yml", "*.json"} {
		found, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil {
			return nil, err
		}
		names = append(names, found...)
	}
	slices.Sort(names)
	begin := &bytes.Buffer{}
	var events []event
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if filepath.Base(name) == "events.yaml" {
			if events, err = readEvents(text); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			continue
		}
		fmt.Fprintf(begin, "---\n%s\n", text)
	}
	bundle, err := policy.Decoder{Namespace: "default"}.Decode(begin)
	if err != nil {
		return nil, err
	}
	if events == nil {
		return nil, fmt.Errorf("%s has no events in events.yaml, expected at least one", folder)
	}
	if len(bundle.ClusterObjects) == 0 {
		return nil, fmt.Errorf("%s has no Cluster, expected at least one", folder)
	}
	return append([]event{{Step: "the beginning", files: bundle}}, events...), nil
}

// documents returns the documents of a stream.
func documents(text []byte) [][]byte {
	return bytes.Split(append([]byte("\n"), text...), []byte("\n---"))
}

func readEvents(text []byte) ([]event, error) {
	var events []event
	for i, document := range documents(text) {
		asJSON, err := kyaml.YAMLToJSONStrict(document)
		if err != nil {
			return nil, fmt.Errorf("event %d: %w", i+1, err)
		}
		if string(asJSON) == "null" {
			continue
		}
		var e event
		decoder := json.NewDecoder(bytes.NewReader(asJSON))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&e); err != nil {
			return nil, fmt.Errorf("event %d: %w", i+1, err)
		}
		if e.Step == "" {
			return nil, fmt.Errorf("event %d has no step, expected a title", i+1)
		}
		events = append(events, e)
	}
	return events, nil
}

// happen changes the world.
func (e event) happen(world *simulation.World) error {
	if e.files != nil {
		return put(world, e.files)
	}
	if err := e.control(world); err != nil {
		return err
	}
	for _, change := range []*edit{e.Edit, e.Remove} {
		if change != nil {
			if err := change.happen(world, change == e.Remove); err != nil {
				return err
			}
		}
	}
	for _, name := range e.CutOff {
		if !world.SetReady(name, false) {
			return &simulation.NotFoundError{Cluster: name}
		}
	}
	for _, name := range e.Connect {
		if !world.SetReady(name, true) {
			return &simulation.NotFoundError{Cluster: name}
		}
	}
	for _, name := range e.Leave {
		if !world.Leave(name) {
			return &simulation.NotFoundError{Cluster: name}
		}
	}
	if e.Wait == "" {
		return nil
	}
	d, err := time.ParseDuration(e.Wait)
	world.Wait(d)
	return err
}

// control changes objects of the control plane.
func (e event) control(world *simulation.World) error {
	var stream bytes.Buffer
	for _, o := range e.Apply {
		text, err := kyaml.Marshal(o)
		if err != nil {
			return err
		}
		fmt.Fprintf(&stream, "---\n%s\n", text)
	}
	bundle, err := policy.Decoder{Namespace: "default"}.Decode(&stream)
	if err != nil {
		return err
	}
	if err := put(world, bundle); err != nil {
		return err
	}
	for _, ref := range e.Delete {
		if !world.DeletePolicy(ref) && !world.DeleteTemplate(ref) {
			return fmt.Errorf("%s %s does not exist", ref.APIVersion, ref)
		}
	}
	return nil
}

func put(world *simulation.World, bundle *policy.Bundle) error {
	for _, c := range bundle.ClusterObjects {
		if err := world.PutCluster(c); err != nil {
			return err
		}
	}
	for _, p := range bundle.Propagation {
		if err := world.PutPolicy(p); err != nil {
			return err
		}
	}
	for _, p := range bundle.Overrides {
		if err := world.PutOverride(p); err != nil {
			return err
		}
	}
	for _, o := range bundle.Objects {
		if err := world.PutTemplate(o); err != nil {
			return err
		}
	}
	return nil
}

// happen edits the object, or deletes it.
func (c *edit) happen(world *simulation.World, deletes bool) error {
	if deletes {
		return world.Edit(c.Cluster, c.Object, nil)
	}
	patch, err := jsonpatch.DecodePatch(c.Patch)
	if err != nil {
		return fmt.Errorf("patch: %w", err)
	}
	return world.Edit(c.Cluster, c.Object, func(o *unstructured.Unstructured) error {
		before, err := o.MarshalJSON()
		if err != nil {
			return err
		}
		options := jsonpatch.NewApplyOptions()
		options.AccumulatedCopySizeLimit = maxCopies
		after, err := patch.ApplyWithOptions(before, options)
		if err != nil {
			return fmt.Errorf("patch: %w", err)
		}
		o.Object = nil
		return utiljson.Unmarshal(after, &o.Object)
	})
}
