package policy

import (
	"errors"
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	karmadaapi "github.com/overridekit/overridekit/policy/karmada/api"
	kubeadmiralapi "github.com/overridekit/overridekit/policy/kubeadmiral/api"
)

// decoder adds what is prepared to a bundle.
type decoder struct {
	settings Decoder
	limits   Limits
	bundle   Bundle
	seen     map[override.Ref]int // everything but objects, and the documents they were in
	errs     []error

	items  []int   // the indexes of the list items that are being added, each in the one before
	failed []error // the errors of items of this document

	objects []*place // of bundle.Objects
}

// add adds an object of a prepared document to the bundle.
type add = func(*decoder) error

// addDocument adds a document.
func (d *decoder) addDocument(p prepared) error {
	d.failed = nil
	err := d.add(p.part)
	switch {
	case err != nil && p.untyped:
		err = notObject{err}
	case err == nil:
		err = errors.Join(d.failed...)
	}
	if p.tail != nil {
		return errors.Join(err, p.tail)
	}
	return err
}

// add adds an object, or the items of a list.
func (d *decoder) add(p part) error {
	switch {
	case p.err != nil:
		return p.err
	case p.add != nil:
		return p.add(d)
	}
	d.addItems(p.items)
	return nil
}

// addItems adds the items of a list. Errors are collected, each with the path to its item, because lists can contain lists.
func (d *decoder) addItems(items []part) {
	last := len(d.items)
	defer func() { d.items = d.items[:last] }()
	for n, item := range items {
		if len(d.failed) > d.limits.Errors {
			return
		}
		d.items = append(d.items[:last], n)
		if len(d.failed) == d.limits.Errors {
			d.failed = append(d.failed, fmt.Errorf("%sthe document has %d items with errors; the rest was not read", d.path(), len(d.failed)))
			return
		}
		if err := d.add(item); err != nil {
			d.failed = append(d.failed, inError{d.path(), withLines(err, item.lines)})
		}
	}
}

// path returns the path to the item that is being added: "items[3]: ".
func (d *decoder) path() string {
	var path strings.Builder
	for _, n := range d.items {
		fmt.Fprintf(&path, "items[%d]: ", n)
	}
	return path.String()
}

// withLines returns an error of an item. Errors without a line get that of the item.
func withLines(err error, lines *positions) error {
	all := byLine(err)
	errs := make([]error, len(all))
	for i, e := range all {
		if e.line == 0 {
			e.line = lines.nearestLine(nil)
		}
		errs[i] = e
	}
	return errors.Join(errs...)
}

// placeObjects adds the places of the objects, whose names are known at the end of the stream.
func (d *decoder) placeObjects() {
	for i, object := range d.bundle.Objects {
		d.bundle.places.add(override.RefOf(object), d.objects[i])
	}
}

// addPolicy adds a policy and what it was compiled from.
func (d *decoder) addPolicy(i item, source any, compiled *override.Policy) error {
	if err := d.checkUnique(compiled.Ref(), i.number); err != nil {
		return err
	}
	d.bundle.Policies = append(d.bundle.Policies, compiled)
	d.addPlace(i, compiled.Ref())
	switch source := source.(type) {
	case karmadaapi.OverrideSource:
		d.bundle.Overrides = append(d.bundle.Overrides, source)
	case kubeadmiralapi.OverrideSource:
		d.bundle.KubeAdmiralOverrides = append(d.bundle.KubeAdmiralOverrides, source)
	}
	return nil
}

// addNamed adds an object whose name must be unique.
func (d *decoder) addNamed(i item, ref override.Ref, add func(*Bundle)) error {
	if err := d.checkUnique(ref, i.number); err != nil {
		return err
	}
	add(&d.bundle)
	d.addPlace(i, ref)
	return nil
}

// addPlace adds where a policy, a cluster, a binding or a Work is, and whether it is there without the namespace of its name.
func (d *decoder) addPlace(i item, ref override.Ref) {
	d.bundle.places.add(ref, i.place)
	if written := (&unstructured.Unstructured{Object: i.content}).GetNamespace(); written == "" && ref.Namespace != "" {
		d.bundle.Defaulted = append(d.bundle.Defaulted, ref)
	}
}

// checkUnique returns an error for an object that an earlier document has already defined. Objects with only a generateName are all
// different.
func (d *decoder) checkUnique(what override.Ref, document int) error {
	if what.Name == "" {
		return nil
	}
	if first, ok := d.seen[what]; ok {
		what.Namespace, what.Name = short(what.Namespace), short(what.Name)
		return fmt.Errorf("%s is already defined in document %d", what, first)
	}
	d.seen[what] = document
	return nil
}
