package policy

import (
	"errors"
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	karmadaapi "github.com/overridekit/overridekit/policy/karmada/api"
	kubeadmiralapi "github.com/overridekit/overridekit/policy/kubeadmiral/api"
	"github.com/overridekit/overridekit/selector"
)

// decoder decodes one stream into a bundle.
type decoder struct {
	settings Decoder
	limits   Limits
	bundle   Bundle
	seen     map[override.Ref]int // everything but objects, and the documents they were in
	errs     []error

	items  []string // the list items that are being decoded, each in the one before: "items[3]: "
	failed []error  // the errors of items of this document

	objects []*place // of bundle.Objects
}

// addDocument decodes one document and adds what it contains.
func (d *decoder) addDocument(number int, doc document) error {
	if doc.broken != nil {
		return doc.broken
	}
	complete, tail := doc.checkTail(d.limits)
	if !complete {
		return tail
	}
	if tail != nil {
		return errors.Join(d.addFirst(number, doc), tail)
	}
	return d.addFirst(number, doc)
}

// addFirst decodes the first node of a document and adds what it contains.
func (d *decoder) addFirst(number int, doc document) error {
	text, content, err := doc.parse(d.limits)
	if err != nil && d.settings.quiet(doc.text) {
		hidden := parsedByLine(withoutValues(err))
		if errors.Is(err, ErrNotObject) {
			return notObject{hidden}
		}
		return hidden
	}
	if err != nil {
		return parsedByLine(err)
	}
	d.failed = nil
	if err := d.add(item{number, doc, text, content, &place{document: doc, number: number}, &positions{document: doc}}); err != nil {
		if content["apiVersion"] == nil && content["kind"] == nil {
			return notObject{err}
		}
		return err
	}
	return errors.Join(d.failed...)
}

// add adds a value of a kind that has a Go type, the items of a list, or an object.
func (d *decoder) add(i item) error {
	gvk, err := i.kind()
	if err != nil {
		return err
	}
	if add, ok := kinds[gvk]; ok {
		return add(d, i)
	}
	if err := checkKind(gvk, i.content); err != nil {
		return err
	}
	if kind, isList := strings.CutSuffix(gvk.Kind, "List"); isList {
		apiVersion := gvk.GroupVersion().String()
		_, known := kinds[gvk.GroupVersion().WithKind(kind)]
		if list, ok := i.content["items"].([]any); ok && (known || apiVersion == "v1" && kind == "") {
			d.addList(i, list, apiVersion, kind)
			return nil
		}
	}
	if err := checkMetadata(i.content); err != nil {
		return fmt.Errorf("%s: %w", nameOf(i.content), err)
	}
	d.bundle.Objects = append(d.bundle.Objects, &unstructured.Unstructured{Object: i.content})
	d.objects = append(d.objects, i.place)
	return nil
}

// addList adds the items of a list. Items of a typed list often leave out their type. Errors are collected, each with the path to its
// item, because lists can contain lists.
func (d *decoder) addList(i item, list []any, apiVersion, kind string) {
	last := len(d.items)
	defer func() { d.items = d.items[:last] }()
	for n, v := range list {
		if len(d.failed) > d.limits.Errors {
			return
		}
		d.items = append(d.items[:last], fmt.Sprintf("items[%d]: ", n))
		if len(d.failed) == d.limits.Errors {
			d.failed = append(d.failed, fmt.Errorf("%sthe document has %d items with errors; the rest was not read", strings.Join(d.items, ""), len(d.failed)))
			return
		}
		if err := d.addItem(i, n, v, apiVersion, kind); err != nil {
			d.failed = append(d.failed, inError{strings.Join(d.items, ""), err})
		}
	}
}

func (d *decoder) addItem(i item, n int, v any, apiVersion, kind string) error {
	lines := &positions{outer: i.lines, index: n}
	content, ok := v.(map[string]any)
	if !ok {
		return lineError{lines.nearestLine(nil), fmt.Errorf("found %s, expected an object", jsontree.Describe(v))}
	}
	if kind != "" && content["kind"] == nil && content["apiVersion"] == nil {
		content["apiVersion"], content["kind"] = apiVersion, kind
	}
	err := d.add(item{number: i.number, doc: document{isJSON: true}, content: content, place: &place{outer: i.place, index: n}, lines: lines})
	if err == nil {
		return nil
	}
	all := byLine(err)
	errs := make([]error, len(all))
	for i, e := range all {
		if e.line == 0 {
			e.line = lines.nearestLine(nil)
		}
		errs[i] = e
	}
	return errors.Join(errs...)
}

// placeObjects adds the places of the objects, whose names are known at the end of the stream.
func (d *decoder) placeObjects() {
	for i, object := range d.bundle.Objects {
		d.bundle.places.add(override.RefOf(object), d.objects[i])
	}
}

// addPolicy decodes, compiles and adds a policy. An empty namespace becomes the decoder's, unless the kind has none.
func (d *decoder) addPolicy(i item, p any, namespace *string, compile func() (*override.Policy, error)) error {
	if err := d.decode(i, p); err != nil {
		return err
	}
	if namespace != nil && *namespace == "" {
		*namespace = d.settings.Namespace
	}
	compiled, err := compile()
	if err != nil {
		return err
	}
	if err := d.checkUnique(compiled.Ref(), i.number); err != nil {
		return err
	}
	d.bundle.Policies = append(d.bundle.Policies, compiled)
	d.bundle.places.add(compiled.Ref(), i.place)
	switch source := p.(type) {
	case karmadaapi.OverrideSource:
		d.bundle.Overrides = append(d.bundle.Overrides, source)
	case kubeadmiralapi.OverrideSource:
		d.bundle.KubeAdmiralOverrides = append(d.bundle.KubeAdmiralOverrides, source)
	}
	return nil
}

// addCluster adds the cluster's selector-visible fields. Clusters of all kinds share their names.
func (d *decoder) addCluster(i item, cluster selector.Cluster) error {
	if cluster.Name == "" {
		return fmt.Errorf("%s: metadata.name is missing, expected the cluster's name", nameOf(i.content))
	}
	ref := override.Ref{Kind: "Cluster", Name: cluster.Name}
	if err := d.checkUnique(ref, i.number); err != nil {
		return err
	}
	d.bundle.Clusters = append(d.bundle.Clusters, cluster)
	d.bundle.places.add(ref, i.place)
	return nil
}

// addObject decodes a value and adds it as it is. An empty namespace becomes the decoder's, unless the kind has none.
func (d *decoder) addObject(i item, to interface {
	Ref() override.Ref
	GetGenerateName() string
}, namespace *string, add func()) error {
	if err := d.decode(i, to); err != nil {
		return err
	}
	if namespace != nil && *namespace == "" {
		*namespace = d.settings.Namespace
	}
	ref := to.Ref()
	if ref.Name == "" && to.GetGenerateName() == "" {
		return fmt.Errorf("%s: metadata.name is missing, expected a name", nameOf(i.content))
	}
	if err := d.checkUnique(ref, i.number); err != nil {
		return err
	}
	add()
	d.bundle.places.add(ref, i.place)
	return nil
}

// checkUnique returns an error for what an earlier document has defined already. Each object with only a generateName is another one.
func (d *decoder) checkUnique(what override.Ref, document int) error {
	if what.Name == "" {
		return nil
	}
	if first, ok := d.seen[what]; ok {
		what.Namespace, what.Name = short(what.Namespace), short(what.Name)
		return fmt.Errorf("%s is already defined in document %d", what, first)
	}
	d.seen[what] = document
	return nil
}

// decode decodes an item into its Go type, strictly. The error names the item.
func (d *decoder) decode(i item, to any) error {
	if err := decodeItem(i, to, d.limits, d.settings.Hide); err != nil {
		return inError{nameOf(i.content) + ": ", err}
	}
	return nil
}
