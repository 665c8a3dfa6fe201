package main

import (
	"encoding/json"
	"io"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
)

// The fields of the JSON output; the package comment describes them.
type (
	resultJSON struct {
		Object  refJSON        `json:"object"`
		Cluster string         `json:"cluster"`
		Result  map[string]any `json:"result"`
		Changes []changeJSON   `json:"changes"`
		Skips   []skipJSON     `json:"skips"`

		Warnings    []warningJSON    `json:"warnings"`
		Divergences []divergenceJSON `json:"divergences"`
	}
	errorJSON struct {
		Object  refJSON `json:"object"`
		Cluster string  `json:"cluster"`
		Error   string  `json:"error"`

		Divergences []divergenceJSON `json:"divergences"`
	}
	warningJSON struct {
		Policy refJSON `json:"policy"`
		At     string  `json:"at"`
		Path   string  `json:"path"`
		Text   string  `json:"text"`
	}
	divergenceJSON struct {
		Code     string  `json:"code"`
		Policy   refJSON `json:"policy"`
		At       string  `json:"at"`
		Path     string  `json:"path"`
		Upstream string  `json:"upstream"`
		Here     string  `json:"here"`
	}
	changeJSON struct {
		Op     jsontree.Op `json:"op"`
		Path   string      `json:"path"`
		Old    *any        `json:"old,omitempty"` // a pointer, so that null is a value and not the lack of one
		New    *any        `json:"new,omitempty"`
		Policy refJSON     `json:"policy"`
		At     string      `json:"at"`
	}
	skipJSON struct {
		Policy refJSON `json:"policy"`
		At     string  `json:"at"`
		Reason string  `json:"reason"`
	}
	refJSON struct {
		APIVersion string `json:"apiVersion,omitempty"` // of objects only
		Kind       string `json:"kind"`
		Namespace  string `json:"namespace,omitempty"`
		Name       string `json:"name"`
	}
)

// writeJSON shows the outcomes as one array.
func writeJSON(w io.Writer, outcomes []outcome) error {
	all := make([]any, len(outcomes))
	for i, o := range outcomes {
		object := refJSON(o.ref())
		divergences := make([]divergenceJSON, len(o.divergences))
		for i, d := range o.divergences {
			divergences[i] = divergenceJSON{Code: d.Code, Policy: policyRef(d.Origin), At: d.Origin.At, Path: d.Pointer.String(), Upstream: d.Upstream, Here: d.Here}
		}
		if o.err != nil {
			all[i] = errorJSON{Object: object, Cluster: o.cluster, Error: o.err.Error(), Divergences: divergences}
			continue
		}
		result := resultJSON{Object: object, Cluster: o.cluster, Result: o.object.Object, Divergences: divergences}
		result.Changes = make([]changeJSON, len(o.changes))
		for i, c := range o.changes {
			result.Changes[i] = changeOf(c)
		}
		result.Skips = make([]skipJSON, len(o.skips))
		for i, s := range o.skips {
			result.Skips[i] = skipJSON{Policy: policyRef(s.Origin), At: s.Origin.At, Reason: s.Reason}
		}
		result.Warnings = make([]warningJSON, len(o.warnings))
		for i, w := range o.warnings {
			result.Warnings[i] = warningJSON{Policy: policyRef(w.Origin), At: w.Origin.At, Path: w.Pointer.String(), Text: w.Text}
		}
		all[i] = result
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(all)
}

func changeOf(c override.Change) changeJSON {
	j := changeJSON{Op: c.Op, Path: c.Pointer.String(), Policy: policyRef(c.Origin), At: c.Origin.At}
	if c.Op != jsontree.Added {
		j.Old = &c.Old
	}
	if c.Op != jsontree.Removed {
		j.New = &c.New
	}
	return j
}

func policyRef(o override.Origin) refJSON {
	return refJSON{Kind: o.Policy.Kind, Namespace: o.Policy.Namespace, Name: o.Policy.Name}
}
