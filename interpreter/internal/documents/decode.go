// Package documents decodes streams of YAML documents that configure interpreters.
package documents

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	utilyaml "k8s.io/apimachinery/pkg/util/yaml"

	"github.com/overridekit/overridekit/override/words"
	"github.com/overridekit/overridekit/override/yamltext"
)

// Decode reads a stream of at most maxBytes bytes, and calls decode with each YAML document as JSON. Empty documents are skipped and not counted. An
// error has the number of its document, from 1, and then there is no result. After 100 documents with errors, the rest is not decoded. The errors of a
// document are cut after 1,000 characters. A nil reader is an error.
func Decode[T any](r io.Reader, maxBytes int, decode func(text []byte) (*T, error)) ([]T, error) {
	if r == nil {
		return nil, errors.New("the stream is nil, expected a reader")
	}
	stream, err := io.ReadAll(io.LimitReader(r, int64(maxBytes)+1))
	if err != nil {
		return nil, err
	}
	if len(stream) > maxBytes {
		return nil, fmt.Errorf("the stream is longer than %d bytes", maxBytes)
	}
	var all []T
	var errs []error
	// The reader loses a last line of n × 4096 bytes without a line break.
	documents := utilyaml.NewYAMLReader(bufio.NewReader(bytes.NewReader(append(stream, '\n'))))
	for number := 1; ; {
		document, err := documents.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil { // the end of the document is unknown
			errs = append(errs, fmt.Errorf("document %d: %w", number, words.ClipError(err, maxMessage)))
			break
		}
		text, err := toJSON(document)
		if err == nil && string(text) == "null" {
			continue
		}
		var v *T
		if err == nil {
			v, err = decode(text)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("document %d: %w", number, words.ClipError(err, maxMessage)))
		} else {
			all = append(all, *v)
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

// maxMessage is the number of characters of the errors of a document.
const maxMessage = 1000

// Limits of a document.
const (
	maxExpanded = 16 << 20 // bytes, when its aliases are written out
	maxDepth    = 500
)

// toJSON returns a document as JSON: null if it is empty.
func toJSON(document []byte) ([]byte, error) {
	if err := yamltext.Check(document); err != nil {
		return nil, err
	}
	if err := yamltext.CheckSize(document, maxExpanded, maxDepth); err != nil {
		return nil, err
	}
	return yamltext.ToJSONStrict(document)
}
