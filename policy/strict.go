package policy

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"

	kjson "sigs.k8s.io/json"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/override/yamltext"
	kubeadmiralapi "github.com/overridekit/overridekit/policy/kubeadmiral/api"
	"github.com/overridekit/overridekit/selector"
)

// parse returns the object that is the document, see parseAny. A repeated key is an error.
func (d document) parse(limits Limits) (text []byte, content map[string]any, err error) {
	text, v, err := d.parseAny(limits)
	if err != nil {
		return nil, nil, err
	}
	content, ok := v.(map[string]any)
	if !ok {
		return nil, nil, notObject{fmt.Errorf("the document is %s, expected an object with apiVersion and kind", jsontree.Describe(v))}
	}
	return text, content, nil
}

// parseAny returns the value that is the document, and its JSON text. The text is what sigs.k8s.io/yaml makes, the value what sigs.k8s.io/json decodes.
func (d document) parseAny(limits Limits) (text []byte, v any, err error) {
	if text, err = d.toJSON(limits); err != nil {
		return nil, nil, err
	}
	if object := jsonObject(text, limits); object != nil {
		return text, object, nil
	}
	v, err = d.decodeJSON(text, limits)
	return text, v, err
}

// toJSON returns the JSON text of the document.
func (d document) toJSON(limits Limits) ([]byte, error) {
	if d.isJSON {
		return d.text, nil
	}
	if err := limits.checkDirectives(d.text); err != nil {
		return nil, err
	}
	if err := limits.checkAliases(d.text); err != nil {
		return nil, err
	}
	if err := d.checkNumbers(); err != nil {
		return nil, err
	}
	text, err := yamltext.ToJSONStrict(d.text)
	if err != nil {
		return nil, d.yamlError(err)
	}
	return text, nil
}

// decodeJSON decodes the JSON text of the document with sigs.k8s.io/json.
func (d document) decodeJSON(text []byte, limits Limits) (v any, err error) {
	if err := kjson.UnmarshalCaseSensitivePreserveInts(text, &v); err != nil {
		return nil, fmt.Errorf("the document is not valid JSON for a Kubernetes object: %w", brief(err))
	}
	if d.isJSON {
		if err := checkRepeated(text, v); err != nil {
			return nil, err
		}
	}
	return v, limits.checkDepth(v, 0)
}

// maxLines limits the errors of one document that count as one: sigs.k8s.io/json has the same limit.
const maxLines = 100

// decodeItem is decodeStrictly for an item.
func decodeItem(i item, to any, limits Limits, hide redact.Places) error {
	text, err := i.json()
	if err != nil {
		return err
	}
	return decodeStrictly(text, i.content, to, i.lines, limits, hide)
}

// decodeStrictly decodes JSON into a Go type. A field that the type does not have is an error, and so is a value that does not fit its
// field. Every error has its path, and its line if that is known.
func decodeStrictly(text []byte, content map[string]any, to any, lines *positions, limits Limits, hide redact.Places) error {
	m := misfits{places: lines, limit: min(limits.Errors, maxLines), ofStructs: map[reflect.Type]map[string]reflect.Type{}}
	_, m.lenient = to.(*kubeadmiralapi.FederatedCluster) // its Go type has only the fields that policies look at
	var strict []error
	var err error
	if m.lenient {
		err = kjson.UnmarshalCaseSensitivePreserveInts(text, to)
	} else {
		strict, err = kjson.UnmarshalStrict(text, to, kjson.DisallowUnknownFields)
	}
	if err == nil && len(strict) == 0 {
		return nil
	}
	m.hidden = len(hide.Of(selector.ObjectOf(content))) > 0 || mayBeSecret(content, to)
	var v any
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber() // numbers as they are written: whether one fits may depend on that
	if decodeErr := decoder.Decode(&v); decodeErr == nil {
		m.find(v, reflect.TypeOf(to))
	}
	if err != nil && len(m.errs) == 0 {
		return typeError(err, m.hidden)
	}
	return errors.Join(m.errs...)
}

// typeError describes an error for which there is no misfit.
func typeError(err error, hidden bool) error {
	var mismatch *json.UnmarshalTypeError
	switch {
	case hidden:
		return errors.New("a value does not fit its field; it is not shown, because it may be the value of a Secret")
	case errors.As(err, &mismatch) && mismatch.Field != "":
		kind, _, _ := strings.Cut(mismatch.Value, " ")
		return fmt.Errorf("%s has a value of the JSON type %s, expected %s", mismatch.Field, kind, expectedOf(mismatch.Type))
	}
	return brief(err)
}

// mayBeSecret reports whether an object that is decoded into a foreign Go type may be a Secret whose kind or version is misspelt.
func mayBeSecret(content map[string]any, to any) bool {
	kind, _ := content["kind"].(string)
	return strings.Contains(strings.ToLower(kind), "secret") || strings.Contains(strings.ToLower(reflect.TypeOf(to).String()), "secret")
}
