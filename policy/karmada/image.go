package karmada

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/imageparser"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/overrider"
	"github.com/overridekit/overridekit/policy/internal/dialect"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/selector"
)

// podSpecs has the place of the pod spec by kind. As in Karmada, the API group does not count: a StatefulSet of another group is
// treated like one of apps.
var podSpecs = map[string]jsontree.Pointer{
	"Pod":         {"spec"},
	"ReplicaSet":  {"spec", "template", "spec"},
	"Deployment":  {"spec", "template", "spec"},
	"DaemonSet":   {"spec", "template", "spec"},
	"StatefulSet": {"spec", "template", "spec"},
	"Job":         {"spec", "template", "spec"},
}

var (
	containers                  = overrider.Containers{PodSpecs: workloads{}}
	everyImage overrider.Images = containers // made once for all policies
)

// workloads is the [overrider.PodSpecs] of podSpecs. It is data, so that policies that are compiled twice are equal.
type workloads struct{}

// PodSpec implements [overrider.PodSpecs].
func (workloads) PodSpec(object selector.Object) (jsontree.Pointer, bool) {
	at, ok := podSpecs[object.Kind]
	return at, ok
}

// image is an imageOverrider entry:
//
//  1. Without a predicate it overrides the image of every container, except init containers, of the kinds in podSpecs;
//     with a predicate, the string at its path, in any kind.
//  2. add appends the value to the component, replace replaces the component, remove deletes it. On Tag, they work on the tag or,
//     if there is no tag, on the digest; a replacement may be either.
//  3. A value of Tag that is neither a tag nor a digest, and an unknown operator, are ignored. An unknown component fails every image
//     that the entry reaches.
func image(o api.ImageOverrider) override.Overrider {
	where := everyImage
	if o.Predicate != nil {
		at, err := jsontree.Parse(o.Predicate.Path)
		if err != nil || len(at) == 0 {
			return override.Fail(fmt.Errorf("predicate path %q does not name the place of an image, "+
				"expected a JSON pointer such as /spec/template/spec/containers/0/image", o.Predicate.Path))
		}
		where = predicate(at)
	}
	component, ok := map[api.ImageComponent]imageparser.Component{
		api.Registry: imageparser.Registry, api.Repository: imageparser.Repository, api.Tag: imageparser.TagOrDigest,
	}[o.Component]
	if !ok {
		return unknownComponent{where, o.Component}
	}
	operation := overrider.ImageOperation{Component: component, Value: o.Value, SkipInvalid: o.Component == api.Tag}
	reason := ""
	switch o.Operator {
	case api.OverriderOpAdd:
		operation.Verb = overrider.ImageAppend
	case api.OverriderOpReplace:
		operation.Verb = overrider.ImageSet
		if o.Component == api.Tag && o.Value == "" {
			reason = "an empty value is neither a tag nor a digest"
		}
	case api.OverriderOpRemove:
		operation.Verb = overrider.ImageDelete
	default:
		reason = fmt.Sprintf("operator %q is unknown", o.Operator)
	}
	compiled := imageOverrider{Image: overrider.Image{Where: where}, reason: reason}
	if reason == "" {
		compiled.Operations = []overrider.ImageOperation{operation}
	}
	return compiled
}

// leftBroken notes that Karmada leaves the broken reference of the error in the object.
func leftBroken(err error) error {
	return override.Diverged(CodeBrokenImage, "leaves the broken reference in the object", err)
}

// imageOverrider is an imageOverrider entry, and what Karmada does differently. With a reason it changes nothing, but it still reads
// the images, as Karmada does.
type imageOverrider struct {
	overrider.Image
	reason string
}

// Override implements [override.Overrider].
func (o imageOverrider) Override(in override.Input, out *override.Edits) error {
	if o.reason != "" {
		out.Skip("%s", o.reason)
	}
	o.Invalid = leftBroken
	return o.Image.Override(in, out)
}

// Diverge implements [override.Diverger]. It finds images with a tag and a digest, which Karmada loses, and fields that keep Karmada
// from converting the workload.
func (o imageOverrider) Diverge(in override.Input, out *override.Edits) {
	switch where := o.Where.(type) {
	case overrider.Containers:
		dialect.DivergeFromType(in, out, "image", CodeConversion)
	case predicate:
		where.diverge(out)
	}
	keeps := true // an entry that sets the tag also removes the digest here
	for _, operation := range o.Operations {
		if operation.Component == imageparser.TagOrDigest {
			_, err := (imageparser.Parts{}).Set(imageparser.TagOrDigest, operation.Value)
			keeps = operation.Verb == overrider.ImageSet && err != nil
		}
	}
	places, err := o.Where.Images(in, out)
	if err != nil || !keeps {
		return
	}
	for _, at := range places {
		v, _ := in.Get(at)
		text, _ := v.(string)
		image, err := imageparser.Parse(text)
		if parts := image.Parts(); err == nil && parts.Tag != "" && parts.Digest != "" {
			out.DivergeAt(CodeLostDigest, "loses the digest", "tag and digest are kept", at)
		}
	}
}

// Imitate implements [override.Imitator]. It removes the digests that Karmada loses before the entry acts. A broken reference stays.
func (o imageOverrider) Imitate(in override.Input, out *override.Edits) error {
	places, err := o.Where.Images(in, out)
	if err != nil {
		return err
	}
	for _, at := range places {
		v, _ := in.Get(at)
		text, _ := v.(string)
		image, err := imageparser.Parse(text)
		if parts := image.Parts(); err == nil && parts.Tag != "" && parts.Digest != "" {
			parts.Digest = ""
			if err := out.Set(at, parts.String()); err != nil {
				return err
			}
		}
	}
	return o.Image.Override(in, out)
}

// validateImage refuses what image ignores or fails on.
func validateImage(at *field.Path, o api.ImageOverrider) field.ErrorList {
	var errs field.ErrorList
	var pointer jsontree.Pointer // of the image, with a predicate
	if o.Predicate != nil {
		var err error
		path := at.Child("predicate", "path")
		if pointer, err = jsontree.Parse(o.Predicate.Path); err != nil {
			errs = append(errs, field.Invalid(path, o.Predicate.Path, err.Error()))
		} else if len(pointer) == 0 {
			errs = append(errs, field.Required(path, "a predicate names the place of an image"))
		}
	}
	components := []api.ImageComponent{api.Registry, api.Repository, api.Tag}
	if !slices.Contains(components, o.Component) {
		errs = append(errs, field.NotSupported(at.Child("component"), o.Component, components))
	}
	errs = append(errs, validateOperator(at, o.Operator, api.OverriderOpAdd, api.OverriderOpRemove, api.OverriderOpReplace)...)
	value := at.Child("value")
	switch {
	case o.Operator == api.OverriderOpAdd && o.Value == "":
		errs = append(errs, field.Required(value, "add appends a value to the component"))
	case o.Operator == api.OverriderOpReplace && o.Component == api.Registry && o.Value == "":
		// an empty registry removes the registry
	case o.Operator == api.OverriderOpReplace && o.Value == "":
		errs = append(errs, field.Required(value, "replace needs a value for the component"))
	case o.Operator == api.OverriderOpReplace && o.Component == api.Tag:
		if _, err := (imageparser.Parts{}).Set(imageparser.TagOrDigest, o.Value); err != nil {
			errs = append(errs, dialect.InvalidAt(pointer, value, o.Value, err))
		}
	case o.Operator == api.OverriderOpReplace && o.Component == api.Repository:
		if err := (imageparser.Parts{Repository: o.Value}).Check(); err != nil {
			errs = append(errs, dialect.InvalidAt(pointer, value, o.Value, err))
		}
	case o.Operator == api.OverriderOpReplace && o.Component == api.Registry:
		if err := (imageparser.Parts{Registry: o.Value, Repository: "x"}).Check(); err != nil {
			errs = append(errs, dialect.InvalidAt(pointer, value, o.Value, err))
		}
	}
	return errs
}

// unknownComponent fails where there is an image.
type unknownComponent struct {
	where     overrider.Images
	component api.ImageComponent
}

// Override implements [override.Overrider].
func (o unknownComponent) Override(in override.Input, out *override.Edits) error {
	places, err := o.where.Images(in, out)
	if err != nil || len(places) == 0 {
		return err
	}
	return override.Fail(fmt.Errorf("component %q is unknown, expected Registry, Repository or Tag", o.component)).Override(in, out)
}

// predicate is the place that an imageOverrider with a predicate overrides. Karmada has its own rules for the path to it: every list
// on the way contains objects, and an index is not negative.
type predicate jsontree.Pointer

// Images implements [overrider.Images].
func (p predicate) Images(in override.Input, _ *override.Edits) ([]jsontree.Pointer, error) {
	at := jsontree.Pointer(p)
	var inList bool
	for i := range at {
		v, exists := in.Get(at[:i])
		if _, object := v.(map[string]any); !object && (inList || !exists) {
			return nil, p.fail(at[:i], v, exists, inList)
		}
		_, inList = v.([]any)
	}
	if v, exists := in.Get(at); inList {
		if _, object := v.(map[string]any); !object {
			return nil, p.fail(at, v, exists, inList)
		}
	}
	return []jsontree.Pointer{at}, nil
}

// diverge reports a path with escapes, which Karmada does not unescape.
func (p predicate) diverge(out *override.Edits) {
	if slices.ContainsFunc(p, func(token string) bool { return strings.ContainsAny(token, "~/") }) {
		out.Diverge(CodeEscapedKey, jsontree.Pointer(p), "does not unescape the path, and fails", "the path is a JSON pointer")
	}
}

// fail returns the error of a path that ends too early. Below a list, Karmada crashes on it if the index is a number.
func (p predicate) fail(at jsontree.Pointer, v any, exists, inList bool) error {
	err := error(&jsontree.ValueError{Pointer: at, Found: describe(v, exists), Expected: "an object on the path of the predicate"})
	if inList {
		if _, number := strconv.Atoi(at[len(at)-1]); number == nil {
			return override.Diverged(CodeCrash, "crashes", err)
		}
	}
	return err
}

func describe(v any, exists bool) string {
	if !exists {
		return "missing"
	}
	return jsontree.Describe(v)
}
