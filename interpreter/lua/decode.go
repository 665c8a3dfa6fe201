package lua

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	kjson "sigs.k8s.io/json"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/textedit"
)

// MaxBytes is the maximum length of a stream for [Decode].
const MaxBytes = 16 << 20

// Decode reads a stream of YAML or JSON documents, each a [Customization]. It skips empty documents.
//
// An unknown field, a repeated field and a field in another case are errors, and so is what the schema of Karmada refuses: another kind, and a
// customization without spec.target, its apiVersion or kind, spec.customizations, or the luaScript of a script. Empty strings pass. The
// errors name the number of the document, from 1. If there are any, no customizations are returned. After 100 documents with errors, the rest is not
// read. Scripts are not compiled: that is [Validate].
func Decode(r io.Reader) ([]Customization, error) {
	if r == nil {
		return nil, errors.New("the stream is nil, expected a reader")
	}
	stream, err := io.ReadAll(io.LimitReader(r, MaxBytes+1))
	if err != nil {
		return nil, err
	}
	if len(stream) > MaxBytes {
		return nil, fmt.Errorf("the stream is longer than %d bytes", MaxBytes)
	}
	var all []Customization
	var errs []error
	// The reader loses a last line of n × 4096 bytes without a line break.
	documents := utilyaml.NewYAMLReader(bufio.NewReader(bytes.NewReader(append(stream, '\n'))))
	for number := 1; ; {
		document, err := documents.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil { // the end of the document is unknown
			errs = append(errs, fmt.Errorf("document %d: %w", number, err))
			break
		}
		c, err := decode(document)
		switch {
		case err != nil:
			errs = append(errs, fmt.Errorf("document %d: %w", number, err))
		case c == nil:
			continue
		default:
			all = append(all, *c)
		}
		number++
		if len(errs) == maxErrors {
			errs = append(errs, errors.New("too many errors, the rest of the stream was not read"))
			break
		}
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	return all, nil
}

// Limits of a document.
const (
	maxDirectives     = 10
	maxDirectiveBytes = 1000     // the prefix of a %TAG is copied for every tag that uses it
	maxExpanded       = 16 << 20 // bytes, when its aliases are written out
	maxDepth          = 500
)

// maxErrors is how many documents with errors are reported.
const maxErrors = 100

// decode reads one document; nil if it is empty.
func decode(document []byte) (*Customization, error) {
	if count, size := textedit.Directives(document); count > maxDirectives || size > maxDirectiveBytes {
		return nil, fmt.Errorf("found %d directives of %d bytes, expected at most %d of %d", count, size, maxDirectives, maxDirectiveBytes)
	}
	if err := textedit.Check(document, maxExpanded, maxDepth); err != nil {
		return nil, err
	}
	text, err := yaml.YAMLToJSONStrict(document)
	if err != nil {
		return nil, err
	}
	if string(text) == "null" {
		return nil, nil
	}
	var tree map[string]any
	if err := kjson.UnmarshalCaseSensitivePreserveInts(text, &tree); err != nil {
		return nil, err
	}
	var c Customization
	strict, err := kjson.UnmarshalStrict(text, &c)
	if err != nil {
		return nil, err
	}
	if c.APIVersion != APIVersion || c.Kind != Kind {
		strict = append(strict, fmt.Errorf("it is %.100q of %.100q, expected %s of %s", c.Kind, c.APIVersion, Kind, APIVersion))
	}
	return &c, errors.Join(append(strict, missing(tree)...)...)
}

// missing returns an error for each required field that is absent.
func missing(tree map[string]any) (errs []error) {
	require := func(path ...string) {
		if v, _ := jsontree.Get(tree, path); v == nil {
			errs = append(errs, fmt.Errorf("%s is required", jsontree.Pointer(path)))
		}
	}
	require("spec", "target", "apiVersion")
	require("spec", "target", "kind")
	require("spec", "customizations")
	for _, op := range admissionOrder() {
		block := blockOf(op)
		if v, _ := jsontree.Get(tree, jsontree.Pointer{"spec", "customizations", block}); v != nil {
			require("spec", "customizations", block, "luaScript")
		}
	}
	return errs
}
