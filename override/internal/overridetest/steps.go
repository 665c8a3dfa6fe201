package overridetest

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/imageparser"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/overrider"
	"github.com/overridekit/overridekit/selector"
)

// Containers selects containers by name in objects of kind Test, whose pod spec is at /spec/pod.
func Containers(names ...string) overrider.Containers {
	return overrider.Containers{Names: names, PodSpecs: overrider.PodSpecsFunc(func(o selector.Object) (jsontree.Pointer, bool) {
		return jsontree.Pointer{"spec", "pod"}, o.Kind == "Test"
	})}
}

// Embedded returns an Embedded overrider for /text. Operations are lines such as "add /a 1": an operation, a pointer and JSON.
func Embedded(t testing.TB, text overrider.EmbeddedText, lines ...string) []override.Overrider {
	t.Helper()
	text.At = At("/text")
	o, err := overrider.Embedded(text, TextOperations(lines...))
	require.NoError(t, err)
	return One(o)
}

func TextOperations(lines ...string) []overrider.TextOperation {
	var operations []overrider.TextOperation
	for _, line := range lines {
		words := append(strings.SplitN(line, " ", 3), "", "")
		operations = append(operations, overrider.TextOperation{Op: jsontree.Verb(words[0]), Path: words[1], Value: []byte(words[2])})
	}
	return operations
}

var (
	Sum      = strings.Repeat("50d858e0985ecc7f60418aaf0cc5ab58", 2)
	Checksum = "sha256:" + Sum
)

func ImageOp(component imageparser.Component, verb overrider.ImageVerb, value string) overrider.ImageOperation {
	return overrider.ImageOperation{Component: component, Verb: verb, Value: value}
}

func One(o override.Overrider) []override.Overrider { return []override.Overrider{o} }
