package impact

import (
	"encoding/json"
	"io"

	"github.com/overridekit/overridekit/examples/internal/change"
	"github.com/overridekit/overridekit/examples/internal/cli"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/impact"
)

// The fields of the JSON output; the help of the command describes them.
type (
	impactJSON struct {
		Counts      countsJSON    `json:"counts"`
		Differences []groupJSON   `json:"differences"`
		Lists       [][]string    `json:"clusterLists"`
		Clusters    []clusterJSON `json:"clusters"`
		Omitted     int           `json:"omitted"`

		Unread     []cli.Fault         `json:"notRead"`
		Uncompared []change.Uncompared `json:"notCompared"`
		Notes      []string            `json:"notes"`
	}
	countsJSON struct {
		Objects   int `json:"objects"`
		Pairs     int `json:"pairs"`
		Skipped   int `json:"skipped"`
		Unchanged int `json:"unchanged"`
		Changed   int `json:"changed"`
		Added     int `json:"added"`
		Removed   int `json:"removed"`
		Failing   int `json:"failing"`
	}
	groupJSON struct {
		Kind        impact.Kind       `json:"kind"`
		Pairs       int               `json:"pairs"`
		Patch       []json.RawMessage `json:"patch"`
		ErrorBefore string            `json:"errorBefore,omitempty"`
		ErrorAfter  string            `json:"errorAfter,omitempty"`
		Policies    policiesJSON      `json:"policies"`
		First       *detail           `json:"first,omitempty"`
		Members     []memberJSON      `json:"members"`
		Omitted     int               `json:"omitted"`
	}
	policiesJSON struct {
		Before []override.Ref `json:"before"`
		After  []override.Ref `json:"after"`
	}
	memberJSON struct {
		Object override.Ref `json:"object"`
		List   int          `json:"clusterList"` // the index of its clusters
	}
	clusterJSON struct {
		Name    string `json:"name"`
		Pairs   int    `json:"pairs"`
		Removed int    `json:"removed"` // of the pairs
		Failing int    `json:"failing"` // of the pairs
	}
)

// writeJSON prints the impact as JSON.
func writeJSON(out io.Writer, found *result) error {
	all := impactJSON{countsJSON(found.Counts), []groupJSON{}, [][]string{}, []clusterJSON{}, found.Omitted,
		append([]cli.Fault{}, found.head.Unread...), append([]change.Uncompared{}, found.head.Uncompared...), append([]string{}, found.head.Notes...)}
	lists := map[*string]int{} // members with the same clusters share a list
	for _, c := range found.Clusters {
		all.Clusters = append(all.Clusters, clusterJSON(c))
	}
	firsts := found.firsts(len(found.Groups))
	for i := range found.Groups {
		g := &found.Groups[i]
		patch, err := found.merged[i].patch()
		if err != nil {
			return err
		}
		group := groupJSON{
			Kind: g.Kind, Pairs: g.Pairs, Patch: patch, ErrorBefore: g.Before, ErrorAfter: g.After, Omitted: g.Omitted,
			Policies: policiesJSON{append([]override.Ref{}, g.Policies.Before...), append([]override.Ref{}, g.Policies.After...)},
			Members:  make([]memberJSON, len(g.Members)),
		}
		for n, m := range g.Members {
			list, known := lists[&m.Clusters[0]]
			if !known {
				list = len(all.Lists)
				lists[&m.Clusters[0]], all.Lists = list, append(all.Lists, m.Clusters)
			}
			group.Members[n] = memberJSON{m.Object, list}
		}
		if group.First = firsts[i]; group.First != nil {
			group.First.Reasons = append([]string{}, group.First.Reasons...)
		}
		all.Differences = append(all.Differences, group)
	}
	return cli.WriteJSON(out, all)
}
