package events

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// Decode decodes a stream of events. The package comment has the format. Empty documents are ignored.
//
// The error joins the faults of the first event that cannot be decoded. Each is an [*Error]: one for each key whose value is invalid, each
// object of apply, and the first unknown key. A stream that cannot be read is another error.
func Decode(stream io.Reader) ([]Event, error) {
	values, readErr := policy.Decoder{}.DecodeValues(stream)
	var events []Event
	for _, value := range values {
		if value.Content == nil {
			continue
		}
		e, errs := decodeEvent(value.Content)
		if len(errs) > 0 {
			return nil, each(len(events)+1, value.Line, e.Title, errs)
		}
		e.Line = value.Line
		events = append(events, e)
	}
	if readErr != nil {
		return nil, unread(len(events)+1, readErr)
	}
	return events, nil
}

// unread returns the errors of a document that cannot be parsed, or the error of the stream.
func unread(number int, err error) error {
	var errs []error
	for _, one := range joined(err) {
		var in *policy.Error
		if !errors.As(one, &in) {
			return err
		}
		errs = append(errs, &Error{Number: number, Err: fmt.Errorf("line %d: %w", in.Line, in.Err)})
	}
	return errors.Join(errs...)
}

// decodeEvent decodes an event:
//
//  1. A key has one of the names in the package comment, in the same case. A key that is null is not set.
//  2. The event has a title, and at least one other key.
//  3. A list has at least one element.
//
// After an error, the event has its title, if that is valid.
func decodeEvent(content any) (e Event, errs []error) {
	d, ok := content.(map[string]any)
	if !ok {
		return e, []error{jsontree.NotA(nil, content, true, "an object with step and what happens")}
	}
	e.Title, _ = d["step"].(string)
	if err := checkKeys(nil, d, keys...); err != nil {
		errs = append(errs, err)
	}
	set := 0
	for _, key := range keys {
		if v := d[key]; v != nil {
			set++
			errs = append(errs, joined(e.decode(key, v))...)
		}
	}
	switch {
	case len(errs) > 0:
	case e.Title == "":
		errs = append(errs, errors.New("found no step, expected a title"))
	case set == 1:
		errs = append(errs, errors.New("found only step, expected at least one of apply, delete, edit, remove, cutOff, connect, leave and wait"))
	}
	return e, errs
}

// keys are the keys of an event, in the order in which they take effect.
var keys = []string{"step", "apply", "delete", "edit", "remove", "cutOff", "connect", "leave", "wait"}

// decode decodes the value of a key.
func (e *Event) decode(key string, v any) (err error) {
	p := jsontree.Pointer{key}
	switch key {
	case "step":
		err = checkTitle(p, v)
	case "apply":
		e.apply, err = decodeObjects(p, v)
	case "delete":
		e.remove, err = decodeDeleted(p, v)
	case "edit":
		err = e.addEdit(p, v, false)
	case "remove":
		err = e.addEdit(p, v, true)
	case "cutOff":
		e.cutOff, err = decodeNames(p, v)
	case "connect":
		e.connect, err = decodeNames(p, v)
	case "leave":
		e.leave, err = decodeNames(p, v)
	case "wait":
		e.wait, err = decodeDuration(p, v)
	}
	return err
}

// decodeObjects decodes objects as the other files are decoded.
func decodeObjects(p jsontree.Pointer, v any) (*policy.Bundle, error) {
	list, err := decodeList(p, v, "a list of objects")
	if err != nil {
		return nil, err
	}
	var stream bytes.Buffer
	for i, o := range list {
		if _, ok := o.(map[string]any); !ok {
			return nil, jsontree.NotA(p.Index(i), o, true, "an object with apiVersion and kind")
		}
		if err := json.NewEncoder(&stream).Encode(o); err != nil {
			return nil, err
		}
	}
	bundle, err := policy.Decoder{Namespace: Namespace}.Decode(&stream)
	if err == nil {
		return bundle, CheckKinds(bundle)
	}
	errs := joined(err)
	for i, err := range errs {
		var one *policy.Error
		if errors.As(err, &one) {
			errs[i] = fmt.Errorf("%s: %w", p.Index(one.Document-1), one.Err)
		}
	}
	return nil, errors.Join(errs...)
}

func decodeDeleted(p jsontree.Pointer, v any) ([]override.Ref, error) {
	list, err := decodeList(p, v, "a list of {apiVersion, kind, namespace, name}")
	if err != nil {
		return nil, err
	}
	var refs []override.Ref
	for i, o := range list {
		ref, err := decodeRef(p.Index(i), o)
		if err != nil {
			return nil, err
		}
		if ref.Kind == "Cluster" && ref.APIVersion == api.ClusterGroupVersion.String() {
			return nil, fmt.Errorf("%s is Cluster %s, expected another kind: to delete a Cluster, use leave: [%s]", p.Index(i), ref.Name, ref.Name)
		}
		refs = append(refs, ref)
	}
	return refs, nil
}
