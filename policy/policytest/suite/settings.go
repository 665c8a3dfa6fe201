package suite

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	yamlv3 "go.yaml.in/yaml/v3"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/overridekit/overridekit/override/yamltext"
)

// Limits of case.yaml.
const (
	maxSettings = 1 << 20 // bytes
	maxElements = 1000    // of a list
	maxAxes     = 100     // keys of a matrix
)

// settings are the content of case.yaml. The zero value is that of a case without it.
type settings struct {
	file      string
	namespace string
	read      []scalar
	objects   []scalar
	clusters  []scalar
	matrix    []axis
	plan      scalar
	assert    []statement
}

// namespaceOr returns the namespace of documents without one.
func (s *settings) namespaceOr() string { return cmp.Or(s.namespace, defaultNamespace) }

// otherwise reports whether the case tests something without the golden files of its outcomes, which are optional then.
func (s *settings) otherwise() bool { return len(s.assert) > 0 || s.plan.value != "" }

// scalar is a string in case.yaml.
type scalar struct {
	value string
	line  int
}

// axis is a key of a matrix, with its paths.
type axis struct {
	name   string
	line   int
	values []scalar
}

// readSettings reads a file case.yaml. Every error is a [Failure].
func readSettings(file string) (*settings, []error) {
	text, err := readLimited(file, maxSettings)
	p := &settingsParser{s: &settings{file: file}}
	if err != nil {
		return p.s, []error{Failure{File: file, Message: err.Error()}}
	}
	p.parse(text)
	return p.s, p.errs
}

// readLimited reads a file that is not larger than a limit.
func readLimited(name string, limit int64) ([]byte, error) {
	if err := checkFile(name); err != nil {
		return nil, err
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, limit+1))
	if err == nil && int64(len(text)) > limit {
		err = fmt.Errorf("found more than %d bytes", limit)
	}
	return text, err
}

// settingsParser collects the settings of a file, and its errors.
type settingsParser struct {
	s    *settings
	errs []error
}

func (p *settingsParser) fail(line int, format string, args ...any) {
	p.errs = append(p.errs, failuref(p.s.file, line, format, args...))
}

// syntaxLine finds the line in an error of the YAML parser.
var syntaxLine = regexp.MustCompile(`^yaml: line (\d+): `)

func (p *settingsParser) parse(text []byte) {
	next := yamltext.Nodes(text)
	var document, second yamlv3.Node
	err := next(&document)
	switch {
	case errors.Is(err, io.EOF):
		return
	case err == nil:
		err = next(&second)
	}
	switch {
	case errors.Is(err, io.EOF):
		p.root(document.Content[0])
	case err == nil:
		p.fail(second.Line, "found a second document, expected one")
	default:
		line := 0
		if at := syntaxLine.FindStringSubmatch(err.Error()); at != nil {
			line, _ = strconv.Atoi(at[1])
		}
		if at := strings.IndexFunc(string(text), isControl); at >= 0 && line == 0 {
			line = 1 + bytes.Count(text[:at], []byte("\n"))
		}
		text := strings.TrimPrefix(syntaxLine.ReplaceAllString(err.Error(), ""), "yaml: ")
		if strings.HasPrefix(text, "unknown anchor") {
			text += "; quote a pattern that begins with *"
		}
		p.fail(line, "%.500s", text)
	}
}

// isControl reports whether YAML does not allow a character.
func isControl(r rune) bool {
	return unicode.IsControl(r) && r != '\t' && r != '\n' && r != '\r' && r != '\u0085' || r == unicode.ReplacementChar
}

// root reads the document.
func (p *settingsParser) root(node *yamlv3.Node) {
	if line := aliasIn(node); line > 0 {
		p.fail(line, "found an alias, expected the value itself")
		return
	}
	p.each(node, "the settings of a case", func(key string, line int, value *yamlv3.Node) {
		switch key {
		case "namespace":
			p.s.namespace = p.scalar(key, value).value
			if faults := validation.IsDNS1123Label(p.s.namespace); len(faults) > 0 && p.s.namespace != "" {
				p.fail(value.Line, "namespace: found %.100q, expected at most 63 small letters, digits and dashes, with a letter or digit at both ends", p.s.namespace)
			}
		case "read":
			p.s.read = p.scalars(key, value)
		case "objects":
			p.s.objects = p.scalars(key, value)
		case "clusters":
			p.s.clusters = p.scalars(key, value)
		case "matrix":
			if n := len(value.Content) / 2; value.Kind == yamlv3.MappingNode && (n == 0 || n > maxAxes) {
				p.fail(value.Line, "matrix: found %d keys, expected 1 to %d", n, maxAxes)
				return
			}
			p.each(value, key, func(name string, line int, paths *yamlv3.Node) {
				p.s.matrix = append(p.s.matrix, axis{name, line, p.scalars(key+"."+name, paths)})
			})
		case "plan":
			p.s.plan = p.scalar(key, value)
			if v := p.s.plan.value; v != "table" && v != "works" && len(p.errs) == 0 {
				p.fail(value.Line, "plan: found %.100q, expected table or works", v)
			}
		case "assert":
			p.s.assert = p.statements(value)
		default:
			p.fail(line, "found the key %.100q, expected namespace, read, objects, clusters, matrix, plan or assert", key)
		}
	})
	for _, pattern := range p.s.objects {
		if pattern.value == "" {
			continue // it is an error already
		}
		if _, err := parseObjectPattern(pattern.value); err != nil {
			p.fail(pattern.line, "objects: %v", err)
		}
	}
}

// each calls a function for each key of a map, which must not be repeated.
func (p *settingsParser) each(node *yamlv3.Node, what string, do func(key string, line int, value *yamlv3.Node)) {
	if node.Kind != yamlv3.MappingNode {
		p.fail(node.Line, "%s: found %s, expected a map", what, kindOf(node))
		return
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(node.Content); i += 2 {
		key := node.Content[i]
		switch {
		case key.Kind != yamlv3.ScalarNode || key.Value == "":
			p.fail(key.Line, "%s: found %s as a key, expected a name", what, kindOf(key))
		case seen[key.Value]:
			p.fail(key.Line, "%s: the key %.100q is repeated", what, key.Value)
		default:
			seen[key.Value] = true
			do(key.Value, key.Line, node.Content[i+1])
		}
	}
}

// scalars reads a list of strings, or a single one. An empty list is an error.
func (p *settingsParser) scalars(what string, node *yamlv3.Node) []scalar {
	nodes := []*yamlv3.Node{node}
	if node.Kind == yamlv3.SequenceNode {
		nodes = node.Content
	}
	if len(nodes) > maxElements {
		p.fail(node.Line, "%.100s: found %d elements, expected at most %d", what, len(nodes), maxElements)
		return nil
	}
	var all []scalar
	for _, n := range nodes {
		all = append(all, p.scalar(what, n))
	}
	if len(nodes) == 0 {
		p.fail(node.Line, "%s: found an empty list, expected at least one element", what)
	}
	return all
}

// scalar reads a string that is not empty.
func (p *settingsParser) scalar(what string, node *yamlv3.Node) scalar {
	if node.Kind != yamlv3.ScalarNode || node.Tag == "!!null" || node.Value == "" {
		p.fail(node.Line, "%s: found %s, expected a string", what, kindOf(node))
		return scalar{line: node.Line}
	}
	return scalar{node.Value, node.Line}
}

// kindOf describes a node.
func kindOf(node *yamlv3.Node) string {
	switch {
	case node.Kind == yamlv3.MappingNode:
		return "a map"
	case node.Kind == yamlv3.SequenceNode:
		return "a list"
	case node.Kind == yamlv3.AliasNode:
		return "an alias"
	case node.Tag == "!!null":
		return "null"
	case node.Value == "":
		return "an empty string"
	}
	return fmt.Sprintf("%.100q", node.Value)
}

// aliasIn returns the line of the first alias in a document, or 0. Aliases would allow a small file to be endless.
func aliasIn(root *yamlv3.Node) int {
	for nodes := []*yamlv3.Node{root}; len(nodes) > 0; {
		node := nodes[len(nodes)-1]
		if nodes = nodes[:len(nodes)-1]; node.Kind == yamlv3.AliasNode {
			return node.Line
		}
		for i := len(node.Content) - 1; i >= 0; i-- {
			nodes = append(nodes, node.Content[i])
		}
	}
	return 0
}
