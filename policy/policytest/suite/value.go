package suite

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/override/words"
)

// Value asserts that a place of an object has a value, or none. Numbers compare by value: 3 is 3.0. Everything else compares exactly, also quantities: "1" is
// not "1000m".
//
// A misspelt path never has a value. So Absent fails if the type of the kind has no such field, or if a list has no such element. For a kind whose type is
// not known, it fails if a key is misspelt or if the value around the place does not exist. A value that a policy removed is absent in any case.
//
//	value: {objects: Deployment/shop/web, clusters: [prod-eu], path: /spec/replicas, is: 3}
//	value: {objects: Deployment/shop/web, path: /metadata/labels/tier, absent: true}
type Value struct {
	Objects  []string // patterns; at least one
	Clusters []string
	Path     string // a JSON pointer
	Is       any    // what a JSON encoder writes as the value; for null, json.RawMessage("null")
	Absent   bool   // there is no value, and Is is nil; the path must be possible
}

func (v Value) name() string { return "value" }

func (v Value) fault() (string, error) {
	if key, err := checkPlace(v.Objects, v.Clusters, v.Path); err != nil {
		return key, err
	}
	if v.Absent && strings.HasSuffix(v.Path, "/-") {
		return "path", fmt.Errorf("found %.200q, which is after the end of a list and never has a value", v.Path)
	}
	if v.Absent && v.Is != nil {
		return "absent", fmt.Errorf("found is and absent, expected one of them")
	}
	if !v.Absent && v.Is == nil {
		return "is", errors.New(`found neither a value nor absent, expected one of them; null is json.RawMessage("null")`)
	}
	_, err := plain(v.Is)
	return "is", err
}

// badEscape finds a "~" that is not an escape of RFC 6901.
var badEscape = regexp.MustCompile(`~([^01]|$)`)

// checkPlace checks what [Value] and [Decided] have in common.
func checkPlace(objects, clusters []string, path string) (string, error) {
	if err := checkSomeObjects(objects); err != nil {
		return "objects", err
	}
	if err := checkClusters(clusters...); err != nil {
		return "clusters", err
	}
	if p, err := jsontree.Parse(path); err != nil || len(p) == 0 {
		return "path", fmt.Errorf("found %.200q, expected a JSON pointer such as /spec/replicas", path)
	}
	if badEscape.MatchString(path) {
		return "path", fmt.Errorf("found %.200q, expected ~0 or ~1 for each ~", path)
	}
	return "", nil
}

// plain returns a value as a JSON decoder returns it.
func plain(v any) (any, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("found %T, expected a value of JSON: %w", v, err)
	}
	var decoded any
	err = utiljson.Unmarshal(text, &decoded)
	return decoded, err
}

func (v Value) check(a *asserted) {
	path, _ := jsontree.Parse(v.Path)
	want, _ := plain(v.Is)
	a.each(v.Objects, v.Clusters, func(s *seen) {
		content := s.result.SharedContent()
		found, exists := jsontree.Get(content, path)
		hidden := s.result.Hidden()
		switch {
		case v.Absent && exists:
			a.fail("%s: %s is %s, expected no value; %s", s.title(), path, show(hidden.Value(path, found)), s.decision(path))
		case v.Absent:
			if why := s.doubt(path); why != "" {
				a.fail("%s: %s has no value, but the path may be wrong: %s", s.title(), path, why)
			}
		case !exists:
			a.fail("%s: %s has no value%s, expected %s; %s%s", s.title(), path, nearKey(content, path), expected(want, hidden, path), s.decision(path), s.whyNot(path, nil))
		case !jsontree.Equal(found, want):
			a.fail("%s: %s is %s, expected %s; %s%s", s.title(), path, show(hidden.Value(path, found)), expected(want, hidden, path), s.decision(path),
				s.whyNot(path, nil))
		}
	})
}

// expected returns the expected value for a message. For an object with hidden values it is shown only if the place certainly has no hidden value: a
// misspelt path may stand for a hidden one.
func expected(want any, hidden redact.Region, path jsontree.Pointer) string {
	visible := len(path) > 1 && (path[0] == "metadata" || path[0] == "spec" || path[0] == "status")
	if len(hidden) == 0 || visible && !hidden.Touches(path) {
		return show(want)
	}
	return "another value"
}

// nearKey suggests a key for the first token of a pointer that an object does not have.
func nearKey(content map[string]any, p jsontree.Pointer) string {
	var at any = content
	for i, token := range p {
		next, exists := jsontree.Get(at, jsontree.Pointer{token})
		if exists {
			at = next
			continue
		}
		if m, ok := at.(map[string]any); ok {
			if meant := words.Nearest(token, slices.Sorted(maps.Keys(m))); meant != "" {
				return ", did you mean " + p[:i].Child(meant).String() + "?"
			}
		}
		break
	}
	return ""
}

// decision says which step decided the value at a place, and where it is.
func (s *seen) decision(p jsontree.Pointer) string {
	change, written := s.result.Blame(p)
	if !written {
		return "no policy changes it"
	}
	return "decided by " + s.origin(change.Origin)
}

// origin names a step, and its file and line.
func (s *seen) origin(o override.Origin) string {
	text := o.String()
	if place := s.of.in.Place(o.Policy, o.At).String(); place != "" {
		text += " (" + place + ")"
	}
	return text
}

// show returns a value as JSON, shortened.
func show(v any) string {
	const most = 200
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if !jsontree.Fits(v) || encoder.Encode(v) != nil {
		return fmt.Sprintf("%T", v)
	}
	return words.Clip(strings.TrimSuffix(b.String(), "\n"), most)
}
