package yamltext

import (
	"bytes"
	"errors"
	"io"

	yamlv2 "go.yaml.in/yaml/v2"
	yamlv3 "go.yaml.in/yaml/v3"
	"sigs.k8s.io/yaml"
)

// Node parses the first document of a text into its nodes. It leaves a node of an empty text as it is.
func Node(text []byte, node *yamlv3.Node) error {
	if err := Check(text); err != nil {
		return err
	}
	return yamlv3.Unmarshal(text, node)
}

// Nodes returns a function that parses the documents of a text into their nodes, one with each call. After the last one, it
// returns io.EOF. After an error, it returns errors only.
func Nodes(text []byte) (next func(node *yamlv3.Node) error) {
	if err := Check(text); err != nil {
		return func(*yamlv3.Node) error { return err }
	}
	decoder := yamlv3.NewDecoder(bytes.NewReader(text))
	return func(node *yamlv3.Node) error { return decoder.Decode(node) }
}

// CheckSyntax returns the error of syntax, if there is one, that the parser of sigs.k8s.io/yaml finds in the documents of a text, up to one
// with a number from 0. That parser refuses some texts that the parser of [Node] accepts, such as a tab before a comment. Aliases are not
// expanded.
func CheckSyntax(text []byte, document int) error {
	if err := Check(text); err != nil {
		return err
	}
	decoder := yamlv2.NewDecoder(bytes.NewReader(text))
	for range document + 1 {
		if err := decoder.Decode(&undecoded{}); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
	return nil
}

// undecoded is a value that no node is decoded into.
type undecoded struct{}

func (*undecoded) UnmarshalYAML(func(any) error) error { return nil }

// ToJSON converts the first document of a text to JSON, as Kubernetes does.
func ToJSON(text []byte) ([]byte, error) {
	if err := checkExpanded(text); err != nil {
		return nil, err
	}
	return yaml.YAMLToJSON(text)
}

// ToJSONStrict is [ToJSON], except that a repeated key is an error.
func ToJSONStrict(text []byte) ([]byte, error) {
	if err := checkExpanded(text); err != nil {
		return nil, err
	}
	return yaml.YAMLToJSONStrict(text)
}

// Unmarshal decodes the first document of a text, by way of JSON, into the value that a pointer points to.
func Unmarshal(text []byte, to any) error {
	if err := checkExpanded(text); err != nil {
		return err
	}
	return yaml.Unmarshal(text, to)
}

// UnmarshalStrict is [Unmarshal], except that a repeated key and an unknown field are errors.
func UnmarshalStrict(text []byte, to any) error {
	if err := checkExpanded(text); err != nil {
		return err
	}
	return yaml.UnmarshalStrict(text, to)
}

// FromJSON converts JSON to YAML, as sigs.k8s.io/yaml does, which reads the JSON as YAML.
func FromJSON(text []byte) ([]byte, error) {
	if err := Check(text); err != nil {
		return nil, err
	}
	return yaml.JSONToYAML(text)
}
