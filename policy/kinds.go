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
	karmadaapi "github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/policy/kubeadmiral"
	kubeadmiralapi "github.com/overridekit/overridekit/policy/kubeadmiral/api"
	"github.com/overridekit/overridekit/selector"
)

// kinds are the kinds that are more than objects here. Each is taken in by a function of its own.
var kinds = map[schema.GroupVersionKind]func(*intake, item) error{
	karmadaapi.PolicyGroupVersion.WithKind("OverridePolicy"): func(in *intake, i item) error {
		p := &karmadaapi.OverridePolicy{}
		return in.policy(i, p, &p.Namespace, func() (*override.Policy, error) { return karmada.Compile(p) })
	},
	karmadaapi.PolicyGroupVersion.WithKind("ClusterOverridePolicy"): func(in *intake, i item) error {
		p := &karmadaapi.ClusterOverridePolicy{}
		return in.policy(i, p, nil, func() (*override.Policy, error) { return karmada.Compile(p) })
	},
	karmadaapi.ClusterGroupVersion.WithKind("Cluster"): func(in *intake, i item) error {
		c := &karmadaapi.Cluster{}
		if err := i.into(c); err != nil {
			return err
		}
		if err := in.facts(i, c.DeepCopy().Facts()); err != nil { // a copy, so that the two share nothing
			return err
		}
		in.bundle.ClusterObjects = append(in.bundle.ClusterObjects, c)
		return nil
	},
	karmadaapi.PolicyGroupVersion.WithKind("PropagationPolicy"): func(in *intake, i item) error {
		p := &karmadaapi.PropagationPolicy{}
		return in.whole(i, p, &p.Namespace, func() { in.bundle.Propagation = append(in.bundle.Propagation, p) })
	},
	karmadaapi.PolicyGroupVersion.WithKind("ClusterPropagationPolicy"): func(in *intake, i item) error {
		p := &karmadaapi.ClusterPropagationPolicy{}
		return in.whole(i, p, nil, func() { in.bundle.Propagation = append(in.bundle.Propagation, p) })
	},
	karmadaapi.BindingGroupVersion.WithKind("ResourceBinding"): func(in *intake, i item) error {
		b := &karmadaapi.ResourceBinding{}
		return in.whole(i, b, &b.Namespace, func() { in.bundle.Bindings = append(in.bundle.Bindings, b) })
	},
	karmadaapi.BindingGroupVersion.WithKind("ClusterResourceBinding"): func(in *intake, i item) error {
		b := &karmadaapi.ClusterResourceBinding{}
		return in.whole(i, b, nil, func() { in.bundle.Bindings = append(in.bundle.Bindings, b) })
	},
	karmadaapi.WorkGroupVersion.WithKind("Work"): func(in *intake, i item) error {
		w := &karmadaapi.Work{}
		return in.whole(i, w, &w.Namespace, func() { in.bundle.Works = append(in.bundle.Works, w) })
	},
	kubeadmiralapi.GroupVersion.WithKind("OverridePolicy"): func(in *intake, i item) error {
		p := &kubeadmiralapi.OverridePolicy{}
		return in.policy(i, p, &p.Namespace, func() (*override.Policy, error) { return kubeadmiral.Compile(p) })
	},
	kubeadmiralapi.GroupVersion.WithKind("ClusterOverridePolicy"): func(in *intake, i item) error {
		p := &kubeadmiralapi.ClusterOverridePolicy{}
		return in.policy(i, p, nil, func() (*override.Policy, error) { return kubeadmiral.Compile(p) })
	},
	kubeadmiralapi.GroupVersion.WithKind("FederatedCluster"): func(in *intake, i item) error {
		c := &kubeadmiralapi.FederatedCluster{}
		text, err := i.json()
		if err != nil {
			return err
		}
		if err := kjson.UnmarshalCaseSensitivePreserveInts(text, c); err != nil {
			return fmt.Errorf("%s: %w", nameOf(i.content), typeError(err, i.content))
		}
		return in.facts(i, c.Facts())
	},
}

// versionOf is the group and version in which a kind is known, whatever version is asked for.
func versionOf(kind schema.GroupKind) (known schema.GroupVersion, ok bool) {
	for gvk := range kinds {
		if gvk.GroupKind() == kind {
			return gvk.GroupVersion(), true
		}
	}
	return schema.GroupVersion{}, false
}

// item is one object of a document: the document itself, or an item of the list that it is.
type item struct {
	number  int // of the document
	doc     document
	text    []byte // the object as JSON; nil for an item of a list
	content map[string]any
}

// json is the object as JSON.
func (i item) json() ([]byte, error) {
	if i.text != nil {
		return i.text, nil
	}
	return json.Marshal(i.content)
}

// document takes one document in.
func (in *intake) document(number int, doc document) error {
	text, content, err := doc.parse(in.limits)
	if err != nil && in.decoder.quiet(doc.text) {
		return withoutValues(err)
	}
	if err != nil {
		return err
	}
	in.failed = nil
	if err := in.object(item{number, doc, text, content}); err != nil {
		return err
	}
	return errors.Join(in.failed...)
}

// object takes one object in: of a kind that is known, a list of those, or any other.
func (in *intake) object(i item) error {
	apiVersion, kind, err := typeOf(i.content)
	if obj := (&unstructured.Unstructured{Object: i.content}); err != nil && obj.GetNamespace()+obj.GetName() != "" {
		return fmt.Errorf("%s: %w", nameOf(i.content), err)
	}
	if err != nil {
		return err
	}
	gvk := schema.FromAPIVersionAndKind(apiVersion, kind)
	if take, ok := kinds[gvk]; ok {
		return take(in, i)
	}
	if known, ok := versionOf(gvk.GroupKind()); ok {
		return fmt.Errorf("%s of %s is not known, expected %s", nameOf(i.content), short(apiVersion), known)
	}
	if of, isList := strings.CutSuffix(kind, "List"); isList {
		_, known := kinds[gvk.GroupVersion().WithKind(of)]
		if list, ok := i.content["items"].([]any); ok && (known || apiVersion == "v1" && of == "") {
			in.list(i, list, apiVersion, of)
			return nil
		}
	}
	if err := checkMetadata(i.content); err != nil {
		return fmt.Errorf("%s: %w", nameOf(i.content), err)
	}
	obj := &unstructured.Unstructured{Object: i.content}
	if in.decoder.Namespace != "" && obj.GetNamespace() == "" && !clusterScoped(gvk.GroupKind()) {
		obj.SetNamespace(in.decoder.Namespace)
	}
	in.bundle.Objects = append(in.bundle.Objects, obj)
	return nil
}

// list takes the items of a list in. Items of a typed list often leave out their type. Errors are collected, each with the way to its
// item, because there may be lists in lists.
func (in *intake) list(i item, list []any, apiVersion, kind string) {
	last := len(in.items)
	defer func() { in.items = in.items[:last] }()
	for n, v := range list {
		if len(in.failed) > in.limits.Errors {
			return
		}
		in.items = append(in.items[:last], fmt.Sprintf("items[%d]: ", n))
		if len(in.failed) == in.limits.Errors {
			in.failed = append(in.failed, fmt.Errorf("%sthe document has %d items with errors, the rest of it is not read", strings.Join(in.items, ""), len(in.failed)))
			return
		}
		if err := in.listed(i, v, apiVersion, kind); err != nil {
			in.failed = append(in.failed, fmt.Errorf("%s%w", strings.Join(in.items, ""), err))
		}
	}
}

func (in *intake) listed(i item, v any, apiVersion, kind string) error {
	content, ok := v.(map[string]any)
	if !ok {
		return fmt.Errorf("found %s, expected an object", jsontree.Describe(v))
	}
	if kind != "" && content["kind"] == nil && content["apiVersion"] == nil {
		content["apiVersion"], content["kind"] = apiVersion, kind
	}
	return in.object(item{number: i.number, doc: document{isJSON: true}, content: content})
}

// policy takes a policy in. An empty namespace becomes the decoder's, unless the kind has none.
func (in *intake) policy(i item, p any, namespace *string, compile func() (*override.Policy, error)) error {
	if err := i.into(p); err != nil {
		return err
	}
	if namespace != nil && *namespace == "" {
		*namespace = in.decoder.Namespace
	}
	compiled, err := compile()
	if err != nil {
		return err
	}
	if err := in.once(compiled.Ref(), i.number); err != nil {
		return err
	}
	in.bundle.Policies = append(in.bundle.Policies, compiled)
	if source, ok := p.(karmadaapi.OverrideSource); ok {
		in.bundle.Overrides = append(in.bundle.Overrides, source)
	}
	return nil
}

// facts takes what policies look at of a cluster in. Clusters of all kinds share their names.
func (in *intake) facts(i item, cluster selector.Cluster) error {
	if cluster.Name == "" {
		return fmt.Errorf("%s: metadata.name is missing, expected the cluster's name", nameOf(i.content))
	}
	if err := in.once(override.Ref{Kind: "Cluster", Name: cluster.Name}, i.number); err != nil {
		return err
	}
	in.bundle.Clusters = append(in.bundle.Clusters, cluster)
	return nil
}

// whole takes in what is kept as it is decoded. An empty namespace becomes the decoder's, unless the kind has none.
func (in *intake) whole(i item, to interface{ Ref() override.Ref }, namespace *string, keep func()) error {
	if err := i.into(to); err != nil {
		return err
	}
	if namespace != nil && *namespace == "" {
		*namespace = in.decoder.Namespace
	}
	ref := to.Ref()
	if ref.Name == "" {
		return fmt.Errorf("%s: metadata.name is missing, expected a name", nameOf(i.content))
	}
	if err := in.once(ref, i.number); err != nil {
		return err
	}
	keep()
	return nil
}

// into decodes the item into its Go type, strictly. The error names the item.
func (i item) into(to any) error {
	text, err := i.json()
	if err != nil {
		return err
	}
	if err := i.doc.into(text, i.content, to); err != nil {
		return fmt.Errorf("%s: %w", nameOf(i.content), err)
	}
	return nil
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
