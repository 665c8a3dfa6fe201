package native

import (
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// secret interprets v1 Secret.
type secret struct{}

func (secret) Kinds() []schema.GroupVersionKind { return kind{"v1", "Secret"}.kinds() }

// Retain keeps the data of a service account's token, which the member cluster sets. The desired type decides which secret is a token.
// Observed data that are null, or not only strings, are an error. Other secrets stay as desired.
func (secret) Retain(_ context.Context, desired, observed *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	if isToken(desired) {
		return retain(desired, observed, retainedField{[]string{"data"}, texts})
	}
	return retain(desired, observed)
}

// Retains reports whether the desired secret is a token. It implements [interpreter.RetainFilter].
func (secret) Retains(desired *unstructured.Unstructured) bool { return isToken(desired) }

func isToken(desired *unstructured.Unstructured) bool {
	return content(desired)["type"] == "kubernetes.io/service-account-token"
}
