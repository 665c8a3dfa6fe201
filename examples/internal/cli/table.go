package cli

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"unicode"

	"github.com/overridekit/overridekit/override/words"
)

// Table is a table for people. The first row has the names of the columns.
type Table struct {
	Width int // of a cell in characters; 0: [Width]

	rows [][]string
}

// Row adds a row. Line breaks and control characters in cells are replaced, and long cells are cut.
func (t *Table) Row(cells ...string) {
	row := make([]string, len(cells))
	for i, cell := range cells {
		row[i] = cutTo(cell, cmp.Or(t.Width, Width))
	}
	t.rows = append(t.rows, row)
}

// Text prints the table with aligned columns.
func (t *Table) Text(w io.Writer) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, row := range t.rows {
		fmt.Fprintln(table, strings.TrimRight(strings.Join(row, "\t"), "\t "))
	}
	return table.Flush()
}

// Markdown prints the table as Markdown. Cells below the first row are code, and so are names of columns that Markdown could interpret: columns may
// have the names of clusters.
func (t *Table) Markdown(w io.Writer) error {
	var b strings.Builder
	for i, row := range t.rows {
		for _, cell := range row {
			if cell != "" && (i > 0 || !plain(cell)) {
				cell = words.CodeCell(cell)
			}
			b.WriteString("|" + strings.TrimRight(" "+cell, " ") + " ")
		}
		b.WriteString("|\n")
		if i == 0 {
			b.WriteString(strings.Repeat("| --- ", len(row)) + "|\n")
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// plain reports whether Markdown leaves a cell as it is, because it has only ASCII letters, digits, spaces, dots and dashes.
func plain(cell string) bool {
	return !strings.ContainsFunc(cell, func(r rune) bool {
		return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(" .-", r)
	})
}
