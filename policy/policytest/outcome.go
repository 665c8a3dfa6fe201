package policytest

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/selector"
)

// outcome returns the content of want.yaml.
func (c *testCase) outcome(input string, text []byte) ([]byte, error) {
	bundle, unread := decoder.Decode(bytes.NewReader(text))
	bundle, err := merge(append(slices.Clone(c.shared), source{input, bundle}))
	if err != nil {
		return nil, err
	}
	if len(bundle.Clusters) == 0 {
		err := fmt.Errorf("%s: no clusters found, expected one there or in a folder named %s", input, sharedFolder)
		return nil, errors.Join(err, unread)
	}
	parts := faultParts(bundle.Policies)
	if unread != nil {
		parts = slices.Insert(parts, 0, unreadPart(unread))
	}
	set := override.NewSet(bundle.Policies...)
	for _, object := range bundle.Objects {
		more, err := outcomeParts(set, object, bundle.Clusters)
		if err != nil {
			return nil, err
		}
		parts = append(parts, more...)
	}
	if len(parts) == 0 {
		return nil, fmt.Errorf("%s: no object found, expected one that the policies may change", input)
	}
	return []byte(strings.Join(parts, "---\n")), nil
}

// unreadPart has the errors of documents that cannot be decoded.
func unreadPart(err error) string {
	errs := []error{err}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		errs = joined.Unwrap()
	}
	var lines []string
	for _, err := range errs {
		lines = append(lines, "error: "+err.Error())
	}
	return comments(lines...)
}

// faultParts has the faults of policies.
func faultParts(policies []*override.Policy) []string {
	var parts []string
	for _, p := range policies {
		lines := []string{p.Ref().String()}
		for _, fault := range p.Faults() {
			lines = append(lines, "warning: "+fault.Error())
		}
		if len(lines) > 1 {
			parts = append(parts, comments(lines...))
		}
	}
	return parts
}

// outcomeParts returns each distinct outcome of an object once, with its clusters.
func outcomeParts(set *override.Set, object *unstructured.Unstructured, clusters []selector.Cluster) ([]string, error) {
	type outcome struct {
		heading, body string // the heading follows the names of the clusters
	}
	var outcomes []outcome
	getting := map[outcome][]string{}
	selection := set.Select(object)
	for _, cluster := range clusters {
		heading, body, err := apply(selection, object, cluster)
		if err != nil {
			return nil, err
		}
		o := outcome{heading, body}
		if getting[o] == nil {
			outcomes = append(outcomes, o)
		}
		getting[o] = append(getting[o], cluster.Name)
	}
	ref := override.Ref{Kind: object.GetKind(), Namespace: object.GetNamespace(), Name: object.GetName()}
	var parts []string
	for _, o := range outcomes {
		title := ref.String() + " in " + strings.Join(getting[o], ", ") + o.heading
		parts = append(parts, comments(title)+o.body)
	}
	return parts, nil
}

// apply returns the outcome for one cluster.
func apply(selection override.Selection, object *unstructured.Unstructured, cluster selector.Cluster) (heading, body string, err error) {
	result, err := selection.Apply(cluster)
	var failed *override.Error
	if errors.As(err, &failed) {
		lines := []string{"error: " + override.Origin{Policy: failed.Policy, At: failed.At}.String() + ": " + failed.Err.Error()}
		if failed.Divergence != nil {
			lines = append(lines, "warning: "+failed.Divergence.String())
		}
		return "", comments(lines...), nil
	}
	if err != nil {
		return "", "", err
	}
	var lines []string
	for _, w := range result.Warnings() {
		lines = append(lines, "warning: "+w.String())
	}
	for _, d := range result.Divergences() {
		lines = append(lines, "warning: "+d.String())
	}
	for _, s := range result.Skips() {
		lines = append(lines, "skip: "+s.Origin.String()+": "+s.Reason)
	}
	changed, err := result.Object()
	if err != nil {
		return "", "", err
	}
	if reflect.DeepEqual(changed.Object, object.Object) {
		return ": unchanged", comments(lines...), nil
	}
	text, err := yaml.Marshal(changed.Object)
	return "", comments(lines...) + string(text), err
}

// comments formats strings as comments. No string can end its comment.
func comments(texts ...string) string {
	var b strings.Builder
	for _, text := range texts {
		b.WriteString("# ")
		for _, r := range strings.TrimSuffix(text, "\n") {
			switch {
			case r == '\n':
				b.WriteString("\n#   ")
			case unicode.IsPrint(r):
				b.WriteRune(r)
			default:
				b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}
