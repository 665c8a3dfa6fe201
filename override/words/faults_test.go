package words_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/override/words"
)

// TestFaultsNil has lists with nil, which a caller may have built.
func TestFaultsNil(t *testing.T) {
	t.Parallel()
	fault := field.Required(field.NewPath("a"), "b")
	require.NoError(t, words.Faults(field.ErrorList{nil}), "there is no fault")
	all := field.ErrorList{nil, fault}
	err := words.Faults(all)
	require.EqualError(t, err, "a: Required value: b")
	require.ErrorIs(t, err, fault)
	require.Nil(t, all[0], "the list is not written")
}
