package waves

import (
	"fmt"
	"io"
	"slices"

	"github.com/overridekit/overridekit/examples/internal/cli"
	"github.com/overridekit/overridekit/override/impact"
)

// maxNames is the number of clusters in a cell.
const maxNames = 10

// writeText prints the counts and a table of the waves.
func writeText(out io.Writer, found *impact.Impact, clusters []cluster, waves []wave) error {
	if _, err := fmt.Fprintln(out, found.Counts); err != nil {
		return err
	}
	if len(waves) < 2 {
		_, err := fmt.Fprintln(out, "\nno waves: nothing changes")
		return err
	}
	table := &cli.Table{}
	table.Row("WAVE", "GROUP", "PAIRS", "CHANGING", "NEW POLICIES", "OLD POLICIES")
	after, before := cells(clusters, waves)
	for i, w := range waves {
		name := w.Name
		if w.Number == 0 {
			name = "-"
		}
		pairs := fmt.Sprint(w.Pairs)
		if w.Failing > 0 {
			pairs += fmt.Sprintf(" (%d failing)", w.Failing)
		}
		changing := names{}.with(w.Clusters)
		table.Row(fmt.Sprint(w.Number), name, pairs, changing.String(), after[i].String(), before[i].String())
	}
	if _, err := fmt.Fprintln(out); err != nil {
		return err
	}
	return table.Text(out)
}

// cells returns the clusters that use the new policies and the old ones in each wave. It takes the clusters of each wave once in each direction.
func cells(clusters []cluster, waves []wave) (after, before []names) {
	at := map[int]int{} // the index of a wave by its number
	for i, w := range waves {
		at[w.Number] = i
	}
	joins := make([][]string, len(waves))
	for _, c := range clusters {
		joins[at[c.Wave]] = append(joins[at[c.Wave]], c.Name)
	}
	after, before = make([]names, len(waves)), make([]names, len(waves))
	var done, left names
	for i := range waves {
		done = done.with(joins[i])
		after[i] = done
	}
	for i := len(waves) - 1; i >= 0; i-- {
		before[i] = left
		left = left.with(joins[i])
	}
	return after, before
}

// names is a set of names. Only the first ones are kept.
type names struct {
	first []string
	count int
}

// with returns a set with other names, which it does not have yet.
func (n names) with(others []string) names {
	first := slices.Sorted(slices.Values(slices.Concat(n.first, others)))
	return names{first[:min(maxNames, len(first))], n.count + len(others)}
}

func (n names) String() string {
	if n.count == 0 {
		return "-"
	}
	return cli.FewOf(n.first, n.count)
}
