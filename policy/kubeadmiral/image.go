package kubeadmiral

import "github.com/overridekit/overridekit/override/overrider"

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/imageparser"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/internal/dialect"
	"github.com/overridekit/overridekit/policy/kubeadmiral/api"
	"github.com/overridekit/overridekit/selector"
)

// podSpecs is where workloads keep their pod spec, by group and kind, in any version.
var podSpecs = map[schema.GroupKind]jsontree.Pointer{
	{Group: "", Kind: "Pod"}:             {"spec"},
	{Group: "apps", Kind: "Deployment"}:  {"spec", "template", "spec"},
	{Group: "apps", Kind: "StatefulSet"}: {"spec", "template", "spec"},
	{Group: "apps", Kind: "DaemonSet"}:   {"spec", "template", "spec"},
	{Group: "batch", Kind: "Job"}:        {"spec", "template", "spec"},
	{Group: "batch", Kind: "CronJob"}:    {"spec", "jobTemplate", "spec", "template", "spec"},
}

// containers are containers, init containers first, of the kinds in podSpecs. Any other kind is an error.
func containers(names ...string) overrider.Containers {
	return overrider.Containers{Names: names, Init: true, Required: true, PodSpecs: func(object selector.Object) (jsontree.Pointer, bool) {
		at, ok := podSpecs[schema.FromAPIVersionAndKind(object.APIVersion, object.Kind).GroupKind()]
		return at, ok
	}}
}

// found is where containers are, when a difference is looked for; what keeps them from being found has been said already.
func found(where overrider.Containers, in override.Input, out *override.Edits) []jsontree.Pointer {
	places, _ := where.Images(in, out)
	for i, image := range places {
		places[i] = image[:len(image)-1]
	}
	return places
}

// divergeFromType finds what keeps KubeAdmiral from reading the pod spec, which it does whole, for each type of overrider.
func divergeFromType(in override.Input, out *override.Edits, overrider string) {
	object := in.Object()
	podSpec, ok := podSpecs[schema.FromAPIVersionAndKind(object.APIVersion, object.Kind).GroupKind()]
	if !ok {
		return
	}
	for i := range podSpec {
		if v, _ := in.Get(podSpec[:i+1]); v == nil {
			out.Diverge("D11", podSpec[:i+1], "fails, because there is no pod spec", "there are no containers")
			return
		}
	}
	dialect.DivergeFromType(in, out, podSpec, overrider)
}

var components = map[string]imageparser.Component{
	"Registry": imageparser.Registry, "Repository": imageparser.Repository, "Tag": imageparser.Tag, "Digest": imageparser.Digest,
}

// image is an image entry:
//
//  1. With an imagePath it is about the text there. Otherwise about the images of the containers named, init containers
//     among them; of all when none is named.
//  2. Its operations act in order. addIfAbsent fails where the component is there, or without a value; overwrite, which is
//     also meant by no operator, puts the value in the place of the component; delete takes it away, as overwrite by "" does.
func image(o api.ImageOverrider) override.Overrider {
	where := containers(o.ContainerNames...)
	compiled := overrider.Image{Where: where}
	compiled.Broken.Code, compiled.Broken.Upstream = "D5", "leaves the broken reference in the object"
	upstream, fails := unescaped(o.Operations)
	switch {
	case fails:
		compiled.Broken.Code = ""
	case upstream != "":
		compiled.Broken.Code, compiled.Broken.Upstream = "D13", upstream
	}
	var at jsontree.Pointer // the imagePath, if there is one
	if o.ImagePath != "" {
		var err error
		at, err = jsontree.Parse(o.ImagePath)
		if err != nil {
			return override.Fail(err)
		}
		if err := protected(at); err != nil {
			return override.Fail(err)
		}
		compiled.Where = overrider.ImageAt(at)
	}
	for _, operation := range o.Operations {
		op := overrider.ImageOperation{Component: components[operation.ImageComponent], Value: operation.Value}
		switch operation.Operator {
		case api.OperatorAddIfAbsent:
			op.Verb = overrider.VerbInsert
		case api.OperatorOverwrite, "":
			op.Verb = overrider.VerbSet
		case api.OperatorDelete:
			op.Verb = overrider.VerbDelete
		default:
			return override.Fail(unknownOperator(operation.Operator, imageOperators))
		}
		compiled.Operations = append(compiled.Operations, op)
	}
	return noted{quiet{compiled, at}, func(in override.Input, out *override.Edits) {
		if o.ImagePath == "" {
			divergeFromType(in, out, "image")
		}
		switch {
		case !fails || o.ImagePath == "" && len(found(where, in, out)) == 0:
		case in.Hidden(at):
			out.Diverge("D13", nil, "fails, because the value is no text in JSON", "a value is a value")
		default:
			out.Diverge("D13", nil, upstream, "a value is a value")
		}
	}}
}

// quiet is an image, at a place that may be hidden: then the note that goes with its error does not quote the value.
type quiet struct {
	overrider.Image
	at jsontree.Pointer
}

// Override implements [override.Overrider].
func (o quiet) Override(in override.Input, out *override.Edits) error {
	if o.Broken.Code == "D13" && in.Hidden(o.at) {
		o.Broken.Upstream = "takes the value for another one"
	}
	return o.Image.Override(in, out)
}

// unescaped says what KubeAdmiral makes of a value that stays in the image, if that is another text as JSON, or no text at all.
func unescaped(operations []api.Operation) (upstream string, fails bool) {
	for i, o := range operations {
		again := slices.ContainsFunc(operations[i+1:], func(later api.Operation) bool { return later.ImageComponent == o.ImageComponent })
		if again || o.Operator == api.OperatorDelete || !strings.ContainsAny(o.Value, `"\`) {
			continue
		}
		text, slash := o.Value, ""
		if o.ImageComponent == "Registry" {
			slash = "/" // which a backslash in front of it escapes
		}
		if err := json.Unmarshal([]byte(`"`+text+slash+`"`), &text); err != nil {
			return fmt.Sprintf("fails, because %q is no text in JSON", o.Value), true
		}
		return fmt.Sprintf("takes %q for %q", o.Value, strings.TrimSuffix(text, slash)), false
	}
	return "", false
}

// images compiles the image entries of a rule.
func images() func(api.ImageOverrider) override.Overrider {
	paths := map[string]bool{} // of earlier entries
	return func(o api.ImageOverrider) override.Overrider {
		compiled := image(o)
		if paths[o.ImagePath] {
			compiled = repeated{compiled, o.ImagePath}
		}
		paths[o.ImagePath] = o.ImagePath != ""
		return compiled
	}
}

// repeated is an entry for the imagePath of an earlier one. If that has cleared the image, KubeAdmiral starts again.
type repeated struct {
	override.Overrider
	path string
}

// Override implements [override.Overrider].
func (o repeated) Override(in override.Input, out *override.Edits) error {
	at, _ := jsontree.Parse(o.path) // an invalid path has failed before
	before, _ := in.Get(at)
	err := o.Overrider.Override(in, out)
	if err != nil && before == "" {
		return override.Diverged("D5", "starts again from the image that was there before the rule", err)
	}
	return err
}

// Diverge implements [override.Diverger].
func (o repeated) Diverge(in override.Input, out *override.Edits) {
	if d, ok := o.Overrider.(override.Diverger); ok {
		d.Diverge(in, out)
	}
}

// noted is an overrider with a search for differences.
type noted struct {
	override.Overrider
	diverge func(in override.Input, out *override.Edits)
}

// Diverge implements [override.Diverger].
func (o noted) Diverge(in override.Input, out *override.Edits) { o.diverge(in, out) }

var imageOperators = []string{api.OperatorAddIfAbsent, api.OperatorOverwrite, api.OperatorDelete}

func unknownOperator(operator string, known []string) error {
	return fmt.Errorf("operator %q is unknown, expected %s", operator, strings.Join(known, ", "))
}

// protected refuses the places that a policy must not change.
func protected(at jsontree.Pointer) error {
	for _, p := range []jsontree.Pointer{{"metadata", "name"}, {"metadata", "namespace"}, {"metadata", "generateName"}, {"kind"}} {
		if at.Equal(p) {
			return fmt.Errorf("%s is protected, no policy may change it", p)
		}
	}
	return nil
}

// validateImage refuses what image fails on.
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

// validateOperation is about the image at a place, or with none about those of containers.
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

// validatePath refuses a path that fails, or leads nowhere.
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
