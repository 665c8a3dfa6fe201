package bind_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/propagation/bind"
)

// TestFindInLongSelector has an invalid selector with a long operator: the error is for each object with this dependency.
func TestFindInLongSelector(t *testing.T) {
	t.Parallel()
	selector := &metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "app", Operator: metav1.LabelSelectorOperator(strings.Repeat("x", 1<<20))}}}
	_, err := bind.FindIn()(context.Background(), interpreter.Dependency{APIVersion: "v1", Kind: "Secret", Namespace: "shop", LabelSelector: selector})
	require.ErrorContains(t, err, `labelSelector: "xxx`)
	require.Less(t, len(err.Error()), 2000)
}
