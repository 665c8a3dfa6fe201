package render

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	openapi "k8s.io/kube-openapi/pkg/validation/errors"
	"k8s.io/kube-openapi/pkg/validation/spec"
	"k8s.io/kube-openapi/pkg/validation/strfmt"
	"k8s.io/kube-openapi/pkg/validation/validate"

	"github.com/overridekit/overridekit/override/jsontree"
)

// schemas are the schemas of custom resources.
type schemas map[schema.GroupVersionKind]*spec.Schema

// schemasOf returns the schemas of the CustomResourceDefinitions among objects. It calls warn for a schema that cannot be used.
func schemasOf(objects []*unstructured.Unstructured, warn func(of *unstructured.Unstructured, err error)) schemas {
	all := schemas{}
	for _, o := range objects {
		if o.GroupVersionKind() != (schema.GroupVersionKind{Group: "apiextensions.k8s.io", Version: "v1", Kind: "CustomResourceDefinition"}) {
			continue
		}
		group, _, _ := unstructured.NestedString(o.Object, "spec", "group")
		kind, _, _ := unstructured.NestedString(o.Object, "spec", "names", "kind")
		versions, _, _ := unstructured.NestedFieldNoCopy(o.Object, "spec", "versions")
		list, _ := versions.([]any)
		for _, v := range list {
			version, _ := v.(map[string]any)
			name, _ := version["name"].(string)
			given, found, _ := unstructured.NestedFieldNoCopy(version, "schema", "openAPIV3Schema")
			if !found || kind == "" || name == "" {
				continue
			}
			s, err := schemaOf(given)
			if err != nil {
				warn(o, fmt.Errorf("the schema of version %s cannot be used: %w", name, err))
				continue
			}
			all[schema.GroupVersionKind{Group: group, Version: name, Kind: kind}] = s
		}
	}
	return all
}

// schemaOf reads a schema. Fields with a default are not required, because an API server sets them first.
func schemaOf(given any) (*spec.Schema, error) {
	text, err := json.Marshal(given)
	if err != nil {
		return nil, err
	}
	s := &spec.Schema{}
	if err := json.Unmarshal(text, s); err != nil {
		return nil, err
	}
	return s, prepare(s)
}

// prepare prepares a schema and those inside. A reference is an error, as for an API server.
func prepare(s *spec.Schema) error {
	if s.Ref.String() != "" {
		return errors.New("found $ref, which schemas of custom resources may not have")
	}
	s.Required = slices.DeleteFunc(s.Required, func(name string) bool { return s.Properties[name].Default != nil })
	for name, inside := range s.Properties {
		if err := prepare(&inside); err != nil {
			return err
		}
		s.Properties[name] = inside
	}
	var all []*spec.Schema
	for _, list := range [][]spec.Schema{s.AllOf, s.AnyOf, s.OneOf} {
		for i := range list {
			all = append(all, &list[i])
		}
	}
	if s.Items != nil {
		all = append(all, s.Items.Schema)
	}
	if s.AdditionalProperties != nil {
		all = append(all, s.AdditionalProperties.Schema)
	}
	for _, inside := range append(all, s.Not) {
		if inside == nil {
			continue
		}
		if err := prepare(inside); err != nil {
			return err
		}
	}
	return nil
}

// misfit is a place where content does not fit a schema.
type misfit struct {
	at   jsontree.Pointer
	text string
}

// misfits returns where content does not fit a schema, sorted.
func misfits(s *spec.Schema, content map[string]any) (all []misfit) {
	defer func() { // the validator panics for some invalid schemas, such as those with an invalid pattern
		if why := recover(); why != nil {
			all = []misfit{{text: fmt.Sprintf("the schema cannot be used: %v", why)}}
		}
	}()
	for _, err := range validate.NewSchemaValidator(s, nil, "", strfmt.Default).Validate(content).Errors {
		var wrong *openapi.Validation
		if !errors.As(err, &wrong) {
			all = append(all, misfit{text: err.Error()})
			continue
		}
		text := strings.ReplaceAll(strings.TrimPrefix(err.Error(), wrong.Name), " in body ", " ")
		all = append(all, misfit{pointerOf(content, wrong.Name), strings.TrimSpace(wrong.Name + " " + strings.TrimSpace(text))})
	}
	slices.SortFunc(all, func(a, b misfit) int { return strings.Compare(a.text, b.text) })
	return all
}

// pointerOf returns the pointer of a path such as spec.list[0].field, as far as the object has it. Keys may have dots.
func pointerOf(v any, path string) jsontree.Pointer {
	var p jsontree.Pointer
	for path != "" {
		switch c := v.(type) {
		case map[string]any:
			key := ""
			for k := range c {
				if rest, found := strings.CutPrefix(path, k); found && len(k) > len(key) && (rest == "" || rest[0] == '.' || rest[0] == '[') {
					key = k
				}
			}
			if key == "" {
				return p
			}
			p, v, path = p.Child(key), c[key], strings.TrimPrefix(path[len(key):], ".")
		case []any:
			var i int
			if _, err := fmt.Sscanf(path, "[%d]", &i); err != nil || i < 0 || i >= len(c) {
				return p
			}
			_, path, _ = strings.Cut(path, "]")
			p, v, path = p.Index(i), c[i], strings.TrimPrefix(path, ".")
		default:
			return p
		}
	}
	return p
}

// unknownFields calls add for each field that a schema does not have.
func unknownFields(s *spec.Schema, v any, at jsontree.Pointer, add func(at jsontree.Pointer)) {
	if keep, _ := s.Extensions.GetBool("x-kubernetes-preserve-unknown-fields"); keep {
		return
	}
	switch v := v.(type) {
	case map[string]any:
		if embedded, _ := s.Extensions.GetBool("x-kubernetes-embedded-resource"); embedded || len(s.Properties) == 0 && s.AdditionalProperties == nil {
			return
		}
		for _, key := range slices.Sorted(maps.Keys(v)) {
			inside, found := s.Properties[key]
			switch {
			case found:
				unknownFields(&inside, v[key], at.Child(key), add)
			case s.AdditionalProperties != nil && s.AdditionalProperties.Schema != nil:
				unknownFields(s.AdditionalProperties.Schema, v[key], at.Child(key), add)
			case s.AdditionalProperties == nil && !(len(at) == 0 && (key == "metadata" || key == "apiVersion" || key == "kind")):
				add(at.Child(key))
			}
		}
	case []any:
		for i, e := range v {
			if s.Items != nil && s.Items.Schema != nil {
				unknownFields(s.Items.Schema, e, at.Index(i), add)
			}
		}
	}
}
