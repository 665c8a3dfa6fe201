// Package casetest reads the cases of tests and compares their results.
package casetest

import (
	"compress/gzip"
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"sigs.k8s.io/yaml"
)

// Object decodes an object from YAML.
func Object(t testing.TB, text string) *unstructured.Unstructured {
	t.Helper()
	asJSON, err := yaml.YAMLToJSON([]byte(text))
	require.NoError(t, err)
	var content map[string]any
	require.NoError(t, utiljson.Unmarshal(asJSON, &content))
	return &unstructured.Unstructured{Object: content}
}

// Decode decodes YAML into a type of package api.
func Decode[T any](t testing.TB, text string) *T {
	t.Helper()
	v := new(T)
	require.NoError(t, yaml.UnmarshalStrict([]byte(text), v))
	return v
}

// Text returns a value as YAML.
func Text(t testing.TB, v any) string {
	t.Helper()
	out, err := yaml.Marshal(v)
	require.NoError(t, err)
	return string(out)
}

// Frozen returns a value as a string, to compare it later.
func Frozen(t testing.TB, v any) string {
	t.Helper()
	out, err := json.Marshal(v)
	require.NoError(t, err)
	return string(out)
}

// Lean returns a value as decoded JSON without null, {}, [] and "".
func Lean(t testing.TB, v any) any {
	t.Helper()
	var decoded any
	require.NoError(t, utiljson.Unmarshal([]byte(Frozen(t, v)), &decoded))
	return trim(decoded)
}

func trim(v any) any {
	switch v := v.(type) {
	case map[string]any:
		kept := map[string]any{}
		for key, e := range v {
			if e = trim(e); e != nil {
				kept[key] = e
			}
		}
		if len(kept) > 0 {
			return kept
		}
		return nil
	case []any:
		for i := range v {
			v[i] = trim(v[i])
		}
		if len(v) > 0 {
			return v
		}
		return nil
	case string:
		if v == "" {
			return nil
		}
	}
	return v
}

// Recorded returns the recordings in testdata/<name>.jsonl.gz.
func Recorded[C any](t testing.TB, name string) []C {
	t.Helper()
	file, err := os.Open("testdata/" + name + ".jsonl.gz")
	require.NoError(t, err)
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	require.NoError(t, err)
	var cases []C
	for lines := json.NewDecoder(unzipped); lines.More(); {
		var c C
		require.NoError(t, lines.Decode(&c), "case %d", len(cases))
		cases = append(cases, c)
	}
	return cases
}
