package impact

import (
	"cmp"
	"maps"
	"slices"

	"github.com/overridekit/overridekit/examples/internal/cli"
	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/override/impact"
)

// What HTML shows.
const (
	maxRows    = 200
	maxColumns = 100
	maxDetails = 2_000
)

var htmlDiff = diffLimit{lines: 300, bytes: 30_000}

// matrix is objects × clusters, those with the most differences.
type matrix struct {
	Head     []labeled // what is not compared
	Counts   impact.Counts
	Clusters []string
	Left     int // clusters that are not shown
	Rows     []matrixRow
	Details  []detail
}

// matrixRow is an object.
type matrixRow struct {
	Object string // its name
	Cells  []cell // one for each cluster
}

// cell is a pair.
type cell struct {
	Kind   string // changed, added, removed, failing, unchanged, or "" if the pair does not exist
	Detail int    // index of its detail; -1: none, because it is unchanged or there are too many details
}

// matrixOf computes the rows of the change and keeps those with the most differences. It reports the errors after the change.
func matrixOf(env *cli.Env, details detailer, notes *input.Notes) (*matrix, error) {
	m := &matrix{Head: headOf(details.Change).lines()}
	var rows []impact.Row
	shown, done := details.Shown(env)
	found := impact.GroupRows(func(yield func(impact.Row) bool) {
		for row := range shown.Rows() {
			if rows = append(rows, row); len(rows) == 2*maxRows {
				rows = largest(rows)
			}
			if !yield(row) {
				return
			}
		}
	}, impact.Limits{})
	done()
	details.FailGroups(found.Groups)
	m.Counts, notes.Changed = found.Counts, !found.Counts.Empty()
	m.chooseClusters(details, found)
	for _, row := range largest(rows) {
		if err := m.add(details, row); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// chooseClusters chooses those with the most differences.
func (m *matrix) chooseClusters(details detailer, found *impact.Impact) {
	pairs := map[string]int{}
	for _, side := range []side{details.explainer.before, details.explainer.after} {
		for name := range side.clusters {
			pairs[name] = 0
		}
	}
	for _, c := range found.Clusters {
		pairs[c.Name] = c.Pairs
	}
	names := slices.SortedFunc(maps.Keys(pairs), func(a, b string) int {
		return cmp.Or(cmp.Compare(pairs[b], pairs[a]), cmp.Compare(a, b))
	})
	m.Clusters = names[:min(maxColumns, len(names))]
	m.Left = len(names) - len(m.Clusters)
	slices.Sort(m.Clusters)
}

// largest returns the rows with the most differences, those with errors first. Equal ones keep their order.
func largest(rows []impact.Row) []impact.Row {
	pairs := func(r *impact.Row) int { return r.Counts.Changed + r.Counts.Added + r.Counts.Removed }
	slices.SortStableFunc(rows, func(a, b impact.Row) int {
		return cmp.Or(cmp.Compare(b.Counts.Failing, a.Counts.Failing), cmp.Compare(pairs(&b), pairs(&a)))
	})
	clear(rows[min(maxRows, len(rows)):]) // frees their results
	return rows[:min(maxRows, len(rows))]
}

// add adds the row of an object and its details.
func (m *matrix) add(details detailer, row impact.Row) error {
	made := matrixRow{details.Names.Of(row.Object), make([]cell, len(m.Clusters))}
	o, explainer := details.Object(row.Object), details.explainer
	for i, name := range m.Clusters {
		_, had := explainer.before.clusters[name]
		_, has := explainer.after.clusters[name]
		if had && o.Before != nil || has && o.After != nil {
			made.Cells[i] = cell{"unchanged", -1}
		}
	}
	for n := range row.Differences {
		d := row.Differences[n]
		d.Clusters = slices.DeleteFunc(slices.Clone(d.Clusters), func(name string) bool { _, shown := slices.BinarySearch(m.Clusters, name); return !shown })
		if len(d.Clusters) == 0 {
			continue
		}
		limit, at := htmlDiff, len(m.Details)
		if at >= maxDetails {
			limit, at = diffLimit{}, -1
		}
		shown := details.of(&d, limit)
		if len(d.Clusters) > 1 {
			shown.Same = cli.Few(d.Clusters, textClusters)
		}
		if at >= 0 {
			m.Details = append(m.Details, shown)
		}
		for _, name := range d.Clusters {
			i, _ := slices.BinarySearch(m.Clusters, name)
			made.Cells[i] = cell{shown.Kind, at}
		}
	}
	m.Rows = append(m.Rows, made)
	return nil
}
