package declared

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	kjson "sigs.k8s.io/json"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/override/textedit"
)

// MaxBytes is the maximum length of a stream for [Decode].
const MaxBytes = 1 << 20

// Decode reads a stream of YAML documents, each a [Declaration]. It skips empty documents.
//
// An unknown field, a repeated field and a field in another case are errors. Errors have the number of the document,
// from 1, and then no declarations are returned. After 100 documents with errors, the rest of the stream is not read. Decode does not check the values of the fields: that is [Declaration.Validate].
func Decode(r io.Reader) ([]Declaration, error) {
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
	var all []Declaration
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
		d, err := decode(document)
		switch {
		case err != nil:
			errs = append(errs, fmt.Errorf("document %d: %w", number, err))
		case d == nil:
			continue
		default:
			all = append(all, *d)
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

// maxErrors is the number of documents with errors after which a stream is not read further.
const maxErrors = 100

// Limits of a document.
const (
	maxDirectives     = 10
	maxDirectiveBytes = 1000     // the prefix of a %TAG is copied for every tag that uses it
	maxExpanded       = 16 << 20 // bytes, when its aliases are written out
	maxDepth          = 500
)

// decode reads one document; nil if it is empty.
func decode(document []byte) (*Declaration, error) {
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
	var d Declaration
	strict, err := kjson.UnmarshalStrict(text, &d)
	if err != nil {
		return nil, err
	}
	return &d, errors.Join(strict...)
}
