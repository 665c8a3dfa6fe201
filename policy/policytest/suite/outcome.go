package suite

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/textedit"
)

// outcome is the content of want.yaml.
type outcome struct {
	parts []part
}

// part is a part of want.yaml: the outcome of an object in some clusters, or what is wrong with a document or a policy.
type part struct {
	title    string // the first comment
	heading  string // the further comments
	body     string // the YAML of the object
	object   *unstructured.Unstructured
	clusters []string
	variant  override.Variant
}

func (p *part) text() string {
	if p.title == "" {
		return p.heading + p.body
	}
	return comments(p.title) + p.heading + p.body
}

func (o *outcome) text() string {
	var texts []string
	for i := range o.parts {
		texts = append(texts, o.parts[i].text())
	}
	return strings.Join(texts, partMark)
}

// outcome applies the policies to every object for every cluster, and adds what they did to effects. In a cell of a matrix, what the case's own policies did
// not do is left to [Suite.Untested].
func (in *input) outcome(to *effects, cell bool) (*outcome, error) {
	var ofObjects []part
	for _, object := range in.objects {
		variants := in.set.Select(object).Variants(in.clusters)
		to.observe(in, object, variants)
		parts, err := in.partsOf(object, variants)
		if err != nil {
			return nil, err
		}
		ofObjects = append(ofObjects, parts...)
	}
	o := &outcome{}
	var lines []string
	for _, err := range in.unread {
		lines = append(lines, "error: "+err.Error())
	}
	if len(lines) > 0 {
		o.parts = append(o.parts, part{heading: comments(lines...)})
	}
	for _, p := range in.Policies {
		var lines []string
		for _, fault := range p.Faults() {
			lines = append(lines, "warning: "+fault.Error())
		}
		if in.own[p.Ref()] && !cell && len(in.objects) > 0 {
			for _, idle := range to.idle(p) {
				lines = append(lines, "no effect: "+idle)
			}
		}
		if len(lines) > 0 {
			o.parts = append(o.parts, part{title: p.Ref().String(), heading: comments(lines...)})
		}
	}
	o.parts = append(o.parts, ofObjects...)
	return o, nil
}

// partsOf returns each distinct outcome of an object once, with its clusters.
func (in *input) partsOf(object *unstructured.Unstructured, variants []override.Variant) ([]part, error) {
	var parts []part
	at := map[string]int{}
	order := map[string]int{}
	for i, c := range in.clusters {
		order[c.Name] = i
	}
	for _, variant := range variants {
		p, err := in.partOf(object, variant)
		if err != nil {
			return nil, err
		}
		key := p.text()
		if i, known := at[key]; known {
			parts[i].clusters = append(parts[i].clusters, variant.Clusters...)
			continue
		}
		at[key] = len(parts)
		parts = append(parts, p)
	}
	ref := override.Ref{Kind: object.GetKind(), Namespace: object.GetNamespace(), Name: object.GetName()}
	for i := range parts {
		p := &parts[i]
		slices.SortFunc(p.clusters, func(a, b string) int { return order[a] - order[b] })
		p.title = ref.String() + " in " + strings.Join(p.clusters, ", ") + p.title
	}
	return parts, nil
}

// partOf returns the outcome of an object in the clusters of a variant. The title is only its end.
func (in *input) partOf(object *unstructured.Unstructured, v override.Variant) (part, error) {
	p := part{object: object, clusters: slices.Clone(v.Clusters), variant: v}
	var failed *override.Error
	if errors.As(v.Err, &failed) {
		lines := []string{"error: " + override.Origin{Policy: failed.Policy, At: failed.At}.String() + ": " + failed.Err.Error()}
		if failed.Divergence != nil {
			lines = append(lines, "warning: "+failed.Divergence.String())
		}
		p.heading = comments(lines...)
		return p, nil
	}
	if v.Err != nil {
		return p, v.Err
	}
	var lines []string
	for _, ref := range v.Result.Missing() {
		lines = append(lines, "missing: "+ref.String()+": the object names this policy, which does not exist")
	}
	for _, w := range v.Result.Warnings() {
		lines = append(lines, "warning: "+w.String())
	}
	for _, d := range v.Result.Divergences() {
		lines = append(lines, "warning: "+d.String())
	}
	for _, s := range v.Result.Skips() {
		lines = append(lines, "skip: "+s.Origin.String()+": "+s.Reason)
	}
	p.heading = comments(append(lines, emptyRules(in.set, v.Result)...)...)
	changed := v.Result.SharedContent()
	if reflect.DeepEqual(changed, object.Object) {
		p.title = unchangedMark
		return p, nil
	}
	text, err := asYAML(changed)
	p.body = string(text)
	return p, err
}

// asYAML returns a value as YAML, by way of its JSON.
func asYAML(v any) ([]byte, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return textedit.FromJSON(text)
}
