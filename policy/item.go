package policy

import (
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/json"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/selector"
)

// item is one object of a document: the document itself or, if it is a list, one of its items.
type item struct {
	number  int    // of the document
	text    []byte // the document as JSON; nil for an item of a list
	content map[string]any
	place   *place
	lines   *positions
}

// json returns the object as JSON, as it is written or as sigs.k8s.io/yaml makes it. That of an item of a list is made.
func (i item) json() ([]byte, error) {
	if i.text != nil {
		return i.text, nil
	}
	return json.Marshal(i.content)
}

// kind returns the apiVersion and kind. The error names the item if it has a name.
func (i item) kind() (schema.GroupVersionKind, error) {
	apiVersion, kind, err := typeOf(i.content)
	if obj := (&unstructured.Unstructured{Object: i.content}); err != nil && obj.GetNamespace()+obj.GetName() != "" {
		err = fmt.Errorf("%s: %w", nameOf(i.content), err)
	}
	return schema.FromAPIVersionAndKind(apiVersion, kind), err
}

func typeOf(content map[string]any) (apiVersion, kind string, err error) {
	for _, f := range []struct {
		name string
		to   *string
	}{{"apiVersion", &apiVersion}, {"kind", &kind}} {
		v, exists := content[f.name]
		text, ok := v.(string)
		switch {
		case !exists:
			return "", "", fmt.Errorf("%s is missing, expected a string", f.name)
		case !ok || text == "":
			return "", "", fmt.Errorf("%s is %s, expected a string", f.name, jsontree.Describe(v))
		}
		*f.to = text
	}
	return apiVersion, kind, nil
}

// checkMetadata refuses metadata that no API server accepts and that policies cannot read.
func checkMetadata(content map[string]any, hide redact.Places) error {
	for _, path := range [][]string{{"metadata"}, {"metadata", "labels"}, {"metadata", "annotations"}} {
		v, exists := jsontree.Get(content, path)
		if !exists || v == nil && len(path) > 1 {
			continue
		}
		if _, ok := v.(map[string]any); !ok {
			describe := jsontree.Describe
			if hide.Of(selector.ObjectOf(content)).Touches(path) {
				describe = jsontree.DescribeHidden // an annotation may be secret
			}
			return fmt.Errorf("%s is %s, expected an object", strings.Join(path, "."), describe(v))
		}
	}
	return nil
}
