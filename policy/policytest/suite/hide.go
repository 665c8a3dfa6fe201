package suite

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/override/yamltext"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/selector"
)

// masker hides values in the text of golden files. Each distinct value has a number, so that texts still differ where values do. It is not safe for
// concurrent use.
type masker struct {
	places  redact.Places
	numbers map[string]int // by the JSON of the value
}

func newMasker(places redact.Places) *masker { return &masker{places, map[string]int{}} }

// text returns a text of several parts without hidden values.
func (m *masker) text(text string) string {
	if reflect.ValueOf(m.places).Pointer() == reflect.ValueOf(redact.Nothing).Pointer() {
		return text
	}
	parts := strings.Split("\n"+text, "\n"+partMark)
	for i, part := range parts {
		begin := len(part) - len(strings.TrimPrefix(part, "\n"))
		end := begin + headingEnd(part[begin:])
		kind, _, _ := strings.Cut(strings.TrimPrefix(part[begin:end], "# "), " ")
		if masked, hides := m.body(kind, part[end:]); hides {
			parts[i] = part[:end] + strings.TrimSuffix(masked, "\n") + part[len(strings.TrimSuffix(part, "\n")):]
		}
	}
	return strings.Join(parts, "\n"+partMark)[1:]
}

// otherBreaks are the line breaks of YAML except \n.
const otherBreaks = "\r\u0085\u2028\u2029"

// headingEnd returns where the comments at the beginning of a part end.
func headingEnd(part string) int {
	end := 0
	for row := range strings.Lines(part) {
		if !strings.HasPrefix(row, "#") || strings.ContainsAny(row, otherBreaks) {
			break
		}
		end += len(row)
	}
	return end
}

// marker is the start or end marker of a YAML document.
var marker = regexp.MustCompile("(^|[\n" + otherBreaks + "])(---|\\.\\.\\.)")

// body returns the YAML of an object without hidden values. It reports whether there are any. The kind is that in the title of the part: a policy may
// have changed it. What is not a single object has hidden values, because it may be a part of one.
func (m *masker) body(kind, body string) (masked string, hides bool) {
	if strings.TrimSpace(body) == "" {
		return body, false
	}
	var object map[string]any
	asJSON, err := yamltext.ToJSON([]byte(body))
	if err == nil {
		err = utiljson.Unmarshal(asJSON, &object)
	}
	if err != nil || object == nil || marker.MatchString(body) || !jsontree.Fits(object) {
		return redact.Mask + " (not the YAML of an object)", true
	}
	region := m.regionOf(kind, object)
	if len(region) == 0 {
		return body, false
	}
	text, err := asYAML(m.number(object, region.Value(nil, object)))
	if err != nil {
		return redact.Mask, true
	}
	return string(text), true
}

// regionOf returns the hidden places of an object, and of the objects in a Work with the annotations that repeat their values. A manifest is hidden as a
// whole if the binding of the Work is that of another object: a policy may have changed the kind of a Secret.
func (m *masker) regionOf(kind string, object map[string]any) redact.Region {
	region := m.places.Of(selector.ObjectOf(object)).With(m.places.Of(selector.Object{Kind: kind}))
	at := jsontree.Pointer{"spec", "workload", "manifests"}
	found, _ := jsontree.Get(object, at)
	manifests, _ := found.([]any)
	hides := false
	for i, manifest := range manifests {
		if manifest, ok := manifest.(map[string]any); ok {
			u := unstructured.Unstructured{Object: manifest}
			inside := m.places.Of(selector.ObjectOf(manifest))
			if !binds(object, api.BindingName(u.GetKind(), u.GetName())) {
				inside = redact.Region{{}}
			}
			hides = hides || len(inside) > 0
			region = region.With(inside.Below(at.Child(strconv.Itoa(i))))
		}
	}
	if hides {
		for _, key := range []string{api.AppliedOverridesAnnotation, api.AppliedClusterOverridesAnnotation, redact.LastApplied} {
			region = region.With(redact.Region{{"metadata", "annotations", key}})
		}
	}
	return region
}

// binds reports whether a Work is of the binding with a name.
func binds(work map[string]any, name string) bool {
	of := unstructured.Unstructured{Object: work}
	return slices.Contains([]string{of.GetAnnotations()[api.BindingNameAnnotation], of.GetAnnotations()[api.ClusterBindingNameAnnotation]}, name)
}

// number returns a value in which masks have the numbers of the values that they hide.
func (m *masker) number(value, masked any) any {
	switch masked := masked.(type) {
	case map[string]any:
		values, _ := value.(map[string]any)
		all := make(map[string]any, len(masked))
		for _, key := range slices.Sorted(maps.Keys(masked)) { // the order of the numbers
			all[key] = m.number(values[key], masked[key])
		}
		return all
	case []any:
		values, _ := value.([]any)
		all := make([]any, len(masked))
		for i := range masked {
			all[i] = m.number(values[i], masked[i])
		}
		return all
	}
	if masked != redact.Mask {
		return masked
	}
	text, _ := json.Marshal(value) // it was read from JSON
	n, known := m.numbers[string(text)]
	if !known {
		n = len(m.numbers) + 1
		m.numbers[string(text)] = n
	}
	return fmt.Sprintf("%s (%d)", redact.Mask, n)
}

// hidden returns the outcome without hidden values, for differences.
func (o *outcome) hidden(m *masker) *outcome {
	masked := &outcome{parts: make([]part, len(o.parts))}
	copy(masked.parts, o.parts)
	for i := range masked.parts {
		p := &masked.parts[i]
		text := m.text(comments(p.title) + p.body)
		p.body = text[headingEnd(text):]
	}
	return masked
}
