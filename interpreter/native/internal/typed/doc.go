// Package typed decodes objects as if into the Go types of k8s.io/api, without having these: what it knows of them is a table
// of fields, types.txt. Values come and go as decoded JSON: nil, bool, int64, float64, string, []any and map[string]any.
//
// A [Type] decodes in two ways. [Type.Check] and [Type.Encode] do it as runtime.DefaultUnstructuredConverter of apimachinery
// does, [Type.DecodeJSON] as encoding/json does. Where the converter would wrap an integer around, there is an error here.
package typed

//go:generate go run -C gen .
