package kubeadmiral

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/imageparser"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/overrider"
	"github.com/overridekit/overridekit/policy/internal/dialect"
	"github.com/overridekit/overridekit/policy/kubeadmiral/api"
)

var components = map[string]imageparser.Component{
	"Registry": imageparser.Registry, "Repository": imageparser.Repository, "Tag": imageparser.Tag, "Digest": imageparser.Digest,
}

// image is an image entry; repeats reports that an earlier entry of the rule has the same imagePath.
//
//  1. With an imagePath, it overrides the string there. Otherwise it overrides the images of the named containers, or of all
//     containers if it names none. Both include init containers.
//  2. Its operations act in order. addIfAbsent fails if the component is present, or without a value. overwrite, the default,
//     replaces the component. delete removes it, as overwrite by "" does.
func image(o api.ImageOverrider, repeats bool) override.Overrider {
	compiled := imageOverrider{Image: overrider.Image{Where: containers(o.ContainerNames...)}, repeats: repeats}
	compiled.unescaped, compiled.fails = unescaped(o.Operations)
	if o.ImagePath != "" {
		var err error
		if compiled.path, err = jsontree.Parse(o.ImagePath); err != nil {
			return override.Fail(err)
		}
		if err := protected(compiled.path); err != nil {
			return protectedOverrider{override.Fail(err), compiled.path}
		}
		compiled.Where = overrider.ImageAt(compiled.path)
	}
	for _, operation := range o.Operations {
		op := overrider.ImageOperation{Component: components[operation.ImageComponent], Value: operation.Value}
		if op.Component == 0 {
			return unknownImage(compiled, fmt.Errorf("component %q is unknown, expected Registry, Repository, Tag or Digest", operation.ImageComponent))
		}
		switch operation.Operator {
		case api.OperatorAddIfAbsent:
			op.Verb = overrider.ImageInsert
		case api.OperatorOverwrite, "":
			op.Verb = overrider.ImageSet
		case api.OperatorDelete:
			op.Verb = overrider.ImageDelete
		default:
			return unknownImage(compiled, unknownOperator(operation.Operator, imageOperators))
		}
		compiled.Operations = append(compiled.Operations, op)
	}
	return compiled
}

// unknownImage is an image entry with an operation that is unknown.
func unknownImage(o imageOverrider, err error) override.Overrider {
	return divergingOverrider{unknownOperatorOverrider{o.Where, err}, typeDivergence{"image", o.path != nil}}
}

// images compiles the image entries of a rule.
func images([]api.ImageOverrider) func(api.ImageOverrider) override.Overrider {
	paths := map[string]bool{} // of earlier entries
	return func(o api.ImageOverrider) override.Overrider {
		compiled := image(o, paths[o.ImagePath])
		paths[o.ImagePath] = o.ImagePath != ""
		return compiled
	}
}

// imageOverrider is an image entry, and what KubeAdmiral does differently.
type imageOverrider struct {
	overrider.Image
	path      jsontree.Pointer // the imagePath; nil without one
	repeats   bool
	unescaped string // see unescaped
	fails     bool
}

// Validate accepts everything: a policy with faults compiles, and fails where it acts.
func (imageOverrider) Validate() error { return nil }

// Override implements [override.Overrider].
func (o imageOverrider) Override(in override.Input, out *override.Edits) error {
	upstream := o.unescaped
	switch {
	case o.fails:
		o.Invalid = nil
	case upstream != "":
		if in.Hidden(o.path) {
			upstream = "reads the value as another one"
		}
		o.Invalid = func(err error) error { return override.Diverged(CodeUnescapedValue, upstream, err) }
	default:
		o.Invalid = leftBroken
	}
	var before any
	if o.repeats {
		before, _ = in.Get(o.path)
	}
	err := o.Image.Override(in, out)
	if before == "" {
		return override.Diverged(CodeBrokenImage, "starts again from the image that was there before the rule", err)
	}
	return err
}

// leftBroken notes that KubeAdmiral leaves the broken reference of the error in the object.
func leftBroken(err error) error {
	return override.Diverged(CodeBrokenImage, "leaves the broken reference in the object", err)
}

// Diverge implements [override.Diverger].
func (o imageOverrider) Diverge(in override.Input, out *override.Edits) {
	typeDivergence{"image", o.path != nil}.Diverge(in, out)
	if !o.fails {
		return
	}
	if places, _ := o.Where.Images(in, out); len(places) == 0 {
		return
	}
	upstream := o.unescaped
	if in.Hidden(o.path) {
		upstream = "fails, because the value is not valid inside a JSON string"
	}
	out.Diverge(CodeUnescapedValue, nil, upstream, "the value is used as written")
}

// unescaped describes what KubeAdmiral does with a value that stays in the image and that JSON reads as another string, or
// not as a string. It is empty without such a value.
func unescaped(operations []api.Operation) (upstream string, fails bool) {
	for i, o := range operations {
		again := slices.ContainsFunc(operations[i+1:], func(later api.Operation) bool { return later.ImageComponent == o.ImageComponent })
		if again || o.Operator == api.OperatorDelete || !strings.ContainsAny(o.Value, `"\`) {
			continue
		}
		text, slash := o.Value, ""
		if o.ImageComponent == "Registry" {
			slash = "/" // a backslash before it escapes it
		}
		if err := json.Unmarshal([]byte(`"`+text+slash+`"`), &text); err != nil {
			return fmt.Sprintf("fails, because %q is not valid inside a JSON string", o.Value), true
		}
		return fmt.Sprintf("reads %q as %q", o.Value, strings.TrimSuffix(text, slash)), false
	}
	return "", false
}

// divergingOverrider is an overrider, and what reports its divergences. Both are data.
type divergingOverrider struct {
	override.Overrider
	override.Diverger
}

// protected returns an error for the places that a policy must not change.
func protected(at jsontree.Pointer) error {
	for _, p := range []jsontree.Pointer{{"metadata", "name"}, {"metadata", "namespace"}, {"metadata", "generateName"}, {"kind"}} {
		if at.Equal(p) {
			return fmt.Errorf("%s is protected, no policy may change it", p)
		}
	}
	return nil
}

// validateImage refuses entries that fail.
func validateImage(at *field.Path, o api.ImageOverrider) field.ErrorList {
	var errs field.ErrorList
	if o.ImagePath != "" {
		errs = append(errs, validatePath(at.Child("imagePath"), o.ImagePath)...)
	}
	if len(o.Operations) == 0 {
		errs = append(errs, field.Required(at.Child("operations"), "without operations there is nothing to do"))
	}
	pointer, _ := jsontree.Parse(o.ImagePath)
	return append(errs, dialect.ValidateEach(at.Child("operations"), o.Operations, func(at *field.Path, operation api.Operation) field.ErrorList {
		return validateOperation(pointer, at, operation)
	})...)
}

// validateOperation validates an operation on the image at a place; nil for the images of containers.
func validateOperation(image jsontree.Pointer, at *field.Path, o api.Operation) field.ErrorList {
	errs := dialect.ValidateOneOf(at.Child("imageComponent"), o.ImageComponent, "Registry", "Repository", "Tag", "Digest")
	if o.Operator != "" {
		errs = append(errs, dialect.ValidateOneOf(at.Child("operator"), o.Operator, imageOperators...)...)
	}
	value := at.Child("value")
	component := components[o.ImageComponent]
	switch {
	case o.Operator == api.OperatorDelete || component == 0:
	case o.Value == "":
		errs = append(errs, field.Required(value, "addIfAbsent and overwrite need a value"))
	default:
		parts := imageparser.Parts{Repository: "x"}
		parts, err := parts.Set(component, o.Value)
		if err == nil {
			err = parts.Check()
		}
		if err != nil {
			errs = append(errs, dialect.InvalidAt(image, value, o.Value, err))
		}
	}
	return errs
}

// validatePath refuses a path that fails or names no field.
func validatePath(at *field.Path, path string) field.ErrorList {
	pointer, err := jsontree.Parse(path)
	switch {
	case err != nil:
	case len(pointer) == 0:
		return field.ErrorList{field.Required(at, "the whole object cannot be changed")}
	case slices.Contains(pointer, ""):
		err = fmt.Errorf("an empty token (// or a / at the end) names no field")
	default:
		err = protected(pointer)
	}
	if err != nil {
		return field.ErrorList{field.Invalid(at, path, err.Error())}
	}
	return nil
}
