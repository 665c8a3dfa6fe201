package render

import "github.com/overridekit/overridekit/override"

// The fields of the JSON output; the help of the command describes them.
type (
	resultJSON struct {
		Object  override.Ref      `json:"object"`
		Cluster string            `json:"cluster"`
		Result  map[string]any    `json:"result"`
		Changes []override.Change `json:"changes"`
		Skips   []override.Skip   `json:"skips"`

		Warnings    []override.Warning    `json:"warnings"`
		Divergences []override.Divergence `json:"divergences"`
	}
	errorJSON struct {
		Object  override.Ref `json:"object"`
		Cluster string       `json:"cluster"`
		Error   string       `json:"error"`

		Divergences []override.Divergence `json:"divergences"`
	}
)

// jsonOf returns the element of an outcome. A result has the values of Secrets, so its changes have them, too.
func jsonOf(o *outcome) any {
	if o.err != nil {
		return errorJSON{o.ref(), o.cluster, o.err.Error(), append([]override.Divergence{}, o.divergences...)}
	}
	for i := range o.changes {
		o.changes[i] = o.changes[i].Reveal()
	}
	return resultJSON{o.ref(), o.cluster, o.object.Object, o.changes, o.result.Skips(), o.result.Warnings(), o.divergences}
}
