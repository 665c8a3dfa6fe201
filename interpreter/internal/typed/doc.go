// Package typed decodes objects as if into the Go types of k8s.io/api, without importing them: it has a table of their fields,
// types.txt. Values are decoded JSON: nil, bool, int64, float64, string, []any and map[string]any.
//
// A [Type] decodes in two ways. [Type.Check] and [Type.Encode] decode as runtime.DefaultUnstructuredConverter of apimachinery does,
// [Type.DecodeJSON] as encoding/json does. Where the converter would wrap an integer around, they return an error.
package typed

//go:generate go run -C gen .
