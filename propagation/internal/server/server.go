// Package server is a model of the API server of a member cluster. It stores objects as a real one does: it has defaults, allocates addresses,
// counts versions and generations, and writes values in its own way.
package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
)

// The errors of a [Server].
var (
	ErrConflict = errors.New("the object has been modified")
	ErrExists   = errors.New("the object exists already")
	ErrNotFound = errors.New("the object does not exist")
	ErrInvalid  = errors.New("the field is immutable")
)

// Server stores objects. It never returns an object that it stores, and never stores one that it gets.
type Server struct {
	Writes int // how often the resourceVersion of an object has moved

	// Widgets adds a CRD, for tests: Certificates of example.io/v1 have defaults. And no kind has the field [Unknown].
	Widgets bool

	objects map[override.Ref]*unstructured.Unstructured
	made    int
}

// Get returns an object by its kind, namespace and name, or nil.
func (s *Server) Get(of *unstructured.Unstructured) *unstructured.Unstructured {
	stored, found := s.objects[override.RefOf(of)]
	if !found {
		return nil
	}
	return stored.DeepCopy()
}

// Create stores a new object.
func (s *Server) Create(o *unstructured.Unstructured) error {
	ref := override.RefOf(o)
	if s.objects[ref] != nil {
		return fmt.Errorf("%s: %w", ref, ErrExists)
	}
	if s.objects == nil {
		s.objects = map[override.Ref]*unstructured.Unstructured{}
	}
	s.made++
	o = o.DeepCopy()
	delete(o.Object, "status")
	metadata := objectIn(o.Object, "metadata")
	metadata["uid"], metadata["creationTimestamp"], metadata["generation"] = "uid-"+strconv.Itoa(s.made), "2026-01-01T00:00:00Z", int64(1)
	s.normalize(o)
	s.setDefaults(o)
	s.allocate(o)
	s.write(ref, o)
	return nil
}

// Update replaces an object. Nothing is written if it does not change.
func (s *Server) Update(o *unstructured.Unstructured) error { return s.update(o, false) }

// Control is [Server.Update] for the controllers of the cluster, which may change fields that are immutable for others.
func (s *Server) Control(o *unstructured.Unstructured) error { return s.update(o, true) }

func (s *Server) update(o *unstructured.Unstructured, controller bool) error {
	ref := override.RefOf(o)
	old := s.objects[ref]
	if old == nil {
		return fmt.Errorf("%s: %w", ref, ErrNotFound)
	}
	if v := o.GetResourceVersion(); v != "" && v != old.GetResourceVersion() {
		return fmt.Errorf("%s: found version %s, expected %s: %w", ref, v, old.GetResourceVersion(), ErrConflict)
	}
	if uid := o.GetUID(); uid != "" && uid != old.GetUID() {
		return fmt.Errorf("%s: /metadata/uid: %w", ref, ErrInvalid)
	}
	o = o.DeepCopy()
	metadata, before := objectIn(o.Object, "metadata"), objectIn(old.Object, "metadata")
	for _, field := range []string{"uid", "creationTimestamp", "generation", "deletionTimestamp", "resourceVersion"} {
		copyField(metadata, before, field)
	}
	copyField(o.Object, old.Object, "status")
	s.normalize(o)
	s.setDefaults(o)
	keepAllocated(o, old)
	if field := changedImmutable(o, old); field != "" && !controller {
		return fmt.Errorf("%s: %s: %w", ref, field, ErrInvalid)
	}
	if reflect.DeepEqual(o.Object, old.Object) {
		return nil
	}
	if !reflect.DeepEqual(content(o), content(old)) {
		metadata["generation"] = old.GetGeneration() + 1
	}
	s.write(ref, o)
	return nil
}

// UpdateStatus replaces the status of an object.
func (s *Server) UpdateStatus(of *unstructured.Unstructured, status map[string]any) {
	ref := override.RefOf(of)
	if old := s.objects[ref]; old != nil && !reflect.DeepEqual(old.Object["status"], any(status)) {
		changed := old.DeepCopy()
		changed.Object["status"] = status
		s.write(ref, changed)
	}
}

// Delete deletes an object, or sets its deletion timestamp if it has finalizers.
func (s *Server) Delete(of *unstructured.Unstructured) error {
	ref := override.RefOf(of)
	old := s.objects[ref]
	if old == nil {
		return fmt.Errorf("%s: %w", ref, ErrNotFound)
	}
	changed := old.DeepCopy()
	if _, deleting := objectIn(changed.Object, "metadata")["deletionTimestamp"]; !deleting {
		objectIn(changed.Object, "metadata")["deletionTimestamp"] = "2026-01-02T00:00:00Z"
	} else if len(changed.GetFinalizers()) > 0 {
		return nil
	}
	s.write(ref, changed)
	return nil
}

// write stores an object, or removes it if nothing keeps it from being deleted.
func (s *Server) write(ref override.Ref, o *unstructured.Unstructured) {
	s.Writes++
	metadata := objectIn(o.Object, "metadata")
	if _, deleting := metadata["deletionTimestamp"]; deleting && len(o.GetFinalizers()) == 0 {
		delete(s.objects, ref)
		return
	}
	metadata["resourceVersion"] = strconv.Itoa(s.Writes)
	s.objects[ref] = o
}

// content is what the generation of an object counts.
func content(o *unstructured.Unstructured) map[string]any {
	all := map[string]any{}
	for key, v := range o.Object {
		if key != "metadata" && key != "status" {
			all[key] = v
		}
	}
	return all
}

// All returns copies of all objects, sorted by reference.
func (s *Server) All() []*unstructured.Unstructured {
	return s.copies(func(override.Ref) bool { return true })
}

func (s *Server) copies(of func(override.Ref) bool) (all []*unstructured.Unstructured) {
	for ref, o := range s.objects {
		if of(ref) {
			all = append(all, o.DeepCopy())
		}
	}
	slices.SortFunc(all, func(a, b *unstructured.Unstructured) int {
		return strings.Compare(override.RefOf(a).String()+a.GetAPIVersion(), override.RefOf(b).String()+b.GetAPIVersion())
	})
	return all
}

// String returns all objects as JSON.
func (s *Server) String() string {
	text, err := json.Marshal(s.All())
	return fmt.Sprint(string(text), err)
}
