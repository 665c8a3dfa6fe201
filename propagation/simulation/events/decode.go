package events

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	utiljson "k8s.io/apimachinery/pkg/util/json"
	kyaml "sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/words"
	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// documents returns the documents of a stream.
func documents(text []byte) [][]byte {
	return bytes.Split(append([]byte("\n"), text...), []byte("\n---"))
}

// Decode decodes a stream of events. The package comment has the format. Empty documents are ignored. The error joins an [*Error] for each
// fault of the first event that cannot be decoded.
func Decode(text []byte) ([]Event, error) {
	var events []Event
	before := -1 // lines before the document, less the line that documents adds to the first one
	for _, document := range documents(text) {
		number := len(events) + 1
		content, err := parse(document, before)
		if err != nil {
			return nil, errors.Join(&Error{Number: number, Err: err})
		}
		line := before + firstLine(document)
		before += bytes.Count(document, []byte("\n")) + 1
		if content == nil {
			continue
		}
		e, err := decodeEvent(content)
		if err != nil {
			return nil, each(number, line, e.Title, err)
		}
		e.Line = line
		events = append(events, e)
	}
	return events, nil
}

// firstLine returns the first line of a document that is neither empty nor a comment, counted from 1.
func firstLine(document []byte) int {
	n := 0
	for line := range bytes.Lines(document) {
		n++
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '#' {
			break
		}
	}
	return n
}

// parse parses a document with its integers. Errors have the lines of the stream, which has some lines before the document.
func parse(document []byte, before int) (content any, err error) {
	asJSON, err := kyaml.YAMLToJSONStrict(document)
	if err == nil {
		err = utiljson.Unmarshal(asJSON, &content)
	}
	if err == nil {
		return content, nil
	}
	text := words.OneLine(oneSpace(strings.TrimPrefix(err.Error(), "error converting YAML to JSON: ")))
	return nil, errors.New(lineNumber.ReplaceAllStringFunc(text, func(found string) string {
		n, _ := strconv.Atoi(found[len("line "):])
		return fmt.Sprint("line ", n+before)
	}))
}

var lineNumber = regexp.MustCompile(`\bline [0-9]{1,9}\b`)

// decodeEvent decodes an event:
//
//  1. A key has one of the names in the package comment, in the same case. A key that is null is not set.
//  2. The event has a title, and at least one other key.
//  3. A list has at least one element.
//
// After an error, the event has its title, if that is valid.
func decodeEvent(content any) (e Event, err error) {
	d, ok := content.(map[string]any)
	if !ok {
		return e, jsontree.NotA(nil, content, true, "an object with step and what happens")
	}
	title, _ := d["step"].(string)
	e.Title = title
	decode := map[string]func(p jsontree.Pointer, v any) error{
		"step":    checkTitle,
		"apply":   func(p jsontree.Pointer, v any) (err error) { e.apply, err = decodeObjects(p, v); return err },
		"delete":  func(p jsontree.Pointer, v any) (err error) { e.remove, err = decodeDeleted(p, v); return err },
		"edit":    func(p jsontree.Pointer, v any) error { return e.addEdit(p, v, false) },
		"remove":  func(p jsontree.Pointer, v any) error { return e.addEdit(p, v, true) },
		"cutOff":  func(p jsontree.Pointer, v any) (err error) { e.cutOff, err = decodeNames(p, v); return err },
		"connect": func(p jsontree.Pointer, v any) (err error) { e.connect, err = decodeNames(p, v); return err },
		"leave":   func(p jsontree.Pointer, v any) (err error) { e.leave, err = decodeNames(p, v); return err },
		"wait":    func(p jsontree.Pointer, v any) (err error) { e.wait, err = decodeDuration(p, v); return err },
	}
	if err := checkKeys(nil, d, keys...); err != nil {
		return e, err
	}
	set := 0
	for _, key := range keys {
		if v := d[key]; v != nil {
			set++
			if err := decode[key](jsontree.Pointer{key}, v); err != nil {
				return e, err
			}
		}
	}
	switch {
	case title == "":
		return e, errors.New("found no step, expected a title")
	case set == 1:
		return e, errors.New("found only step, expected what happens: apply, delete, edit, remove, cutOff, connect, leave or wait")
	}
	return e, nil
}

// keys are the keys of an event, in the order in which they happen.
var keys = []string{"step", "apply", "delete", "edit", "remove", "cutOff", "connect", "leave", "wait"}

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
