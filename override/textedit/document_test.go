package textedit_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/textedit"
)

// TestMissingDocument edits documents that the text does not have.
func TestMissingDocument(t *testing.T) {
	t.Parallel()
	patch, err := textedit.NewPatch(textedit.Operation{Op: jsontree.Test, Value: []byte("null")})
	require.NoError(t, err)
	for document, want := range map[int]string{
		2:  "the text has 2 documents, document 2 is out of range",
		-1: "document -1 is out of range, expected an index from 0",
	} {
		_, err := patch.YAML([]byte("a: 1\n---\na: 2\n"), document)
		require.EqualError(t, err, want)
	}
}
