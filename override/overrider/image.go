package overrider

import (
	"errors"
	"fmt"

	"github.com/overridekit/overridekit/imageparser"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
)

// Images says where the images are that a step is about: [Containers], [ImageAt], or a type of a dialect's own. Finding
// none is no error; the reason is noted by [override.Edits.Skip].
type Images interface {
	Images(in override.Input, out *override.Edits) ([]jsontree.Pointer, error)
}

// ImageAt is one image, at a place of the object.
type ImageAt jsontree.Pointer

// Images is the place itself.
func (at ImageAt) Images(override.Input, *override.Edits) ([]jsontree.Pointer, error) {
	return []jsontree.Pointer{jsontree.Pointer(at)}, nil
}

// Image overrides components of image references.
//
//  1. At each place there must be a text that [imageparser.Parse] accepts. Without operations that is all that is asked.
//  2. The operations act one after the other on the parts of the reference. The parts are put together again without being
//     parsed in between, so that a later operation can mend what an earlier one broke.
//  3. What comes out must be a valid reference when the rule ends (see [override.Edits.Reject]): a later step of the rule may mend
//     it, too.
//  4. A text that is longer than any reference (4 KiB; a valid one has some 500 bytes) is an error at once, and so is a tag or a
//     digest: there may be as many containers as the text is long.
type Image struct {
	Where      Images
	Operations []ImageOperation

	// Invalid turns the error of rule 3 into the one that is reported, for example by [Diverged]. Nil leaves it as it is.
	Invalid func(error) error
}

// ImageOperation changes one component of an image reference.
type ImageOperation struct {
	Component imageparser.Component
	Verb      ImageVerb // ImageSet, ImageAppend (no separator is put between), ImageInsert or ImageDelete
	Value     string    // ImageSet with an empty value is ImageDelete

	// SkipInvalid skips a value that is invalid for the component, with the reason, instead of failing.
	SkipInvalid bool
}

// Validate refuses an Image without Where, and operations that do not exist.
func (o Image) Validate() error {
	if o.Where == nil {
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

var errNoWhere = errors.New("an image needs Where: the containers or the place of the image")

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
				return &jsontree.ValueError{Pointer: at, Found: jsontree.Describe(image.String()), Expected: "an image that this operation suits", Err: err}
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

// broken is the error of a reference that must not stay.
func (o Image) broken(err error) error {
	err = fmt.Errorf("the reference is broken: %w", err)
	if o.Invalid != nil {
		return o.Invalid(err)
	}
	return err
}

// maxReference is how many bytes of a reference are read.
const maxReference = 4096

// checkLength refuses texts that together are longer than any reference.
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

// WritesComponents implements [ComponentWriter].
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
			return parts, override.Fault(errors.New("insert needs a value"))
		}
		if present := parts.Get(o.Component); present != "" {
			return parts, fmt.Errorf("the %s is %q, insert needs it to be absent", o.Component, present)
		}
	case ImageSet:
	default:
		return parts, override.Fault(fmt.Errorf("%s cannot be done to the %s of an image", o.Verb, o.Component))
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
		out.Skip("%s stays as it is: %v", at, err)
		return parts, nil
	}
	return edited, err
}
