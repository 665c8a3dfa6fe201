package policy

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strconv"
	"strings"

	kjson "sigs.k8s.io/json"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/quantity"
)

// parse gives the document as JSON text and decoded. A repeated key is an error.
func (d document) parse(limits Limits) (text []byte, content map[string]any, err error) {
	text = d.text
	if !d.isJSON {
		if err := limits.checkDirectives(text); err != nil {
			return nil, nil, err
		}
		if err := limits.checkAliases(text); err != nil {
			return nil, nil, err
		}
		if err := d.checkNumbers(); err != nil {
			return nil, nil, err
		}
		if text, err = yaml.YAMLToJSONStrict(d.text); err != nil {
			return nil, nil, d.yamlError(err)
		}
	}
	var v any
	if err := kjson.UnmarshalCaseSensitivePreserveInts(text, &v); err != nil {
		return nil, nil, fmt.Errorf("the document is no JSON that an object can hold: %w", brief(err))
	}
	if d.isJSON {
		if err := checkRepeated(text, v); err != nil {
			return nil, nil, err
		}
	}
	content, ok := v.(map[string]any)
	if !ok {
		return nil, nil, fmt.Errorf("the document is %s, expected an object with apiVersion and kind", jsontree.Describe(v))
	}
	return text, content, limits.checkDepth(content, 0)
}

// maxLines is how many errors of one document that come at once are told: as many as sigs.k8s.io/json tells.
const maxLines = 100

var yamlLine = regexp.MustCompile(`line (\d+): `)

// yamlError is a YAML error with its lines counted from the beginning of the stream.
func (d document) yamlError(err error) error {
	text := strings.TrimPrefix(err.Error(), "error converting YAML to JSON: ")
	lines := strings.SplitN(text, "\n", maxLines+2)
	for i, line := range lines {
		lines[i] = brief(errors.New(line)).Error()
	}
	if len(lines) > maxLines+1 {
		lines[maxLines+1] = "  and more of these"
	}
	text = strings.Join(lines, "\n")
	text = strings.ReplaceAll(strings.TrimPrefix(text, "yaml: "), "unmarshal errors:\n  ", "")
	text = strings.ReplaceAll(text, " already set in map", " is there twice")
	return errors.New(yamlLine.ReplaceAllStringFunc(text, func(match string) string {
		line, _ := strconv.Atoi(yamlLine.FindStringSubmatch(match)[1])
		return fmt.Sprintf("line %d: ", line+d.line-1)
	}))
}

// into decodes the document into a Go type. A field that the type does not have is an error, with its line, and with the
// name that was perhaps meant.
func (d document) into(text []byte, content map[string]any, to any) error {
	strict, err := kjson.UnmarshalStrict(text, to)
	if err != nil {
		return typeError(err, content)
	}
	var errs []error
	places := positions{document: d}
	for _, err := range strict {
		path, ok := strings.CutPrefix(err.Error(), "unknown field ")
		if path, unquote := strconv.Unquote(path); ok && unquote == nil {
			if strings.HasPrefix(path, "status.") {
				continue // a system wrote it, which may be newer than this module
			}
			err = unknownField(&places, path, reflect.TypeOf(to))
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

func unknownField(places *positions, path string, t reflect.Type) error {
	text := "unknown field " + quote(path)
	if meant := suggest(path, t); meant != "" {
		text += fmt.Sprintf(", did you mean %q?", meant)
	}
	if line := places.lineOf(path); line > 0 {
		text = fmt.Sprintf("line %d: %s", line, text)
	}
	return errors.New(text)
}

// typeError says what was found and what was expected where a value is of another type than its field.
func typeError(err error, content map[string]any) error {
	if field, reason, ok := quantity.Reason(err); ok {
		return fmt.Errorf("%s: %s", field, reason)
	}
	var mismatch *json.UnmarshalTypeError
	if !errors.As(err, &mismatch) || mismatch.Field == "" {
		return brief(err)
	}
	found := "a " + mismatch.Value
	if strings.HasPrefix(mismatch.Field, "spec.workload.") || strings.Contains(mismatch.Field, ".overriders.") {
		kind, _, _ := strings.Cut(mismatch.Value, " ") // without the number: it may be in a Secret, or be meant for one
		found = "a " + kind
	} else if v, ok := jsontree.Get(content, strings.Split(mismatch.Field, ".")); ok {
		found = jsontree.Describe(v)
	}
	expected := map[reflect.Kind]string{
		reflect.Map: "an object", reflect.Struct: "an object", reflect.Slice: "a list", reflect.String: "a string", reflect.Bool: "a boolean",
		reflect.Int32: "an integer of 32 bits", reflect.Int64: "an integer", reflect.Int: "an integer", reflect.Uint: "an integer from 0", reflect.Uint64: "an integer from 0",
	}[mismatch.Type.Kind()]
	if expected == "" {
		expected = "a number"
	}
	return fmt.Errorf("%s is %s, expected %s", mismatch.Field, found, expected)
}
