package table

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// maker makes decoded JSON that mostly fits a Go type.
type maker struct {
	*rand.Rand
	depth int
	odds  int // one of this many values has a wrong type
}

func (m *maker) one(n int) bool { return m.IntN(n) == 0 }

func pick[T any](m *maker, from ...T) T { return from[m.IntN(len(from))] }

func (m *maker) number() any {
	return pick[any](m, int64(0), int64(1), int64(-1), int64(3), int64(255), int64(256), int64(math.MaxInt32), int64(math.MaxInt32+1),
		int64(math.MinInt32), int64(math.MinInt32-1), int64(1)<<53+1, int64(math.MaxInt64), int64(math.MinInt64), 0.0, math.Copysign(0, -1),
		3.0, 1.5, -1.25, 1e-7, 1e-12, 5e-324, 1e20, 1e21, 1.5e21, 9.3e18, 1e18+2048, float64(1<<60), 9223372036854775808.0, -9223372036854775808.0, -1e19,
		2147483647.0, 2147483648.0, -2147483648.0, math.MaxFloat64, math.NaN(), math.Inf(1))
}

func (m *maker) small() any { return pick[any](m, int64(0), int64(1), int64(80), int64(-1), 3.0) }

func (m *maker) text() string {
	return pick(m, "", "a", "b", "null", "é", "\xff", "a\xc3(", "<&>", "x\ty", "5", "\u2028", `"`, "RollingUpdate")
}

func (m *maker) quantity() any {
	switch m.IntN(8) {
	case 0:
		return m.number()
	case 1, 2:
		b := make([]byte, 1+m.IntN(7))
		for i := range b {
			b[i] = pick(m, []byte("00112345678999...+-eEinumkKMGTP ")...)
		}
		return string(b)
	case 3:
		return pick(m, " 1", "1 ", "\u00a01\u2003", "\t1", "1\n", "\u20281", "1\u0085", `"1"`, "<1", "+", "-", ".", "+.", "Ki", "Ei", "m", "e5", "e-50", "")
	case 4:
		return strings.Repeat(pick(m, "1", "9", "10", "0"), 1+m.IntN(30)) + pick(m, "", ".5", ".000", "m", "Ki", "Ei", "E", "e3", "e-12", "e400", "n")
	}
	return pick(m, "1", "0", "100m", "0.5", "0.5Gi", "1.5", "1Gi", "1024Ki", "1000m", "1e3", "12E", "1E", "+5", "-5", "007", "5.", ".5",
		"0.1m", "1n", "0.1n", "1.000", "1.500", "100u", "16Ei", "-1.5Ki")
}

func (m *maker) time() any {
	return pick(m, "2024-01-02T03:04:05Z", "2024-01-02T03:04:05Z", "2024-01-02T03:04:05Z", "2024-01-02T03:04:05.678+02:00", "0001-01-01T00:00:00Z", "0001-01-01T01:00:00+01:00",
		"0000-01-01T00:00:00+01:00", "9999-12-31T23:59:59-01:00", "2024-13-01T00:00:00Z", "2024-01-02", "", "2024-01-02T03:04:05z",
		"2024-01-02T3:04:05Z", "2024-01-02T03:04:05,5Z", "2024-01-02T24:00:00Z", "2023-02-29T00:00:00Z", "2024-01-02T03:04:05+24:00", "2024-01-02T03:04:05Z ")
}

func (m *maker) bytes() any {
	return pick[any](m, "", "YQ==", "YQ=", "YR==", "Y Q==", "YQ\n==", "Y\rQ=\n=", "!!!!", "_-8=", "YWI=", "YWJj", "YWJjYQ==YQ==", "\n", "=", "Y===", "====",
		[]any{}, []any(nil), []any{int64(1), nil, 255.0}, []any{int64(256)}, []any{"a"}, []any{1.5}, []any{true})
}

// any returns any JSON value.
func (m *maker) any() any {
	if m.depth++; m.depth > 4 {
		m.depth--
		return "deep"
	}
	defer func() { m.depth-- }()
	switch m.IntN(11) {
	case 0, 1:
		return m.number()
	case 2:
		return m.text()
	case 3:
		return m.one(2)
	case 4:
		return []any{}
	case 5:
		return map[string]any{}
	case 6:
		return pick[any](m, map[string]any(nil), []any(nil))
	case 7:
		return []any{m.any(), m.any()}
	case 8:
		return map[string]any{m.text(): m.any(), "name": m.any()}
	case 9:
		return pick(m, m.time(), m.quantity(), m.bytes())
	}
	return nil
}

// value returns a value for a type.
func (m *maker) value(t reflect.Type) any {
	switch {
	case m.one(m.odds):
		return m.any()
	case m.one(30):
		return nil
	}
	switch t {
	case reflect.TypeFor[resource.Quantity]():
		return m.quantity()
	case reflect.TypeFor[intstr.IntOrString]():
		return pick(m, any(m.text()), m.small(), m.number(), "25%")
	case reflect.TypeFor[metav1.Time]():
		return m.time()
	case reflect.TypeFor[metav1.FieldsV1]():
		return m.any()
	case reflect.TypeFor[[]byte]():
		return m.bytes()
	}
	switch t.Kind() {
	case reflect.Pointer:
		return m.value(t.Elem())
	case reflect.String:
		return m.text()
	case reflect.Bool:
		return m.one(2)
	case reflect.Int32, reflect.Int64:
		if m.one(10) {
			return m.number()
		}
		return m.small()
	case reflect.Slice:
		l := make([]any, m.IntN(3))
		for i := range l {
			l[i] = m.value(t.Elem())
		}
		return l
	case reflect.Map:
		o := map[string]any{}
		for range m.IntN(3) {
			o[m.text()] = m.value(t.Elem())
		}
		return o
	}
	return m.object(t)
}

// object returns an object for a struct type. The deeper it is, the fewer fields it has.
func (m *maker) object(t reflect.Type) map[string]any {
	m.depth++
	defer func() { m.depth-- }()
	o := map[string]any{}
	m.fill(o, t)
	if m.one(5) {
		o[pick(m, "unknown", "", "-", "Unknown/x")] = m.any()
	}
	return o
}

func (m *maker) fill(o map[string]any, t reflect.Type) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "":
			m.fill(o, f.Type)
			continue
		case !m.one(1+m.depth/2) || t.NumField() > 12 && !m.one(4):
			continue
		}
		v := m.value(f.Type)
		if !m.one(12) {
			o[name] = v
			continue
		}
		other := pick(m, strings.ToUpper(name), strings.ToUpper(name[:1])+name[1:], strings.ToLower(name), strings.ReplaceAll(name, "s", "ſ"), strings.ReplaceAll(name, "k", "\u212a"))
		o[other] = v
		if m.one(2) || f.Type == reflect.TypeFor[resource.Quantity]() { // null after a quantity does not clear it
			continue
		}
		if o[name] = m.value(f.Type); m.one(3) {
			o[pick(m, name, other)] = nil
		}
	}
}

// written returns v with every float64 as if written with a dot or an exponent.
func written(v any) any {
	switch v := v.(type) {
	case float64:
		text, err := json.Marshal(v)
		if err == nil && !strings.ContainsAny(string(text), ".eE") {
			return json.Number(string(text) + ".0")
		}
	case map[string]any:
		if v == nil {
			return nil
		}
		o := map[string]any{}
		for key, e := range v {
			o[key] = written(e)
		}
		return o
	case []any:
		if v == nil {
			return nil
		}
		l := slices.Clone(v)
		for i, e := range l {
			l[i] = written(e)
		}
		return l
	}
	return v
}
