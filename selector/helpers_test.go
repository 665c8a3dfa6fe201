package selector_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/selector"
)

// web is the object of most cases.
var web = selector.Object{
	APIVersion: "apps/v1", Kind: "Deployment", Namespace: "prod", Name: "web",
	Labels: map[string]any{"app": "web", "env": "dev"},
}

// deployments selects Deployments with a namespace, a name and labels.
func deployments(namespace, name string, labels *metav1.LabelSelector) selector.ObjectSelector {
	return selector.ObjectSelector{APIVersion: "apps/v1", Kind: "Deployment", Namespace: namespace, Name: name, LabelSelector: labels}
}

func matchLabels(key, value string) *metav1.LabelSelector {
	return &metav1.LabelSelector{MatchLabels: map[string]string{key: value}}
}

func matchExpression(key, operator string, values ...string) *metav1.LabelSelector {
	return &metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{
		{Key: key, Operator: metav1.LabelSelectorOperator(operator), Values: values},
	}}
}

// fieldsOf returns the fields of the errors in the aggregate that the constructors return.
func fieldsOf(t *testing.T, err error) []string {
	t.Helper()
	var aggregate utilerrors.Aggregate
	require.ErrorAs(t, err, &aggregate)
	var fields []string
	for _, err := range aggregate.Errors() {
		var fault *field.Error
		require.True(t, errors.As(err, &fault), "%T", err)
		fields = append(fields, fault.Field)
	}
	return fields
}
