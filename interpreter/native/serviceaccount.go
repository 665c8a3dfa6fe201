package native

import (
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override/jsontree"
)

// serviceAccount interprets v1 ServiceAccount.
type serviceAccount struct{}

func (serviceAccount) Kinds() []schema.GroupVersionKind { return kind{"v1", "ServiceAccount"}.kinds() }

// Retain keeps the secrets and the imagePullSecrets that the member cluster has added.
//
//  1. The desired entries come first, unchanged, even with a repeated name.
//  2. The observed entries with new names follow.
//  3. A list without entries is written as null.
//  4. A field that is null or not a list is an error.
//
// An entry that is not an object, or has no string as its name, is an error. Karmada crashes.
func (serviceAccount) Retain(_ context.Context, desired, observed *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	result, err := copyOf(interpreter.Retain, desired)
	if err != nil {
		return nil, err
	}
	for _, key := range []string{"secrets", "imagePullSecrets"} {
		own, names, bad := namedEntries(result.Object, key)
		if bad != nil {
			return nil, fail(interpreter.Retain, desired, bad.at, bad)
		}
		added, addedNames, bad := namedEntries(content(observed), key)
		if bad != nil {
			return nil, failObserved(desired, bad.at, bad)
		}
		occurred := make(map[string]bool, len(names))
		for _, name := range names {
			occurred[name] = true
		}
		for i, name := range addedNames {
			if occurred[name] {
				continue
			}
			entry, err := jsontree.Clone(added[i])
			if err != nil {
				return nil, failObserved(desired, jsontree.Pointer{key}.Index(i), err)
			}
			own, occurred[name] = append(own, entry), true
		}
		result.Object[key] = nil
		if len(own) > 0 {
			result.Object[key] = own
		}
	}
	return result, nil
}

// namedEntries reads a list of objects with names.
func namedEntries(object map[string]any, key string) (list []any, names []string, bad *typeError) {
	v, found := object[key]
	if !found {
		return nil, nil, nil
	}
	list, ok := v.([]any)
	if !ok {
		return nil, nil, &typeError{jsontree.Pointer{key}, v, "a list"}
	}
	for i, e := range list {
		entry, ok := e.(map[string]any)
		if !ok {
			return nil, nil, &typeError{jsontree.Pointer{key}.Index(i), e, "an object"}
		}
		name, ok := entry["name"].(string)
		if !ok {
			return nil, nil, &typeError{jsontree.Pointer{key}.Index(i).Child("name"), entry["name"], "a string"}
		}
		names = append(names, name)
	}
	return list, names, nil
}
