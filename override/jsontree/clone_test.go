package jsontree_test

import (
	"encoding/json"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/jsontree"
)

func TestClone(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"null": `null`, "a text": `"x"`, "an integer": `9223372036854775807`, "a number": `1.5`, "a boolean": `true`,
		"an empty map": `{}`, "an empty list": `[]`, "deep": `{"":{"c":{}},"a":[{"b":[[],{},null,1,1.5,"x",false]}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v, err := decode([]byte(text))
			require.NoError(t, err)
			c, err := jsontree.Clone(v)
			require.NoError(t, err)
			require.Equal(t, v, c, "the copy is of the same types")
			spoil(c)
			require.Equal(t, text, string(encode(t, v)), "the copy shares no map and no list")
		})
	}
}

// spoil writes all over a document.
func spoil(v any) {
	switch v := v.(type) {
	case map[string]any:
		for key, e := range v {
			spoil(e)
			v[key] = "spoiled"
		}
		if v != nil {
			v["spoiled"] = true
		}
	case []any:
		for i, e := range v {
			spoil(e)
			v[i] = "spoiled"
		}
	}
}

func TestCloneErrors(t *testing.T) {
	t.Parallel()
	const noJSON = ", no JSON value (null, bool, int64, float64, string, list or map of those)"
	self := map[string]any{}
	self["a"], self["b"] = map[string]any{"back": self}, self
	loop := []any{nil}
	loop[0] = loop
	for _, c := range []struct {
		name, reason string
		value        any
		err          string
	}{
		{"int", "a Go int is what no decoder makes, and the most common mistake", map[string]any{"spec": map[string]any{"replicas": 3}}, "/spec/replicas is a Go int" + noJSON},
		{"at the top", "the document itself may be the mistake", 3, "the document is a Go int" + noJSON},
		{"in a list", "the place has the index", []any{"a", []any{int32(1)}}, "/1/0 is a Go int32" + noJSON},
		{"below an odd key", "the place is a pointer", map[string]any{"a/b": map[string]any{"": 'x'}}, "/a~1b/ is a Go int32" + noJSON},
		{"a map of texts", "Go's own types are none of JSON", map[string]any{"labels": map[string]string{"a": "b"}}, "/labels is a Go map[string]string" + noJSON},
		{"a list of texts", "Go's own types are none of JSON", map[string]any{"args": []string{"a"}}, "/args is a Go []string" + noJSON},
		{"a struct", "what encodes to JSON is not JSON yet", map[string]any{"at": time.Time{}}, "/at is a Go time.Time" + noJSON},
		{"a number as text", "a decoder may be told to make these; ours is not", json.Number("1"), "the document is a Go json.Number" + noJSON},
		{"a typed nil", "a nil pointer is no null", map[string]any{"a": (*int)(nil)}, "/a is a Go *int" + noJSON},
		{"not a number", "JSON has none", math.NaN(), "the document is the number NaN" + noJSON},
		{"not a number, in a map", "no decoder makes one", map[string]any{"a": 1.5, "b": math.NaN()}, "/b is the number NaN" + noJSON},
		{"infinity", "JSON has none", []any{1.5, math.Inf(1)}, "/1 is the number +Inf" + noJSON},
		{"infinity below zero", "JSON has none", map[string]any{"a": []any{math.Inf(-1)}}, "/a/0 is the number -Inf" + noJSON},
		{"a map that contains itself", "it nests without end", self, "the document nests more than 10000 levels deep"},
		{"a list that contains itself", "it nests without end", loop, "the document nests more than 10000 levels deep"},
		{"one level too deep", "there is a bound", nested(jsontree.MaxDepth + 1), "the document nests more than 10000 levels deep"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			copied, err := jsontree.Clone(c.value)
			require.EqualError(t, err, c.err, c.reason)
			require.Nil(t, copied)
			var e *jsontree.Error
			require.ErrorAs(t, err, &e, "it is an error of this package")
			require.Empty(t, e.Op, "no edit failed")
		})
	}
}

// nested is a list in a list, as many deep.
func nested(depth int) any {
	var v any = "x"
	for range depth {
		v = []any{v}
	}
	return v
}

func TestCloneAsDeepAsDecoded(t *testing.T) {
	t.Parallel()
	c, err := jsontree.Clone(nested(jsontree.MaxDepth))
	require.NoError(t, err)
	require.True(t, jsontree.Equal(nested(jsontree.MaxDepth), c))
	_, err = json.Marshal(c)
	require.NoError(t, err)
}

func TestCloneKeepsNil(t *testing.T) {
	t.Parallel()
	for _, v := range []any{map[string]any(nil), []any(nil)} {
		c, err := jsontree.Clone(v)
		require.NoError(t, err)
		require.Equal(t, v, c, "a nil map encodes as null, and goes on doing so")
	}
}
