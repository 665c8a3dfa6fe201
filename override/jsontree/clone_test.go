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
		"null": `null`, "a string": `"x"`, "an integer": `9223372036854775807`, "a number": `1.5`, "a boolean": `true`,
		"an empty map": `{}`, "an empty list": `[]`, "deep": `{"":{"c":{}},"a":[{"b":[[],{},null,1,1.5,"x",false]}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v, err := decode([]byte(text))
			require.NoError(t, err)
			c, err := jsontree.Clone(v)
			require.NoError(t, err)
			require.Equal(t, v, c, "the copy has the same types")
			spoil(c)
			require.Equal(t, text, string(encode(t, v)), "the copy shares no map and no list")
		})
	}
}

// spoil overwrites everything in a document.
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
	const noJSON = ", expected a JSON value (null, bool, int64, float64, string, list or map of those)"
	self := map[string]any{}
	self["a"], self["b"] = map[string]any{"back": self}, self
	loop := []any{nil}
	loop[0] = loop
	for _, c := range []struct {
		name, reason string
		value        any
		err          string
	}{
		{"int", "it is the most common mistake", map[string]any{"spec": map[string]any{"replicas": 3}}, "/spec/replicas is a Go int" + noJSON},
		{"at the root", "the document itself may be invalid", 3, "the document is a Go int" + noJSON},
		{"in a list", "the pointer has the index", []any{"a", []any{int32(1)}}, "/1/0 is a Go int32" + noJSON},
		{"below an unusual key", "the pointer is escaped", map[string]any{"a/b": map[string]any{"": 'x'}}, "/a~1b/ is a Go int32" + noJSON},
		{"a map of strings", "it is not a map[string]any", map[string]any{"labels": map[string]string{"a": "b"}}, "/labels is a Go map[string]string" + noJSON},
		{"a list of strings", "it is not a []any", map[string]any{"args": []string{"a"}}, "/args is a Go []string" + noJSON},
		{"a struct", "a struct that can be encoded is not decoded JSON", map[string]any{"at": time.Time{}}, "/at is a Go time.Time" + noJSON},
		{"a json.Number", "only a decoder with UseNumber returns it", json.Number("1"), "the document is a Go json.Number" + noJSON},
		{"a typed nil", "a nil pointer is not null", map[string]any{"a": (*int)(nil)}, "/a is a Go *int" + noJSON},
		{"NaN", "JSON does not have it", math.NaN(), "the document is the number NaN" + noJSON},
		{"NaN in a map", "JSON does not have it", map[string]any{"a": 1.5, "b": math.NaN()}, "/b is the number NaN" + noJSON},
		{"infinity", "JSON does not have it", []any{1.5, math.Inf(1)}, "/1 is the number +Inf" + noJSON},
		{"negative infinity", "JSON does not have it", map[string]any{"a": []any{math.Inf(-1)}}, "/a/0 is the number -Inf" + noJSON},
		{"a map that contains itself", "its depth is infinite", self, "the document nests more than 10000 levels deep"},
		{"a list that contains itself", "its depth is infinite", loop, "the document nests more than 10000 levels deep"},
		{"one level too deep", "the depth is limited", nested(jsontree.MaxDepth + 1), "the document nests more than 10000 levels deep"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			copied, err := jsontree.Clone(c.value)
			require.EqualError(t, err, c.err, c.reason)
			require.Nil(t, copied)
			var e *jsontree.Error
			require.ErrorAs(t, err, &e, "the error is a *jsontree.Error")
			require.Empty(t, e.Op, "no edit failed")
		})
	}
}

// nested returns lists in lists, depth levels deep.
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
		require.Equal(t, v, c, "nil encodes as null, and so must the copy")
	}
}
