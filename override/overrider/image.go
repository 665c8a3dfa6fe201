package overrider

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/overridekit/overridekit/imageparser"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
)

// Images finds the images of an object: [Containers], [ImageAt], or a type of a dialect. Finding none is not an error, but must be
// recorded with [override.Edits.Skip].
type Images interface {
	Images(in override.Input, out *override.Edits) ([]jsontree.Pointer, error)
}

// ImageAt is the pointer to one image.
type ImageAt jsontree.Pointer

// Images implements [Images].
func (at ImageAt) Images(override.Input, *override.Edits) ([]jsontree.Pointer, error) {
	return []jsontree.Pointer{jsontree.Pointer(at)}, nil
}

// Image overrides components of image references. To change the version of an image that may have a digest, set [imageparser.TagOrDigest]: a
// digest that stays decides which image is pulled, whatever the tag.
//
//  1. Each place must have a string that [imageparser.Parse] accepts, even without operations.
//  2. The operations act in order on the parts of the reference. The reference is not validated in between, so a later operation can
//     repair the result of an earlier one.
//  3. The result must be a valid reference when the rule ends (see [override.Edits.Reject]), so a later step of the rule can repair
//     it, too.
//  4. A reference, tag or digest of more than 4 KiB is an error at once; a valid reference has about 500 bytes. Without this limit, many
//     containers times a long string would take too much memory.
type Image struct {
	Where      Images
	Operations []ImageOperation

	// Invalid replaces the error of rule 3, for example by [override.Diverged]. Nil keeps it.
	Invalid func(error) error
}

// ImageOperation changes one component of an image reference.
type ImageOperation struct {
	Component imageparser.Component
	Verb      ImageVerb
	Value     string // ImageSet with an empty value is ImageDelete

	// SkipInvalid skips a value that is invalid for the component. Without it, the value is an error.
	SkipInvalid bool
}

// Validate implements [override.Validator]. An Image without Where, and an unknown component or verb, are invalid.
func (o Image) Validate() error {
	if v := reflect.ValueOf(o.Where); !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil() {
		return errNoWhere
	}
	for i, operation := range o.Operations {
		if err := checkVerb(int(operation.Verb), int(ImageDelete)+1); err != nil {
			return fmt.Errorf("operations[%d]: %w", i, err)
		}
		if _, err := (imageparser.Parts{}).Set(operation.Component, ""); err != nil {
			return fmt.Errorf("operations[%d]: %w", i, err)
		}
	}
	return nil
}

var errNoWhere = errors.New("found no Where, expected the containers or the pointer of the image")

// Override implements [override.Overrider].
func (o Image) Override(in override.Input, out *override.Edits) error {
	if o.Where == nil {
		return override.Fault(errNoWhere)
	}
	places, err := o.Where.Images(in, out)
	if err != nil {
		return err
	}
	for _, at := range places {
		image, err := readImage(in, at)
		if err != nil {
			return err
		}
		parts := image.Parts()
		for _, operation := range o.Operations {
			if parts, err = operation.edit(parts, at, out); err != nil {
				return &jsontree.ValueError{Pointer: at, Found: jsontree.Describe(image.String()), Expected: "an image to which this operation applies", Err: err}
			}
		}
		if parts == image.Parts() {
			continue
		}
		if tooLong := checkLength("image", parts.Registry, parts.Repository, parts.Tag, parts.Digest); tooLong != nil {
			return override.Invalid(at, o.broken(tooLong))
		}
		text := parts.String()
		if err := out.Replace(at, text); err != nil {
			return err
		}
		if parts.Check() == nil {
			continue
		}
		if _, err := imageparser.Parse(text); err != nil {
			out.Reject(at, o.broken(err))
		}
	}
	return nil
}

// broken returns the error of an invalid result.
func (o Image) broken(err error) error {
	err = fmt.Errorf("the reference is broken: %w", err)
	if o.Invalid != nil {
		return o.Invalid(err)
	}
	return err
}

// maxReference limits the bytes of a reference.
const maxReference = 4096

// checkLength returns an error if the parts together are too long for a reference.
func checkLength(what string, parts ...string) error {
	length := 0
	for _, part := range parts {
		length += len(part)
	}
	if length > maxReference {
		return fmt.Errorf("%s of %d bytes, expected at most %d", what, length, maxReference)
	}
	return nil
}

// WritesComponents implements [override.ComponentWriter].
func (o Image) WritesComponents() {}

// readImage reads the reference at a place.
func readImage(in override.Input, at jsontree.Pointer) (imageparser.Image, error) {
	v, exists := in.Get(at)
	text, ok := v.(string)
	if !ok {
		return imageparser.Image{}, jsontree.NotA(at, v, exists, "an image reference")
	}
	err := checkLength("image", text)
	var image imageparser.Image
	if err == nil {
		image, err = imageparser.Parse(text)
	}
	if err != nil {
		return imageparser.Image{}, &jsontree.ValueError{Pointer: at, Found: jsontree.Describe(text), Expected: "an image reference", Err: err}
	}
	return image, nil
}

func (o ImageOperation) edit(parts imageparser.Parts, at jsontree.Pointer, out *override.Edits) (imageparser.Parts, error) {
	value := o.Value
	switch o.Verb {
	case ImageAppend:
		value = parts.Get(o.Component) + value
	case ImageDelete:
		value = ""
	case ImageInsert:
		if value == "" {
			return parts, override.Fault(errors.New("insert without a value"))
		}
		if present := parts.Get(o.Component); present != "" {
			return parts, fmt.Errorf("the %s is %q, insert expects it to be absent", o.Component, present)
		}
	case ImageSet:
	default:
		return parts, override.Fault(fmt.Errorf("%s is not supported for the %s of an image", o.Verb, o.Component))
	}
	var edited imageparser.Parts
	var err error
	if o.Component != imageparser.Registry && o.Component != imageparser.Repository {
		err = checkLength(o.Component.String(), value)
	}
	if err == nil {
		edited, err = parts.Set(o.Component, value)
	}
	if err != nil && o.SkipInvalid {
		out.Skip("%s is unchanged: %v", at, err)
		return parts, nil
	}
	return edited, err
}
