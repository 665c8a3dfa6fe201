package native

import (
	"errors"
	"strconv"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override/jsontree"
)

// The names of the numbers that show how current a status is.
const (
	generation         = "generation"                 // of the member's object
	templateGeneration = "resourceTemplateGeneration" // of the template of that object
	observedGeneration = "observedGeneration"         // that the member's controller has observed
)

// status returns what a member reports: the reported fields of the status, see report, the generation of the object and that of its
// template.
//
//  1. The template's generation is in an annotation, which must be there if there is a status.
//  2. Zeros are left out, except for the counters that the API always has. If nothing is left, the result is nil.
func (w workload) status(o *unstructured.Unstructured) (any, error) {
	reported, err := w.report(o, w.reported...)
	answer, found := reported.(map[string]any)
	if err != nil || !found {
		return nil, err
	}
	template, err := annotatedGeneration(o)
	if err != nil {
		at := jsontree.Pointer{"metadata", "annotations", generationAnnotation}
		return nil, fail(interpreter.InterpretStatus, o, at, err)
	}
	if n, _ := object(content(o), "metadata")["generation"].(int64); n != 0 {
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

// annotatedGeneration reads generationAnnotation. It fails if another annotation is not a string.
func annotatedGeneration(o *unstructured.Unstructured) (int64, error) {
	annotations := object(content(o), "metadata", "annotations")
	found, _ := annotations[generationAnnotation].(string)
	for _, other := range annotations {
		if _, isText := other.(string); !isText && other != nil {
			found = ""
			break
		}
	}
	n, err := strconv.ParseInt(found, 10, 64)
	if err != nil {
		return 0, errors.New("is " + strconv.Quote(found) + ", expected the generation of the template")
	}
	return n, nil
}
