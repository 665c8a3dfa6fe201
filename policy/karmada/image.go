package karmada

import (
	"errors"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/imageparser"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/selector"
)

// podSpecs is where workloads keep their pod spec. Only the kind counts, whatever the API group: Karmada takes a
// StatefulSet of another group for one, too.
var podSpecs = map[string]jsontree.Pointer{
	"Pod":         {"spec"},
	"ReplicaSet":  {"spec", "template", "spec"},
	"Deployment":  {"spec", "template", "spec"},
	"DaemonSet":   {"spec", "template", "spec"},
	"StatefulSet": {"spec", "template", "spec"},
	"Job":         {"spec", "template", "spec"},
}

var containers = override.Containers{PodSpecs: func(object selector.Object) (jsontree.Pointer, bool) {
	at, ok := podSpecs[object.Kind]
	return at, ok
}}

// image is an imageOverrider entry:
//
//  1. Without a predicate it is about the image of every container, init containers excepted, of the kinds in podSpecs;
//     with one, about the text at its path, in any kind.
//  2. add puts the value behind the component, replace puts it in its place, remove takes the component away. On Tag, they
//     work on the tag or, where there is none, the digest; a replacement may be either.
//  3. A value of Tag that is neither a tag nor a digest, and an unknown operator, are passed over. An unknown component
//     fails every image that the entry comes to.
func image(o ImageOverrider) override.Overrider {
	var where override.Images = containers
	if o.Predicate != nil {
		at, err := jsontree.Parse(o.Predicate.Path)
		if err != nil || len(at) == 0 {
			return override.Fail(fmt.Errorf("predicate path %q does not name the place of an image, expected a JSON pointer such as /spec/template/spec/containers/0/image", o.Predicate.Path))
		}
		where = predicate(at)
	}
	component, ok := map[ImageComponent]imageparser.Component{
		Registry: imageparser.Registry, Repository: imageparser.Repository, Tag: imageparser.TagOrDigest,
	}[o.Component]
	if !ok {
		return unknownComponent{override.Image{Where: where}, o.Component}
	}
	operation := override.ImageOperation{Component: component, Value: o.Value, PassOver: o.Component == Tag}
	switch o.Operator {
	case OverriderOpAdd:
		operation.Verb = override.VerbAppend
	case OverriderOpReplace:
		operation.Verb = override.VerbSet
		if o.Component == Tag && o.Value == "" {
			return idle{override.Image{Where: where}, "an empty value is neither a tag nor a digest"}
		}
	case OverriderOpRemove:
		operation.Verb = override.VerbDelete
	default:
		return idle{override.Image{Where: where}, fmt.Sprintf("operator %q is unknown", o.Operator)}
	}
	return override.Image{Where: where, Operations: []override.ImageOperation{operation}}
}

// validateImage refuses what image passes over or fails on.
func validateImage(at *field.Path, o ImageOverrider) field.ErrorList {
	var errs field.ErrorList
	if o.Predicate != nil {
		path := at.Child("predicate", "path")
		if pointer, err := jsontree.Parse(o.Predicate.Path); err != nil {
			errs = append(errs, field.Invalid(path, o.Predicate.Path, err.Error()))
		} else if len(pointer) == 0 {
			errs = append(errs, field.Required(path, "a predicate names the place of an image"))
		}
	}
	components := []ImageComponent{Registry, Repository, Tag}
	if !slices.Contains(components, o.Component) {
		errs = append(errs, field.NotSupported(at.Child("component"), o.Component, components))
	}
	errs = append(errs, validateOperator(at, o.Operator, OverriderOpAdd, OverriderOpRemove, OverriderOpReplace)...)
	value := at.Child("value")
	switch {
	case o.Operator == OverriderOpAdd && o.Value == "":
		errs = append(errs, field.Required(value, "add puts a value behind the component"))
	case o.Operator == OverriderOpReplace && o.Component == Registry && o.Value == "":
		// an empty registry is none
	case o.Operator == OverriderOpReplace && o.Value == "":
		errs = append(errs, field.Required(value, "replace puts a value in place of the component"))
	case o.Operator == OverriderOpReplace && o.Component == Tag:
		if _, err := (imageparser.Parts{}).Set(imageparser.TagOrDigest, o.Value); err != nil {
			errs = append(errs, field.Invalid(value, o.Value, err.Error()))
		}
	case o.Operator == OverriderOpReplace && o.Component == Repository:
		if err := (imageparser.Parts{Repository: o.Value}).Check(); err != nil {
			errs = append(errs, field.Invalid(value, o.Value, err.Error()))
		}
	case o.Operator == OverriderOpReplace && o.Component == Registry:
		if err := (imageparser.Parts{Registry: o.Value, Repository: "x"}).Check(); err != nil {
			errs = append(errs, field.Invalid(value, o.Value, err.Error()))
		}
	}
	return errs
}

// idle reads the images, as Karmada does before it finds that there is nothing to do, and does nothing.
type idle struct {
	override.Image
	reason string
}

// Override implements [override.Overrider].
func (o idle) Override(in override.Input, out *override.Edits) error {
	out.Skip("%s", o.reason)
	return o.Image.Override(in, out)
}

// unknownComponent fails where there is an image.
type unknownComponent struct {
	override.Image
	component ImageComponent
}

// Override implements [override.Overrider].
func (o unknownComponent) Override(in override.Input, out *override.Edits) error {
	if err := o.Image.Override(in, out); err != nil {
		return err
	}
	places, err := o.Where.Images(in, out)
	if err == nil && len(places) > 0 {
		err = override.Fail(fmt.Errorf("component %q is unknown, expected Registry, Repository or Tag", o.component)).Override(in, out)
	}
	return err
}

// predicate is the one place that an imageOverrider with a predicate is about. Karmada walks to it by rules of its own:
// every list on the way holds objects, and an index is not negative.
type predicate jsontree.Pointer

// Images implements [override.Images].
func (p predicate) Images(in override.Input, _ *override.Edits) ([]jsontree.Pointer, error) {
	at := jsontree.Pointer(p)
	var inList bool
	for i := range at {
		v, exists := in.Get(at[:i])
		if _, object := v.(map[string]any); !object && (inList || !exists) {
			return nil, &override.ValueError{Pointer: at[:i], Found: describe(v, exists), Expected: "an object", Err: errOnTheWay}
		}
		_, inList = v.([]any)
	}
	if inList {
		v, exists := in.Get(at)
		return nil, &override.ValueError{Pointer: at, Found: describe(v, exists), Expected: "an object", Err: errOnTheWay}
	}
	return []jsontree.Pointer{at}, nil
}

var errOnTheWay = errors.New("the predicate's path leads through it")

func describe(v any, exists bool) string {
	if !exists {
		return "missing"
	}
	return jsontree.Describe(v)
}
