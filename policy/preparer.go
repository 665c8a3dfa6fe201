package policy

import (
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/selector"
)

// preparer prepares one document.
type preparer struct {
	settings Decoder
	limits   Limits
	failed   int // items
}

// prepare prepares a value of a kind that has a Go type, the items of a list, or an object.
func (p *preparer) prepare(i item) part {
	gvk, err := i.kind()
	if err != nil {
		return part{err: err, lines: i.lines}
	}
	if decode, ok := kinds[gvk]; ok {
		add, err := decode(p, i)
		return part{err: err, add: add, lines: i.lines}
	}
	if err := checkKind(gvk, i.content); err != nil {
		return part{err: err, lines: i.lines}
	}
	if kind, isList := strings.CutSuffix(gvk.Kind, "List"); isList {
		apiVersion := gvk.GroupVersion().String()
		_, known := kinds[gvk.GroupVersion().WithKind(kind)]
		if list, ok := i.content["items"].([]any); ok && (known || apiVersion == "v1" && kind == "" || kind != "" && isTypedList(i.content, list)) {
			return part{items: p.prepareItems(i, list, apiVersion, kind), lines: i.lines}
		}
	}
	if err := checkMetadata(i.content, p.settings.Hide); err != nil {
		return part{err: fmt.Errorf("%s: %w", nameOf(i.content), err), lines: i.lines}
	}
	object := &unstructured.Unstructured{Object: i.content}
	if IsControlPlane(gvk.GroupKind()) {
		return part{lines: i.lines, add: func(d *decoder) error {
			d.bundle.Unread = append(d.bundle.Unread, object)
			d.bundle.places.add(override.RefOf(object), i.place)
			return nil
		}}
	}
	return part{lines: i.lines, add: func(d *decoder) error {
		d.bundle.Objects = append(d.bundle.Objects, object)
		d.objects = append(d.objects, i.place)
		return nil
	}}
}

// isTypedList reports whether a document of a kind such as DeploymentList is a list of objects: it has no name, unlike an object whose kind ends in List.
func isTypedList(content map[string]any, items []any) bool {
	object := unstructured.Unstructured{Object: content}
	isObject := func(v any) bool { _, ok := v.(map[string]any); return ok }
	return object.GetName() == "" && object.GetGenerateName() == "" && !slices.ContainsFunc(items, func(v any) bool { return !isObject(v) })
}

// prepareItems prepares the items of a list, up to the one at which the decoder finds too many errors.
func (p *preparer) prepareItems(i item, list []any, apiVersion, kind string) []part {
	parts := make([]part, 0, len(list))
	for n, v := range list {
		if p.failed >= p.limits.Errors {
			return append(parts, part{}) // the decoder finds as many errors at least, so it does not look at this part
		}
		parts = append(parts, p.prepareItem(i, n, v, apiVersion, kind))
		if parts[n].err != nil {
			p.failed++
		}
	}
	return parts
}

// prepareItem prepares an item of a list. Items of a typed list often leave out their type.
func (p *preparer) prepareItem(i item, n int, v any, apiVersion, kind string) part {
	lines := &positions{outer: i.lines, index: n}
	content, ok := v.(map[string]any)
	if !ok {
		return part{err: fmt.Errorf("found %s, expected an object", jsontree.Describe(v)), lines: lines}
	}
	if kind != "" && content["kind"] == nil && content["apiVersion"] == nil {
		content["apiVersion"], content["kind"] = apiVersion, kind
	}
	return p.prepare(item{number: i.number, content: content, place: &place{outer: i.place, index: n}, lines: lines})
}

// policy decodes and compiles a policy. An empty namespace becomes the decoder's, unless it is nil, because the kind has no
// namespace.
func (p *preparer) policy(i item, to any, namespace *string, compile func() (*override.Policy, error)) (add, error) {
	if err := p.decode(i, to, namespace); err != nil {
		return nil, err
	}
	compiled, err := compile()
	if err != nil {
		return nil, err
	}
	return func(d *decoder) error { return d.addPolicy(i, to, compiled) }, nil
}

// cluster prepares a cluster. The bundle has its selector-visible fields. Two clusters must not have the same name, whatever their kinds.
func (p *preparer) cluster(i item, facts selector.Cluster, add func(*Bundle)) (add, error) {
	if facts.Name == "" {
		return nil, fmt.Errorf("%s: metadata.name is missing, expected the cluster's name", nameOf(i.content))
	}
	return func(d *decoder) error {
		return d.addNamed(i, override.Ref{Kind: "Cluster", Name: facts.Name}, func(b *Bundle) {
			b.Clusters = append(b.Clusters, facts)
			add(b)
		})
	}, nil
}

// named decodes a value that the bundle keeps as it is. Its name must be unique.
func (p *preparer) named(i item, to interface {
	Ref() override.Ref
	GetGenerateName() string
}, namespace *string, add func(*Bundle)) (add, error) {
	if err := p.decode(i, to, namespace); err != nil {
		return nil, err
	}
	ref := to.Ref()
	if ref.Name == "" && to.GetGenerateName() == "" {
		return nil, fmt.Errorf("%s: metadata.name is missing, expected a name", nameOf(i.content))
	}
	return func(d *decoder) error { return d.addNamed(i, ref, add) }, nil
}

// decode decodes an item into its Go type, strictly, and sets the namespace, see [preparer.policy]. The error names the item.
func (p *preparer) decode(i item, to any, namespace *string) error {
	if err := decodeItem(i, to, p.limits, p.settings.Hide); err != nil {
		return inError{nameOf(i.content) + ": ", err}
	}
	if namespace != nil && *namespace == "" {
		*namespace = p.settings.Namespace
	}
	return nil
}
