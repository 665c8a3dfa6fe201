package native

import (
	"errors"
	"strconv"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override/jsontree"
)

// The names of the numbers that tell how current a status is.
const (
	generation         = "generation"                 // of the member's object
	templateGeneration = "resourceTemplateGeneration" // of the template that it was made of
	observedGeneration = "observedGeneration"         // that the member's controller has seen
)

// status is what a member reports: the reported fields of the status, the generation of the object and that of its template.
//
//  1. No status gives nil; a null or anything but an object is an error, and so is a field of the status of the wrong type. The
//     rest of the object is not decoded.
//  2. The template's generation is in an annotation, which must be there.
//  3. Zeros are left out, but for the counters that the API always has. If nothing is left, the answer is nil.
//
// A counter beyond int32 is an error; upstream it wraps.
func (w workload) status(o *unstructured.Unstructured) (any, error) {
	const op = interpreter.InterpretStatus
	at := jsontree.Pointer{"status"}
	status, found, bad := field(content(o), at...)
	fields, isObject := status.(map[string]any)
	if bad == nil && found && !isObject {
		bad = &misfit{at, status, "an object"}
	}
	if bad != nil {
		return nil, fail(op, o, bad.at, bad)
	}
	if !found {
		return nil, nil
	}
	if err := w.statusType().Check(fields); err != nil {
		return nil, failTyped(op, o, at, err)
	}
	template, err := annotatedGeneration(o)
	if err != nil {
		return nil, fail(op, o, jsontree.Pointer{"metadata", "annotations", generationAnnotation}, err)
	}
	picked := make(map[string]any, len(w.reported))
	for _, field := range w.reported {
		picked[field] = fields[field]
	}
	encoded, err := w.statusType().Encode(picked)
	if err != nil {
		return nil, failTyped(op, o, at, err)
	}
	answer, _ := encoded.(map[string]any)
	if n := o.GetGeneration(); n != 0 {
		answer[generation] = n
	}
	if template != 0 {
		answer[templateGeneration] = template
	}
	if len(answer) == 0 {
		return nil, nil
	}
	return answer, nil
}

// generationAnnotation holds the generation of the template that a member's object was made of.
const generationAnnotation = "resourcetemplate.karmada.io/generation"

// annotatedGeneration reads generationAnnotation. It cannot be read if another annotation is no string.
func annotatedGeneration(o *unstructured.Unstructured) (int64, error) {
	found := o.GetAnnotations()[generationAnnotation]
	n, err := strconv.ParseInt(found, 10, 64)
	if err != nil {
		return 0, errors.New("is " + strconv.Quote(found) + ", expected the generation of the template")
	}
	return n, nil
}
