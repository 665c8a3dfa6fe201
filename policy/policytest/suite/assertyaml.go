package suite

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	yamlv3 "go.yaml.in/yaml/v3"
	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/overridekit/overridekit/override/words"
	"github.com/overridekit/overridekit/override/yamltext"
)

// assertionNames are the keys of assertions in case.yaml.
var assertionNames = []string{"unchanged", "value", "decided", "conflicts", "lint", "valid", "placed"}

// assertion decodes an element of the list assert. It returns nil after an error.
func (p *settingsParser) assertion(s statement) Assertion {
	before := len(p.errs)
	f := &assertionFields{p: p, of: s.key, nodes: map[string]*yamlv3.Node{}, line: s.line}
	a := f.decode(s)
	if len(p.errs) > before {
		return nil
	}
	if key, err := a.fault(); err != nil {
		line := s.line
		if node := f.nodes[key]; node != nil {
			line = node.Line
		}
		p.fail(line, "%s: %s: %v", s.key, key, err)
		return nil
	}
	return a
}

// assertionFields are the fields of an assertion.
type assertionFields struct {
	p     *settingsParser
	of    string
	line  int
	nodes map[string]*yamlv3.Node
}

func (f *assertionFields) decode(s statement) Assertion {
	switch s.key {
	case "unchanged":
		f.read(s.value, nil, "objects", "clusters")
		return Unchanged{f.texts("objects"), f.texts("clusters")}
	case "valid":
		f.read(s.value, nil, "objects", "clusters")
		return Valid{f.texts("objects"), f.texts("clusters")}
	case "value":
		f.read(s.value, []string{"objects", "path"}, "clusters", "is", "absent")
		v := Value{Objects: f.texts("objects"), Clusters: f.texts("clusters"), Path: f.text("path"), Absent: f.isTrue("absent")}
		is := f.nodes["is"]
		if (is != nil) == v.Absent {
			f.fail(f.line, "found %s, expected one of is and absent: true", map[bool]string{true: "both", false: "neither"}[v.Absent])
		} else if is != nil {
			if v.Is = f.value(is); v.Is == nil {
				v.Is = json.RawMessage("null")
			}
		}
		return v
	case "decided":
		f.read(s.value, []string{"objects", "path", "by"}, "clusters")
		return Decided{f.texts("objects"), f.texts("clusters"), f.text("path"), f.scalar("by"), f.scalar("by") == ""}
	case "placed":
		f.read(s.value, []string{"objects", "clusters"})
		clusters := f.replicas("clusters")
		return Placed{f.texts("objects"), clusters, len(clusters) == 0}
	case "conflicts":
		if s.value.Kind != yamlv3.ScalarNode || s.value.Value != "none" {
			f.fail(s.value.Line, "found %s, expected none", kindOf(s.value))
		}
		return Conflicts{}
	case "lint":
		var l Lint
		if s.value.Kind != yamlv3.ScalarNode || l.Severity.UnmarshalText([]byte(s.value.Value)) != nil {
			f.fail(s.value.Line, "found %s, expected info, warning or error", kindOf(s.value))
		}
		return l
	}
	f.p.fail(s.line, "assert: the assertion %.100q is not known%s", s.key, words.DidYouMean(s.key, assertionNames))
	return nil
}

func (f *assertionFields) fail(line int, format string, args ...any) {
	f.p.fail(line, "%s: %s", f.of, fmt.Sprintf(format, args...))
}

// read finds the fields. Some of them must exist.
func (f *assertionFields) read(node *yamlv3.Node, required []string, optional ...string) {
	known := slices.Concat(required, optional)
	f.p.each(node, f.of, func(key string, line int, value *yamlv3.Node) {
		if !slices.Contains(known, key) {
			f.fail(line, "the key %.100q is not known%s, expected %s", key, words.DidYouMean(key, known), strings.Join(known, ", "))
			return
		}
		f.nodes[key] = value
	})
	for _, key := range required {
		if node.Kind == yamlv3.MappingNode && f.nodes[key] == nil {
			f.fail(f.line, "%s is missing", key)
		}
	}
}

// texts returns a list of strings, or a single one.
func (f *assertionFields) texts(key string) []string {
	if f.nodes[key] == nil {
		return nil
	}
	var all []string
	for _, s := range f.p.scalars(f.of+"."+key, f.nodes[key]) {
		all = append(all, s.value)
	}
	return all
}

// text returns a string that is not empty.
func (f *assertionFields) text(key string) string {
	if f.nodes[key] == nil {
		return ""
	}
	return f.p.scalar(f.of+"."+key, f.nodes[key]).value
}

// scalar returns a string.
func (f *assertionFields) scalar(key string) string {
	node := f.nodes[key]
	if node == nil {
		return ""
	}
	if node.Kind != yamlv3.ScalarNode || node.Tag == "!!null" {
		f.fail(node.Line, "%s: found %s, expected a string", key, kindOf(node))
	}
	return node.Value
}

// isTrue reports whether a field is there. It must be true.
func (f *assertionFields) isTrue(key string) bool {
	node := f.nodes[key]
	if node != nil && (node.Kind != yamlv3.ScalarNode || node.Value != "true") {
		f.fail(node.Line, "%s: found %s, expected true", key, kindOf(node))
	}
	return node != nil
}

// replicas returns the clusters of [Placed]: a map with their replicas, or a list of names.
func (f *assertionFields) replicas(key string) map[string]int {
	node := f.nodes[key]
	all := map[string]int{}
	switch {
	case node == nil:
	case node.Kind == yamlv3.MappingNode:
		f.p.each(node, f.of+"."+key, func(name string, _ int, value *yamlv3.Node) {
			n, err := strconv.ParseInt(value.Value, 10, 32)
			if value.Kind != yamlv3.ScalarNode || err != nil || n < 0 {
				f.fail(value.Line, "%s.%.100s: found %s, expected a number of replicas", key, name, kindOf(value))
			}
			all[name] = int(n)
		})
	case node.Kind == yamlv3.SequenceNode:
		for _, n := range node.Content {
			name := f.p.scalar(f.of+"."+key, n).value
			if _, twice := all[name]; twice {
				f.fail(n.Line, "%s: found %.100q twice", key, name)
			}
			all[name] = AnyReplicas
		}
	default:
		f.fail(node.Line, "%s: found %s, expected a map of clusters and replicas, or a list of clusters", key, kindOf(node))
	}
	return all
}

// value returns a value as it is decoded in the documents of a case.
func (f *assertionFields) value(node *yamlv3.Node) (v any) {
	text, err := yamlv3.Marshal(node)
	if err == nil {
		text, err = yamltext.ToJSONStrict(text)
	}
	if err == nil {
		err = utiljson.Unmarshal(text, &v)
	}
	if err != nil {
		f.fail(node.Line, "is: found a value that cannot be decoded: a repeated key, a wrong tag, or a number that is too large") // the error may quote a secret value
	}
	return v
}
