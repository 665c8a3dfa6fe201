package table

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/runtime"
	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/overridekit/overridekit/interpreter/internal/typed"
	"github.com/overridekit/overridekit/override/jsontree"
)

// TestTable checks that the table has the fields of the Go types.
func TestTable(t *testing.T) {
	t.Parallel()
	want, err := Text()
	require.NoError(t, err)
	have, err := os.ReadFile("../../types.txt")
	require.NoError(t, err)
	require.Equal(t, want, string(have), "run go generate")
}

// TestOracle compares package typed with the Go types, for every struct, on random objects.
func TestOracle(t *testing.T) {
	t.Parallel()
	r, err := newRenderer()
	require.NoError(t, err)
	require.Greater(t, len(r.types), 200)
	roots := map[reflect.Type]bool{}
	for _, k := range kinds() {
		roots[k] = true
	}
	counts := &counts{}
	for name, goType := range r.types {
		rounds := 60
		if roots[goType] {
			rounds = 400
		}
		for seed := range rounds {
			m := &maker{Rand: rand.New(rand.NewPCG(uint64(seed), 1)), odds: 40 + 100*(seed%8)}
			compare(t, name, goType, m.object(goType), counts)
		}
	}
	t.Logf("%+v", *counts)
	require.Greater(t, counts.fit, counts.all/4)
	require.Greater(t, counts.decoded, counts.all/8)
}

// FuzzOracle is TestOracle with a seed from the fuzzer.
func FuzzOracle(f *testing.F) {
	all := kinds()
	f.Add(uint64(0), uint64(0))
	f.Fuzz(func(t *testing.T, a, b uint64) {
		goType := all[a%uint64(len(all))]
		m := &maker{Rand: rand.New(rand.NewPCG(a, b)), odds: 20 + int(b%1000)}
		compare(t, prefixes()[goType.PkgPath()]+"."+goType.Name(), goType, m.object(goType), &counts{})
	})
}

// counts counts the outcomes.
type counts struct{ all, fit, wrapped, written, decoded int }

// compare compares package typed with a Go type on an object, and on the object as JSON.
func compare(t testing.TB, name string, goType reflect.Type, object map[string]any, c *counts) {
	t.Helper()
	c.all++
	about := fmt.Sprintf("%s: %#v", name, object)
	typ := typed.Named(name)
	require.NotNil(t, typ, name)

	before := fmt.Sprintf("%#v", object)
	want, wantErr := converted(goType, func(into any) error {
		return runtime.DefaultUnstructuredConverter.FromUnstructured(object, into)
	})
	err := typ.Check(object)
	have, encodeErr := typ.Encode(object)
	require.Equal(t, err, encodeErr, about)
	if wantErr == nil && err != nil {
		requireTooLarge(t, object, err, about)
		c.wrapped++
	} else {
		require.Equal(t, wantErr == nil, err == nil, "%s\n%v\n%v", about, wantErr, err)
	}
	if err == nil {
		c.fit++
		require.Equal(t, want, have, about)
	}

	text, err := json.Marshal(written(object))
	if err != nil {
		return // there is a NaN
	}
	c.written++
	var decoded any
	require.NoError(t, utiljson.Unmarshal(text, &decoded))
	var encoded []byte
	want, wantErr = converted(goType, func(into any) error {
		if err := json.Unmarshal(text, into); err != nil {
			return err
		}
		encoded, _ = json.Marshal(into)
		return nil
	})
	have, err = typ.DecodeJSON(decoded)
	if wantErr == nil && err != nil {
		requireTooLarge(t, decoded, err, about)
	} else {
		require.Equal(t, wantErr == nil, err == nil, "%s\n%s\n%v\n%v", name, text, wantErr, err)
	}
	if err == nil {
		c.decoded++
		require.Equal(t, want, have, "%s\n%s", name, text)
		marshaled, err := typ.Marshal(have)
		require.NoError(t, err)
		if !strings.Contains(string(encoded), "fieldsV1") { // the Go type keeps the text of any value
			require.Equal(t, string(encoded), string(marshaled), "%s\n%s", name, text)
		}
	}
	require.Equal(t, before, fmt.Sprintf("%#v", object), "an argument was written")
}

// converted returns the result of a decoder of a Go type, as decoded JSON.
func converted(goType reflect.Type, decode func(into any) error) (u any, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	into := reflect.New(goType).Interface()
	if err := decode(into); err != nil {
		return nil, err
	}
	return runtime.DefaultUnstructuredConverter.ToUnstructured(into)
}

// requireTooLarge checks that an error that only package typed returns is about a number that the converter wraps around, or a
// quantity beyond the limits.
func requireTooLarge(t testing.TB, object any, err error, about string) {
	t.Helper()
	var e *typed.Error
	require.True(t, errors.As(err, &e), about)
	v := at(object, e.Pointer)
	switch v := v.(type) {
	case int64:
		if e.Expected == "an integer of 32 bits" && v != int64(int32(v)) {
			return
		}
	case float64:
		if e.Expected == "an integer of 32 bits" && v != float64(int32(v)) || e.Expected == "an integer of 64 bits" && (v >= 1<<63 || v < -1<<63) {
			return
		}
	case []any:
		if e.Expected == "a string in base64" {
			return
		}
	case string:
		if exp := strings.LastIndexAny(v, "eE"); e.Expected == "a quantity: a quantity has an exponent of more than 3 digits" && exp >= 0 && len(v)-exp > 4 {
			return
		}
	}
	require.Fail(t, err.Error(), about)
}

func at(v any, p jsontree.Pointer) any {
	for _, token := range p {
		switch c := v.(type) {
		case map[string]any:
			v = c[token]
		case []any:
			i, _ := strconv.Atoi(token)
			v = c[i]
		}
	}
	return v
}
