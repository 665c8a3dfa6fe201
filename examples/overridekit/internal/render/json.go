package render

import (
	"io"

	"github.com/overridekit/overridekit/examples/overridekit/internal/cli"
	"github.com/overridekit/overridekit/override"
)

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

// writeJSON prints the outcomes as one array. Results have the values of Secrets, and therefore changes have them as well.
func writeJSON(w io.Writer, outcomes []outcome) error {
	all := make([]any, len(outcomes))
	for i, o := range outcomes {
		if o.err != nil {
			all[i] = errorJSON{o.ref(), o.cluster, o.err.Error(), append([]override.Divergence{}, o.divergences...)}
			continue
		}
		for i := range o.changes {
			o.changes[i] = o.changes[i].Reveal()
		}
		all[i] = resultJSON{o.ref(), o.cluster, o.object.Object, o.changes, o.result.Skips(), o.result.Warnings(), o.divergences}
	}
	return cli.WriteJSON(w, all)
}
