package declared

import (
	"io"
	"reflect"

	kjson "sigs.k8s.io/json"

	"github.com/overridekit/overridekit/interpreter/internal/documents"
)

// MaxBytes is the maximum length of a stream for [Decode].
const MaxBytes = 1 << 20

// Decode reads a stream of YAML documents, each a [Declaration]. It skips empty documents.
//
// An unknown field, a repeated field and a field in another case are errors. Errors have the number of the document, from 1, and then no declarations
// are returned. After 100 documents with errors, the rest of the stream is not read. The errors of a document are cut after 1,000 characters. Decode
// does not check the values of the fields: that is [Declaration.Validate].
func Decode(r io.Reader) ([]Declaration, error) {
	return documents.Decode(r, MaxBytes, func(text []byte) (*Declaration, error) {
		var d Declaration
		strict, err := kjson.UnmarshalStrict(text, &d)
		if err != nil {
			return nil, err
		}
		return &d, documents.Strict(strict, reflect.TypeFor[Declaration]())
	})
}
