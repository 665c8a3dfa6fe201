package policy

import (
	"errors"
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/json"
	kjson "sigs.k8s.io/json"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/karmada"
)

// document takes one document in.
func (in *intake) document(number int, doc document) error {
	text, content, err := doc.parse(in.limits)
	if err != nil {
		return err
	}
	return in.object(number, doc, content, text)
}

// object takes one object in: a policy, a cluster, a list of them, or any other. text is the object as JSON.
func (in *intake) object(number int, doc document, content map[string]any, text []byte) error {
	apiVersion, kind, err := typeOf(content)
	if err != nil {
		return err
	}
	gvk := schema.FromAPIVersionAndKind(apiVersion, kind)
	item, isList := strings.CutSuffix(kind, "List")
	items, hasItems := content["items"].([]any)
	switch {
	case isList && hasItems && (item == "" && gvk.Group == "" || dialectKind(gvk.Group, item)):
		var errs []error
		for i, v := range items {
			if err := in.item(number, v, apiVersion, item); err != nil {
				errs = append(errs, fmt.Errorf("items[%d]: %w", i, err))
			}
		}
		return errors.Join(errs...)
	case dialectKind(gvk.Group, kind) && gvk.Version != "v1alpha1":
		return fmt.Errorf("%s of %s is not known, expected %s/v1alpha1", kind, apiVersion, gvk.Group)
	case gvk == karmada.PolicyGroupVersion.WithKind("OverridePolicy"):
		p := &karmada.OverridePolicy{}
		return in.policy(number, doc, content, text, p, func() {
			if p.Namespace == "" {
				p.Namespace = in.decoder.Namespace
			}
		})
	case gvk == karmada.PolicyGroupVersion.WithKind("ClusterOverridePolicy"):
		return in.policy(number, doc, content, text, &karmada.ClusterOverridePolicy{}, func() {})
	case gvk == karmada.ClusterGroupVersion.WithKind("Cluster"):
		c := &karmada.Cluster{}
		if err := kjson.UnmarshalCaseSensitivePreserveInts(text, c); err != nil {
			return fmt.Errorf("%s: %w", nameOf(content), typeError(err, content))
		}
		if c.Name == "" {
			return errors.New("Cluster: metadata.name is missing, expected the cluster's name")
		}
		if err := in.once(override.Ref{APIVersion: apiVersion, Kind: kind, Name: c.Name}, number); err != nil {
			return err
		}
		in.bundle.Clusters = append(in.bundle.Clusters, c.Facts())
		return nil
	}
	obj := &unstructured.Unstructured{Object: content}
	if err := checkMetadata(content); err != nil {
		return fmt.Errorf("%s: %w", nameOf(content), err)
	}
	if in.decoder.Namespace != "" && obj.GetNamespace() == "" && !clusterScoped(gvk.GroupKind()) {
		obj.SetNamespace(in.decoder.Namespace)
	}
	in.bundle.Objects = append(in.bundle.Objects, obj)
	return nil
}

// item takes one item of a list in. Items of a typed list often leave out their type.
func (in *intake) item(number int, v any, apiVersion, kind string) error {
	content, ok := v.(map[string]any)
	if !ok {
		return fmt.Errorf("found %s, expected an object", jsontree.Describe(v))
	}
	if kind != "" && content["kind"] == nil && content["apiVersion"] == nil {
		content["apiVersion"], content["kind"] = apiVersion, kind
	}
	text, err := json.Marshal(content)
	if err != nil {
		return err
	}
	return in.object(number, document{text: text, isJSON: true}, content, text)
}

// policy takes a policy in. complete is called between decoding and compiling.
func (in *intake) policy(number int, doc document, content map[string]any, text []byte, p karmada.Source, complete func()) error {
	if err := doc.into(text, content, p); err != nil {
		return fmt.Errorf("%s: %w", nameOf(content), err)
	}
	complete()
	compiled, err := karmada.Compile(p)
	if err != nil {
		return err
	}
	if err := in.once(compiled.Ref(), number); err != nil {
		return err
	}
	in.bundle.Policies = append(in.bundle.Policies, compiled)
	return nil
}

// dialectKind tells whether a kind is one of those that are more than objects here, in whatever version.
func dialectKind(group, kind string) bool {
	switch group {
	case karmada.PolicyGroupVersion.Group:
		return kind == "OverridePolicy" || kind == "ClusterOverridePolicy"
	case karmada.ClusterGroupVersion.Group:
		return kind == "Cluster"
	}
	return false
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

// checkMetadata refuses metadata that no API server would take and that policies could make no sense of.
func checkMetadata(content map[string]any) error {
	for _, path := range [][]string{{"metadata"}, {"metadata", "labels"}, {"metadata", "annotations"}} {
		v, exists := jsontree.Get(content, path)
		if !exists || v == nil && len(path) > 1 {
			continue
		}
		if _, ok := v.(map[string]any); !ok {
			return fmt.Errorf("%s is %s, expected an object", strings.Join(path, "."), jsontree.Describe(v))
		}
	}
	return nil
}

// nameOf names an object that may be malformed.
func nameOf(content map[string]any) string {
	obj := unstructured.Unstructured{Object: content}
	return override.Ref{Kind: obj.GetKind(), Namespace: obj.GetNamespace(), Name: obj.GetName()}.String()
}
